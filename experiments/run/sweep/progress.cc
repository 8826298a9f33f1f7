#include "experiments/run/sweep/progress.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "core/base/text.h"
#include "experiments/config/trial/identity.h"

namespace mercer {
namespace {

template <class... Values>
std::string Printf(const char* format, Values... values) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), format, values...);
  return text.data();
}

std::string Group(const Trial& trial) {
  return trial.cell.dataset.Label() + "\n" + trial.cell.kernel.name + "\n" + trial.cell.method +
         "\n" + std::to_string(trial.cell.num_random_features) + (trial.tuning ? "\ntuning" : "");
}

/// A trial that waited for another one in vain: that one's line has given the reason.
std::string WithoutReason(const std::string& message) {
  const std::string_view waited = " did not finish: ";
  const std::size_t at = message.find(waited);
  return at == std::string::npos ? message : message.substr(0, at + waited.size() - 2);
}

/// "acc 0.9912", or the message where there is no value.
std::string Outcome(const ResultRecord& record) {
  const auto value = record.Get(column::kValue);
  if (!record.IsOk() || !value) return WithoutReason(record.Get(column::kMessage));
  const std::string& metric = record.Get(column::kMetric);
  const std::string name = metric == "accuracy" ? "acc" : metric;
  const std::string tuned = metric == "tuning" ? " " + record.Get(column::kTunedParams) : "";
  return name + Printf(" %.4g", *value) + tuned;
}

}  // namespace

TrialNames::TrialNames(const std::vector<const Trial*>& trials) {
  std::map<std::string, std::set<std::string>> kernels, methods, learners;
  std::map<std::pair<std::string, std::size_t>, std::set<std::string>> variants;
  for (const Trial* trial : trials) {
    const Cell& cell = trial->cell;
    const auto variant = VariantOf(cell.dataset);
    for (std::size_t i = 0; i < variant.size(); ++i)
      variants[{cell.dataset.Label(), i}].insert(variant[i]);
    kernels[cell.kernel.name].insert(cell.kernel.Canonical());
    if (cell.map) methods[cell.method].insert(cell.map->params.Canonical());
    if (cell.learner) learners[cell.method].insert(cell.learner->params.Canonical());
  }
  for (const auto& [name, texts] : kernels)
    if (texts.size() > 1) kernels_.insert(name);
  for (const auto& [id, texts] : methods)
    if (texts.size() > 1) methods_.insert(id);
  for (const auto& [id, texts] : learners)
    if (texts.size() > 1) learners_.insert(id);
  for (const auto& [place, texts] : variants)
    if (texts.size() > 1) datasets_.insert(place);
}

std::string TrialNames::Of(const Trial& trial) const {
  const Cell& cell = trial.cell;
  const bool long_kernel = kernels_.contains(cell.kernel.name);
  std::vector<std::string> params;
  if (cell.map && methods_.contains(cell.method)) params.push_back(cell.map->params.Canonical());
  if (cell.learner && learners_.contains(cell.method))
    params.push_back(cell.learner->params.Canonical());
  std::string text = cell.dataset.Label();
  const auto variant = VariantOf(cell.dataset);
  for (std::size_t i = 0; i < variant.size(); ++i) {
    if (datasets_.contains({cell.dataset.Label(), i}))
      text += " [" + VariantText(i, variant[i]) + "]";
  }
  text += " " + (long_kernel ? cell.kernel.Canonical() : cell.kernel.name) + " " + cell.method;
  if (!params.empty()) text += "(" + Join(params, "; ") + ")";
  if (cell.num_random_features > 0) text += " D=" + std::to_string(cell.num_random_features);
  if (trial.tuning) text += " tuning";
  return Printable(text + " rep " + std::to_string(trial.repetition));
}

TrialNames NamesOf(const std::vector<PlannedTrial>& plan) {
  std::vector<const Trial*> trials;
  for (const PlannedTrial& planned : plan) trials.push_back(&planned.trial);
  return TrialNames(trials);
}

std::string FormatDuration(double seconds) {
  if (seconds < 60) return Printf("%.1f s", seconds);
  const auto whole = static_cast<long>(std::lround(seconds));
  if (whole < 3600) return Printf("%ld min %02ld s", whole / 60, whole % 60);
  return Printf("%ld h %02ld min", whole / 3600, whole / 60 % 60);
}

