#include "tools/run_request.h"

#include <cmath>
#include <cstdlib>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/run/machine/cores.h"
#include "tools/command_line.h"
#include "tools/config_arguments.h"

namespace mercer {
namespace {

namespace po = boost::program_options;

using Texts = std::vector<std::string>;

constexpr int kMaxThreads = 1024;
constexpr int kMaxJobs = 1024;

}  // namespace

po::options_description RunOptionTable() {
  po::options_description options("run");
  options.add_options()("config", po::value<Texts>(), "config files")(
      "out", po::value<std::string>(), "results folder")(
      "only", po::value<Texts>()->composing(),
      "key=value,…: the trials to run, by dataset, kernel, method, map, D and repetition")(
      "set", po::value<Texts>()->composing(),
      "path=value: another value for a key of the config, as datasets.0.name=adult")(
      "repetitions", po::value<std::string>(), "how many repetitions of each cell")(
      "threads", po::value<int>(), "threads of maps, Gram matrices and prediction")(
      "jobs", po::value<int>(), "trials at a time; times of more than one are not valid")(
      "cores", po::value<std::string>(), "cores that trials run on, as 0,2-3")(
      "timeout", po::value<double>(), "seconds that a trial may take")(
      "memory", po::value<double>(), "GiB that a trial may take")(
      "shard", po::value<std::string>(), "i/n: one of n parts; auto: that of the array's task")(
      "retry", po::value<Texts>()->composing(),
      "failed, timeout, out_of_memory, skipped, stale: run such trials again")(
      "data", po::value<std::string>(), "folder that holds the data sets")(
      "json-log", po::value<std::string>(), "file that gets a line of JSON for each event")(
      "no-passport", po::bool_switch(), "do not measure the machine")("dry-run", po::bool_switch(),
                                                                      "say which trials would run");
  return options;
}

namespace {

Texts SplitAtCommas(const std::string& text) {
  Texts items;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] != ',') continue;
    items.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  return items;
}

Texts All(const po::variables_map& values, const std::string& name) {
  return values.count(name) == 0 ? Texts() : values[name].as<Texts>();
}

std::string One(const po::variables_map& values, const std::string& name) {
  if (values.count(name) == 0) return "";
  const std::string& text = values[name].as<std::string>();
  if (text.empty()) throw InvalidInput("run: --" + name + " has an empty value");
  return text;
}

double Positive(const po::variables_map& values, const std::string& name) {
  if (values.count(name) == 0) return 0;
  const double value = values[name].as<double>();
  if (!(value > 0) || !std::isfinite(value))
    throw InvalidInput("run: --" + name + " is " + FormatNumber(value) + ", expected a number > 0");
  return value;
}

void ReadLimits(const po::variables_map& values, RunOptions& options) {
  options.timeout_seconds = Positive(values, "timeout");
  options.memory_gib = Positive(values, "memory");
  const int jobs = values.count("jobs") > 0 ? values["jobs"].as<int>() : 1;
  if (jobs < 1 || jobs > kMaxJobs) {
    throw InvalidInput("run: --jobs is " + std::to_string(jobs) +
                       ", expected a whole number from 1 to " + std::to_string(kMaxJobs));
  }
  options.jobs = static_cast<std::size_t>(jobs);
  const std::string cores = One(values, "cores");
  if (cores.empty()) return;
  options.cores = ParseCores(cores);
  if (AssignCores(options.cores, options.jobs, options.threads).empty()) {
    throw InvalidInput("run: --cores " + cores + " are too few; expected " +
                       std::to_string(jobs * options.threads) + " for " + std::to_string(jobs) +
                       " jobs of " + std::to_string(options.threads) + " threads");
  }
}

}  // namespace

RunRequest ReadRunRequest(const Texts& arguments) {
  const po::variables_map values = ParseCommandLine("run", RunOptionTable(), "config", arguments);
  RunRequest request;
  request.configs = All(values, "config");
  if (request.configs.empty()) throw InvalidInput("run: no config given, expected run CONFIG…");
  request.out = One(values, "out");
  request.data = One(values, "data");
  request.json_log = One(values, "json-log");
  request.dry_run = values["dry-run"].as<bool>();
  RunOptions& options = request.options;
  for (const std::string& text : All(values, "only")) {
    const auto pairs = SplitKeyValues("--only", text);
    options.only.insert(options.only.end(), pairs.begin(), pairs.end());
  }
  for (const std::string& text : All(values, "set"))
    options.settings.push_back(SplitKeyValue("--set", text));
  if (const std::string count = One(values, "repetitions"); !count.empty())
    options.settings.emplace_back("repetitions", count);
  for (const std::string& text : All(values, "retry")) {
    const Texts statuses = SplitAtCommas(text);
    options.retry.insert(options.retry.end(), statuses.begin(), statuses.end());
  }
  options.passport =
      !values["no-passport"].as<bool>() && std::getenv("MERCER_NO_PASSPORT") == nullptr;
  if (values.count("threads") > 0) options.threads = values["threads"].as<int>();
  if (options.threads < 1 || options.threads > kMaxThreads) {
    throw InvalidInput("run: --threads is " + std::to_string(options.threads) +
                       ", expected a whole number from 1 to " + std::to_string(kMaxThreads));
  }
  if (const std::string shard = One(values, "shard"); !shard.empty())
    options.shard = ParseShard(shard);
  ReadLimits(values, options);
  return request;
}

}  // namespace mercer
