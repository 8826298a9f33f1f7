#include "core/kernels/dot_product/arc_cosine.h"

#include <cmath>
#include <numbers>

#include "core/base/error.h"
#include "core/kernels/kernel.h"
#include "core/kernels/profile.h"
#include "core/linalg/inner_products.h"

namespace mercer {
namespace {

using std::numbers::pi;

// sin φ − φ cos φ = Σ_{k ≥ 1} (−1)^(k+1) 2k φ^(2k+1) / (2k + 1)!: J_1 at θ = π − φ, where the
// closed form cancels for small φ.
double SmallOrder1(double phi) {
  double sum = 0, power = phi;  // φ^(2k+1) / (2k+1)! with its sign
  for (int k = 1; k <= 12; ++k) {
    power *= -phi * phi / (2.0 * k * (2.0 * k + 1));
    sum -= 2.0 * k * power;
  }
  return sum;
}

// With u = 2φ: u + (u/2) cos u − (3/2) sin u = Σ_{k ≥ 2} (−1)^k (k − 1) u^(2k+1) / (2k + 1)!.
double SmallOrder2(double phi) {
  const double u = 2 * phi;
  double sum = 0, power = u;
  for (int k = 1; k <= 15; ++k) {
    power *= -u * u / (2.0 * k * (2.0 * k + 1));
    sum += (k - 1) * power;
  }
  return sum;
}

Vector Norms(const Examples& x, Index begin, Index count) {
  Vector norms(count);
  for (Index i = 0; i < count; ++i)
    norms[i] = x.is_sparse() ? x.sparse().row(begin + i).norm() : x.dense().row(begin + i).norm();
  return norms;
}

// Tangents of half angles lose nothing where the rows are almost parallel (Kahan).
double KernelOfParallel(const ArcCosineKernel& kernel, const Eigen::RowVectorXd& x, double x_norm,
                        const Eigen::RowVectorXd& y, double y_norm) {
  const Eigen::RowVectorXd u = x / x_norm, v = y / y_norm;
  const double difference = (u - v).norm(), sum = (u + v).norm();
  return kernel.Profile(2 * std::atan2(difference, sum), 2 * std::atan2(sum, difference));
}

}  // namespace

ArcCosineKernel::ArcCosineKernel(Index order) : order_(order) {
  MERCER_CHECK(order >= 0 && order <= 2);
}

double ArcCosineKernel::Profile(double theta, double phi) const {
  if (order_ == 0) return phi / pi;
  if (phi < 1) return (order_ == 1 ? SmallOrder1(phi) : SmallOrder2(phi)) / pi;
  const double s = std::sin(theta), c = std::cos(theta);
  return (order_ == 1 ? s + phi * c : 3 * s * c + phi * (1 + 2 * c * c)) / pi;
}

void ArcCosineKernel::GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                               MatrixRef out) const {
  // Beyond this cosine an angle from it would lose more than two digits.
  constexpr double kParallel = 0.999;
  CheckSameColumns(*this, x, y);
  InnerProducts(x, begin, count, y, out);
  const Vector x_norms = Norms(x, begin, count), y_norms = Norms(y, 0, y.rows());
  for (Index i = 0; i < count; ++i) {
    for (Index j = 0; j < y.rows(); ++j) {
      const double a = x_norms[i], b = y_norms[j];
      const double scale = IntegerPower(a, order_) * IntegerPower(b, order_);
      const double cosine = a > 0 && b > 0 ? out(i, j) / a / b : 0;
      if (std::abs(cosine) > kParallel) {
        out(i, j) =
            scale * KernelOfParallel(*this, x.DenseRows(begin + i, 1), a, y.DenseRows(j, 1), b);
      } else {
        out(i, j) = scale * Profile(std::acos(cosine), std::acos(-cosine));
      }
    }
  }
  CheckFiniteGram(*this, begin, out);
}

Vector ArcCosineKernel::Diagonal(const Examples& x) const {
  Vector values = Norms(x, 0, x.rows());
  for (Index i = 0; i < values.size(); ++i) {
    const double norm = values[i];
    values[i] = norm == 0 ? Profile(pi / 2, pi / 2) * IntegerPower(norm, order_)
                          : Profile(0, pi) * IntegerPower(norm, 2 * order_);
  }
  CheckFiniteDiagonal(*this, values);
  return values;
}

std::string ArcCosineKernel::Describe() const {
  return "arc_cosine(order=" + std::to_string(order_) + ")";
}

KernelEntry ArcCosineEntry() {
  KernelEntry entry;
  entry.name = "arc_cosine";
  entry.summary = "|x|^n |y|^n J_n(angle of x and y) / pi for order n";
  entry.citation = "Cho & Saul 2009, section 2";
  entry.params = {{.name = "order",
                   .kind = ParamKind::kInteger,
                   .help = "n: 0 for steps, 1 for rectified linear units, 2 for squared ones",
                   .min = 0,
                   .max = 2}};
  entry.make = [](const Params& params) -> std::unique_ptr<Kernel> {
    return std::make_unique<ArcCosineKernel>(params.Get("order").AsInteger());
  };
  return entry;
}

}  // namespace mercer
