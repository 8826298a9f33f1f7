#ifndef MERCER_CORE_DATA_STEPS_PREPROCESS_STEP_H_
#define MERCER_CORE_DATA_STEPS_PREPROCESS_STEP_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/base/examples.h"
#include "core/base/registry.h"

namespace mercer {

/// How the rows that a fitted step makes are stored.
enum class StepOutput { kAsGiven, kDense, kSparse };

/// What is known of a fitted step's rows before they are made.
struct StepShape {
  std::string step;      // name in the registry
  Index input_dim = 0;   // columns taken
  Index output_dim = 0;  // columns made
  StepOutput output = StepOutput::kAsGiven;
  Index most_added = 0;  // values that a sparse row may store besides those it had
};

/// A preprocessing step fitted on the training part; immutable.
class FittedStep {
 public:
  virtual ~FittedStep() = default;

  Index input_dim() const { return shape_.input_dim; }
  Index output_dim() const { return shape_.output_dim; }

  /// Applies the step to rows of either part, n × input_dim to n × output_dim: row i of the result
  /// is a function of row i and of what was fitted. Throws InvalidInput, before memory is taken,
  /// where the result is dense with more than kMaxDenseValues, or larger than this machine's
  /// memory.
  Examples Apply(Examples x) const;

  /// At least the bytes that Apply(x) holds; just these where the result is dense.
  double OutputBytes(const Examples& x) const;

  /// What fitting found that a reader of the results wants to know; "" for nothing.
  virtual std::string Note() const { return ""; }

 protected:
  explicit FittedStep(StepShape shape) : shape_(std::move(shape)) {}

  /// Whether Apply(x) is stored dense.
  bool MakesDense(const Examples& x) const;

 private:
  virtual Examples Transform(Examples x) const = 0;

  StepShape shape_;
};

/// A step of the registry. Parameters at their defaults are left out of the names that records and
/// identities carry, so a changed default needs a raised version.
struct PreprocessEntry : RegistryInfo {
  /// `params` are resolved and have passed `output_dim` and `check_rows`. Throws InvalidInput
  /// where the rows cannot be fitted (all zero …).
  std::unique_ptr<FittedStep> (*fit)(const Params& params, const Examples& train) = nullptr;

  /// Columns made of `input_dim` columns, each absent where only the rows tell. Throws InvalidInput
  /// where the parameters do not fit each other or the columns. nullptr: as many as there were, and
  /// any parameters in their ranges.
  std::optional<Index> (*output_dim)(const Params& params,
                                     std::optional<Index> input_dim) = nullptr;

  /// Whether sparse rows are expected to stay sparse; only the rows tell for sure.
  bool keeps_sparsity = false;

  /// Throws InvalidInput where so few training rows cannot be fitted. nullptr: one is enough.
  void (*check_rows)(const Params& params, Index train_rows) = nullptr;
};

}  // namespace mercer

#endif  // MERCER_CORE_DATA_STEPS_PREPROCESS_STEP_H_
