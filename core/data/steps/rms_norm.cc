#include "core/data/steps/rms_norm.h"

#include <cmath>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/steps/row_scaling.h"

namespace mercer {
namespace {

constexpr char kName[] = "rms_norm";

std::unique_ptr<FittedStep> Fit(const Params& /*params*/, const Examples& train) {
  const double mean = train.SquaredNorms().mean();
  if (!(mean > 0) || !std::isfinite(mean)) {
    throw InvalidInput("preprocessing step 'rms_norm': the mean squared training norm is " +
                       FormatNumber(mean) + "; expected a finite number > 0");
  }
  return DivideByNorm(kName, train.cols(), std::sqrt(mean));
}

}  // namespace

PreprocessEntry RmsNormStepEntry() {
  PreprocessEntry entry;
  entry.name = kName;
  entry.summary = "every row divided by the root of the mean squared 2-norm of the training rows";
  entry.citation = "cotter2011, table 2";
  entry.keeps_sparsity = true;
  entry.fit = Fit;
  return entry;
}

}  // namespace mercer
