#include "core/data/steps/builtin_steps.h"

#include <vector>

#include "core/base/error.h"

namespace mercer {
namespace {

std::vector<PreprocessEntry> Entries() {
  // clang-format off
  return {
      ImputeStepEntry(),
      MinMaxStepEntry(),
      StandardiseStepEntry(),
      StandardisePartStepEntry(),
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

bool StepKeepsSparsity(const std::string& name, const Params& params) {
  const PreprocessEntry& entry = PreprocessRegistry().Get(name);
  const Params resolved = PreprocessRegistry().ResolveParams(name, params);
  return entry.keeps_sparsity != nullptr && entry.keeps_sparsity(resolved);
}

}  // namespace mercer
