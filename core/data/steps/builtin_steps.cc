#include "core/data/steps/builtin_steps.h"

#include <vector>

#include "core/base/error.h"
#include "core/data/steps/angle.h"
#include "core/data/steps/append_constant.h"
#include "core/data/steps/binarise.h"
#include "core/data/steps/crop.h"
#include "core/data/steps/impute.h"
#include "core/data/steps/max_norm.h"
#include "core/data/steps/minmax.h"
#include "core/data/steps/one_hot.h"
#include "core/data/steps/pca.h"
#include "core/data/steps/rms_norm.h"
#include "core/data/steps/scale.h"
#include "core/data/steps/standardise.h"
#include "core/data/steps/unit_norm.h"

namespace mercer {
namespace {

std::vector<PreprocessEntry> Entries() {
  // clang-format off
  return {
      ImputeStepEntry(),
      MinMaxStepEntry(),
      StandardiseStepEntry(),
      MaxNormStepEntry(),
      RmsNormStepEntry(),
      UnitNormStepEntry(),
      ScaleStepEntry(),
      BinariseStepEntry(),
      OneHotStepEntry(),
      PcaStepEntry(),
      AppendConstantStepEntry(),
      AngleStepEntry(),
      CropStepEntry(),
  };
  // clang-format on
}

}  // namespace

const Registry<PreprocessEntry>& PreprocessRegistry() {
  static const Registry<PreprocessEntry> registry("preprocessing step", Entries());
  return registry;
}

std::unique_ptr<FittedStep> FitStep(const std::string& name, const Params& params,
                                    const Examples& train) {
  const PreprocessEntry& entry = PreprocessRegistry().Get(name);
  const Params resolved = PreprocessRegistry().ResolveParams(name, params);
  StepOutputDim(name, params, train.cols());
  CheckTrainRows(name, params, train.rows());
  return entry.fit(resolved, train);
}

void CheckTrainRows(const std::string& name, const Params& params, Index train_rows) {
  const PreprocessEntry& entry = PreprocessRegistry().Get(name);
  const Params resolved = PreprocessRegistry().ResolveParams(name, params);
  if (train_rows == 0) {
    throw InvalidInput("preprocessing step '" + name +
                       "': no training rows; expected at least one");
  }
  if (entry.check_rows != nullptr) entry.check_rows(resolved, train_rows);
}

std::optional<Index> StepOutputDim(const std::string& name, const Params& params,
                                   std::optional<Index> input_dim) {
  const PreprocessEntry& entry = PreprocessRegistry().Get(name);
  const Params resolved = PreprocessRegistry().ResolveParams(name, params);
  return entry.output_dim == nullptr ? input_dim : entry.output_dim(resolved, input_dim);
}

}  // namespace mercer
