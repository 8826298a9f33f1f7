#include <algorithm>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/completions.h"
#include "tools/error_line.h"

namespace mercer {
namespace {

int CompletionsCommand(const std::vector<std::string>& arguments);

const Command kCommands[] = {
    {"run",
     "run CONFIG... [--out DIR] [--data DIR] [--only key=value,...] [--set path=value] "
     "[--repetitions N] [--jobs N] [--threads N] [--cores LIST] [--timeout S] [--memory GIB] "
     "[--retry STATUS,...] [--shard i/n|auto] [--json-log FILE] [--no-passport] [--dry-run]",
     "runs the trials that are not done yet and prints the table beside the paper's", RunCommand},
    {"validate", "validate CONFIG... [--set path=value]",
     "lists every fault of a config at once, with its JSON pointer", ValidateCommand},
    {"new", "new config NAME", "writes NAME.json, a config with comments to start from",
     NewCommand},
    {"list",
     "list "
     "kernels|maps|learners|distributed_learners|sequences|datasets|generators|labels|rows|"
     "preprocess|metrics|configs "
     "[--json]",
     "lists what a config can name, with parameters, ranges and defaults", ListCommand},
    {"data",
     "data fetch|verify|info NAME... [--all] [--from DIR] [--data DIR] [--json] | data import NAME "
     "FILE...",
     "downloads data sets or takes them from local files, verifies and describes them",
     DataCommand},
    {"plan",
     "plan CONFIG... [--out DIR] [--data DIR] [--only key=value,...] [--set path=value] "
     "[--shard i/n|auto] [--no-passport]",
     "lists the trials with operations, memory and time as they are expected", PlanCommand},
    {"passport", "passport [--json] [--again]",
     "measures how fast this machine is in what trials spend their time on (kept for a day)",
     PassportCommand},
    {"report",
     "report DIR [--format text|csv|markdown|latex|html] [--normalise passport] [--output FILE] "
     "[--open] "
     "| --all [--results DIR] [--output DIR] [--open]",
     "prints the tables of a results folder beside the paper's, or makes a page of them that a "
     "browser opens; --all: a page for each table of every paper, and an index",
     ReportCommand},
    {"check", "check DIR... | --all [--tables] [--claims] [--results DIR] [--format text|markdown]",
     "prints a verdict for each cell that the paper reports and each of its claims; exit code 1 if "
     "any cell is worse",
     CheckCommand},
    {"diff", "diff DIR DIR [--format text|csv|markdown]",
     "compares two results folders, cell by cell over trials paired by their seeds", DiffCommand},
    {"merge", "merge DIR DIR... --out DIR [--prefer DIR]",
     "makes one results folder from several of an experiment; exit code 1, and none is made, if "
     "they differ in a trial",
     MergeCommand},
    {"publish", "publish FROM TO [--partial]",
     "makes the folder to commit, results/<experiment>, of a finished results folder; refuses "
     "trials "
     "of a tree with changes, stale or missing ones",
     PublishCommand},
    {"slurm", "slurm CONFIG... --nodes N --time T [--mpi] [options of run]",
     "prints a job script that runs configs on N nodes of a Slurm cluster", SlurmCommand},
    {"train",
     "train --kernel KERNEL --map MAP --D N [--seed S] --learner LEARNER FILE... | --generate "
     "rows=N,columns=D [--test FILE]... [--model FILE] [--predictions FILE] [--train-score] "
     "[--gram-rows N] [--json]",
     "trains a linear machine on features of rows that no process holds, alone or over the ranks "
     "of mpirun",
     TrainCommand},
    {"transform",
     "transform --kernel KERNEL --map MAP --D N [--seed S] IN OUT [--save-map FILE | --map-file "
     "FILE] [--threads N]",
     "applies a feature map to a LIBSVM-format file", TransformCommand},
    {"doctor",
     "doctor --kernel KERNEL --map MAP [--D N] [--rows FILE] [--max-rows N] [--draws N] [--seed S] "
     "[--delta P] [--json] | --all",
     "compares a map with its kernel: bias, variance, slope of the error, bound, cost; exit code 1 "
     "if it is wrong",
     DoctorCommand},
    {"points", "points SEQUENCE --d N --n N [--seed S] OUT",
     "writes a point set, one point per row, to a .csv or .npy file", PointsCommand},
    {"completions", "completions bash|zsh", "prints the completion file of a shell",
     CompletionsCommand},
    {"worker", "worker < ORDER", "runs one trial; mercer run starts it for each", WorkerCommand},
};

int CompletionsCommand(const std::vector<std::string>& arguments) {
  namespace po = boost::program_options;
  po::options_description options("completions");
  options.add_options()("shell", po::value<std::vector<std::string>>());
  const po::variables_map values = ParseCommandLine("completions", options, "shell", arguments);
  const auto shells = values.count("shell") == 0 ? std::vector<std::string>()
                                                 : values["shell"].as<std::vector<std::string>>();
  if (shells.size() != 1) {
    throw InvalidInput("completions: " + std::to_string(shells.size()) +
                       " shells given, expected one of " + Join(CompletionShells(), ", "));
  }
  std::cout << CompletionScript(shells.front(), kCommands);
  return 0;
}

std::string Overview() {
  std::string text =
      "mercer reruns the experiments of the random-feature papers.\n\nusage: mercer COMMAND "
      "...\n\n";
  for (const Command& command : kCommands) {
    text += std::string("  mercer ") + command.usage + "\n      " + command.summary + "\n";
  }
  return text +
         "\nmercer COMMAND --help says more of a command; mercer --version prints the version.\n"
         "Exit codes: 0 done, 1 a trial failed or a checked cell is worse, 2 the input is wrong.\n";
}

const Command& FindCommand(const std::string& name) {
  std::vector<std::string> known;
  for (const Command& command : kCommands) {
    if (name == command.name) return command;
    known.emplace_back(command.name);
  }
  throw InvalidInput(UnknownName("command", name, known));
}

bool AsksForHelp(const std::vector<std::string>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const std::string& argument) {
    return argument == "--help" || argument == "-h";
  });
}

