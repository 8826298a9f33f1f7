#include "experiments/run/sweep/json_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "experiments/run/machine/system_facts.h"
#include "experiments/store/disk/run_log.h"

namespace mercer {
namespace {

using Json = nlohmann::ordered_json;

/// "2026-11-21T17:28:39.123Z".
std::string Now() {
  using std::chrono::milliseconds;
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  const auto whole = std::chrono::duration_cast<milliseconds>(since).count();
  std::array<char, 16> rest{};
  std::snprintf(rest.data(), rest.size(), ".%03dZ",
                static_cast<int>(whole % milliseconds::period::den));
  return UtcText(whole / milliseconds::period::den, "%Y-%m-%dT%H:%M:%S") + rest.data();
}

int OpenFile(const std::filesystem::path& path) {
  return open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
}

std::string Event(const char* name, const Json& rest) {
  Json line{{"time", Now()}, {"event", name}};
  line.update(rest);
  // A message may hold bytes that are no UTF-8: they are replaced.
  return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

JsonLog::JsonLog(const std::filesystem::path& path) : path_(path), descriptor_(OpenFile(path)) {
  if (descriptor_ >= 0) return;
  throw InvalidInput("--json-log '" + path.string() + "' cannot be opened (" +
                     std::strerror(errno) + ")");
}

JsonLog::~JsonLog() {
  if (descriptor_ >= 0) close(descriptor_);
}

void JsonLog::OnRun(const std::string& run_id) {
  if (!folder_.empty()) path_ = RunLogPath(folder_, run_id);
}

/// Writes what was held until now.
void JsonLog::Open() {
  const std::lock_guard lock(mutex_);
  if (descriptor_ >= 0 || failed_) return;
  // Not the results folder, which is not to come back where somebody has deleted it.
  std::error_code ignored;
  std::filesystem::create_directory(path_.parent_path(), ignored);
  descriptor_ = OpenFile(path_);
  failed_ = descriptor_ < 0;
  if (!failed_) WriteLocked(held_);
  held_.clear();
}

void JsonLog::OnStart(std::size_t total, const std::vector<const Trial*>& to_run) {
  ended_.clear();
  Write(Event("run_start",
              {{"experiment", experiment_}, {"total", total}, {"to_run", to_run.size()}}));
}

void JsonLog::OnTrialStart(const Trial& trial) {
  Open();
  Write(Event("trial_start", {{"id", trial.id}}));
}

void JsonLog::OnWaiting(const std::vector<const Trial*>& trials, std::optional<int> process) {
  Json ids = Json::array();
  for (const Trial* trial : trials) ids.push_back(trial->id);
  Write(Event("waiting", {{"ids", ids}, {"process", process ? Json(*process) : Json()}}));
}

void JsonLog::OnTrialLost(const Trial& trial, const ResultRecord& record) {
  Write(Event("trial_lost", {{"id", trial.id}, {"message", record.Get(column::kMessage)}}));
}

void JsonLog::OnTrialEnd(const Trial& trial, const ResultRecord& record, double seconds) {
  ++ended_[record.Status()];
  const std::optional<double> value = record.Get(column::kValue);
  Write(Event("trial_end", {{"id", trial.id},
                            {"status", record.Status()},
                            {"metric", record.Get(column::kMetric)},
                            {"value", value ? Json(*value) : Json()},
                            {"seconds", seconds},
                            {"message", record.Get(column::kMessage)}}));
}

void JsonLog::OnEnd() {
  Write(Event("run_end", {{"experiment", experiment_}, {"ended", Json(ended_)}}));
}

void JsonLog::OnStopped() { Write(Event("run_stopped", {{"experiment", experiment_}})); }

void JsonLog::Write(const std::string& line) {
  const std::lock_guard lock(mutex_);
  if (descriptor_ >= 0) return WriteLocked(line);
  if (!failed_) held_ += line;
}

void JsonLog::WriteLocked(const std::string& lines) {
  // Where a full disk took a part of a line, the next begins a line of its own.
  const std::string bytes = torn_ ? "\n" + lines : lines;
  // One call a line: lines of two runs that share the file do not mix.
  ssize_t written = -1;
  do {
    written = write(descriptor_, bytes.data(), bytes.size());
  } while (written < 0 && errno == EINTR);
  const bool all = written == static_cast<ssize_t>(bytes.size());
  torn_ = !all && (torn_ || written > 0);
  failed_ = failed_ || !all;
}

}  // namespace mercer
