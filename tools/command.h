#ifndef MERCER_TOOLS_COMMAND_H_
#define MERCER_TOOLS_COMMAND_H_

#include <string>
#include <vector>

namespace mercer {

/// One subcommand: `mercer NAME …`. Results go to stdout, errors are thrown (InvalidInput: exit
/// code 2) and printed to stderr by main.
struct Command {
  const char* name;
  const char* usage;                                      // "run CONFIG… [--out DIR] …"
  const char* summary;                                    // one sentence
  int (*run)(const std::vector<std::string>& arguments);  // returns the exit code
};

int RunCommand(const std::vector<std::string>& arguments);
int ValidateCommand(const std::vector<std::string>& arguments);
int ListCommand(const std::vector<std::string>& arguments);
int DataCommand(const std::vector<std::string>& arguments);
int PlanCommand(const std::vector<std::string>& arguments);
int PassportCommand(const std::vector<std::string>& arguments);
int ReportCommand(const std::vector<std::string>& arguments);
int CheckCommand(const std::vector<std::string>& arguments);
int TrainCommand(const std::vector<std::string>& arguments);
int TransformCommand(const std::vector<std::string>& arguments);
int DoctorCommand(const std::vector<std::string>& arguments);
int PointsCommand(const std::vector<std::string>& arguments);
int WorkerCommand(const std::vector<std::string>& arguments);
int DiffCommand(const std::vector<std::string>& arguments);
int NewCommand(const std::vector<std::string>& arguments);
int PublishCommand(const std::vector<std::string>& arguments);
int MergeCommand(const std::vector<std::string>& arguments);
int SlurmCommand(const std::vector<std::string>& arguments);

}  // namespace mercer

#endif  // MERCER_TOOLS_COMMAND_H_
