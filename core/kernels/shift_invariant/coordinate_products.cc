#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "core/base/error.h"
#include "core/base/examples.h"
#include "core/base/text.h"
#include "core/base/types.h"
#include "core/kernels/kernel.h"
#include "core/kernels/profile.h"
#include "core/kernels/shift_invariant/laplacian.h"
#include "core/kernels/shift_invariant/shift_invariant_kernel.h"
#include "core/linalg/vector_functions.h"

// Kernels that are a fold over the coordinates of a difference, for which no matrix product serves.

namespace mercer {
namespace {

/// Pairs of rows folded side by side, one for each lane.
constexpr Index kFoldLanes = 32;

/// Rows [begin, begin + kFoldLanes) of y as packed[k·kFoldLanes + lane], d × kFoldLanes; zeros
/// beyond the last row.
void PackLanes(const Examples& y, Index begin, Matrix& packed) {
  packed.setZero(y.cols(), kFoldLanes);
  const Index lanes = std::min(kFoldLanes, y.rows() - begin);
  if (!y.is_sparse()) {
    packed.leftCols(lanes) = y.dense().middleRows(begin, lanes).transpose();
    return;
  }
  for (Index lane = 0; lane < lanes; ++lane)
    for (SparseMatrix::InnerIterator it(y.sparse(), begin + lane); it; ++it)
      packed(it.col(), lane) = it.value();
}

/// The fold over the columns that either sparse row stores.
template <class Step>
double FoldSparseRows(const SparseMatrix& x, Index i, const SparseMatrix& y, Index j, double start,
                      const Step& step) {
  SparseMatrix::InnerIterator a(x, i), b(y, j);
  double folded = start;
  while (a || b) {
    if (!b || (a && a.col() < b.col())) {
      folded = step(folded, a.value());
      ++a;
    } else if (!a || b.col() < a.col()) {
      folded = step(folded, -b.value());
      ++b;
    } else {
      folded = step(folded, a.value() - b.value());
      ++a, ++b;
    }
  }
  return folded;
}

/// out(i, j) = the fold of step(value, x_{begin+i,k} − y_{jk}) over k = 0 … d − 1 from `start`, for
/// i < count, count × m. step(value, 0) must be value. O(count·m·d), or O(count·m·stored values of
/// a row) where both are sparse and mostly zeros.
template <class Step>
void FoldCoordinates(const Examples& x, Index begin, Index count, const Examples& y, double start,
                     const Step& step, MatrixRef out) {
  // Columns of packed lanes that cost as much as one step of a merge of two sparse rows.
  constexpr Index kMergeCost = 16;
  const Index d = x.cols(), m = y.rows();
  if (x.is_sparse() && y.is_sparse() &&
      kMergeCost * (x.StoredValues() / std::max<Index>(x.rows(), 1) +
                    y.StoredValues() / std::max<Index>(m, 1)) <
          d) {
    for (Index i = 0; i < count; ++i)
      for (Index j = 0; j < m; ++j)
        out(i, j) = FoldSparseRows(x.sparse(), begin + i, y.sparse(), j, start, step);
    return;
  }
  const Matrix rows = x.DenseRows(begin, count);
  Matrix packed;
  for (Index j = 0; j < m; j += kFoldLanes) {
    PackLanes(y, j, packed);
    const Index lanes = std::min(kFoldLanes, m - j);
    for (Index i = 0; i < count; ++i) {
      std::array<double, kFoldLanes> folded;
      folded.fill(start);
      for (Index k = 0; k < d; ++k) {
        const double value = rows(i, k);
        const double* other = packed.data() + k * kFoldLanes;
        for (std::size_t lane = 0; lane < kFoldLanes; ++lane)
          folded[lane] = step(folded[lane], value - other[lane]);
      }
      std::copy(folded.data(), folded.data() + lanes, out.row(i).data() + j);
    }
  }
}

}  // namespace

LaplacianKernel::LaplacianKernel(double sigma) : sigma_(CheckedBandwidth("laplacian", sigma)) {}

double LaplacianKernel::Quantile(double u) const {
  // tan(π(u − 1/2)), in each tail by its distance from that end.
  if (u < 0.25) return -1 / (sigma_ * std::tan(std::numbers::pi * u));
  if (u > 0.75) return 1 / (sigma_ * std::tan(std::numbers::pi * (1 - u)));
  return std::tan(std::numbers::pi * (u - 0.5)) / sigma_;
}

double LaplacianKernel::CharacteristicFunction(double t) const {
  return std::exp(-std::abs(t) / sigma_);
}

std::string LaplacianKernel::Describe() const {
  return "laplacian(sigma=" + FormatNumber(sigma_) + ")";
}

void LaplacianKernel::ComputeGramRows(const Examples& x, Index begin, Index count,
                                      const Examples& y, MatrixRef out) const {
  FoldCoordinates(
      x, begin, count, y, 0.0,
      [](double sum, double difference) { return sum + std::abs(difference); }, out);
  ForEachRun(out, [this](double* values, Index n) {
    for (Index i = 0; i < n; ++i) values[i] /= -sigma_;
    VectorExp(values, n);
  });
}

namespace {

/// k(x, y) = Π_j 1/(1 + (x_j − y_j)²/sigma²), sigma > 0 (Rahimi & Recht 2007, figure 1). The
/// coordinates of a frequency follow the Laplace law of scale 1/sigma.
class CauchyKernel : public ProductLawKernel {
 public:
  /// Throws InvalidInput where sigma² or 1/sigma² is 0 or infinite as a double.
  explicit CauchyKernel(double sigma);

