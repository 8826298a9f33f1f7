// The table of commands.

#include <algorithm>
#include <iterator>
#include <set>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/config/listing.h"
#include "experiments/config/only.h"
#include "experiments/run/plan/planner.h"
#include "tools/command.h"
#include "tools/completions.h"
#include "tools/table/help.h"
#include "tools/table/new_map.h"
#include "tools/table/option.h"
#include "tools/table/report_commands.h"

namespace mercer {
namespace {

using Texts = std::vector<std::string>;
using Kind = Offer::Kind;
using Type = CommandOption::Type;

// --- Options of several commands.

CommandOption DataOption() {
  return Text("data", "DIR", "folder that holds the data sets", Kind::kFolders);
}

CommandOption SetOption() {
  return {"set", "path=value", "another value for a key of the config, as datasets.0.name=adult",
          Type::kTexts};
}

CommandOption ShardOption() {
  return Text("shard", "i/n|auto", "one of n parts; auto: that of the array's task");
}

CommandOption KernelOption() {
  return Text("kernel", "KERNEL", "name,key=value,... or @file.json, as in a config");
}

CommandOption MapOption() {
  return Text("map", "MAP", "name,key=value,... or @file.json, as in a config");
}

CommandOption FeaturesOption(const std::string& more = "") {
  return OfType(Type::kInt64, "D", "N", "number of random features" + more);
}

CommandOption LargestOption(const std::string& of) {
  return OfType(Type::kInt64, "max", "N",
                "largest D for " + of + " (16777216; 65536 where maps are drawn to tell)");
}

CommandOption SeedOption(Type type = Type::kInt64) {
  return OfType(type, "seed", "S", "seed of what is drawn (1)");
}

CommandOption AllowOption() {
  return Switch("allow-external", "starts the programs of external maps and learners");
}

CommandOption ColumnsOption() {
  return OfType(Type::kInt64, "columns", "N",
                "columns of a row, where other files have larger indices than these");
}

std::vector<CommandOption> RunOptionsTable() {
  return {OutOption(),
          OnlyOption("run"),
          SetOption(),
          Text("repetitions", "N", "how many repetitions of each cell"),
          OfType(Type::kInt, "threads", "N", "threads of maps, Gram matrices and prediction"),
          OfType(Type::kInt, "jobs", "N", "trials at a time; times of more than one are not valid"),
          Text("cores", "LIST", "cores that trials run on, as 0,2-3"),
          OfType(Type::kDouble, "timeout", "S", "seconds that a trial may take"),
          OfType(Type::kDouble, "memory", "GIB", "GiB that a trial may take"),
          OneOf("isolation", {"fork", "exec"},
                "a trial's process: forked from a started worker, or started anew (fork)"),
          ShardOption(),
          {"retry",
           "STATUS,...",
           Join(RetryStatuses(), ", ") + ": run such trials again",
           Type::kTexts,
           {Kind::kList, RetryStatuses()}},
          DataOption(),
          Text("json-log", "FILE", "file that gets a line of JSON for each event", Kind::kFiles),
          Switch("no-passport", "do not measure the machine"),
          AllowOption(),
          Switch("dry-run", "say which trials would run")};
}

/// Without what the script decides for each task, or one task alone may do.
std::vector<CommandOption> SlurmOptions() {
  static const std::set<std::string> others = {"shard", "dry-run", "json-log", "cores"};
  std::vector<CommandOption> options = {OfType(Type::kInt, "nodes", "N", "nodes to run on"),
                                        Text("time", "T", "limit of a task, as 2:00:00"),
                                        Switch("mpi", "one job of MPI ranks in place of an array")};
  for (CommandOption& option : RunOptionsTable())
    if (!others.contains(option.name)) options.push_back(std::move(option));
  return options;
}

/// All but those of results (report_commands.h).
std::vector<Command> OtherCommands() {
  return {
      {"run",
       "runs the trials that are not done yet and prints the table beside the paper's",
       {"CONFIG..."},
       "",
       RunOptionsTable(),
       "config",
       {Kind::kConfigs},
       RunCommand},
      {"validate",
       "lists every fault of a config at once, with its JSON pointer",
       {"CONFIG..."},
       "",
       {SetOption()},
       "config",
       {Kind::kConfigs},
       ValidateCommand},
      {"new",
       "writes NAME.json, a config with comments to start from, or a map in another language",
       {"config NAME", "map NAME --language"},
       kNewHelp,
       {OneOf("language", MapLanguages(), "language of the map (python)")},
       "words",
       {Kind::kWords, {"config", "map"}},
       NewCommand},
      {"list",
       "lists what a config can name, with parameters, ranges and defaults",
       {Join(ListTopics(), "|")},
       "",
       {JsonOption()},
       "topic",
       {Kind::kWords, ListTopics()},
       ListCommand},
      {"data",
       "downloads data sets or takes them from local files, verifies and describes them",
       {"fetch|verify|info NAME... [--from] [--data] [--json]",
        "fetch|verify|info --all [--from] [--data] [--json]", "import NAME FILE... [--data]"},
       kDataHelp,
       {Switch("all", "every data set"), JsonOption(),
        Text("from", "DIR", "folder to take the files from in place of downloads", Kind::kFolders),
        DataOption()},
       "word",
       {Kind::kWords, {"fetch", "verify", "info", "import"}},
       DataCommand},
      {"plan",
       "lists the trials with operations, memory and time as they are expected; with --error the D "
       "that each map and kernel needs for a Gram error, and what it costs",
       {"CONFIG..."},
       kPlanHelp,
       {OutOption(), OnlyOption("plan"), SetOption(), ShardOption(), DataOption(),
        Text("results", "DIR",
             "folder of published results, by citekey and table, whose times correct the plan "
             "(results)",
             Kind::kFolders),
        Switch("no-passport", "do not measure the machine: take the reference's rates"),
        OfType(Type::kDouble, "error", "E", "relative Gram error that D is to reach"),
        LargestOption("--error"), Switch("json", "with --error: as JSON")},
       "config",
       {Kind::kConfigs},
       PlanCommand},
      {"passport",
       "measures how fast this machine is in what trials spend their time on (kept for a day)",
       {""},
       "",
       {JsonOption(), Switch("again", "measure, whatever is kept of the last day")},
       "",
       {},
       PassportCommand},
      {"slurm",
       "prints a job script that runs configs on N nodes of a Slurm cluster",
       {"CONFIG... --nodes --time"},
       "",
       SlurmOptions(),
       "config",
       {Kind::kConfigs},
       SlurmCommand},
      {"train",
       "trains a linear machine on features of rows that no process holds, alone or over the ranks "
       "of mpirun",
       {"--kernel --map --D --learner FILE...", "--kernel --map --D --learner --generate"},
       kTrainHelp,
       {KernelOption(),
        MapOption(),
        FeaturesOption(),
        SeedOption(),
        Text("learner", "LEARNER",
             "name,key=value,... or @file.json; one of `mercer list distributed_learners`"),
        Text("generate", "rows=N,columns=D[,seed=S][,classes=K]",
             "rows to make in place of those of files"),
        {"test", "FILE", "rows to predict", Type::kTexts, {Kind::kFiles}},
        Text("model", "FILE", "file to write the model to, FILE.map the map", Kind::kFiles),
        Text("predictions", "FILE", "file to write the predictions of the test rows to",
             Kind::kFiles),
        OfType(Type::kInt64, "gram-rows", "N", "rows to measure the error of the Gram matrix on"),
        Switch("train-score", "scores the training rows too"),
        JsonOption(),
        AllowOption(),
        ColumnsOption()},
       "file",
       {Kind::kFiles},
       TrainCommand},
      {"transform",
       "applies a feature map to a LIBSVM-format file",
       {"--kernel --map --D IN OUT [--threads]", "--map-file IN OUT [--threads]"},
       kTransformHelp,
       {KernelOption(), MapOption(), FeaturesOption(), SeedOption(),
        Text("save-map", "FILE", "keeps what the map was drawn from, for --map-file", Kind::kFiles),
        Text("map-file", "FILE", "the map that --save-map kept", Kind::kFiles),
        Switch("float32", "features in 4 bytes each, as the map's storage=float32"),
        OfType(Type::kInt, "threads", "N", "threads of the map (1)"), AllowOption(),
        ColumnsOption()},
       "file",
       {Kind::kFiles},
       TransformCommand},
      {"doctor",
       "compares a map with its kernel: bias, variance, slope of the error, bound, cost; exit code "
       "1 if it is wrong",
       {"--kernel --map [--D] [--draws] [--seed] [--rows] [--json]",
        "--kernel --map --target [--max] [--draws] [--seed] [--rows] [--json]",
        "--all [--D] [--draws] [--seed] [--rows] [--json]"},
       kDoctorHelp,
       {KernelOption(), MapOption(),
        Text("rows", "FILE", "rows in the LIBSVM format", Kind::kFiles),
        OfType(Type::kInt64, "max-rows", "N",
               "rows of the file that are compared (40; 500 with --target)"),
        FeaturesOption(" (256)"),
        OfType(Type::kInt64, "draws", "N", "independent maps (100; 10 with --target)"),
        OfType(Type::kDouble, "target", "E", "relative Gram error that D is to reach"),
        LargestOption("--target"), SeedOption(Type::kUint64),
        OfType(Type::kDouble, "delta", "P", "share of draws in which the bound may fail (0.05)"),
        Switch("all", "examines every map on every kernel that it takes"), JsonOption(),
        AllowOption()},
       "",
       {},
       DoctorCommand},
      {"points",
       "writes a point set, one point per row, to a .csv or .npy file",
       {"SEQUENCE --d --n OUT"},
       kPointsHelp,
       {OfType(Type::kInt64, "d", "N", "coordinates of a point"),
        OfType(Type::kInt64, "n", "N", "number of points"), SeedOption()},
       "word",
       {Kind::kFiles},
       PointsCommand},
      {"completions",
       "prints the completion file of a shell",
       {Join(CompletionShells(), "|")},
       "",
       {},
       "shell",
       {Kind::kWords, CompletionShells()},
       CompletionsCommand},
      {"man",
       "prints the manual page of the program or of a command, or writes all of them",
       {"[COMMAND]", "--output"},
       "",
       {Text("output", "DIR", "folder that every page is written to, NAME.1", Kind::kFolders)},
       "command",
       {},
       ManCommand},
      {"worker",
       "runs one trial; mercer run starts it for each",
       {"< ORDER"},
       "",
       {AllowOption(),
        OfType(Type::kInt, "when", "DESCRIPTOR", "descriptor that ends when the order is there"),
        OfType(Type::kInt, "fork-server", "DESCRIPTOR",
               "socket that asks for a fork for each trial")},
       "",
       {},
       WorkerCommand},
  };
}

}  // namespace

const std::vector<Command>& Commands() {
  static const std::vector<Command> commands = [] {
    std::vector<Command> all = OtherCommands();
    std::vector<Command> reports = ReportCommands();
    all.insert(std::ranges::find(all, "slurm", &Command::name),
               std::make_move_iterator(reports.begin()), std::make_move_iterator(reports.end()));
    return all;
  }();
  return commands;
}

const Command& CommandNamed(const std::string& name) {
  Texts known;
  for (const Command& command : Commands()) {
    if (name == command.name) return command;
    known.push_back(command.name);
  }
  throw InvalidInput(UnknownName("command", name, known));
}

}  // namespace mercer
