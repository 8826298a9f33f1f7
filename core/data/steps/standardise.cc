#include "core/data/steps/standardise.h"

#include <cmath>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/rows/labelled_rows.h"
#include "core/data/steps/column_statistics.h"

namespace mercer {
namespace {

constexpr char kName[] = "standardise";

class Standardise final : public FittedStep {
 public:
  Standardise(Vector mean, Vector inverse_sd)
      : FittedStep({kName, mean.size(), mean.size(),
                    mean.isZero(0) ? StepOutput::kAsGiven : StepOutput::kDense}),
        mean_(std::move(mean)),
        inverse_sd_(std::move(inverse_sd)) {}

 private:
  Examples Transform(Examples x) const override {
    if (!MakesDense(x)) {
      for (Index i = 0; i < x.rows(); ++i) {
        for (SparseMatrix::InnerIterator it(x.sparse(), i); it; ++it)
          it.valueRef() *= inverse_sd_[it.col()];
      }
      return x;
    }
    x = Stored(std::move(x), Storage::kDense);
    for (Index i = 0; i < x.rows(); ++i) {
      auto row = x.dense().row(i).array();
      row = (row - mean_.transpose().array()) * inverse_sd_.transpose().array();
    }
    return x;
  }

  Vector mean_;
  Vector inverse_sd_;  // 0 where the column is constant
};

std::unique_ptr<FittedStep> Fit(const Params& /*params*/, const Examples& train) {
  const ColumnRange range = RangeOf(train);
  const Vector mean = ColumnMeans(train);
  const Vector variance = SquaredDeviations(train, mean) / static_cast<double>(train.rows());
  Vector inverse_sd = Vector::Zero(train.cols());
  for (Index j = 0; j < train.cols(); ++j) {
    // Rounding leaves a constant column's variance a little above 0.
    if (range.min[j] == range.max[j]) continue;
    if (!(variance[j] > 0) || !std::isfinite(variance[j])) {
      throw InvalidInput("preprocessing step 'standardise': column " + std::to_string(j + 1) +
                         " of the training part has variance " + FormatNumber(variance[j]) +
                         "; expected a finite number > 0, or a constant column");
    }
    inverse_sd[j] = 1 / std::sqrt(variance[j]);
  }
  return std::make_unique<Standardise>(mean, inverse_sd);
}

}  // namespace

PreprocessEntry StandardiseStepEntry() {
  PreprocessEntry entry;
  entry.name = kName;
  entry.summary =
      "each column to mean 0 and variance 1 over the n training rows (dividing by n); a constant "
      "column becomes 0";
  entry.fit = Fit;
  return entry;
}

}  // namespace mercer
