#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/config_arguments.h"
#include "tools/sweep/prepared_run.h"

namespace mercer {
namespace {

using Texts = std::vector<std::string>;

constexpr int kMostNodes = 100'000;
constexpr double kMostGib = 1e6;  // of a node

/// What the script asks the cluster for, and runs.
struct Job {
  int nodes = 1;
  std::string time;
  int seconds = 0;  // of time
  bool mpi = false;
  Texts words;         // of mercer run
  Texts configs;       // among them
  std::string name;    // of the first experiment
  std::size_t cpus;    // of a task
  int memory_gib = 0;  // of a task; 0: no limit is given
  std::string program;
};

/// A number of at most so many digits; nothing where the text is none.
std::optional<int> NumberOf(std::string_view text, std::size_t most_digits) {
  int number = 0;
  const bool fits = !text.empty() && text.size() <= most_digits &&
                    text.find_first_not_of("0123456789") == text.npos;
  if (!fits) return std::nullopt;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// Seconds of a limit as Slurm reads it: M, M:S, H:M:S, D-H, D-H:M, D-H:M:S.
int SecondsOf(const std::string& text) {
  const std::size_t dash = text.find('-');
  const bool has_days = dash != text.npos;
  Texts parts(1);
  for (const char c : has_days ? text.substr(dash + 1) : text) {
    if (c == ':') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  // The first may be long: it is not a part of anything.
  const std::size_t most_digits = has_days ? 2 : parts.size() == 3 ? 5 : 6;
  std::optional<int> days = has_days ? NumberOf(text.substr(0, dash), 4) : 0;
  std::vector<std::optional<int>> numbers;
  for (const std::string& part : parts)
    numbers.push_back(NumberOf(part, numbers.empty() ? most_digits : 2));
  const bool is_time = parts.size() <= 3 && days &&
                       std::all_of(numbers.begin(), numbers.end(), [](auto n) { return bool(n); });
  // Without days one or two parts are minutes and seconds.
  if (!has_days && numbers.size() < 3) numbers.insert(numbers.begin(), 0);
  numbers.resize(std::max<std::size_t>(numbers.size(), 3), 0);
  const int seconds =
      is_time ? 86400 * *days + 3600 * *numbers[0] + 60 * *numbers[1] + *numbers[2] : 0;
  if (seconds > 0) return seconds;
  throw InvalidInput("slurm: --time is '" + text +
                     "'; expected minutes, hours:minutes:seconds or days-hours");
}

/// The words of mercer run: all but those of this command.
Texts WordsOfRun(const Texts& arguments) {
  Texts words;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (word == "--nodes" || word == "--time") {
      ++i;  // its value
    } else if (word != "--mpi" && !word.starts_with("--nodes=") && !word.starts_with("--time=")) {
      words.push_back(word);
    }
  }
  return words;
}

/// The memory of a node in GiB for jobs that each have this limit.
int MemoryOf(std::size_t jobs, double limit_gib) {
  // Beside the trials: the program, the data that it looks at.
  const double gib = std::ceil(limit_gib * static_cast<double>(jobs)) + 1;
  if (gib <= kMostGib) return static_cast<int>(gib);
  throw InvalidInput("slurm: " + std::to_string(jobs) + (jobs == 1 ? " trial" : " trials") +
                     " at a time of " + FormatNumber(limit_gib) + " GiB need " + FormatNumber(gib) +
                     " GiB of a node; expected at most " + FormatNumber(kMostGib) +
                     ", from --memory or limits.memory_gib");
}

Job ReadJob(const Texts& arguments) {
  const CommandLine line("slurm", arguments);
  if (line.rest().empty())
    throw InvalidInput("slurm: no config given; expected slurm CONFIG… --nodes N --time T");
  for (const char* name : {"nodes", "time"}) {
    if (!line.Has(name))
      throw InvalidInput("slurm: --" + std::string(name) +
                         " is missing; expected --nodes N --time T");
  }
  Job job;
  job.nodes = line.Get("nodes", job.nodes);
  if (job.nodes < 1 || job.nodes > kMostNodes) {
    throw InvalidInput("slurm: --nodes is " + std::to_string(job.nodes) +
                       "; expected a whole number from 1 to " + std::to_string(kMostNodes));
  }
  job.time = line.Text("time");
  job.seconds = SecondsOf(job.time);
  job.mpi = line.Flag("mpi");
  job.words = WordsOfRun(arguments);
  const PreparedRun run = PrepareRun(job.words);
  job.configs = run.request.configs;
  const RunOptions& options = run.request.options;
  job.cpus = options.jobs * static_cast<std::size_t>(options.threads);
  double gib = 0;
  bool all_limited = true;
  for (const Experiment& experiment : run.experiments) {
    const double limit = options.memory_gib > 0 ? options.memory_gib : experiment.limit_memory_gib;
    gib = std::max(gib, limit);
    all_limited = all_limited && limit > 0;
  }
  if (all_limited) job.memory_gib = MemoryOf(options.jobs, gib);
  job.name = Slug(run.experiments.front().name);
  std::error_code ignored;
  job.program = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
  return job;
}

std::string Header(const Job& job) {
  const std::string nodes = std::to_string(job.nodes), cpus = std::to_string(job.cpus);
  // Time to end and to write the tables, also where the limit is short.
  const std::string early = std::to_string(std::min(120, job.seconds / 4));
  const std::string memory = std::to_string(job.memory_gib);
  std::string text =
      "#!/bin/bash\n# Runs" + QuotedWords(job.configs) + " on " + nodes +
      (job.mpi ? " nodes as ranks of MPI" : " nodes, a task of a job array on each") +
      ". Submit it in the folder where it was made:\n#   sbatch job.sbatch\n# A task that is "
      "requeued or reaches its time limit continues where it stopped.\n# Edit the time, and what "
      "your cluster requires.\n#SBATCH --job-name=mercer-" +
      job.name + "\n";
  if (job.mpi) {
    text += "#SBATCH --nodes=" + nodes + "\n#SBATCH --ntasks-per-node=1\n";
  } else {
    text += "#SBATCH --array=1-" + nodes + "\n#SBATCH --nodes=1\n#SBATCH --ntasks=1\n";
  }
  text += "#SBATCH --time=" + job.time + "\n#SBATCH --cpus-per-task=" + cpus + "\n";
  text += job.memory_gib > 0
              ? "#SBATCH --mem=" + memory + "G\n"
              : "# The config gives no limit of memory (limits.memory_gib, --memory).\n"
                "##SBATCH --mem=16G\n";
  text += "#SBATCH --requeue\n#SBATCH --open-mode=append\n#SBATCH --output=mercer-" +
          std::string(job.mpi ? "%j" : "%A_%a") +
          ".log\n# The shell below gets a signal this many seconds before the time limit.\n#SBATCH "
          "--signal=B:USR1@" +
          early +
          "\n# Times are comparable only if nothing else runs on the node:\n##SBATCH "
          "--exclusive\n##SBATCH --partition=NAME\n##SBATCH --account=NAME\n";
  return text;
}

std::string Body(const Job& job) {
  const std::string run = "run" + QuotedWords(job.words);
  const std::string shard = job.mpi ? "" : " --shard auto";
  // The number of an array's last task is that of the whole array too.
  const std::string task = job.mpi ? "$SLURM_JOB_ID" : "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID";
  return "\n# How often a task that reached its limit is queued again; one that needs more has a "
         "trial\n# longer than the limit.\nrestarts=20\ntask=" +
         task + "\nmercer=" + QuotedWords({job.program}).substr(1) + "\n\n" +
         (job.mpi ? "mpirun --bind-to none " : "") + "\"$mercer\" " + run + shard + R"( &
run=$!
at_limit=no
signalled=
trap 'signalled=1; at_limit=yes; kill -TERM "$run"' USR1
trap 'signalled=1; kill -TERM "$run"' TERM INT
wait "$run"
code=$?
# A signal ends the wait before the run has ended.
while [ -n "$signalled" ]; do
  signalled=
  wait "$run"
  code=$?
done
if [ "$at_limit" = yes ] && [ "$code" -ne 0 ] &&
  [ "${SLURM_RESTART_COUNT:-0}" -lt "$restarts" ]; then
  scontrol requeue "$task"
fi
exit "$code"
)";
}

/// Hours:minutes:seconds, which PBS and SGE read as Slurm does.
std::string ClockText(int seconds) {
  const auto two = [](int value) { return (value < 10 ? "0" : "") + std::to_string(value); };
  return std::to_string(seconds / 3600) + ":" + two(seconds / 60 % 60) + ":" + two(seconds % 60);
}

/// What other clusters want in place of everything behind the first line.
std::string OtherClusters(const Job& job) {
  const std::string nodes = std::to_string(job.nodes), cpus = std::to_string(job.cpus);
  const std::string run = (job.mpi ? "mpirun --bind-to none " : "") +
                          QuotedWords({job.program}).substr(1) + " run" + QuotedWords(job.words) +
                          (job.mpi ? "" : " --shard auto");
  const std::string memory = job.memory_gib > 0 ? std::to_string(job.memory_gib) : "16";
  const std::string time = ClockText(job.seconds);
  const std::string of_pbs = ":ncpus=" + cpus + ":mem=" + memory + "gb";
  std::string text = "\n# For PBS, replace all lines but the first with:\n";
  text += job.mpi ? "#   #PBS -l select=" + nodes + of_pbs + ":mpiprocs=1\n"
                  : "#   #PBS -J 1-" + nodes + "\n#   #PBS -l select=1" + of_pbs + "\n";
  text += "#   #PBS -l walltime=" + time + "\n#   #PBS -r y\n#   cd \"$PBS_O_WORKDIR\"\n#   exec " +
          run + (job.mpi ? "" : "/" + nodes) +
          "\n#\n# For SGE, replace all lines but the first with:\n";
  text += job.mpi ? "#   #$ -pe mpi " + nodes + "\n"
                  : "#   #$ -t 1-" + nodes + "\n#   #$ -pe smp " + cpus + "\n";
  return text + "#   #$ -cwd\n#   #$ -l h_rt=" + time + "\n#   #$ -r y\n#   exec " + run + "\n";
}

std::string Notes(const Job& job) {
  if (job.mpi) return OtherClusters(job);
  return "\n# For nodes without a shared folder, add --out \"out-$SLURM_ARRAY_TASK_ID\" to the "
         "line of mercer run,\n# copy the folders to one place and merge them: mercer merge out-* "
         "--out DIR\n" +
         OtherClusters(job);
}

}  // namespace

int SlurmCommand(const std::vector<std::string>& arguments) {
  const Job job = ReadJob(arguments);
  std::cout << Header(job) << Body(job) << Notes(job);
  return 0;
}

}  // namespace mercer
