#include "core/data/steps/max_norm.h"

#include <cmath>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/steps/row_scaling.h"

namespace mercer {
namespace {

constexpr char kName[] = "max_norm";

std::unique_ptr<FittedStep> Fit(const Params& /*params*/, const Examples& train) {
  const double norm = std::sqrt(train.SquaredNorms().maxCoeff());
  if (!(norm > 0) || !std::isfinite(norm)) {
    throw InvalidInput("preprocessing step 'max_norm': the largest training norm is " +
                       FormatNumber(norm) + "; expected a finite number > 0");
  }
  return DivideByNorm(kName, train.cols(), norm);
}

}  // namespace

PreprocessEntry MaxNormStepEntry() {
  PreprocessEntry entry;
  entry.name = kName;
  entry.summary = "every row divided by the largest 2-norm of a training row";
  entry.citation = "kar2012 section 6.3";
  entry.keeps_sparsity = true;
  entry.fit = Fit;
  return entry;
}

}  // namespace mercer
