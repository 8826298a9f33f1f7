#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_DATA_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_DATA_H_

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <string>

#include "core/base/examples.h"
#include "core/data/dataset.h"
#include "experiments/catalogue/catalogue.h"
#include "experiments/config/trial.h"

namespace mercer {

/// The rows of one trial: labelled by a rule that saw the whole data set, chosen and split
/// (trial_rows.h), preprocessed by steps fitted on the training part. A data set without a split is
/// all training part.
struct TrialData {
  std::string sha256;                  // of the data set
  std::string labels_description;      // what the label rule chose; "" where labels are as read
  std::string preprocess_description;  // what fitting the steps found; "" for nothing
  Examples train_x, test_x;
  Vector train_y, test_y;
  std::size_t Bytes() const { return train_x.Bytes() + test_x.Bytes(); }
};

/// Loads and prepares data, and keeps what was used last within a bound of memory, so that the
/// trials of one data set and repetition do not load it again. The repetition of a trial redraws a
/// generated data set, as it redraws the split of one that is read.
class TrialDataCache {
 public:
  /// `catalogue` must outlive it.
  explicit TrialDataCache(const Catalogue& catalogue) : catalogue_(catalogue) {}

  /// Throws DataMissing, or InvalidInput for a faulty file, labels or preprocessing.
  std::shared_ptr<const TrialData> Get(const Trial& trial);

  /// The sha256 of the data set. Loads it the first time. Throws as Get does.
  const std::string& Hash(const Trial& trial);

  /// The bytes that it may keep besides what was used last.
  static constexpr std::size_t kKeptBytes = std::size_t{256} << 20;

 private:
  std::shared_ptr<const Dataset> Load(const Trial& trial);

  const Catalogue& catalogue_;
  // Most recently used first.
  std::list<std::pair<std::string, std::shared_ptr<const Dataset>>> datasets_;
  std::list<std::pair<std::string, std::shared_ptr<const TrialData>>> prepared_;
  std::map<std::string, std::string> hashes_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_DATA_H_
