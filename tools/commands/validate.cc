#include <iostream>

#include "core/base/error.h"
#include "experiments/catalogue/catalogue.h"
#include "experiments/config/config.h"
#include "experiments/config/trial/trial.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/config_arguments.h"
#include "tools/paper_files.h"

namespace mercer {

namespace {

bool PaperFilesAreSound(const Experiment& experiment) {
  const std::vector<std::string> faults = PaperFileFaults(experiment);
  for (const std::string& fault : faults) std::cerr << fault << "\n";
  return faults.empty();
}

}  // namespace

int ValidateCommand(const std::vector<std::string>& arguments) {
  const CommandLine line("validate", arguments);
  const std::vector<std::string>& paths = line.rest();
  const std::vector<std::pair<std::string, std::string>> settings = SettingsOf(line);
  if (paths.empty()) throw InvalidInput("validate has no config; expected validate CONFIG…");
  const Catalogue catalogue(DataDir(""));
  bool sound = true;
  for (const std::string& path : paths) {
    const ConfigResult result = ReadConfig(path, catalogue, settings, OwnFiles::kRead);
    if (result.experiment && PaperFilesAreSound(*result.experiment)) {
      const std::size_t count = result.experiment->trials.size();
      std::cout << path << ": ok: " << count << (count == 1 ? " trial\n" : " trials\n");
    } else {
      sound = false;
      if (!result.faults.empty()) std::cerr << FormatFaults(path, result.faults) << "\n";
    }
  }
  return sound ? 0 : 2;
}

}  // namespace mercer
