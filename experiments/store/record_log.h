#ifndef MERCER_EXPERIMENTS_STORE_RECORD_LOG_H_
#define MERCER_EXPERIMENTS_STORE_RECORD_LOG_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "experiments/store/record_line.h"

namespace mercer {

/// The records of a folder, from lines that may be added in any order and more than once.
///
/// A record that a line discards does not count. Of the other records of a trial, that of the
/// latest run counts, by the run's id, which begins with a time. A run discards each record that
/// it replaces, so times matter only if folders were combined by hand. Of two records of one run,
/// which can only have been added by hand, the one with the larger checksum counts.
class RecordLog {
 public:
  /// Adds a record. Returns true if the valid record of its trial has changed.
  bool Add(RecordLine line);
  /// Adds many, in O(n log n).
  void Add(std::vector<RecordLine> lines);
  /// Adds a line that discards a record or damage.
  void Add(const DiscardLine& discarded);

  /// The records that count, by trial, with their identities and the checksums of their lines. All
  /// three have the same trials.
  const std::map<std::string, ResultRecord>& records() const { return records_; }
  const std::map<std::string, std::string>& identities() const { return identities_; }
  const std::map<std::string, std::uint64_t>& checksums() const { return checksums_; }

  /// The trials without a record whose records were discarded as stale, and for no other reason.
  const std::set<std::string>& stale() const { return stale_; }

  /// Whether a record of the trial with this checksum is present or was discarded.
  bool Has(const std::string& trial_id, std::uint64_t checksum) const;
  bool IsDiscarded(std::uint64_t checksum) const { return discarded_.contains(checksum); }
  /// Whether any record of the trial was discarded.
  bool HasDiscarded(const std::string& trial_id) const {
    return discarded_trials_.contains(trial_id);
  }

  /// The records that a new record of the trial must discard: the valid one, and stale ones.
  std::vector<DiscardLine> ReplacedByNextOf(const std::string& trial_id) const;

  /// Moves the records out; call it last.
  std::map<std::string, ResultRecord> TakeRecords() { return std::move(records_); }

 private:
  struct Reasons {
    bool stale = false, other = false;
  };

  bool IsHere(const std::string& trial_id, std::uint64_t checksum) const;
  bool Settle(const std::string& trial_id);
  bool IsStale(const RecordLine& trial) const;

  std::map<std::string, ResultRecord> records_;
  std::map<std::string, std::string> identities_;
  std::map<std::string, std::uint64_t> checksums_;
  std::map<std::string, std::vector<RecordLine>> others_;  // records that do not count
  std::unordered_map<std::uint64_t, Reasons> discarded_;
  std::set<std::string> discarded_trials_, stale_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_RECORD_LOG_H_
