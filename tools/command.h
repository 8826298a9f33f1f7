#ifndef MERCER_TOOLS_COMMAND_H_
#define MERCER_TOOLS_COMMAND_H_

#include <string>
#include <vector>

namespace mercer {

/// What a shell offers for a word.
struct Offer {
  enum class Kind { kNothing, kWords, kList, kKeys, kConfigs, kFolders, kFiles };
  Kind kind = Kind::kNothing;
  // Of kWords; of kList, joined by commas; of kKeys, with '=' behind each.
  std::vector<std::string> words{};
};

/// One option of a command.
struct CommandOption {
  enum class Type { kSwitch, kText, kTexts, kInt, kInt64, kUint64, kDouble };

  bool TakesValue() const { return type != Type::kSwitch; }
  /// Whether it may be given several times.
  bool Repeats() const { return type == Type::kTexts; }

  std::string name;   // without "--"
  std::string value;  // what the usage writes for its value: DIR, N; "" for a switch
  std::string help;   // a line
  Type type = Type::kText;
  Offer offer{};
};

/// One subcommand, `mercer NAME …`: its usage, --help, completion and parser are made from this.
/// Results go to stdout, errors are thrown (InvalidInput: exit code 2) and printed to stderr by
/// main.
struct Command {
  std::string name;
  std::string summary;  // one sentence
  // The words of each way to call it. "--out" stands for the option with its value; options that
  // no form names are optional and follow the first.
  std::vector<std::string> forms;
  std::string more;  // what --help adds to the summary, "" for nothing
  std::vector<CommandOption> options;
  std::string rest;  // name of what its words without option are, "" where it takes none
  Offer rest_offer;
  int (*run)(const std::vector<std::string>& words);  // returns the exit code
};

/// The table of commands, in the order in which they are shown.
const std::vector<Command>& Commands();

/// Throws InvalidInput, naming those there are.
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