void Progress::OnStart(std::size_t total, const std::vector<const Trial*>& to_run) {
  total_ = total;
  done_ = total - to_run.size();
  left_ = {to_run.begin(), to_run.end()};
  names_ = TrialNames(to_run);
  for (std::size_t i = 0; i < std::min(to_run.size(), expected_list_.size()); ++i)
    expected_[to_run[i]] = expected_list_[i];
  estimate_ = SecondsLeft();
  if (done_ > 0)
    line_.Note(std::to_string(done_) + " of " + std::to_string(total) + " trials are done already");
}

void Progress::OnTrialStart(const Trial& trial) {
  running_.push_back({&trial, ""});
  waiting_.clear();
  Draw();
}

void Progress::OnPhase(const Trial& trial, const std::string& phase) {
  for (Running& running : running_) {
    if (running.trial == &trial) running.phase = phase;
  }
  Draw();
}

void Progress::OnWaiting(const std::vector<const Trial*>& trials, std::optional<int> process) {
  const std::string holder = process ? "process " + std::to_string(*process)
                                     : std::string("a process of another machine or user");
  waiting_ = "waiting for ";
  if (trials.empty()) {
    waiting_ += "trials.csv, which " + holder + " writes";
    line_.Note(waiting_ + ": this run ends when that is written");
  } else {
    waiting_ += names_.Of(*trials.front());
    if (trials.size() > 1) waiting_ += " and " + std::to_string(trials.size() - 1) + " more";
    waiting_ += ", which " + holder + " runs";
    const std::string kill = process ? " (kill " + std::to_string(*process) + ")" : "";
    line_.Note(waiting_ + ": this run continues when they have finished, and runs them itself " +
               "if that process is killed" + kill);
  }
  Draw();
}

void Progress::OnTrialLost(const Trial& trial, const ResultRecord& record) {
  line_.Note(names_.Of(trial) + " " + record.Get(column::kMessage) + "; it runs again");
  Draw();
}

void Progress::OnTrialEnd(const Trial& trial, const ResultRecord& record, double seconds) {
  ++done_;
  waiting_.clear();
  left_.erase(&trial);
  std::erase_if(running_, [&](const Running& running) { return running.trial == &trial; });
  const std::string status = record.Status();
  ++ended_[status];
  if (record.Get(column::kStatus) != TrialStatus::kSkipped) {
    if (const auto it = expected_.find(&trial); it != expected_.end())
      correction_.Add(trial, it->second, seconds);
    for (const std::string& group : {Group(trial), std::string()}) {
      speeds_[group].seconds += seconds;
      ++speeds_[group].trials;
    }
  }
  if (!line_.terminal() || status != "ok") {
    line_.Note(std::to_string(done_) + "/" + std::to_string(total_) + " " + status + " " +
               names_.Of(trial) + " " + Outcome(record) + " " + FormatDuration(seconds));
  }
  Draw();
}

void Progress::OnEnd() { line_.Clear(); }

double Progress::SecondsLeft() const {
  double seconds = 0;
  for (const Trial* trial : left_) {
    auto it = speeds_.find(Group(*trial));
    const auto expected = expected_.find(trial);
    const bool is_expected = expected != expected_.end() && expected->second >= 0;
    if (it == speeds_.end() && is_expected) {
      seconds += expected->second * correction_.Factor(*trial);
      continue;
    }
    if (it == speeds_.end()) it = speeds_.find("");
    if (it == speeds_.end()) return -1;
    seconds += it->second.seconds / it->second.trials;
  }
  return seconds / static_cast<double>(jobs_);
}

std::string Progress::Line() const {
  const double share = total_ > 0 ? static_cast<double>(done_) / static_cast<double>(total_) : 0;
  std::string text =
      ProgressBar(share) + " " + std::to_string(done_) + "/" + std::to_string(total_);
  for (const auto& [status, count] : ended_) text += ", " + std::to_string(count) + " " + status;
  if (running_.empty() && !waiting_.empty()) text += ": " + waiting_;
  if (!running_.empty()) {
    const Running& latest = running_.back();
    text += ": " + names_.Of(*latest.trial);
    if (!latest.phase.empty()) text += ", " + latest.phase;
    if (running_.size() > 1) text += " and " + std::to_string(running_.size() - 1) + " more";
  }
  if (estimate_ >= 0) text += ", about " + FormatDuration(estimate_) + " left";
  return text;
}

void Progress::Draw() {
  if (!line_.terminal()) return;
  constexpr double kSecondsBetweenEstimates = 1;
  if (since_estimate_.Seconds() > kSecondsBetweenEstimates) {
    estimate_ = SecondsLeft();
    since_estimate_ = Stopwatch();
  }
  line_.Show(Line());
}

}  // namespace mercer
