#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "core/base/error.h"
#include "core/base/examples.h"
#include "core/base/text.h"
#include "core/data/steps/builtin_steps.h"
#include "core/data/steps/preprocess_step.h"

namespace mercer {
namespace {

/// Divides row i by divisors(i), in place. O(stored values).
template <class Divisors>
void DivideRows(Examples* x, const Divisors& divisors) {
  for (Index i = 0; i < x->rows(); ++i) {
    const double divisor = divisors(i);
    if (!x->is_sparse()) {
      x->dense().row(i) /= divisor;
      continue;
    }
    for (SparseMatrix::InnerIterator it(x->sparse(), i); it; ++it) it.valueRef() /= divisor;
  }
}

/// Divides every row of `dim` values by `norm` > 0.
class DividedByNorm final : public FittedStep {
 public:
  DividedByNorm(const std::string& step, Index dim, double norm)
      : FittedStep({step, dim, dim}), norm_(norm) {}

 private:
  Examples Transform(Examples x) const override {
    DivideRows(&x, [this](Index) { return norm_; });
    return x;
  }

  double norm_;
};

constexpr char kMaxNorm[] = "max_norm";

std::unique_ptr<FittedStep> FitMaxNorm(const Params& /*params*/, const Examples& train) {
  const double norm = std::sqrt(train.SquaredNorms().maxCoeff());
  if (!(norm > 0) || !std::isfinite(norm)) {
    throw InvalidInput("preprocessing step 'max_norm': the largest training norm is " +
                       FormatNumber(norm) + "; expected a finite number > 0");
  }
  return std::make_unique<DividedByNorm>(kMaxNorm, train.cols(), norm);
}

constexpr char kRmsNorm[] = "rms_norm";

std::unique_ptr<FittedStep> FitRmsNorm(const Params& /*params*/, const Examples& train) {
  const double mean = train.SquaredNorms().mean();
  if (!(mean > 0) || !std::isfinite(mean)) {
    throw InvalidInput("preprocessing step 'rms_norm': the mean squared training norm is " +
                       FormatNumber(mean) + "; expected a finite number > 0");
  }
  return std::make_unique<DividedByNorm>(kRmsNorm, train.cols(), std::sqrt(mean));
}

constexpr char kUnitNorm[] = "unit_norm";

Vector AbsoluteSums(const Examples& x) {
  if (!x.is_sparse()) return x.dense().cwiseAbs().rowwise().sum();
  Vector sums = Vector::Zero(x.rows());
  for (Index i = 0; i < x.rows(); ++i) {
    for (SparseMatrix::InnerIterator it(x.sparse(), i); it; ++it) sums[i] += std::abs(it.value());
  }
  return sums;
}

double LargestOfRow(const Examples& x, Index i) {
  double largest = 0;
  ForEachNonZero(x, i, [&](Index, double value) { largest = std::max(largest, std::abs(value)); });
  return largest;
}

class UnitNorm final : public FittedStep {
 public:
  UnitNorm(Index dim, bool is_l1) : FittedStep({kUnitNorm, dim, dim}), is_l1_(is_l1) {}

 private:
  Examples Transform(Examples x) const override {
    Vector norms = Norms(x);
    // Rows whose sum or squares are beyond the range of doubles come into it first.
    Vector largest = Vector::Ones(x.rows());
    for (Index i = 0; i < x.rows(); ++i) {
      if (norms[i] > kLeastNorm && std::isfinite(norms[i])) continue;
      const double of_row = LargestOfRow(x, i);
      if (of_row > 0 && std::isfinite(of_row)) largest[i] = of_row;
    }
    if ((largest.array() != 1).any()) {
      DivideRows(&x, [&largest](Index i) { return largest[i]; });
      norms = Norms(x);
    }
    DivideRows(&x, [&norms](Index i) { return norms[i] > 0 ? norms[i] : 1.0; });
    return x;
  }

  Vector Norms(const Examples& x) const {
    return is_l1_ ? AbsoluteSums(x) : Vector(x.SquaredNorms().cwiseSqrt());
  }

  static constexpr double kLeastNorm = 1e-140;  // squares below 1e-280 lose digits

  bool is_l1_;
};

}  // namespace

PreprocessEntry MaxNormStepEntry() {
  PreprocessEntry entry;
  entry.name = kMaxNorm;
  entry.summary = "every row divided by the largest 2-norm of a training row";
  entry.citation = "kar2012 section 6.3";
  entry.keeps_sparsity = AlwaysKeepsSparsity;
  entry.fit = FitMaxNorm;
  return entry;
}

PreprocessEntry RmsNormStepEntry() {
  PreprocessEntry entry;
  entry.name = kRmsNorm;
  entry.summary = "every row divided by the root of the mean squared 2-norm of the training rows";
  entry.citation = "cotter2011, table 2";
  entry.keeps_sparsity = AlwaysKeepsSparsity;
  entry.fit = FitRmsNorm;
  return entry;
}

PreprocessEntry UnitNormStepEntry() {
  PreprocessEntry entry;
  entry.name = kUnitNorm;
  entry.summary = "each row divided by its own norm; a zero row stays";
  entry.params = {{.name = "norm",
                   .kind = ParamKind::kText,
                   .help = "l2: root of the sum of squares; l1: sum of absolute values",
                   .default_value = "l2",
                   .choices = {"l2", "l1"}}};
  entry.keeps_sparsity = AlwaysKeepsSparsity;
  entry.fit = [](const Params& params, const Examples& train) -> std::unique_ptr<FittedStep> {
    return std::make_unique<UnitNorm>(train.cols(), params.Get("norm").AsText() == "l1");
  };
  return entry;
}

}  // namespace mercer
