#include "experiments/run/sweep/worker_executor.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <optional>
#include <string_view>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/data/formats/data_format.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/maps/builtin_maps.h"
#include "experiments/config/trial/trial_json.h"
#include "experiments/json/json_fields.h"
#include "experiments/json/parse_json.h"
#include "experiments/run/machine/cores.h"
#include "experiments/run/machine/pause_watch.h"
#include "experiments/run/machine/system_facts.h"
#include "experiments/store/record_line.h"

namespace mercer {
namespace {

// A process takes some 20 ms of CPU to start: little beside a trial this long, in seconds.
constexpr double kLongTrial = 0.5;

// A level of a config's parameters is several of the order that holds them.
constexpr std::size_t kDeepestOrder = 10 * kDeepestJson;

double OneDigit(double value) { return std::round(value * 10) / 10; }

/// "after 1.2 s and 33 MiB"
std::string Spent(const WorkerEnd& end) {
  return "after " + FormatNumber(OneDigit(end.seconds)) + " s and " +
         FormatNumber(OneDigit(end.peak_mib)) + " MiB";
}

std::string SignalName(int number) {
  const char* name = sigabbrev_np(number);
  return name != nullptr ? "SIG" + std::string(name) : "signal " + std::to_string(number);
}

std::string LastLines(const WorkerEnd& end) {
  std::string text = end.last_lines;
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  return text.empty() ? "" : "; its last lines: " + text;
}

std::string Fault(const WorkerEnd& end) {
  if (end.signal != 0) {
    return "the worker process was ended by " + SignalName(end.signal) + " (" +
           strsignal(end.signal) + ") " + Spent(end);
  }
  const std::string code = "exit code " + std::to_string(end.exit_code);
  return "the worker process returned no whole record (" + code + ", " +
         std::to_string(end.output.size()) + " bytes) " + Spent(end);
}

constexpr std::string_view kPhase = "phase ";

/// Where the record begins: behind the lines that say what the worker was at.
std::size_t BehindPhases(std::string_view output) {
  std::size_t at = 0;
  while (output.substr(at).starts_with(kPhase)) {
    const std::size_t end = output.find('\n', at);
    if (end == output.npos) break;
    at = end + 1;
  }
  return at;
}

/// The manifests of a process that forks for each trial: read once for all of them, which saves
/// each more than half a millisecond.
std::optional<Catalogue>& PreparedCatalogue() {
  static std::optional<Catalogue> catalogue;
  return catalogue;
}

Json ValuesToJson(const TunedValues& values) {
  Json json = Json::array();
  for (const auto& [path, value] : values) json.push_back({path, FromParamValue(value)});
  return json;
}

TunedValues ValuesFromJson(const Json& json) {
  TunedValues values;
  for (const Json& pair : json) {
    const bool is_pair = pair.is_array() && pair.size() == 2 && pair[0].is_string();
    std::optional<ParamValue> value = is_pair ? ToParamValue(pair[1]) : std::nullopt;
    if (!value)
      throw InvalidInput("tuned has " + Show(pair) + "; expected pairs of a path and a value");
    values.emplace_back(pair[0].get<std::string>(), *std::move(value));
  }
  return values;
}

}  // namespace

std::string PhaseLine(const std::string& phase) { return std::string(kPhase) + phase + "\n"; }

ResultRecord RecordOfWorker(const TrialOrder& order, const TrialSettings& settings,
                            const WorkerSettings& workers, const WorkerEnd& end) {
  if (end.signal == 0 && end.exit_code == 0) {
    const std::optional<RecordLine> file =
        ReadRecordLine(end.output.substr(BehindPhases(end.output)), "a worker's record");
    if (file && file->record.Get(column::kTrialId) == order.trial.id) {
      ResultRecord record = file->record;
      // The limit of memory is that of the trial, of which an external program is a part.
      const bool for_memory = end.memory_kill && !record.IsOk() &&
                              record.Get(column::kMessage).find("SIGKILL") != std::string::npos;
      if (for_memory) record.Set(column::kStatus, TrialStatus::kOutOfMemory);
      return record;
    }
  }
  ResultRecord record = StartRecord(order.trial, settings);
  record.Set(column::kCpuS, end.cpu_seconds);
  record.Set(column::kPeakRssMib, OneDigit(end.peak_mib));
  const auto become = [&](TrialStatus status, const std::string& message) {
    record.Set(column::kStatus, status);
    record.Set(column::kMessage, message + LastLines(end));
  };
  if (end.timed_out) {
    become(TrialStatus::kTimeout, "stopped at the limit of " + FormatNumber(workers.seconds) +
                                      " s (--timeout, limits.seconds) " + Spent(end));
  } else if (end.out_of_memory) {
    become(TrialStatus::kOutOfMemory, "the system killed the worker process for its memory " +
                                          Spent(end) + "; its limit was " +
                                          GibText(settings.memory_limit_bytes) +
                                          " GiB (--memory, limits.memory_gib, else the machine's)");
  } else {
    become(TrialStatus::kFailed, Fault(end));
  }
  return record;
}

WorkerExecutor::WorkerExecutor(const TrialSettings& settings, WorkerSettings workers)
    : settings_(settings), workers_(std::move(workers)) {
  MERCER_CHECK(workers_.jobs >= 1);
  MemoryGroup::RemoveLeftovers(MemoryGroup::OwnFolder());
  const auto with = [this](const std::string& option) {
    std::vector<std::string> command = workers_.command;
    command.insert(command.end(), {option, std::to_string(kControlDescriptor)});
    return command;
  };
  when_command_ = with("--when");
  server_command_ = with("--fork-server");
  for (std::size_t slot = workers_.jobs; slot > 0; --slot) free_slots_.push_back(slot - 1);
}

std::unique_ptr<WorkerProcess> WorkerExecutor::Fork(std::size_t slot) {
  try {
    // All at once: they get ready side by side.
    for (std::size_t other = 0; servers_.empty() && other < workers_.jobs; ++other)
      servers_[other] = std::make_unique<ForkServer>(server_command_, LimitsOf(other));
    std::unique_ptr<ForkServer>& server = servers_[slot];
    if (server == nullptr) server = std::make_unique<ForkServer>(server_command_, LimitsOf(slot));
    auto process = std::make_unique<WorkerProcess>(*server, workers_.seconds);
    has_forked_ = true;
    return process;
  } catch (const std::runtime_error&) {
    // It was killed, and the next trial gets a new one; or this program serves no forks.
    servers_.erase(slot);
    if (!has_forked_) workers_.isolation = Isolation::kExec;
    return nullptr;
  }
}

std::unique_ptr<WorkerProcess> WorkerExecutor::StartNew(std::size_t slot) {
  const WorkerLimits limits = LimitsOf(slot);
  std::unique_ptr<WorkerProcess> process = std::move(ready_[slot]);
  if (process == nullptr || !process->IsAlive())
    return std::make_unique<WorkerProcess>(when_command_, limits);
  if (!limits.cores.empty()) process->MoveTo(limits.cores);
  return process;
}

void WorkerExecutor::Start(TrialOrder order) {
  MERCER_CHECK(!free_slots_.empty());
  const std::size_t slot = free_slots_.back();
  std::unique_ptr<WorkerProcess> process;
  if (workers_.isolation == Isolation::kFork) process = Fork(slot);
  if (process == nullptr) process = StartNew(slot);
  process->Give(WriteOrder(order, settings_, workers_));
  running_.push_back({std::move(order), slot, std::move(process)});
  free_slots_.pop_back();
}

WorkerLimits WorkerExecutor::LimitsOf(std::size_t slot) const {
  WorkerLimits limits;
  limits.seconds = workers_.seconds;
  limits.memory_bytes = settings_.memory_limit_bytes;
  if (slot < workers_.cores.size()) limits.cores = workers_.cores[slot];
  return limits;
}

bool WorkerExecutor::WantsNext(const Running& running) const {
  const auto ready = ready_.find(running.slot);
  return workers_.isolation == Isolation::kExec && !workers_.other_cores.empty() &&
         (ready == ready_.end() || ready->second == nullptr);
}

void WorkerExecutor::MakeNextReady() {
  for (const Running& running : running_) {
    if (!WantsNext(running) || running.process->SecondsGone() < kLongTrial) continue;
    WorkerLimits limits = LimitsOf(running.slot);
    limits.cores = workers_.other_cores;
    try {
      ready_[running.slot] = std::make_unique<WorkerProcess>(when_command_, limits);
    } catch (const std::runtime_error&) {
      // The system is short of something; it may have it when the trial's turn comes.
      workers_.other_cores.clear();
    }
  }
}

void WorkerExecutor::WaitForEvent(double at_most_seconds) const {
  std::vector<pollfd> events;
  double seconds = at_most_seconds;
  for (const Running& running : running_) {
    const WorkerProcess& process = *running.process;
    for (const int descriptor : {process.exit_event(), process.output(), process.errors()})
      events.push_back({descriptor, POLLIN, 0});  // poll passes over -1
    const auto at_most = [&seconds](double left) {
      if (left >= 0 && (seconds < 0 || left < seconds)) seconds = left;
    };
    at_most(process.SecondsLeft());
    at_most(process.SecondsToLook());
    if (WantsNext(running)) at_most(std::max(0.0, kLongTrial - process.SecondsGone()));
  }
  // A day at most: the milliseconds are an int.
  const int milliseconds =
      seconds < 0 ? -1 : static_cast<int>(std::ceil(std::min(seconds, 86400.0) * 1000));
  if (poll(events.data(), events.size(), milliseconds) < 0) MERCER_CHECK(errno == EINTR);
}

void WorkerExecutor::ReportPhase(Running& running) const {
  const std::string_view output = running.process->OutputSoFar();
  const std::string_view lines = output.substr(0, BehindPhases(output));
  if (lines.empty() || !on_phase) return;
  const std::size_t begin = lines.rfind('\n', lines.size() - 2);
  const std::string_view last = lines.substr(begin == lines.npos ? 0 : begin + 1);
  const std::string phase(last.substr(kPhase.size(), last.size() - kPhase.size() - 1));
  if (phase == running.phase) return;
  running.phase = phase;
  on_phase(running.order.trial.id, phase);
}

TrialOutcome WorkerExecutor::Wait() {
  MERCER_CHECK(!running_.empty());
  for (;;) {
    WaitForEvent(-1);
    if (auto outcome = TakeEnded()) return *std::move(outcome);
  }
}

std::optional<TrialOutcome> WorkerExecutor::WaitFor(double seconds) {
  WaitForEvent(seconds);
  return TakeEnded();
}

std::optional<TrialOutcome> WorkerExecutor::TakeEnded() {
  MakeNextReady();
  for (auto it = running_.begin(); it != running_.end(); ++it) {
    const std::optional<WorkerEnd> end = it->process->Attend();
    if (!end) {
      ReportPhase(*it);
      continue;
    }
    TrialOutcome outcome{it->order.trial.id, RecordOfWorker(it->order, settings_, workers_, *end),
                         end->seconds, workers_.jobs > 1};
    free_slots_.push_back(it->slot);
    running_.erase(it);
    return outcome;
  }
  return std::nullopt;
}

WorkerSettings MakeWorkerSettings(const Experiment& experiment, const RunOptions& options,
                                  const std::filesystem::path& data_dir,
                                  std::shared_ptr<CoreClaims> claims) {
  WorkerSettings workers;
  workers.command = options.worker;
  workers.isolation = options.isolation;
  workers.data_dir = data_dir;
  workers.jobs = options.jobs;
  workers.seconds =
      options.timeout_seconds > 0 ? options.timeout_seconds : experiment.limit_seconds;
  workers.claims = std::move(claims);
  const std::vector<int> cores = options.cores.empty() ? AllowedCores() : options.cores;
  const std::size_t on_cores = std::max(options.jobs, options.share.on_cores);
  std::vector<int> timed = cores;
  // Ranks on one machine divide all its cores by the same rule.
  if (options.cores.empty() && on_cores == options.jobs) {
    const std::vector<int> free =
        workers.claims->TakeFree(cores, on_cores * static_cast<std::size_t>(options.threads));
    if (!free.empty()) timed = free;
  }
  const auto assigned = AssignCores(timed, on_cores, options.threads);
  for (std::size_t job = 0; job < options.jobs && !assigned.empty(); ++job) {
    workers.cores.push_back(assigned.at(options.share.first + job));
    workers.claims->Take(workers.cores.back());
  }
  for (const int core : cores) {
    // The times of trials side by side are not valid anyway.
    const bool is_timed_on = on_cores == 1 && !workers.cores.empty() &&
                             std::count(workers.cores[0].begin(), workers.cores[0].end(), core) > 0;
    if (!is_timed_on) workers.other_cores.push_back(core);
  }
  return workers;
}

std::string WriteOrder(const TrialOrder& order, const TrialSettings& settings,
                       const WorkerSettings& workers) {
  const Json json = {{"schema", kRecordSchema},
                     {"trial", TrialToJson(order.trial)},
                     {"tuned", ValuesToJson(order.tuned.values)},
                     {"tuned_on", order.tuned.on},
                     {"dataset_sha256", order.dataset_sha256},
                     {"run_id", settings.run_id},
                     {"threads", settings.threads},
                     {"memory_limit_bytes", settings.memory_limit_bytes},
                     {"data_dir", workers.data_dir.string()},
                     {"prepared", settings.prepared.string()}};
  // A config's texts may hold bytes that are no UTF-8: they are replaced, not refused.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

ReadOrderResult ReadOrder(const std::string& text) {
  ReadOrderResult read;
  try {
    const Json json = RequireJson(text, "the order", kDeepestOrder);
    int schema = 0;
    ReadField(json, "schema", schema);
    if (schema != kRecordSchema) throw InvalidInput("of another version");
    TrialOrder& order = read.order;
    order.trial = TrialFromJson(ReadMember(json, "trial"));
    order.tuned.values = ValuesFromJson(ReadMember(json, "tuned"));
    ReadField(json, "tuned_on", order.tuned.on);
    ReadField(json, "dataset_sha256", order.dataset_sha256);
    TrialSettings& settings = read.settings;
    ReadField(json, "run_id", settings.run_id);
    ReadField(json, "threads", settings.threads);
    if (settings.threads < 1)
      throw InvalidInput("threads is " + std::to_string(settings.threads) +
                         "; expected at least 1");
    ReadField(json, "memory_limit_bytes", settings.memory_limit_bytes);
    if (settings.memory_limit_bytes < 0) throw InvalidInput("memory_limit_bytes is below 0");
    std::string prepared, data_dir;
    ReadField(json, "prepared", prepared);
    ReadField(json, "data_dir", data_dir);
    settings.prepared = prepared;
    read.data_dir = data_dir;
  } catch (const InvalidInput& error) {
    throw InvalidInput("worker: no trial on standard input (" + std::string(error.what()) +
                       "); expected one that mercer run wrote");
  }
  return read;
}

void PrepareWorker() {
  UseOneBlasThread();
  Sha256Hex("");  // its library makes tables first
  DataFormatRegistry();
  KernelRegistry();
  MapRegistry();
  LearnerRegistry();
  PreparedCatalogue().emplace("");
}

std::string RunWorker(const std::string& input,
                      const std::function<void(const std::string&)>& on_phase) {
  ReadOrderResult read = ReadOrder(input);
  read.settings.on_phase = on_phase;
  UseOneBlasThread();
  const Catalogue catalogue =
      PreparedCatalogue() ? PreparedCatalogue()->WithData(read.data_dir) : Catalogue(read.data_dir);
  TrialDataCache cache(catalogue, {.folder = read.settings.prepared,
                                   .dataset_sha256 = read.order.dataset_sha256,
                                   .for_one_trial = true});
  const PauseWatch watch;
  ResultRecord record = RunOrder(read.order, read.settings, cache);
  if (watch.WasStopped()) {
    record.Set(column::kTimingValid, false);
    record.Set(column::kTimingNote, kStoppedNote);  // whatever else there was to say
  }
  return WriteRecordLine({"", record});
}

}  // namespace mercer
