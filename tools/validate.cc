#include <iostream>

#include "experiments/catalogue/catalogue.h"
#include "experiments/config/config.h"
#include "experiments/config/trial.h"
#include "tools/command.h"
#include "tools/config_arguments.h"

namespace mercer {

int ValidateCommand(const std::vector<std::string>& arguments) {
  std::vector<std::string> paths;
  std::vector<std::pair<std::string, std::string>> settings;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--set") {
      if (i + 1 == arguments.size()) throw InvalidInput("--set has no value; expected path=value");
      settings.push_back(SplitKeyValue("--set", arguments[++i]));
    } else if (arguments[i].rfind("--set=", 0) == 0) {
      settings.push_back(SplitKeyValue("--set", arguments[i].substr(6)));
    } else if (arguments[i].rfind("-", 0) == 0) {
      throw InvalidInput("unknown option '" + arguments[i] +
                         "'; expected validate CONFIG… [--set path=value]");
    } else {
      paths.push_back(arguments[i]);
    }
  }
  if (paths.empty()) throw InvalidInput("validate has no config; expected validate CONFIG…");
  const Catalogue catalogue(DataDir(""));
  bool sound = true;
  for (const std::string& path : paths) {
    const ConfigResult result = ReadConfig(path, catalogue, settings);
    if (result.experiment) {
      const std::size_t count = ExpandTrials(*result.experiment).size();
      std::cout << path << ": ok: " << count << (count == 1 ? " trial\n" : " trials\n");
    } else {
      sound = false;
      std::cerr << FormatFaults(path, result.faults) << "\n";
    }
  }
  return sound ? 0 : 2;
}

}  // namespace mercer
