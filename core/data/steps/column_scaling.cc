#include <cmath>
#include <numeric>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/rows/labelled_rows.h"
#include "core/data/steps/builtin_steps.h"
#include "core/data/steps/column_statistics.h"

namespace mercer {
namespace {

constexpr char kMinMax[] = "minmax";

struct Scaling {
  ColumnRange range;
  double low = 0, high = 1;

  double Of(Index j, double value) const {
    const double width = range.max[j] - range.min[j];
    return width > 0 ? low + (high - low) * ((value - range.min[j]) / width) : 0;
  }

  /// The columns that map 0 to another value, ascending.
  std::vector<Index> Shifted() const {
    std::vector<Index> columns;
    for (Index j = 0; j < range.min.size(); ++j)
      if (Of(j, 0) != 0) columns.push_back(j);
    return columns;
  }
};

/// Whether rows as sparse as these stay sparse though the shifted columns are stored in every row.
bool StaysSparse(const Examples& train, const std::vector<Index>& shifted) {
  if (shifted.empty()) return true;
  if (!train.is_sparse()) return false;
  std::vector<Index> stored = StoredByColumn(train.sparse());
  for (const Index j : shifted) stored[static_cast<std::size_t>(j)] = train.rows();
  const auto all = static_cast<double>(train.rows()) * static_cast<double>(train.cols());
  return static_cast<double>(std::accumulate(stored.begin(), stored.end(), Index{0})) <
         kSparseBelowDensity * all;
}

class MinMax final : public FittedStep {
 public:
  MinMax(Scaling scaling, std::vector<Index> shifted, bool stays_sparse)
      : FittedStep({kMinMax, scaling.range.min.size(), scaling.range.min.size(),
                    stays_sparse ? StepOutput::kAsGiven : StepOutput::kDense,
                    static_cast<Index>(shifted.size())}),
        shifted_(std::move(shifted)),
        scaling_(std::move(scaling)) {}

 private:
  Examples Transform(Examples x) const override {
    if (!MakesDense(x)) return ScaledSparse(x.sparse());
    x = Stored(std::move(x), Storage::kDense);
    for (Index i = 0; i < x.rows(); ++i) {
      for (Index j = 0; j < x.cols(); ++j) x.dense()(i, j) = scaling_.Of(j, x.dense()(i, j));
    }
    return x;
  }

  SparseMatrix ScaledSparse(const SparseMatrix& x) const {
    SparseMatrix scaled(x.rows(), x.cols());
    scaled.reserve(x.nonZeros() + x.rows() * static_cast<Index>(shifted_.size()));
    for (Index i = 0; i < x.rows(); ++i) {
      scaled.startVec(i);
      const auto put = [&](Index j, double value) {
        const double to = scaling_.Of(j, value);
        if (to != 0) scaled.insertBackByOuterInner(i, j) = to;
      };
      auto absent = shifted_.begin();
      for (SparseMatrix::InnerIterator it(x, i); it; ++it) {
        for (; absent != shifted_.end() && *absent < it.col(); ++absent) put(*absent, 0);
        if (absent != shifted_.end() && *absent == it.col()) ++absent;
        put(it.col(), it.value());
      }
      for (; absent != shifted_.end(); ++absent) put(*absent, 0);
    }
    scaled.finalize();
    return scaled;
  }

  std::vector<Index> shifted_;
  Scaling scaling_;
};

std::unique_ptr<FittedStep> FitMinMax(const Params& params, const Examples& train) {
  Scaling scaling{RangeOf(train), params.Get("low").AsNumber(), params.Get("high").AsNumber()};
  for (Index j = 0; j < train.cols(); ++j) {
    const double width = scaling.range.max[j] - scaling.range.min[j];
    if (std::isfinite(width)) continue;
    throw InvalidInput("preprocessing step 'minmax': column " + std::to_string(j + 1) +
                       " of the training part has a range of " + FormatNumber(width) +
                       "; expected a finite one");
  }
  std::vector<Index> shifted = scaling.Shifted();
  const bool stays_sparse = StaysSparse(train, shifted);
  return std::make_unique<MinMax>(std::move(scaling), std::move(shifted), stays_sparse);
}

std::optional<Index> MinMaxOutputDim(const Params& params, std::optional<Index> input_dim) {
  const double low = params.Get("low").AsNumber(), high = params.Get("high").AsNumber();
  if (low < high) return input_dim;
  throw InvalidInput("preprocessing step 'minmax': low is " + FormatNumber(low) + " and high " +
                     FormatNumber(high) + "; expected low < high");
}

constexpr char kStandardise[] = "standardise";

class Standardise final : public FittedStep {
 public:
  Standardise(Vector mean, Vector inverse_sd)
      : FittedStep({kStandardise, mean.size(), mean.size(),
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

std::unique_ptr<FittedStep> FitStandardise(const Params& /*params*/, const Examples& train) {
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

PreprocessEntry MinMaxStepEntry() {
  PreprocessEntry entry;
  entry.name = kMinMax;
  entry.summary =
      "scales each column to [low, high] by its training range; a constant column becomes 0";
  entry.params = {{.name = "low",
                   .kind = ParamKind::kNumber,
                   .help = "value that the smallest training value becomes",
                   .default_value = 0},
                  {.name = "high",
                   .kind = ParamKind::kNumber,
                   .help = "value that the largest training value becomes",
                   .default_value = 1}};
  entry.keeps_sparsity = AlwaysKeepsSparsity;
  entry.fit = FitMinMax;
  entry.output_dim = MinMaxOutputDim;
  return entry;
}

PreprocessEntry StandardiseStepEntry() {
  PreprocessEntry entry;
  entry.name = kStandardise;
  entry.summary =
      "scales each column to mean 0 and variance 1 over the n training rows (dividing by n); a "
      "constant column becomes 0";
  entry.fit = FitStandardise;
  return entry;
}

}  // namespace mercer
