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
  return {"set", "path=value", "overrides a key of the config, e.g. datasets.0.name=adult",
          Type::kTexts};
}

CommandOption RepetitionsOption() {
  return Text("repetitions", "N", "number of repetitions of each cell");
}

CommandOption ShardOption() {
  return Text("shard", "i/n|auto", "runs part i of n; auto: that of the job array's task");
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
                "largest D for " + of + " (16777216; 65536 where maps must be drawn)");
}

CommandOption SeedOption(Type type = Type::kInt64) {
  return OfType(type, "seed", "S", "seed of the random draws (1)");
}

CommandOption AllowOption() {
  return Switch("allow-external", "allows external maps and learners to start their programs");
}

CommandOption ColumnsOption() {
  return OfType(Type::kInt64, "columns", "N",
                "number of columns, if other files have larger indices than this one");
}

CommandOption FormatOption() {
  return Text("format", "FORMAT",
              "how rows are read: name,key=value,... of `mercer list formats`, as csv,header=true");
}

std::vector<CommandOption> RunOptionsTable() {
  return {
      OutOption(),
      OnlyOption("run"),
      SetOption(),
      RepetitionsOption(),
      OfType(Type::kInt, "threads", "N", "threads for maps, Gram matrices and prediction"),
      OfType(Type::kInt, "jobs", "N", "trials at a time; with more than one, times are not valid"),
      Text("cores", "LIST", "cores to run trials on, e.g. 0,2-3"),
      OfType(Type::kDouble, "timeout", "S", "time limit of a trial in seconds"),
      OfType(Type::kDouble, "memory", "GIB", "memory limit of a trial in GiB"),
      OneOf("isolation", {"fork", "exec"},
            "how the process of a trial starts: forked from a running worker, or as a new program "
            "(fork)"),
      ShardOption(),
      {"retry",
       "STATUS,...",
       Join(RetryStatuses(), ", ") + ": run these trials again",
       Type::kTexts,
       {Kind::kList, RetryStatuses()}},
      DataOption(),
      Text("json-log", "FILE", "file to write a line of JSON to for each event", Kind::kFiles),
      Switch("no-passport", "do not measure the machine"),
      AllowOption(),
      Switch("dry-run", "print which trials would run, and stop")};
}

/// Without what the script decides for each task, or one task alone may do.
std::vector<CommandOption> SlurmOptions() {
  static const std::set<std::string> others = {"shard", "dry-run", "json-log", "cores"};
  std::vector<CommandOption> options = {
      OfType(Type::kInt, "nodes", "N", "nodes to run on"),
      Text("time", "T", "time limit of a task, e.g. 2:00:00"),
      Switch("mpi", "one job of MPI ranks instead of a job array")};
  for (CommandOption& option : RunOptionsTable())
    if (!others.contains(option.name)) options.push_back(std::move(option));
  return options;
}

