#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/kernels/skeleton/base_space.h"
#include "core/linalg/vector_functions.h"

namespace mercer {
namespace {

// exp(−|u − v|²/2) of u = Ax; the two spaces differ in A.
class Gaussian : public BaseSpace {
 public:
  std::string ColumnsRule(Index columns) const override {
    return columns >= 1 ? "" : "at least one column";
  }
  std::string DomainRule(const double* x, Index n) const override {
    return std::all_of(x, x + n, [](double v) { return std::isfinite(v); }) ? "" : "finite values";
  }
  void KernelRow(const double* u, const double* v, Index stride, Index size, Index count,
                 double* out) const override {
    SquaredDistanceRow(u, v, stride, size, count, out);
    for (Index j = 0; j < count; ++j) out[j] *= -0.5;
    VectorExp(out, count);
  }
  FeatureMoments Moments(const double* u, const double* v, Index size) const override {
    double difference = 0, sum = 0;
    for (Index c = 0; c < size; ++c) {
      difference += (u[c] - v[c]) * (u[c] - v[c]);
      sum += (u[c] + v[c]) * (u[c] + v[c]);
    }
    return {std::exp(-difference / 2), 1, std::exp(-2 * difference), std::exp(-2 * sum)};
  }
  bool is_complex() const override { return true; }
  bool has_vectors() const override { return true; }
  std::uint32_t Draw(RandomStream& stream, Index size, double* vector) const override {
    for (Index c = 0; c < size; ++c) vector[c] = stream.Gaussian();
    return 0;
  }
  std::complex<double> FeatureOf(double projection) const override {
    return {std::cos(projection), std::sin(projection)};
  }
};

class Isotropic : public Gaussian {
 public:
  explicit Isotropic(double scale) : scale_(scale) {}

  void Encode(const double* x, Index n, double* u) const override {
    for (Index c = 0; c < n; ++c) u[c] = scale_ * x[c];
  }

 private:
  double scale_;
};

// u = Rx with M = RᵀR, one coordinate for each positive eigenvalue.
class Mahalanobis : public Gaussian {
 public:
  explicit Mahalanobis(const Matrix& matrix) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
    const Vector& values = solver.eigenvalues();
    const double bound = 1e-10 * values.cwiseAbs().maxCoeff();
    if (values[0] < -bound) {
      throw InvalidInput("base space 'mahalanobis': the matrix has the eigenvalue " +
                         FormatNumber(values[0]) +
                         "; expected a positive semidefinite one, none below 0");
    }
    const Index rank = std::max<Index>(1, (values.array() > bound).count());
    root_ = values.tail(rank).cwiseMax(0).cwiseSqrt().asDiagonal() *
            solver.eigenvectors().rightCols(rank).transpose();
  }

  std::string ColumnsRule(Index columns) const override {
    return columns == root_.cols() ? "" : std::to_string(root_.cols()) + " columns";
  }
  Index EncodedSize(Index) const override { return root_.rows(); }
  void Encode(const double* x, Index n, double* u) const override {
    Eigen::Map<Vector>(u, root_.rows()).noalias() = root_ * Eigen::Map<const Vector>(x, n);
  }

 private:
  Matrix root_;
};

// A list of rows, each a list of as many numbers.
Matrix SquareMatrix(const ParamValue::List& rows) {
  const auto n = static_cast<Index>(rows.size());
  Matrix matrix(n, n);
  for (Index i = 0; i < n; ++i) {
    const ParamValue& row = rows[static_cast<std::size_t>(i)];
    const bool fits = row.is_list() && static_cast<Index>(row.AsList().size()) == n;
    if (!fits) {
      throw InvalidInput("base space 'mahalanobis': row " + std::to_string(i) +
                         " of the matrix is " + row.Canonical() + "; expected a list of " +
                         std::to_string(n) + " numbers, as many as rows");
    }
    for (Index j = 0; j < n; ++j) {
      const ParamValue& value = row.AsList()[static_cast<std::size_t>(j)];
      if (!value.is_number() || !std::isfinite(value.AsNumber())) {
        throw InvalidInput("base space 'mahalanobis': entry (" + std::to_string(i) + ", " +
                           std::to_string(j) + ") of the matrix is " + value.Canonical() +
                           "; expected a finite number");
      }
      matrix(i, j) = value.AsNumber();
    }
  }
  return matrix;
}

std::unique_ptr<BaseSpace> MakeMahalanobis(const Params& params) {
  const Matrix matrix = SquareMatrix(params.Get("matrix").AsList());
  if (matrix.rows() == 0)
    throw InvalidInput("base space 'mahalanobis': the matrix has no rows; expected at least one");
  const double largest = matrix.cwiseAbs().maxCoeff();
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < i; ++j) {
      if (std::abs(matrix(i, j) - matrix(j, i)) <= 1e-10 * largest) continue;
      throw InvalidInput("base space 'mahalanobis': entries (" + std::to_string(i) + ", " +
                         std::to_string(j) + ") and (" + std::to_string(j) + ", " +
                         std::to_string(i) + ") of the matrix are " + FormatNumber(matrix(i, j)) +
                         " and " + FormatNumber(matrix(j, i)) + "; expected a symmetric one");
    }
  }
  return std::make_unique<Mahalanobis>(matrix);
}

}  // namespace

BaseSpaceEntry GaussianSpaceEntry() {
  BaseSpaceEntry entry;
  entry.name = "gaussian";
  entry.summary = "exp(-scale^2 |x-y|^2/2)";
  entry.citation = "daniely2017, example 3";
  entry.params = {{.name = "scale",
                   .help = "one over the bandwidth; a of the example",
                   .min = 0,
                   .open_min = true}};
  entry.make = [](const Params& params) -> std::unique_ptr<BaseSpace> {
    return std::make_unique<Isotropic>(params.Get("scale").AsNumber());
  };
  return entry;
}

BaseSpaceEntry MahalanobisEntry() {
  BaseSpaceEntry entry;
  entry.name = "mahalanobis";
  entry.summary = "exp(-(x-y)'M(x-y)/2)";
  entry.citation = "daniely2017, section 1";
  entry.params = {{.name = "matrix",
                   .kind = ParamKind::kList,
                   .help = "M, positive semidefinite, as a list of rows"}};
  entry.make = &MakeMahalanobis;
  return entry;
}

}  // namespace mercer
