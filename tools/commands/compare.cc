#include "experiments/report/compare/compare.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/store/disk/files.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/config_arguments.h"

namespace mercer {

int CompareCommand(const std::vector<std::string>& arguments) {
  const CommandLine line("compare", arguments);
  if (line.rest().empty())
    throw InvalidInput("compare: no results folder given; expected one or more");
  const std::string format = line.Text("format", "text");
  const std::vector<std::string> formats = CompareFormats();
  if (std::find(formats.begin(), formats.end(), format) == formats.end())
    throw InvalidInput(UnknownName("compare format", format, formats));
  ScoreOptions options;
  options.metric = line.Text("metric");
  options.only = OnlyOf(line);
  const Comparison comparison =
      LoadComparison({line.rest().begin(), line.rest().end()}, options, line.Get("alpha", 0.05));
  const std::string text = ComparisonText(comparison, format);
  // These have no place for sentences.
  if (format == "csv" || format == "svg" || format == "pgfplots") {
    for (const std::string& note : comparison.notes) std::cerr << Printable(note) << "\n";
  }
  const std::string output = line.Text("output");
  if (output.empty()) {
    std::cout << text;
  } else {
    WriteFileAtomically(output, text);
  }
  return comparison.damaged ? 1 : 0;
}

}  // namespace mercer
