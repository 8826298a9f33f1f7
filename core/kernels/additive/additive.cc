#include "core/kernels/additive/additive.h"

#include <cmath>

#include "core/base/error.h"

namespace mercer {
namespace {

// nan and, for a kernel value that is not finite, infinities come through.
struct Chi2 {
  static double Of(double a, double b) {
    const double sum = std::abs(a) + std::abs(b);
    return sum == 0 ? 0 : 2 * b * (a / sum);
  }
};

struct Intersection {
  static double Of(double a, double b) {
    const double size = std::abs(a) < std::abs(b) ? std::abs(a) : std::abs(b);
    const bool equal_signs = (a < 0) == (b < 0);
    return (equal_signs ? size : -size) + (0 * a + 0 * b);
  }
};

template <class Form>
double Sum(const double* x, const Examples& y, Index j) {
  double sum = 0;
  if (y.is_sparse()) {
    ForEachNonZero(y, j, [&](Index k, double value) { sum += Form::Of(x[k], value); });
    return sum;
  }
  const double* const other = y.dense().row(j).data();
  for (Index k = 0; k < y.cols(); ++k) sum += Form::Of(x[k], other[k]);
  return sum;
}

template <class Form>
void FillGram(const Examples& x, Index begin, const Examples& y, MatrixRef out) {
  for (Index i = 0; i < out.rows(); ++i) {
    const Matrix row = x.DenseRows(begin + i, 1);
    for (Index j = 0; j < out.cols(); ++j) out(i, j) = Sum<Form>(row.data(), y, j);
  }
}

KernelEntry Entry(const char* name, const char* summary) {
  KernelEntry entry;
  entry.name = name;
  entry.summary = summary;
  entry.citation = "Vedaldi & Zisserman 2012, section 2";
  return entry;
}

}  // namespace

void AdditiveKernel::GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                              MatrixRef out) const {
  CheckSameColumns(*this, x, y);
  MERCER_CHECK(begin >= 0 && count >= 0 && begin + count <= x.rows());
  MERCER_CHECK(out.rows() == count && out.cols() == y.rows());
  if (form_ == AdditiveForm::kChi2) {
    FillGram<Chi2>(x, begin, y, out);
  } else {
    FillGram<Intersection>(x, begin, y, out);
  }
  CheckFiniteGram(*this, begin, out);
}

Vector AdditiveKernel::Diagonal(const Examples& x) const {
  Vector values = Vector::Zero(x.rows());
  for (Index i = 0; i < x.rows(); ++i)
    ForEachNonZero(x, i, [&](Index, double value) { values[i] += std::abs(value); });
  CheckFiniteDiagonal(*this, values);
  return values;
}

std::string AdditiveKernel::Describe() const {
  return form_ == AdditiveForm::kChi2 ? "additive_chi2" : "intersection";
}

KernelEntry AdditiveChi2Entry() {
  KernelEntry entry = Entry("additive_chi2", "the sum of 2 x_j y_j / (x_j + y_j), for histograms");
  entry.make = [](const Params&) -> std::unique_ptr<Kernel> {
    return std::make_unique<AdditiveKernel>(AdditiveForm::kChi2);
  };
  return entry;
}

KernelEntry IntersectionEntry() {
  KernelEntry entry = Entry("intersection", "the sum of min(x_j, y_j), for histograms");
  entry.make = [](const Params&) -> std::unique_ptr<Kernel> {
    return std::make_unique<AdditiveKernel>(AdditiveForm::kIntersection);
  };
  return entry;
}

}  // namespace mercer
