#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_TRIAL_MEMORY_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_TRIAL_MEMORY_H_

#include <optional>
#include <string>

#include "core/base/error.h"
#include "core/learners/learner.h"
#include "experiments/config/trial/trial.h"
#include "experiments/run/trial/machinery.h"

namespace mercer {

/// A trial needs more memory than is available: its row is skipped, not failed.
class TooLarge : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

/// The memory of the features of a trial's rows and of its drawn map.
struct FeaturesTaken {
  double columns = 0;
  double stored = 0;         // number of stored values of the training rows
  RowBytes train{}, test{};  // as stored, sparse or dense
  double drawn_bytes = 0;
};

/// The sizes that a trial's memory is estimated from: known, or expected before the data are read.
struct TrialSizes {
  RowBytes train{}, test{};                 // prepared rows
  double d = 0, stored = 0;                 // columns, and stored values of the training rows
  std::optional<FeaturesTaken> features{};  // nullopt without a map
  Index classes = 2;
};

/// The peak memory of a trial in bytes once its data are prepared, including the program itself and
/// the data. It is the larger of two peaks. For fitting and predicting it includes the features of
/// the training rows (if the learner stores them), the learner's own memory and one block of test
/// features. For the Gram error it includes the features of its rows, two blocks of rows of Gram
/// matrices and, for the spectral norm, the Gram matrix K. `learner` is nullptr if there is none;
/// `kernel` is that of a kernel machine, otherwise nullptr. A cache of kernel values is assumed to
/// be full.
double TrialBytes(const Cell& cell, const TrialSizes& sizes, const Learner* learner,
                  const Kernel* kernel);

/// The peak memory in bytes of reading and preparing a data set, including the program itself:
/// `raw` bytes as read, from files of `text_bytes`, are turned into `prepared` bytes.
double LoadingBytes(double text_bytes, double raw, double prepared);

/// A number of bytes in GiB with three digits: "0.25".
std::string GibText(double bytes);

/// The message that a trial needs `bytes` of memory and may use `limit_bytes`.
std::string TooLargeText(double bytes, double limit_bytes);

/// Throws TooLarge with both numbers if the estimate is above the limit (0: no limit).
void RequireMemory(double bytes, double limit_bytes);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_TRIAL_MEMORY_H_
