#include "experiments/report/report.h"

#include <filesystem>
#include <iostream>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/store/store.h"
#include "tools/command.h"
#include "tools/command_line.h"

namespace mercer {

namespace po = boost::program_options;

int ReportCommand(const std::vector<std::string>& arguments) {
  const std::string formats = Join(ReportFormats(), ", ");
  po::options_description options("report");
  options.add_options()("dir", po::value<std::vector<std::string>>(), "results folder")(
      "format", po::value<std::string>()->default_value("text"), formats.c_str())(
      "normalise", po::value<std::string>(), "passport: times as on the reference machine")(
      "output", po::value<std::string>(), "file to write instead of stdout");
  const po::variables_map values = ParseCommandLine("report", options, "dir", arguments);
  const auto folders = values.count("dir") == 0 ? std::vector<std::string>()
                                                : values["dir"].as<std::vector<std::string>>();
  if (folders.size() != 1) {
    throw InvalidInput("report: " + std::to_string(folders.size()) +
                       " results folders given, expected one");
  }
  ReportOptions asked;
  if (values.count("normalise") != 0) {
    const std::string by = values["normalise"].as<std::string>();
    if (by != "passport")
      throw InvalidInput("report: --normalise is '" + by + "', expected passport");
    asked.normalise = true;
  }
  const std::string report = Report(folders.front(), values["format"].as<std::string>(), asked);
  if (values.count("output") != 0) {
    WriteFileAtomically(values["output"].as<std::string>(), report);
  } else {
    std::cout << report;
  }
  return 0;
}

}  // namespace mercer
