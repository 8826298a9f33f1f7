#ifndef MERCER_EXPERIMENTS_RUN_TRIAL_TRIAL_MEMORY_H_
#define MERCER_EXPERIMENTS_RUN_TRIAL_TRIAL_MEMORY_H_

#include <optional>
#include <string>

#include "core/base/error.h"
#include "core/learners/learner.h"
#include "experiments/config/trial/trial.h"
#include "experiments/run/trial/machinery.h"

namespace mercer {

/// A trial that would take more memory than there is: a skipped row, not a failed one.
class TooLarge : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

/// The features of a trial's rows and its drawn map.
struct FeaturesTaken {
  double columns = 0;
  double stored = 0;         // values of the training rows
  RowBytes train{}, test{};  // as they are stored, sparse or dense
  double drawn_bytes = 0;
};

/// What a trial's memory is told from: known, or expected before the data are read.
struct TrialSizes {
  RowBytes train{}, test{};                 // prepared rows
  double d = 0, stored = 0;                 // columns and values of the training rows
  std::optional<FeaturesTaken> features{};  // none without a map
  Index classes = 2;
};

/// Bytes that a trial holds at most at one time once its data are prepared, the program itself and
/// the data among them: the larger of fitting and predicting, where the features of the training
/// rows (if the learner stores them), the learner's own and one block of test features are held,
/// and of the Gram error, where the features of its rows, two blocks of rows of Gram matrices and
/// for the spectral norm the Gram matrix K are. `learner`: nullptr without one; `kernel`: of a
/// kernel machine, else nullptr. What a cache of kernel values may take is counted as full.
double TrialBytes(const Cell& cell, const TrialSizes& sizes, const Learner* learner,
                  const Kernel* kernel);

/// Bytes that reading and preparing a data set takes at most at one time, the program itself among
/// them: `raw` as read, of files of `text_bytes`, into `prepared`.
double LoadingBytes(double text_bytes, double raw, double prepared);

/// "0.25": three digits of bytes in GiB.
std::string GibText(double bytes);

/// The sentence that says that a trial needs so much and may take so much.
std::string TooLargeText(double bytes, double limit_bytes);

/// Throws TooLarge with both numbers where the estimate is above the limit (0: none).
void RequireMemory(double bytes, double limit_bytes);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_TRIAL_TRIAL_MEMORY_H_
