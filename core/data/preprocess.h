#ifndef MERCER_CORE_DATA_PREPROCESS_H_
#define MERCER_CORE_DATA_PREPROCESS_H_

#include <memory>
#include <string>
#include <vector>

#include "core/base/examples.h"
#include "core/base/registry.h"

namespace mercer {

/// A preprocessing step fitted on the training part; immutable.
class FittedStep {
 public:
  virtual ~FittedStep() = default;

  /// Applies the fitted step to rows of either part.
  virtual Examples Apply(Examples x) const = 0;
};

struct PreprocessEntry : RegistryInfo {
  /// `params` are resolved. Throws InvalidInput where the rows cannot be fitted (all zero …).
  std::unique_ptr<FittedStep> (*fit)(const Params& params, const Examples& train) = nullptr;
};

/// minmax (each column to [0, 1] by its training range; a constant column becomes 0), max_norm
/// (divide by the largest training norm), unit_norm (each row by its own 2-norm; a zero row stays).
/// A value that sparse rows do not store is a zero like any other: minmax makes sparse rows dense
/// where a column that varies does not have 0 as its minimum. Test values may leave [0, 1].
const Registry<PreprocessEntry>& PreprocessRegistry();

/// Checks the parameters and fits. Throws InvalidInput.
std::unique_ptr<FittedStep> FitStep(const std::string& name, const Params& params,
                                    const Examples& train);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_PREPROCESS_H_