  double Quantile(double u) const override;
  double CharacteristicFunction(double t) const override;
  std::string Describe() const override;

 protected:
  void ComputeGramRows(const Examples& x, Index begin, Index count, const Examples& y,
                       MatrixRef out) const override;

 private:
  double sigma_;
};

CauchyKernel::CauchyKernel(double sigma) : sigma_(CheckedBandwidth("cauchy", sigma)) {}

double CauchyKernel::Quantile(double u) const {
  return (u < 0.5 ? std::log(2 * u) : -std::log(2 * (1 - u))) / sigma_;
}

double CauchyKernel::CharacteristicFunction(double t) const {
  const double ratio = t / sigma_;
  return 1 / (1 + ratio * ratio);
}

std::string CauchyKernel::Describe() const { return "cauchy(sigma=" + FormatNumber(sigma_) + ")"; }

void CauchyKernel::ComputeGramRows(const Examples& x, Index begin, Index count, const Examples& y,
                                   MatrixRef out) const {
  const double inverse = 1 / (sigma_ * sigma_);
  FoldCoordinates(
      x, begin, count, y, 1.0,
      [inverse](double product, double difference) {
        return product * (1 + difference * difference * inverse);
      },
      out);
  ForEachRun(out, [](double* values, Index n) {
    for (Index i = 0; i < n; ++i) values[i] = 1 / values[i];
  });
}

}  // namespace

KernelEntry LaplacianEntry() {
  KernelEntry entry;
  entry.name = "laplacian";
  entry.summary = "exp(-|x-y|_1 / sigma)";
  entry.citation = "Rahimi & Recht 2007, figure 1";
  entry.params = {SigmaSpec()};
  entry.make = [](const Params& params) -> std::unique_ptr<Kernel> {
    return std::make_unique<LaplacianKernel>(BandwidthOf("laplacian", params));
  };
  return entry;
}

KernelEntry CauchyEntry() {
  KernelEntry entry;
  entry.name = "cauchy";
  entry.summary = "product over j of 1 / (1 + (x_j-y_j)^2 / sigma^2)";
  entry.citation = "Rahimi & Recht 2007, figure 1";
  entry.params = {SigmaSpec()};
  entry.make = [](const Params& params) -> std::unique_ptr<Kernel> {
    return std::make_unique<CauchyKernel>(BandwidthOf("cauchy", params));
  };
  return entry;
}

}  // namespace mercer
