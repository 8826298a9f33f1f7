#ifndef MERCER_CORE_DATA_STEPS_PREPROCESS_STEP_H_
#define MERCER_CORE_DATA_STEPS_PREPROCESS_STEP_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/base/examples.h"
#include "core/base/registry.h"

namespace mercer {

/// How the output rows of a fitted step are stored.
enum class StepOutput { kAsGiven, kDense, kSparse };

/// What is known about the output rows of a fitted step before they are computed.
struct StepShape {
  std::string step;      // name in the registry
  Index input_dim = 0;   // columns taken
  Index output_dim = 0;  // columns made
  StepOutput output = StepOutput::kAsGiven;
  Index most_added = 0;  // values that a sparse row may store in addition to those it had
};

/// A preprocessing step fitted on the training part, or on either part (of_each_part); immutable.
class FittedStep {
 public:
  virtual ~FittedStep() = default;

  Index input_dim() const { return shape_.input_dim; }
  Index output_dim() const { return shape_.output_dim; }

  /// Applies the step to rows of either part, n × input_dim to n × output_dim: row i of the result
  /// is a function of row i and of the fitted quantities. Throws InvalidInput, before allocating
  /// memory, if the result is dense with more than kMaxDenseValues values or larger than this
  /// machine's memory.
  Examples Apply(Examples x) const;

  /// An upper bound on the bytes of Apply(x), exact if the result is dense.
  double OutputBytes(const Examples& x) const;

  /// A note on what fitting found, for readers of the results; "" if there is none.
  virtual std::string Note() const { return ""; }

 protected:
  explicit FittedStep(StepShape shape) : shape_(std::move(shape)) {}

  /// Whether Apply(x) is stored dense.
  bool MakesDense(const Examples& x) const;

 private:
  virtual Examples Transform(Examples x) const = 0;

  StepShape shape_;
};

/// The registry entry of a step. Names in records and identities omit parameters at their defaults,
/// so if a default changes, the version must be raised.
struct PreprocessEntry : RegistryInfo {
  /// `params` are resolved and have passed `output_dim` and `check_rows`. Throws InvalidInput if
  /// the step cannot be fitted on the rows (all zero, …).
  std::unique_ptr<FittedStep> (*fit)(const Params& params, const Examples& train) = nullptr;

  /// The number of columns made from `input_dim` columns; either is absent if it depends on the
  /// rows themselves. Throws InvalidInput if the parameters contradict each other or do not fit the
  /// columns. nullptr: the number of columns does not change, and all parameters in their ranges
  /// are valid.
  std::optional<Index> (*output_dim)(const Params& params,
                                     std::optional<Index> input_dim) = nullptr;

  /// Whether each part has the step fitted on its own rows: the test part on test rows.
  bool of_each_part = false;

  /// Whether sparse rows are expected to stay sparse; it may also depend on the rows. `params` are
  /// resolved. nullptr: they become dense.
  bool (*keeps_sparsity)(const Params& params) = nullptr;

  /// Throws InvalidInput if there are too few training rows to fit the step. nullptr: one is
  /// enough.
  void (*check_rows)(const Params& params, Index train_rows) = nullptr;
};

/// For PreprocessEntry::keeps_sparsity: whatever the parameters are.
inline bool AlwaysKeepsSparsity(const Params& /*params*/) { return true; }

}  // namespace mercer

#endif  // MERCER_CORE_DATA_STEPS_PREPROCESS_STEP_H_
