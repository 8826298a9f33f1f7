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

/// The rows of one trial: labelled by a rule that saw the whole data set, chosen and split
/// (TrialRows), preprocessed by steps fitted on the training part. A data set without a split is
/// all training part.
struct TrialData {
  std::string sha256;                  // of the data set
  std::string labels_description;      // what the label rule chose; "" where labels are as read
  std::string preprocess_description;  // what fitting the steps found; "" for nothing
  Examples train_x, test_x;
  Vector train_y, test_y;
  std::size_t Bytes() const { return train_x.Bytes() + test_x.Bytes(); }
};

/// Prepared rows that the processes of one run share.
struct SharedData {
  std::filesystem::path folder;        // "": none
  std::string dataset_sha256;          // that the data were found with; "": not looked at
  double min_prepare_seconds = 0.02;   // what is made faster is not worth a file
  double left_free = kRoomForRecords;  // bytes of the disk; a file that leaves less is not written
  bool for_one_trial = false;          // rows as read are given back once they are prepared
};

/// What names the data of a trial before labels, split and preprocessing: equal for trials that
/// have the same rows, a generated set's seed included.
std::string DatasetKey(const Catalogue& catalogue, const Trial& trial);

/// Loads and prepares data, and keeps what was used last within a bound of memory, so that the
/// trials of one data set and repetition do not load it again. The repetition of a trial redraws a
/// generated data set, as it redraws the split of one that is read.
class TrialDataCache {
 public:
  /// `catalogue` must outlive it.
  explicit TrialDataCache(const Catalogue& catalogue, SharedData shared = {})
      : catalogue_(catalogue), shared_(std::move(shared)) {}

  /// Throws DataMissing, or InvalidInput for a faulty file, labels or preprocessing, or where the
  /// data are no longer those that the shared ones are of.
  std::shared_ptr<const TrialData> Get(const Trial& trial);

  const Catalogue& catalogue() const { return catalogue_; }

  /// The sha256 of the data set. Loads it the first time. Throws as Get does.
  const std::string& Hash(const Trial& trial);

  /// Gives the memory of everything kept back; hashes stay.
  void Forget();

  /// The bytes that it may keep besides what was used last.
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

/// The rows of the data set that a trial trains and tests on: the row steps of "all" in order, then
/// the split, then the row steps of "train". `labels` are those of the rule, n values. Without a
/// split every row trains. Throws InvalidInput where a part would be empty or a step has not enough
/// rows. O(n·log).
Split TrialRows(const Trial& trial, const Dataset& data, const Vector& labels);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_TRIAL_DATA_H_
