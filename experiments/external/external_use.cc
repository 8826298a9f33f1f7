#include "experiments/external/external_use.h"

#include <atomic>
#include <ctime>
#include <map>
#include <mutex>
#include <set>

namespace mercer {
namespace {

std::atomic<bool> allowed{false};
std::atomic<int> num_threads{1};

struct Totals {
  std::mutex mutex;
  ExternalUse ended{};
  std::set<pid_t> running{};
  std::map<std::string, std::string> versions{};
};

Totals& AllTotals() {
  static auto* totals = new Totals;  // programs may end behind the statics
  return *totals;
}

double CpuSecondsOf(pid_t pid) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

void AllowExternalPrograms() { allowed = true; }
bool ExternalProgramsAllowed() { return allowed; }

std::string NotAllowedText(const std::string& what, const std::string& commands) {
  return what + " would start programs of its own: " + commands +
         "; expected --allow-external, if you trust them";
}

void SetExternalThreads(int threads) { num_threads = threads; }
int ExternalThreads() { return num_threads; }

ExternalUse UsedByExternalPrograms() {
  Totals& totals = AllTotals();
  const std::lock_guard lock(totals.mutex);
  ExternalUse use = totals.ended;
  for (const pid_t pid : totals.running) use.cpu_s += CpuSecondsOf(pid);
  return use;
}

void AddExternalUse(double exchange_s, double told_s) {
  Totals& totals = AllTotals();
  const std::lock_guard lock(totals.mutex);
  totals.ended.exchange_s += exchange_s;
  totals.ended.told_s += told_s;
}

void ProgramStarted(pid_t pid) {
  Totals& totals = AllTotals();
  const std::lock_guard lock(totals.mutex);
  totals.running.insert(pid);
}

void ProgramEnded(pid_t pid, double cpu_s) {
  Totals& totals = AllTotals();
  const std::lock_guard lock(totals.mutex);
  totals.running.erase(pid);
  totals.ended.cpu_s += cpu_s;
}

std::string ExternalVersions() {
  Totals& totals = AllTotals();
  const std::lock_guard lock(totals.mutex);
  std::string text;
  for (const auto& [role, version] : totals.versions)
    text += (text.empty() ? "" : "; ") + role + " " + version;
  return text;
}

void NoteExternalVersion(const std::string& role, const std::string& version) {
  Totals& totals = AllTotals();
  const std::lock_guard lock(totals.mutex);
  if (!version.empty()) totals.versions[role] = version;
}

void ForgetExternalVersions() {
  Totals& totals = AllTotals();
  const std::lock_guard lock(totals.mutex);
  totals.versions.clear();
}

}  // namespace mercer
