#include "core/kernels/shift_invariant/shift_invariant_kernel.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/kernels/profile.h"
#include "core/linalg/inner_products.h"

namespace mercer {
namespace {

// Values that fit the first-level cache together.
constexpr Index kProfilePiece = 2048;

// 0·v is nan for v infinite or nan, and a sum vectorises where a search does not.
template <class Values>
bool AllFinite(const Values& values) {
  return (values * 0.0).sum() == 0;
}

bool RowsAreFinite(const Examples& x, Index begin, Index count) {
  if (!x.is_sparse()) return AllFinite(x.dense().middleRows(begin, count));
  const SparseMatrix& rows = x.sparse();
  MERCER_CHECK(rows.isCompressed());
  const Index* starts = rows.outerIndexPtr() + begin;
  return AllFinite(
      Eigen::Map<const Vector>(rows.valuePtr() + starts[0], starts[count] - starts[0]));
}

void CheckFiniteRows(const Kernel& kernel, const Examples& x, Index begin, Index count) {
  if (RowsAreFinite(x, begin, count)) return;
  Index bad = begin;
  while (RowsAreFinite(x, bad, 1)) ++bad;
  throw InvalidRow("kernel " + kernel.Describe() + ": row ", bad,
                   " holds a value that is not finite; expected finite values");
}

}  // namespace

double ShiftInvariantKernel::Quantile(double) const {
  MERCER_CHECK(IsProduct());
  return 0;
}

double ShiftInvariantKernel::CharacteristicFunction(double) const {
  MERCER_CHECK(IsProduct());
  return 0;
}

double ShiftInvariantKernel::SampleScale(RandomStream&) const {
  MERCER_CHECK(IsRadial());
  return 0;
}

void ShiftInvariantKernel::GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                                    MatrixRef out) const {
  if (x.cols() != y.cols()) {
    throw InvalidInput("kernel " + Describe() + " of rows with " + std::to_string(x.cols()) +
                       " and rows with " + std::to_string(y.cols()) +
                       " columns; expected the same number");
  }
  MERCER_CHECK(begin >= 0 && count >= 0 && begin + count <= x.rows());
  MERCER_CHECK(out.rows() == count && out.cols() == y.rows());
  CheckFiniteRows(*this, x, begin, count);
  CheckFiniteRows(*this, y, 0, y.rows());
  ComputeGramRows(x, begin, count, y, out);
}

Vector ShiftInvariantKernel::Diagonal(const Examples& x) const {
  CheckFiniteRows(*this, x, 0, x.rows());
  return Vector::Ones(x.rows());
}

double RadialKernel::Value(const Vector& difference) const {
  double value = difference.squaredNorm();
  ApplyProfile(&value, 1);
  return value;
}

void RadialKernel::SampleFrequency(RandomStream& stream, Index d, double* frequency) const {
  const double scale = SampleScale(stream);
  for (Index j = 0; j < d; ++j) frequency[j] = scale * stream.Gaussian();
}

void RadialKernel::ComputeGramRows(const Examples& x, Index begin, Index count, const Examples& y,
                                   MatrixRef out) const {
  SquaredDistances(x, begin, count, y, out);
  ForEachRun(out, [this](double* values, Index n) {
    for (Index i = 0; i < n; i += kProfilePiece)
      ApplyProfile(values + i, std::min(kProfilePiece, n - i));
  });
}

void RadialKernel::FromInnerProducts(double x_squared, const double* y_squared, double* values,
                                     Index n) const {
  for (Index i = 0; i < n; ++i) values[i] = std::max(0.0, x_squared + y_squared[i] - 2 * values[i]);
  ApplyProfile(values, n);
}

double ProductLawKernel::Value(const Vector& difference) const {
  double value = 1;
  for (const double t : difference) value *= CharacteristicFunction(t);
  return value;
}

void ProductLawKernel::SampleFrequency(RandomStream& stream, Index d, double* frequency) const {
  // Odd multiples of 2^-53: never 0 or 1, and symmetric about 1/2.
  for (Index j = 0; j < d; ++j)
    frequency[j] = Quantile((static_cast<double>(stream.Bits64() >> 12) + 0.5) * 0x1.0p-52);
}

double CheckedBandwidth(const std::string& kernel, double sigma) {
  if (std::isnormal(sigma * sigma) && std::isnormal(1 / (sigma * sigma))) return sigma;
  throw InvalidInput("kernel '" + kernel + "': sigma is " + FormatNumber(sigma) +
                     "; expected a number whose square is neither 0 nor infinite in double "
                     "precision");
}

}  // namespace mercer
