#ifndef MERCER_TOOLS_COMMAND_H_
#define MERCER_TOOLS_COMMAND_H_

#include <string>
#include <vector>

namespace mercer {

/// What shell completion offers for a word.
struct Offer {
  enum class Kind { kNothing, kWords, kList, kKeys, kConfigs, kFolders, kFiles };
  Kind kind = Kind::kNothing;
  // The words of kWords; those of kList, to be joined by commas; those of kKeys, each followed by
  // '='.
  std::vector<std::string> words{};
};

/// One option of a command.
struct CommandOption {
  enum class Type { kSwitch, kText, kTexts, kInt, kInt64, kUint64, kDouble };

  bool TakesValue() const { return type != Type::kSwitch; }
  /// Whether the option may be given several times.
  bool Repeats() const { return type == Type::kTexts; }

  std::string name;   // without "--"
  std::string value;  // placeholder for its value in the usage: DIR, N; "" for a switch
  std::string help;   // one line
  Type type = Type::kText;
  Offer offer{};
};

/// One subcommand, `mercer NAME …`; its usage, --help, completion and parser are made from this.
/// Results go to stdout. Errors are thrown (InvalidInput: exit code 2), and main prints them to
/// stderr.
struct Command {
  std::string name;
  std::string summary;  // one sentence
  // The words of each way to call the command. "--out" stands for the option with its value;
  // options that no form names are optional and are added to the first form.
  std::vector<std::string> forms;
  std::string more;  // text that --help adds to the summary, or ""
  std::vector<CommandOption> options;
  std::string rest;  // name of its positional arguments, "" if it takes none
  Offer rest_offer;
  int (*run)(const std::vector<std::string>& words);  // returns the exit code
};

/// The table of commands, in the order in which they are shown.
const std::vector<Command>& Commands();

/// The command of that name. Throws InvalidInput, listing the existing commands, if there is none.
const Command& CommandNamed(const std::string& name);

int RunCommand(const std::vector<std::string>& arguments);
int ValidateCommand(const std::vector<std::string>& arguments);
int ListCommand(const std::vector<std::string>& arguments);
int DataCommand(const std::vector<std::string>& arguments);
int PlanCommand(const std::vector<std::string>& arguments);
int PassportCommand(const std::vector<std::string>& arguments);
int ReportCommand(const std::vector<std::string>& arguments);
int PlotCommand(const std::vector<std::string>& arguments);
int CheckCommand(const std::vector<std::string>& arguments);
int TrainCommand(const std::vector<std::string>& arguments);
int PredictCommand(const std::vector<std::string>& arguments);
int TransformCommand(const std::vector<std::string>& arguments);
int DoctorCommand(const std::vector<std::string>& arguments);
int PointsCommand(const std::vector<std::string>& arguments);
int CompletionsCommand(const std::vector<std::string>& arguments);
int ManCommand(const std::vector<std::string>& arguments);
int WorkerCommand(const std::vector<std::string>& arguments);
int CompareCommand(const std::vector<std::string>& arguments);
int DiffCommand(const std::vector<std::string>& arguments);
int NewCommand(const std::vector<std::string>& arguments);
int VerifyCommand(const std::vector<std::string>& arguments);
int BundleCommand(const std::vector<std::string>& arguments);
int PublishCommand(const std::vector<std::string>& arguments);
int MergeCommand(const std::vector<std::string>& arguments);
int SlurmCommand(const std::vector<std::string>& arguments);

}  // namespace mercer

#endif  // MERCER_TOOLS_COMMAND_H_
