// The random projections at the nodes of a sketch tree (Ahle et al. 2020): dense, SRHT and count
// sketch (Charikar, Chen & Farach-Colton 2002).

#include "core/maps/sketch/tree_projection.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/linalg/simd.h"
#include "core/linalg/walsh_hadamard.h"
#include "core/maps/row_lanes.h"
#include "core/maps/sketch/random_vectors.h"

namespace mercer {
namespace {

HadamardShape ShapeOf(const SketchLaw& law, Index input_dim, Index rows) {
  return {.dim = NextPowerOfTwo(std::max<Index>(1, input_dim)),
          .rows = rows,
          .is_complex = law.has_complex_vectors()};
}

}  // namespace

void MultiplyEntries(const TreeValues& b, double weight, TreeValues& a) {
  const Index each = b.real.rows() == 1 ? 0 : 1;
  for (Index r = 0; r < a.real.rows(); ++r) {
    auto real = a.real.row(r).array();
    const auto b_real = b.real.row(r * each).array();
    if (!a.is_complex()) {
      real *= weight * b_real;
      continue;
    }
    auto imaginary = a.imaginary.row(r).array();
    const auto b_imaginary = b.imaginary.row(r * each).array();
    const Eigen::ArrayXd sum = (weight * (real * b_imaginary + imaginary * b_real)).transpose();
    real = weight * (real * b_real - imaginary * b_imaginary).eval();
    imaginary = sum.transpose();
  }
}

TreeProjection::TreeProjection(const SketchLaw& law, Index input_dim, Index rows,
                               std::uint64_t seed)
    : is_complex_(law.has_complex_vectors()), input_dim_(input_dim), rows_(rows) {
  MERCER_CHECK(law.projection != Projection::kSrhtJoint);
  if (law.is_srht()) {
    hadamard_.emplace(ShapeOf(law, input_dim, rows), seed);
    return;
  }
  real_.resize(input_dim, rows);
  if (is_complex_) imaginary_.resize(input_dim, rows);
  // A vector is a column: those of a cache line are stored together.
  constexpr Index kTogether = 8;
  Matrix real(kTogether, input_dim), imaginary(kTogether, input_dim);
  for (Index first = 0; first < rows; first += kTogether) {
    const Index count = std::min(kTogether, rows - first);
    for (Index l = 0; l < count; ++l) {
      RandomStream stream(seed, StreamPurpose::kMap, static_cast<std::uint64_t>(first + l));
      DrawVector(law, stream, input_dim, real.row(l).data(), imaginary.row(l).data());
    }
    real_.middleCols(first, count) = real.topRows(count).transpose();
    if (is_complex_) imaginary_.middleCols(first, count) = imaginary.topRows(count).transpose();
  }
}

double TreeProjection::Bytes(const SketchLaw& law, Index input_dim, Index rows) {
  if (law.is_srht()) return HadamardProducts::Bytes(ShapeOf(law, input_dim, rows));
  return (law.has_complex_vectors() ? 16.0 : 8.0) * static_cast<double>(input_dim) *
         static_cast<double>(rows);
}

std::size_t TreeProjection::bytes() const {
  if (hadamard_) return hadamard_->bytes();
  return static_cast<std::size_t>(real_.size() + imaginary_.size()) * sizeof(double);
}

double TreeProjection::OperationsPerRow(bool of_complex) const {
  const double parts = of_complex ? 2 : 1;
  if (hadamard_) return parts * hadamard_->OperationsPerRow();
  return parts * 2 * static_cast<double>(real_.size() + imaginary_.size());
}

TreeValues TreeProjection::Apply(const TreeValues& c) const {
  TreeValues result = ApplyToPart(c.real);
  if (!c.is_complex()) return result;
  MERCER_CHECK(is_complex_);
  const TreeValues turned = ApplyToPart(c.imaginary);  // times i
  result.real -= turned.imaginary;
  result.imaginary += turned.real;
  return result;
}

TreeValues TreeProjection::ApplyToPart(const Matrix& c) const {
  MERCER_CHECK(c.cols() == input_dim_);
  if (hadamard_) return ApplyHadamard(c);
  TreeValues result;
  result.real.noalias() = c * real_;
  if (is_complex_) result.imaginary.noalias() = c * imaginary_;
  return result;
}

TreeValues TreeProjection::ApplyHadamard(const Matrix& c) const {
  const Index n = hadamard_->shape().dim, columns = hadamard_->columns();
  Matrix interleaved(c.rows(), columns);
  Vector workspace(n * kLanes + hadamard_->WorkspaceSize());
  double* const lines = workspace.data();
  for (Index done = 0; done < c.rows(); done += kLanes) {
    const Index together = std::min(kLanes, c.rows() - done);
    TakeRows(c.middleRows(done, together), n, lines);
    hadamard_->Evaluate(lines, together, 1, lines + n * kLanes, interleaved.data() + done * columns,
                        columns);
  }
  if (!is_complex_) return {std::move(interleaved)};
  TreeValues result{Matrix(c.rows(), rows_), Matrix(c.rows(), rows_)};
  for (Index r = 0; r < c.rows(); ++r) {
    for (Index l = 0; l < rows_; ++l) {
      result.real(r, l) = interleaved(r, 2 * l);
      result.imaginary(r, l) = interleaved(r, 2 * l + 1);
    }
  }
  return result;
}

CountSketch::CountSketch(Index input_dim, Index rows, std::uint64_t seed) : rows_(rows) {
  RandomStream stream(seed, StreamPurpose::kMap, 0);
  for (Index j = 0; j < input_dim; ++j) {
    signs_.push_back((stream.Bits32() & 1U) != 0 ? 1 : -1);
    buckets_.push_back(static_cast<Index>(stream.Below(static_cast<std::uint64_t>(rows))));
  }
}

Matrix CountSketch::Apply(const Matrix& c) const {
  MERCER_CHECK(c.cols() == static_cast<Index>(signs_.size()));
  Matrix result = Matrix::Zero(c.rows(), rows_);
  for (Index r = 0; r < c.rows(); ++r) {
    const double* from = c.row(r).data();
    double* to = result.row(r).data();
    for (std::size_t j = 0; j < signs_.size(); ++j) to[buckets_[j]] += signs_[j] * from[j];
  }
  return result;
}

}  // namespace mercer
