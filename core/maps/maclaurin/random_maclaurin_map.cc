#include "core/maps/maclaurin/random_maclaurin_map.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/maps/row_tiles.h"

namespace mercer {

RandomMaclaurinMap::RandomMaclaurinMap(RandomMaclaurinShape shape, std::uint64_t seed,
                                       std::vector<SignProduct> features)
    : shape_(std::move(shape)),
      seed_(seed),
      features_(std::move(features)),
      products_(seed, shape_.input_dim, features_) {
  SumSquaredWeights();
}

double RandomMaclaurinMap::OperationsPerRow(double nonzeros) const {
  const double linear = shape_.h01 ? nonzeros : 0.0;
  return linear + static_cast<double>(products_.num_vectors()) * (2 * nonzeros + 1);
}

void RandomMaclaurinMap::ComputeRows(const Examples& x, Index begin, Index count,
                                     MatrixRef out) const {
  if (std::isfinite(shape_.squared_norm_bound)) CheckDomain(x, begin, count);
  WriteExactColumns(x, begin, out);
  products_.Evaluate(RowTiles(x, begin, count), out.rightCols(products_.size()));
}

template <class Out>
void RandomMaclaurinMap::WriteExactColumns(const Examples& x, Index begin, Out& out) const {
  using Real = typename Out::Scalar;
  if (shape_.constant) out.col(0).setConstant(static_cast<Real>(*shape_.constant));
  if (shape_.h01) CopyLinearPart(x, begin, out.middleCols(1, shape_.input_dim));
}

const SignProductsOf<float>& RandomMaclaurinMap::FloatProducts() const {
  return float_products_.Get(
      [this] { return SignProductsOf<float>(seed_, shape_.input_dim, features_); });
}

// Each factor has the error of an inner product as a share of |x|, and may itself be far smaller.
// That does no harm where the features of that order are many, of which the large ones count; the
// others must be small beside them. Σ w² |x|^(2N) is the mean of what the products of order N have
// of the squared norm.
void RandomMaclaurinMap::SumSquaredWeights() {
  constexpr double kSafety = 30;  // the means are of heavy tails
  const double error = FloatProductError(shape_.input_dim) / kFloatErrorEstimate;
  const Index largest = std::max<Index>(products_.largest_order(), 1);
  products_are_accurate_ = error * std::sqrt(static_cast<double>(largest)) <= 1;
  const auto orders = static_cast<std::size_t>(largest) + 1;
  std::vector<Index> counts(orders);
  for (const SignProduct& feature : features_) ++counts[static_cast<std::size_t>(feature.order)];
  parts_.resize(orders);
  if (shape_.constant) parts_[0].many = *shape_.constant * *shape_.constant;
  parts_[1].many = shape_.slope * shape_.slope;
  for (const SignProduct& feature : features_) {
    OrderParts& parts = parts_[static_cast<std::size_t>(feature.order)];
    const double part = feature.weight * feature.weight;
    const Index order = feature.order;
    if (order == 0 || counts[static_cast<std::size_t>(order)] >= 4 + 2 * order) {
      parts.many += part;
    } else {
      parts.error_of_few += kSafety * static_cast<double>(order) * error * error * part;
    }
  }
}

bool RandomMaclaurinMap::ErrorOfFewIsSmall(double squared_norm) const {
  double many = 0, error_of_few = 0;
  for (std::size_t order = parts_.size(); order-- > 0;) {
    many = many * squared_norm + parts_[order].many;
    error_of_few = error_of_few * squared_norm + parts_[order].error_of_few;
  }
  return std::isfinite(many) && error_of_few <= many;
}

bool RandomMaclaurinMap::FitsFloats(const Examples& x, Index i) const {
  if (!products_are_accurate_) return false;
  const double squared_norm = RowPowerSum(x, i, 2);
  if (!IsOfFloatSize(squared_norm) || squared_norm >= shape_.squared_norm_bound ||
      !ErrorOfFewIsSmall(squared_norm))
    return false;
  const double most = FloatProducts().FiniteNorm() / std::max(1.0, shape_.slope);
  return squared_norm * static_cast<double>(shape_.input_dim) < most * most ||
         RowPowerSum(x, i, 1) < most;
}

void RandomMaclaurinMap::ComputeFloatRows(const Examples& x, Index begin, Index count,
                                          FloatMatrixRef out) const {
  WriteExactColumns(x, begin, out);
  FloatProducts().Evaluate(RowTilesOf<float>(x, begin, count), out.rightCols(products_.size()));
}

double RandomMaclaurinMap::FiniteNorm() const {
  return std::min(products_.FiniteNorm(), 1e300 / std::max(1.0, shape_.slope));
}

template <class Out>
void RandomMaclaurinMap::CopyLinearPart(const Examples& x, Index begin, Out out) const {
  using Real = typename Out::Scalar;
  if (!x.is_sparse()) {
    out = (shape_.slope * x.dense().middleRows(begin, out.rows())).template cast<Real>();
    return;
  }
  out.setZero();
  for (Index r = 0; r < out.rows(); ++r) {
    for (SparseMatrix::InnerIterator it(x.sparse(), begin + r); it; ++it)
      out(r, it.col()) = static_cast<Real>(shape_.slope * it.value());
  }
}

void RandomMaclaurinMap::CheckDomain(const Examples& x, Index begin, Index count) const {
  for (Index r = begin; r < begin + count; ++r) {
    const double squared_norm =
        x.is_sparse() ? x.sparse().row(r).squaredNorm() : x.dense().row(r).squaredNorm();
    if (squared_norm < shape_.squared_norm_bound) continue;
    throw InvalidRow("map '" + name() + "' of kernel " + shape_.kernel + ": row ", r,
                     " has norm " + FormatNumber(std::sqrt(squared_norm)) +
                         "; expected a norm below " +
                         FormatNumber(std::sqrt(shape_.squared_norm_bound)));
  }
}

}  // namespace mercer