/// A line for each option that says what it is.
std::string OptionLines(const Command& command) {
  const CommandOptions asked = OptionsOf(command);
  std::string lines;
  for (const CommandOption& option : asked.options) {
    if (option.help.empty() || option.name == asked.rest) continue;
    std::string name = "  --" + option.name;
    name.resize(std::max<std::size_t>(name.size() + 2, 17), ' ');
    lines += name + option.help + "\n";
  }
  return lines.empty() ? lines : "\n" + lines;
}

int Dispatch(const std::vector<std::string>& arguments) {
  if (arguments.empty()) {
    std::cerr << Overview();
    return 2;
  }
  if (arguments[0] == "--help" || arguments[0] == "-h") {
    std::cout << Overview();
    return 0;
  }
  if (arguments[0] == "--version") {
    std::cout << "mercer " << MERCER_VERSION << "\n";
    return 0;
  }
  const Command& command = FindCommand(arguments[0]);
  const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  try {
    return command.run(rest);
  } catch (const CommandOptions& asked) {
    for (const CommandOption& option : asked.options) std::cout << "--" << option.name << "\n";
    return 0;
  } catch (const InvalidInput&) {
    // A command with much to say answers --help itself; for the others it is an unknown option.
    if (!AsksForHelp(rest)) throw;
    std::cout << "usage: mercer " << command.usage << "\n\n"
              << command.summary << "\n"
              << OptionLines(command);
    return 0;
  }
}

}  // namespace
}  // namespace mercer

int main(int argc, char** argv) {
  try {
    const int code = mercer::Dispatch({argv + 1, argv + argc});
    std::cout.flush();
    if (std::cout) return code;
    mercer::WriteErrorLine("the output could not be written");
    return 1;
  } catch (const mercer::InvalidInput& error) {
    mercer::WriteErrorLine(error.what());
    return 2;
  } catch (const std::bad_alloc&) {
    mercer::WriteErrorLine("out of memory");
    return 1;
  } catch (const std::exception& error) {
    mercer::WriteErrorLine(error.what());
    return 1;
  }
}
