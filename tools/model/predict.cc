#include "experiments/train/predict.h"

#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "core/base/atomic_output.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/external/external_use.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/interrupt.h"
#include "tools/model/row_format.h"
#include "tools/usage.h"

namespace mercer {
namespace {

std::string ScoreText(const PredictOutcome& outcome) {
  std::string text = std::to_string(outcome.rows) + (outcome.rows == 1 ? " row" : " rows");
  if (!outcome.score) return text + ", without labels\n";
  if (!outcome.predicts_classes) return text + ", rmse " + FormatNumber(outcome.score->rmse) + "\n";
  char accuracy[32];
  std::snprintf(accuracy, sizeof accuracy, "%.2f", 100 * outcome.score->accuracy);
  return text + ", accuracy " + accuracy + " %\n";
}

}  // namespace

int PredictCommand(const std::vector<std::string>& words) {
  const CommandLine line("predict", words);
  if (line.Flag("allow-external")) AllowExternalPrograms();
  const std::vector<std::string>& files = line.rest();
  if (files.size() < 2 || files.size() > 3) {
    throw InvalidInput("predict: " + std::to_string(files.size()) +
                       " files; expected MODEL FILE [OUTPUT]\n" + UsageOf(CommandNamed("predict")));
  }
  const std::string output = files.size() == 3 ? files[2] : "";
  // The predictions are what a pipe reads, their score is for the user.
  const bool to_stdout = output == "-";
  std::unique_ptr<AtomicOutput> file;
  if (!output.empty() && !to_stdout) {
    RequireOtherFile(output, {files[0], files[0] + ".map", files[1]});
    file = std::make_unique<AtomicOutput>(output);
    StopOnSignals([] { AtomicOutput::AbandonAll(); });
  }
  std::function<void(const std::string&)> write;
  if (!output.empty()) {
    write = [&](const std::string& lines) {
      if (to_stdout) {
        std::cout << lines;
      } else {
        file->Write(lines);
      }
    };
  }
  const PredictOutcome outcome =
      PredictFile(files[0], files[1], RowFormatOf("--format", line.Text("format")), write);
  if (file != nullptr) file->Commit();
  (to_stdout ? std::cerr : std::cout) << ScoreText(outcome) << std::flush;
  return 0;
}

}  // namespace mercer