/// All but those of results (report_commands.h).
std::vector<Command> OtherCommands() {
  return {
      {"run",
       "runs the trials that have not finished yet and prints the results with the paper's",
       {"CONFIG..."},
       "",
       RunOptionsTable(),
       "config",
       {Kind::kConfigs},
       RunCommand},
      {"validate",
       "checks configs and reports all their errors at once, with JSON pointers",
       {"CONFIG..."},
       "",
       {SetOption()},
       "config",
       {Kind::kConfigs},
       ValidateCommand},
      {"new",
       "writes a commented config to start from, or a feature map in another language",
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
       {JsonOption(), Switch("markdown", "prints sections and tables of Markdown")},
       "topic",
       {Kind::kWords, ListTopics()},
       ListCommand},
      {"data",
       "downloads, imports, verifies and describes data sets",
       {"fetch NAME... [--from] [--data]", "fetch --all [--from] [--data]",
        "import NAME FILE... [--data]", "verify NAME... [--data]", "verify --all [--data]",
        "info NAME... [--data] [--json]", "info --all [--data] [--json]",
        "info FILE... [--format] [--json]"},
       kDataHelp,
       {Switch("all", "every data set"), JsonOption(),
        Text("from", "DIR", "folder to take the files from instead of downloading them",
             Kind::kFolders),
        FormatOption(), DataOption()},
       "word",
       {Kind::kWords, {"fetch", "verify", "info", "import"}},
       DataCommand},
      {"plan",
       "estimates the operations, memory and time of each trial; with --error, the D that each map "
       "and kernel needs for a Gram error, and its cost",
       {"CONFIG... [--out] [--only] [--set] [--repetitions] [--shard] [--data] [--results] "
        "[--no-passport]",
        "CONFIG... --error [--max] [--json] [--only] [--set] [--repetitions] [--data]"},
       kPlanHelp,
       {OutOption(), OnlyOption("plan"), SetOption(), RepetitionsOption(), ShardOption(),
        DataOption(),
        Text("results", "DIR",
             "folder of published results, CITEKEY/TABLE, whose times correct the estimates "
             "(results)",
             Kind::kFolders),
        Switch("no-passport",
               "do not measure the machine; assume the rates of the reference machine"),
        OfType(Type::kDouble, "error", "E", "relative Gram error to reach"),
        LargestOption("--error"), Switch("json", "with --error: as JSON")},
       "config",
       {Kind::kConfigs},
       PlanCommand},
      {"passport",
       "measures how fast this machine performs the operations that dominate trials (kept for a "
       "day)",
       {""},
       "",
       {JsonOption(),
        Switch("again", "measure again even if the last measurement is less than a day old")},
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
       "trains a linear model on random features of data larger than one machine's memory, alone "
       "or under mpirun",
       {"--kernel --map --D --learner FILE...", "--kernel --map --D --learner --generate"},
       kTrainHelp,
       {KernelOption(),
        MapOption(),
        FeaturesOption(),
        SeedOption(),
        Text("learner", "LEARNER",
             "name,key=value,... or @file.json; one of `mercer list distributed_learners`"),
        Text("generate", "rows=N,columns=D[,seed=S][,classes=K]",
             "generate rows instead of reading files"),
        {"test", "FILE", "rows to predict", Type::kTexts, {Kind::kFiles}},
        Text("model", "FILE", "file to write the model to; the map goes to FILE.map", Kind::kFiles),
        Text("predictions", "FILE", "file to write the predictions of the test rows to",
             Kind::kFiles),
        OfType(Type::kInt64, "gram-rows", "N", "number of rows to measure the Gram error on"),
        Switch("train-score", "scores the training rows too"),
        JsonOption(),
        AllowOption(),
        ColumnsOption()},
       "file",
       {Kind::kFiles},
       TrainCommand},
      {"predict",
       "predicts the labels of the rows of a file with a model of mercer train",
       {"MODEL FILE [OUTPUT]"},
       kPredictHelp,
       {FormatOption(), AllowOption()},
       "file",
       {Kind::kFiles},
       PredictCommand},
      {"transform",
       "applies a feature map to the rows of a file",
       {"--kernel --map --D IN OUT [--threads]", "--map-file IN OUT [--threads]"},
       kTransformHelp,
       {KernelOption(), MapOption(), FeaturesOption(), SeedOption(),
        Text("save-map", "FILE", "saves the map, for use with --map-file", Kind::kFiles),
        Text("map-file", "FILE", "map saved by --save-map", Kind::kFiles),
        Switch("float32", "features of 4 bytes each, like the map's storage=float32"),
        FormatOption(), OfType(Type::kInt, "threads", "N", "threads for the map (1)"),
        AllowOption(), ColumnsOption()},
       "file",
       {Kind::kFiles},
       TransformCommand},
      {"doctor",
       "tests a map against its kernel: bias, variance, slope of the error, bound, cost; exit code "
       "1 if a test fails",
       {"--kernel --map [--D] [--draws] [--seed] [--rows] [--json]",
        "--kernel --map --target [--max] [--draws] [--seed] [--rows] [--json]",
        "--all [--D] [--draws] [--seed] [--rows] [--json]"},
       kDoctorHelp,
       {KernelOption(), MapOption(),
        Text("rows", "FILE", "rows in the LIBSVM format", Kind::kFiles),
        OfType(Type::kInt64, "max-rows", "N", "rows of the file to use (40; 500 with --target)"),
        FeaturesOption(" (256)"),
        OfType(Type::kInt64, "draws", "N", "independent draws of the map (100; 10 with --target)"),
        OfType(Type::kDouble, "target", "E", "relative Gram error to reach"),
        LargestOption("--target"), SeedOption(Type::kUint64),
        OfType(Type::kDouble, "delta", "P", "probability with which the bound may fail (0.05)"),
        Switch("all", "tests every map with every kernel that it supports"), JsonOption(),
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
       "prints the completion script of a shell",
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
       {Text("output", "DIR", "folder to write all pages to, as NAME.1", Kind::kFolders)},
       "command",
       {},
       ManCommand},
      {"worker",
       "runs one trial (internal; started by mercer run)",
       {"< ORDER"},
       "",
       {AllowOption(),
        OfType(Type::kInt, "when", "DESCRIPTOR",
               "descriptor that is closed when the trial may start"),
        OfType(Type::kInt, "fork-server", "DESCRIPTOR",
               "socket over which a fork is requested for each trial")},
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
