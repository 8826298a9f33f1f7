#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_TRIAL_DATA_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_TRIAL_DATA_H_

#include <cstdint>
#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "core/base/examples.h"
#include "core/data/dataset.h"
#include "core/data/rows/split.h"
#include "experiments/catalogue/catalogue.h"
#include "experiments/config/trial/trial.h"
#include "experiments/run/machine/disk_room.h"

namespace mercer {

/// The rows of one trial. They are labelled by a rule that sees the whole data set, selected and
/// split (TrialRows), and preprocessed by steps fitted on the training part (of_each_part: on each
/// part). Without a split all rows are in the training part.
struct TrialData {
  std::string sha256;                  // of the data set
  std::string labels_description;      // what the label rule chose; "" if labels are used as read
  std::string preprocess_description;  // what fitting the steps found; "" if nothing
  Examples train_x, test_x;
  Vector train_y, test_y;
  std::size_t Bytes() const { return train_x.Bytes() + test_x.Bytes(); }
};

/// Settings for prepared rows that the processes of one run share.
struct SharedData {
  std::filesystem::path folder;        // "": none
  std::string dataset_sha256;          // the hash that the data must have; "": not checked
  double min_prepare_seconds = 0.002;  // data that take less time to prepare are not stored
  double left_free = kRoomForRecords;  // bytes of the disk to keep free; a file that would leave
                                       // less is not written
  bool for_one_trial = false;          // free the rows as read once they are prepared
};

/// The key of a trial's data before labels, split and preprocessing. It is equal for trials that
/// have the same rows, and includes the seed of a generated set.
std::string DatasetKey(const Catalogue& catalogue, const Trial& trial);

/// Loads and prepares data, and keeps the most recently used ones within a memory limit, so that
/// the trials of one data set and repetition do not load them again. Each repetition draws a
/// generated data set anew, just as it draws the split of a data set that is read anew.
class TrialDataCache {
 public:
  /// `catalogue` must outlive it.
  explicit TrialDataCache(const Catalogue& catalogue, SharedData shared = {})
      : catalogue_(catalogue), shared_(std::move(shared)) {}

  /// The prepared data of a trial. Throws DataMissing if the data are not on this machine, and
  /// InvalidInput for an invalid file, labels or preprocessing, or if the data are no longer those
  /// that the shared ones were made from.
  std::shared_ptr<const TrialData> Get(const Trial& trial);

  const Catalogue& catalogue() const { return catalogue_; }

  /// The sha256 of the data set. Loads it the first time. Throws as Get does.
  const std::string& Hash(const Trial& trial);

  /// Frees everything cached; hashes stay.
  void Forget();

  /// The bytes that it may keep in addition to the data used last.
  static constexpr std::size_t kKeptBytes = std::size_t{256} << 20;

 private:
  std::shared_ptr<const Dataset> Load(const Trial& trial);
  std::shared_ptr<const TrialData> Prepared(const Trial& trial, const std::string& key);

  const Catalogue& catalogue_;
  SharedData shared_;
  // Most recently used first.
  std::list<std::pair<std::string, std::shared_ptr<const Dataset>>> datasets_;
  std::list<std::pair<std::string, std::shared_ptr<const TrialData>>> prepared_;
  std::map<std::string, std::string> hashes_;
};

/// The rows of the data set that a trial trains and tests on. First the row steps with of "all"
/// apply, in order, then the split, then the row steps with of "train". `labels` holds the n labels
/// of the rule. Without a split every row is a training row. Throws InvalidInput if a part would be
/// empty or a step has too few rows. O(n·log).
Split TrialRows(const Trial& trial, const Dataset& data, const Vector& labels);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_TRIAL_DATA_H_
