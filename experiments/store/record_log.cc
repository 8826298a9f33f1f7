#include "experiments/store/record_log.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace mercer {
namespace {

const std::string& RunOf(const ResultRecord& record) { return record.Get(column::kRunId); }

}  // namespace

bool RecordLog::IsHere(const std::string& trial_id, std::uint64_t checksum) const {
  const auto current = checksums_.find(trial_id);
  if (current != checksums_.end() && current->second == checksum) return true;
  const auto others = others_.find(trial_id);
  if (others == others_.end()) return false;
  return std::any_of(others->second.begin(), others->second.end(),
                     [checksum](const RecordLine& other) { return other.checksum == checksum; });
}

bool RecordLog::Has(const std::string& trial_id, std::uint64_t checksum) const {
  return IsDiscarded(checksum) || IsHere(trial_id, checksum);
}

bool RecordLog::Add(RecordLine trial) {
  const std::string id = trial.record.Get(column::kTrialId);
  const auto place = records_.lower_bound(id);
  const bool is_first = (place == records_.end() || place->first != id) &&
                        !discarded_.contains(trial.checksum) && !others_.contains(id);
  if (is_first) {
    checksums_.emplace(id, trial.checksum);
    identities_.emplace(id, std::move(trial.identity));
    records_.emplace_hint(place, id, std::move(trial.record));
    return true;
  }
  if (IsHere(id, trial.checksum)) return false;
  others_[id].push_back(std::move(trial));
  return Settle(id);
}

void RecordLog::Add(std::vector<RecordLine> trials) {
  std::vector<std::pair<std::string_view, std::size_t>> order;
  order.reserve(trials.size());
  for (std::size_t i = 0; i < trials.size(); ++i)
    order.emplace_back(trials[i].record.Get(column::kTrialId), i);
  std::sort(order.begin(), order.end());
  for (const auto& [view, place] : order) {
    RecordLine& trial = trials[place];
    const bool is_next = (records_.empty() || records_.rbegin()->first < view) &&
                         !discarded_.contains(trial.checksum) &&
                         (others_.empty() || !others_.contains(std::string(view)));
    if (!is_next) {
      Add(std::move(trial));
      continue;
    }
    const std::string id(view);
    checksums_.emplace_hint(checksums_.end(), id, trial.checksum);
    identities_.emplace_hint(identities_.end(), id, std::move(trial.identity));
    records_.emplace_hint(records_.end(), id, std::move(trial.record));
  }
}

void RecordLog::Add(const DiscardLine& discarded) {
  Reasons& reasons = discarded_[discarded.of];
  (discarded.why == DiscardLine::kStale ? reasons.stale : reasons.other) = true;
  if (discarded.trial.empty()) return;
  discarded_trials_.insert(discarded.trial);
  if (records_.contains(discarded.trial) || others_.contains(discarded.trial))
    Settle(discarded.trial);
}

bool RecordLog::IsStale(const RecordLine& trial) const {
  const auto discarded = discarded_.find(trial.checksum);
  return discarded != discarded_.end() && discarded->second.stale && !discarded->second.other;
}

/// Chooses among all records of the trial again.
bool RecordLog::Settle(const std::string& trial_id) {
  std::vector<RecordLine>& all = others_[trial_id];
  std::uint64_t before = 0;
  if (const auto current = records_.find(trial_id); current != records_.end()) {
    before = checksums_.at(trial_id);
    all.push_back({std::move(identities_.at(trial_id)), std::move(current->second), before});
    records_.erase(current);
    identities_.erase(trial_id);
    checksums_.erase(trial_id);
  }
  const auto counts_less = [this](const RecordLine& a, const RecordLine& b) {
    const bool a_discarded = discarded_.contains(a.checksum),
               b_discarded = discarded_.contains(b.checksum);
    if (a_discarded != b_discarded) return a_discarded;
    const int runs = RunOf(a.record).compare(RunOf(b.record));
    return runs != 0 ? runs < 0 : a.checksum < b.checksum;
  };
  const auto best = std::max_element(all.begin(), all.end(), counts_less);
  stale_.erase(trial_id);
  if (discarded_.contains(best->checksum)) {
    const auto is_stale = [this](const RecordLine& trial) { return IsStale(trial); };
    if (std::any_of(all.begin(), all.end(), is_stale)) stale_.insert(trial_id);
    return false;
  }
  const std::uint64_t now = best->checksum;
  checksums_[trial_id] = now;
  identities_[trial_id] = std::move(best->identity);
  records_[trial_id] = std::move(best->record);
  all.erase(best);
  if (all.empty()) others_.erase(trial_id);
  return now != before;
}

std::vector<DiscardLine> RecordLog::ReplacedByNextOf(const std::string& trial_id) const {
  std::vector<DiscardLine> replaced;
  const auto add = [&](const ResultRecord& record, std::uint64_t checksum) {
    replaced.push_back({trial_id, RunOf(record), checksum, DiscardLine::kReplaced});
  };
  if (const auto current = records_.find(trial_id); current != records_.end())
    add(current->second, checksums_.at(trial_id));
  if (const auto others = others_.find(trial_id); others != others_.end()) {
    for (const RecordLine& other : others->second)
      if (!discarded_.contains(other.checksum) || IsStale(other)) add(other.record, other.checksum);
  }
  return replaced;
}

}  // namespace mercer
