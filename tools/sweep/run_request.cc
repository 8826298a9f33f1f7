#include "tools/sweep/run_request.h"

#include <algorithm>
#include <cstdlib>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/config/read/read_named.h"
#include "experiments/json/parse_json.h"
#include "experiments/run/machine/cores.h"
#include "tools/command_line.h"
#include "tools/config_arguments.h"

namespace mercer {
namespace {

constexpr int kMaxThreads = 1024;
constexpr int kMaxJobs = 1024;
constexpr double kMaxSeconds = 1e9, kMaxGib = 1e9;  // 30 years; the schema of configs has the same

std::string One(const CommandLine& line, const std::string& name) {
  const std::string text = line.Text(name);
  if (line.Has(name) && text.empty()) throw InvalidInput("run: --" + name + " has an empty value");
  return text;
}

/// A path that goes to workers and into files of JSON, whose reader takes UTF-8 alone.
std::string Path(const std::string& what, const std::string& path) {
  std::string text = path;
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == '"' || c == '\\'; },
      'x');
  if (!ParseJson('"' + text + '"'))
    throw InvalidInput("run: " + what + " is '" + path + "'; expected text in UTF-8");
  return path;
}

double Positive(const CommandLine& line, const std::string& name, double most) {
  if (!line.Has(name)) return 0;
  const double value = line.Get(name, 0.0);
  if (!(value > 0 && value <= most)) {
    throw InvalidInput("run: --" + name + " is " + FormatNumber(value) +
                       "; expected a number > 0 and <= " + FormatNumber(most));
  }
  return value;
}

Isolation ReadIsolation(const CommandLine& line) {
  const std::string way = One(line, "isolation");
  if (way.empty() || way == "fork") return Isolation::kFork;
  if (way == "exec") return Isolation::kExec;
  throw InvalidInput("run: --isolation is '" + way + "'; expected fork or exec");
}

void ReadLimits(const CommandLine& line, RunOptions& options) {
  options.timeout_seconds = Positive(line, "timeout", kMaxSeconds);
  options.memory_gib = Positive(line, "memory", kMaxGib);
  const int jobs = line.Get("jobs", 1);
  if (jobs < 1 || jobs > kMaxJobs) {
    throw InvalidInput("run: --jobs is " + std::to_string(jobs) +
                       "; expected a whole number from 1 to " + std::to_string(kMaxJobs));
  }
  options.jobs = static_cast<std::size_t>(jobs);
  const std::string cores = One(line, "cores");
  if (cores.empty()) return;
  options.cores = ParseCores(cores);
  if (AssignCores(options.cores, options.jobs, options.threads).empty()) {
    throw InvalidInput("run: --cores " + cores + " are too few; expected " +
                       std::to_string(jobs * options.threads) + " for " + std::to_string(jobs) +
                       " jobs of " + std::to_string(options.threads) + " threads");
  }
}

}  // namespace

RunRequest ReadRunRequest(const std::vector<std::string>& arguments) {
  const CommandLine line("run", arguments);
  RunRequest request;
  request.configs = line.rest();
  if (request.configs.empty()) throw InvalidInput("run: no config given; expected run CONFIG…");
  for (const std::string& config : request.configs) Path("the config", config);
  request.out = Path("--out", One(line, "out"));
  request.data = Path("--data", One(line, "data"));
  request.json_log = One(line, "json-log");
  request.dry_run = line.Flag("dry-run");
  request.allow_external = line.Flag("allow-external");
  RunOptions& options = request.options;
  options.only = OnlyOf(line);
  options.settings = SettingsOf(line);
  for (const std::string& text : line.Texts("retry")) {
    const std::vector<std::string> statuses = SplitAtCommas(text);
    options.retry.insert(options.retry.end(), statuses.begin(), statuses.end());
  }
  options.passport = !line.Flag("no-passport") && std::getenv("MERCER_NO_PASSPORT") == nullptr;
  options.threads = line.Get("threads", options.threads);
  if (options.threads < 1 || options.threads > kMaxThreads) {
    throw InvalidInput("run: --threads is " + std::to_string(options.threads) +
                       "; expected a whole number from 1 to " + std::to_string(kMaxThreads));
  }
  if (const std::string shard = One(line, "shard"); !shard.empty())
    options.shard = ParseShard(shard);
  options.isolation = ReadIsolation(line);
  ReadLimits(line, options);
  return request;
}

}  // namespace mercer
