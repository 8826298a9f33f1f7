#include "core/data/minmax.h"

#include <cmath>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/column_statistics.h"
#include "core/data/labelled_rows.h"

namespace mercer {
namespace {

constexpr char kName[] = "minmax";

struct Scaling {
  ColumnRange range;
  double low = 0, high = 1;

  double Of(Index j, double value) const {
    const double width = range.max[j] - range.min[j];
    return width > 0 ? low + (high - low) * ((value - range.min[j]) / width) : 0;
  }

  bool KeepsZero() const {
    for (Index j = 0; j < range.min.size(); ++j) {
      if (Of(j, 0) != 0) return false;
    }
    return true;
  }
};

class MinMax final : public FittedStep {
 public:
  explicit MinMax(Scaling scaling)
      : FittedStep({kName, scaling.range.min.size(), scaling.range.min.size(),
                    scaling.KeepsZero() ? StepOutput::kAsGiven : StepOutput::kDense}),
        keeps_zero_(scaling.KeepsZero()),
        scaling_(std::move(scaling)) {}

 private:
  Examples Transform(Examples x) const override {
    if (x.is_sparse() && keeps_zero_) {
      ScaleStored(&x.sparse());
      return x;
    }
    if (x.is_sparse()) x = Stored(std::move(x), Storage::kDense);
    for (Index i = 0; i < x.rows(); ++i) {
      for (Index j = 0; j < x.cols(); ++j) x.dense()(i, j) = scaling_.Of(j, x.dense()(i, j));
    }
    return x;
  }

  void ScaleStored(SparseMatrix* x) const {
    for (Index i = 0; i < x->rows(); ++i) {
      for (SparseMatrix::InnerIterator it(*x, i); it; ++it)
        it.valueRef() = scaling_.Of(it.col(), it.value());
    }
    x->prune([](Index, Index, double value) { return value != 0; });
  }

  bool keeps_zero_;  // every column maps 0 to 0, or is constant
  Scaling scaling_;
};

std::unique_ptr<FittedStep> Fit(const Params& params, const Examples& train) {
  Scaling scaling{RangeOf(train), params.Get("low").AsNumber(), params.Get("high").AsNumber()};
  for (Index j = 0; j < train.cols(); ++j) {
    const double width = scaling.range.max[j] - scaling.range.min[j];
    if (std::isfinite(width)) continue;
    throw InvalidInput("preprocessing step 'minmax': column " + std::to_string(j + 1) +
                       " of the training part has a range of " + FormatNumber(width) +
                       "; expected a finite one");
  }
  return std::make_unique<MinMax>(std::move(scaling));
}

std::optional<Index> OutputDim(const Params& params, std::optional<Index> input_dim) {
  const double low = params.Get("low").AsNumber(), high = params.Get("high").AsNumber();
  if (low < high) return input_dim;
  throw InvalidInput("preprocessing step 'minmax': low is " + FormatNumber(low) + " and high " +
                     FormatNumber(high) + "; expected low < high");
}

}  // namespace

PreprocessEntry MinMaxStepEntry() {
  PreprocessEntry entry;
  entry.name = kName;
  entry.summary = "each column to [low, high] by its training range; a constant column becomes 0";
  entry.params = {{.name = "low",
                   .kind = ParamKind::kNumber,
                   .help = "what the smallest training value becomes",
                   .default_value = 0},
                  {.name = "high",
                   .kind = ParamKind::kNumber,
                   .help = "what the largest training value becomes",
                   .default_value = 1}};
  entry.fit = Fit;
  entry.output_dim = OutputDim;
  return entry;
}

}  // namespace mercer
