#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/quantiles.h"
#include "core/data/rows/labelled_rows.h"
#include "core/data/steps/builtin_steps.h"

namespace mercer {
namespace {

constexpr char kName[] = "impute";
using ByColumn = Eigen::SparseMatrix<double, Eigen::ColMajor, Index>;

class Impute final : public FittedStep {
 public:
  Impute(Vector fill, Index filled)
      : FittedStep({kName, fill.size(), fill.size(), StepOutput::kAsGiven}),
        fill_(std::move(fill)),
        filled_(filled) {}

  std::string Note() const override {
    return "impute: " + std::to_string(filled_) + " missing values in the training part";
  }

 private:
  Examples Transform(Examples x) const override {
    for (Index i = 0; i < x.rows(); ++i) {
      if (x.is_sparse()) {
        for (SparseMatrix::InnerIterator it(x.sparse(), i); it; ++it)
          if (std::isnan(it.value())) it.valueRef() = fill_[it.col()];
      } else {
        for (Index j = 0; j < x.cols(); ++j)
          if (std::isnan(x.dense()(i, j))) x.dense()(i, j) = fill_[j];
      }
    }
    return x;
  }

  Vector fill_;
  Index filled_;
};

// The values that a column has: `zeros` that are not stored, and those listed.
struct Column {
  std::vector<double> values{};
  Index zeros = 0;
  Index missing = 0;

  void Add(double value) {
    if (std::isnan(value)) {
      ++missing;
    } else {
      values.push_back(value);
    }
  }
};

Column DenseColumn(const Matrix& x, Index j) {
  Column column;
  for (Index i = 0; i < x.rows(); ++i) column.Add(x(i, j));
  return column;
}

Column SparseColumn(const ByColumn& x, Index j) {
  Column column;
  Index stored = 0;
  for (ByColumn::InnerIterator it(x, j); it; ++it, ++stored) column.Add(it.value());
  column.zeros = x.rows() - stored;
  return column;
}

double MeanOf(const Column& column) {
  double sum = 0;
  for (const double value : column.values) sum += value;
  return sum / (static_cast<double>(column.values.size()) + static_cast<double>(column.zeros));
}

double MedianOf(Column column) {
  const auto zeros = static_cast<std::size_t>(column.zeros);
  // The zeros of a column that is mostly zeros are never listed.
  if (zeros > column.values.size()) return 0;
  column.values.insert(column.values.end(), zeros, 0.0);
  return Median(std::move(column.values));
}

std::unique_ptr<FittedStep> Fit(const Params& params, const Examples& train) {
  const bool mean = params.Get("statistic").AsText() == "mean";
  const ByColumn by_column = train.is_sparse() ? ByColumn(train.sparse()) : ByColumn();
  Vector fill(train.cols());
  Index missing = 0;
  for (Index j = 0; j < train.cols(); ++j) {
    Column column = train.is_sparse() ? SparseColumn(by_column, j) : DenseColumn(train.dense(), j);
    missing += column.missing;
    if (column.missing == train.rows()) {
      throw InvalidInput("preprocessing step 'impute': column " + std::to_string(j + 1) +
                         " has no value in the training part; expected one at least");
    }
    fill[j] = mean ? MeanOf(column) : MedianOf(std::move(column));
  }
  return std::make_unique<Impute>(std::move(fill), missing);
}

}  // namespace

PreprocessEntry ImputeStepEntry() {
  PreprocessEntry entry;
  entry.name = kName;
  entry.summary =
      "a missing value becomes the mean or median of its column's values in the training part";
  entry.params = {{.name = "statistic",
                   .kind = ParamKind::kText,
                   .help = "statistic of the column's training values that replaces a missing one",
                   .default_value = "mean",
                   .choices = {"mean", "median"}}};
  entry.keeps_sparsity = AlwaysKeepsSparsity;
  entry.fit = Fit;
  return entry;
}

void CheckNoneMissing(const std::string& what, const Examples& x) {
  const Index missing = MissingValues(x);
  if (missing == 0) return;
  Index row = 0;
  while (MissingValues(x.SelectRange(row, 1)) == 0) ++row;
  throw InvalidInput(what + " has " + std::to_string(missing) +
                     " missing values, the first in row " + std::to_string(row + 1) +
                     "; expected the preprocessing step 'impute' before all others");
}

}  // namespace mercer
