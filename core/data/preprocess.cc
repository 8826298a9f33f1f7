#include "core/data/preprocess.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/labelled_rows.h"

namespace mercer {
namespace {

struct ColumnRange {
  Vector min;  // d
  Vector max;  // d
};

ColumnRange RangeOf(const Examples& x) {
  if (!x.is_sparse()) return {x.dense().colwise().minCoeff(), x.dense().colwise().maxCoeff()};
  const double inf = std::numeric_limits<double>::infinity();
  ColumnRange range{Vector::Constant(x.cols(), inf), Vector::Constant(x.cols(), -inf)};
  std::vector<Index> stored(static_cast<std::size_t>(x.cols()), 0);
  for (Index i = 0; i < x.rows(); ++i) {
    for (SparseMatrix::InnerIterator it(x.sparse(), i); it; ++it) {
      range.min[it.col()] = std::min(range.min[it.col()], it.value());
      range.max[it.col()] = std::max(range.max[it.col()], it.value());
      ++stored[static_cast<std::size_t>(it.col())];
    }
  }
  for (Index j = 0; j < x.cols(); ++j) {
    if (stored[static_cast<std::size_t>(j)] == x.rows()) continue;
    // A value that is not stored is a zero like any other.
    range.min[j] = std::min(range.min[j], 0.0);
    range.max[j] = std::max(range.max[j], 0.0);
  }
  return range;
}

class MinMax final : public FittedStep {
 public:
  explicit MinMax(const Examples& train) : range_(RangeOf(train)) {
    for (Index j = 0; j < range_.min.size(); ++j)
      keeps_zero_ = keeps_zero_ && (range_.min[j] == 0 || range_.min[j] == range_.max[j]);
  }

  Examples Apply(Examples x) const override {
    MERCER_CHECK(x.cols() == range_.min.size());
    if (x.is_sparse() && keeps_zero_) {
      ScaleStored(&x.sparse());
      return x;
    }
    if (x.is_sparse()) x = Stored(std::move(x), Storage::kDense);
    for (Index i = 0; i < x.rows(); ++i) {
      for (Index j = 0; j < x.cols(); ++j) x.dense()(i, j) = Scaled(j, x.dense()(i, j));
    }
    return x;
  }

 private:
  double Scaled(Index j, double value) const {
    const double width = range_.max[j] - range_.min[j];
    return width > 0 ? (value - range_.min[j]) / width : 0;
  }

  void ScaleStored(SparseMatrix* x) const {
    for (Index i = 0; i < x->rows(); ++i) {
      for (SparseMatrix::InnerIterator it(*x, i); it; ++it)
        it.valueRef() = Scaled(it.col(), it.value());
    }
    x->prune([](Index, Index, double value) { return value != 0; });
  }

  ColumnRange range_;
  bool keeps_zero_ = true;  // every column maps 0 to 0, or is constant
};

// Divides row i by divisors(i).
template <class Divisors>
void DivideRows(Examples* x, const Divisors& divisors) {
  if (!x->is_sparse()) {
    for (Index i = 0; i < x->rows(); ++i) x->dense().row(i) /= divisors(i);
    return;
  }
  for (Index i = 0; i < x->rows(); ++i) {
    for (SparseMatrix::InnerIterator it(x->sparse(), i); it; ++it) it.valueRef() /= divisors(i);
  }
}

class MaxNorm final : public FittedStep {
 public:
  explicit MaxNorm(const Examples& train) : norm_(std::sqrt(train.SquaredNorms().maxCoeff())) {
    if (!(norm_ > 0) || !std::isfinite(norm_)) {
      throw InvalidInput("preprocessing step 'max_norm': the largest training norm is " +
                         FormatNumber(norm_) + "; expected a finite number > 0");
    }
  }

  Examples Apply(Examples x) const override {
    DivideRows(&x, [this](Index) { return norm_; });
    return x;
  }

 private:
  double norm_;
};

class UnitNorm final : public FittedStep {
 public:
  Examples Apply(Examples x) const override {
    const Vector norms = x.SquaredNorms().cwiseSqrt();
    DivideRows(&x, [&norms](Index i) { return norms[i] > 0 ? norms[i] : 1.0; });
    return x;
  }
};

std::unique_ptr<FittedStep> FitMinMax(const Params& /*params*/, const Examples& train) {
  return std::make_unique<MinMax>(train);
}

std::unique_ptr<FittedStep> FitMaxNorm(const Params& /*params*/, const Examples& train) {
  return std::make_unique<MaxNorm>(train);
}

std::unique_ptr<FittedStep> FitUnitNorm(const Params& /*params*/, const Examples& /*train*/) {
  return std::make_unique<UnitNorm>();
}

}  // namespace

const Registry<PreprocessEntry>& PreprocessRegistry() {
  static const Registry<PreprocessEntry> registry(
      "preprocessing step",
      {{{.name = "minmax",
         .summary = "each column to [0, 1] by its training range; a constant column becomes 0",
         .citation = ""},
        FitMinMax},
       {{.name = "max_norm",
         .summary = "every row divided by the largest 2-norm of a training row",
         .citation = "kar2012 section 6.3"},
        FitMaxNorm},
       {{.name = "unit_norm",
         .summary = "each row divided by its own 2-norm; a zero row stays",
         .citation = ""},
        FitUnitNorm}});
  return registry;
}

std::unique_ptr<FittedStep> FitStep(const std::string& name, const Params& params,
                                    const Examples& train) {
  const PreprocessEntry& entry = PreprocessRegistry().Get(name);
  const Params resolved = PreprocessRegistry().ResolveParams(name, params);
  if (train.rows() == 0)
    throw InvalidInput("preprocessing step '" + name +
                       "': no training rows; expected at least one");
  return entry.fit(resolved, train);
}

}  // namespace mercer
