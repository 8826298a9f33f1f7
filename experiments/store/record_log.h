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

/// What the lines of records of a folder say together. It does not depend on the order in which
/// they are added, nor on how often each is.
///
/// Of a trial's records that were not set aside that of the latest run counts, by the run's id,
/// which begins with a time; of one run's, which has two only where its file was changed by hand,
/// that of the larger checksum.
class RecordLog {
 public:
  /// True where the trial's record is another one now.
  bool Add(RecordLine trial);
  /// Of many, in O(n log n) and with hardly a look at what is there.
  void Add(std::vector<RecordLine> trials);
  void Add(const Aside& aside);

  /// By trial. All have the same trials.
  const std::map<std::string, ResultRecord>& records() const { return records_; }
  const std::map<std::string, std::string>& identities() const { return identities_; }
  const std::map<std::string, std::uint64_t>& checksums() const { return checksums_; }

  /// Trials without a record of which one was set aside as stale, and by nothing else.
  const std::set<std::string>& stale() const { return stale_; }

  /// Whether the record with the checksum, one of this trial, is here or was set aside.
  bool Has(const std::string& trial_id, std::uint64_t checksum) const;
  bool IsSetAside(std::uint64_t checksum) const { return aside_.contains(checksum); }
  /// Whether any record of the trial was.
  bool HasSetAside(const std::string& trial_id) const { return trials_aside_.contains(trial_id); }

  /// What is to be set aside behind another record of the trial: its record and stale ones.
  std::vector<Aside> BehindNextOf(const std::string& trial_id) const;

  /// Moves the records out; call it last.
  std::map<std::string, ResultRecord> TakeRecords() { return std::move(records_); }

 private:
  struct SetAside {
    bool as_stale = false, otherwise = false;
  };

  bool IsHere(const std::string& trial_id, std::uint64_t checksum) const;
  bool Settle(const std::string& trial_id);
  bool IsStale(const RecordLine& trial) const;

  std::map<std::string, ResultRecord> records_;
  std::map<std::string, std::string> identities_;
  std::map<std::string, std::uint64_t> checksums_;
  std::map<std::string, std::vector<RecordLine>> others_;  // of the same trials, and of stale ones
  std::unordered_map<std::uint64_t, SetAside> aside_;
  std::set<std::string> trials_aside_, stale_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_RECORD_LOG_H_
