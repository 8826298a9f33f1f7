#include "core/kernels/skeleton/conjugate_activation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <functional>
#include <numbers>

#include "core/base/error.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;

constexpr double kPi = std::numbers::pi;

struct Activation {
  std::string name;
  Params params;
  std::function<double(double)> value;  // up to a constant factor
};

double HermitePolynomial(int n, double x) {  // normalised
  double before = 0, now = 1;
  for (int i = 0; i < n; ++i) {
    const double next = (x * now - std::sqrt(i) * before) / std::sqrt(i + 1.0);
    before = now;
    now = next;
  }
  return now;
}

const Params kHermite = {{"coefficients", ParamValue::List{0.6, 0, -0.48, 0, 0.64}}};

std::vector<Activation> Smooth() {
  return {{"identity", {}, [](double x) { return x; }},
          {"exponential", {{"s", 0.7}}, [](double x) { return std::exp(0.7 * x); }},
          {"exponential", {{"s", 1.5}}, [](double x) { return std::exp(1.5 * x); }},
          {"sine", {{"s", 1.3}}, [](double x) { return std::sin(1.3 * x); }},
          {"cosine", {{"s", 0.8}}, [](double x) { return std::cos(0.8 * x); }},
          {"erf", {}, [](double x) { return std::erf(x); }},
          {"hermite", kHermite, [](double x) {
             return 0.6 - 0.48 * HermitePolynomial(2, x) + 0.64 * HermitePolynomial(4, x);
           }}};
}

// Nodes and weights of the standard normal law, by the eigenvectors of the Jacobi matrix.
std::pair<Vector, Vector> GaussHermite(Index n) {
  Eigen::MatrixXd jacobi = Eigen::MatrixXd::Zero(n, n);
  for (Index i = 1; i < n; ++i)
    jacobi(i, i - 1) = jacobi(i - 1, i) = std::sqrt(static_cast<double>(i));
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(jacobi);
  return {solver.eigenvalues(), solver.eigenvectors().row(0).cwiseAbs2().transpose()};
}

// E s(X)s(Y) at correlation rho.
double MeanProduct(const std::function<double(double)>& s, double rho) {
  static const auto rule = GaussHermite(100);
  const auto& [nodes, weights] = rule;
  double product = 0;
  for (Index i = 0; i < nodes.size(); ++i) {
    const double first = weights[i] * s(nodes[i]);
    for (Index j = 0; j < nodes.size(); ++j)
      product += weights[j] * first * s(rho * nodes[i] + std::sqrt(1 - rho * rho) * nodes[j]);
  }
  return product;
}

double ByQuadrature(const Activation& activation, double rho) {
  return MeanProduct(activation.value, rho) / MeanProduct(activation.value, 1);
}

TEST(ConjugateActivation, SmoothOnesAreTheirGaussHermiteQuadrature) {
  for (const Activation& activation : Smooth()) {
    const auto conjugate = MakeActivation(activation.name, activation.params);
    for (const double rho : {-1.0, -0.7, -0.2, 0.0, 0.3, 0.55, 0.9, 1.0}) {
      EXPECT_NEAR(conjugate->Value(rho), ByQuadrature(activation, rho), 1e-8)
          << activation.name << " at " << rho;
    }
  }
}

// In polar coordinates (X, Y) = r(cos φ, cos(φ − θ)) with ρ = cos θ; both are positive on an
// interval of φ, where the integrand is smooth: Simpson's rule.
double OnPositiveQuadrant(double rho, const std::function<double(double, double)>& integrand) {
  const double theta = std::acos(rho), begin = theta - kPi / 2, end = kPi / 2;
  const int steps = 400;
  double sum = 0;
  for (int i = 0; i <= steps; ++i) {
    const double phi = begin + (end - begin) * i / steps;
    const double weight = i == 0 || i == steps ? 1 : (i % 2 == 1 ? 4 : 2);
    sum += weight * integrand(std::cos(phi), std::cos(phi - theta));
  }
  return sum * (end - begin) / (3 * steps) / (2 * kPi);
}

TEST(ConjugateActivation, ReluAndStepAreTheirPolarQuadrature) {
  for (const double rho : {-0.99, -0.6, -0.1, 0.0, 0.2, 0.5, 0.85, 0.999}) {
    // ∫ r³ exp(−r²/2) dr = 2 and ∫ r exp(−r²/2) dr = 1.
    EXPECT_NEAR(MakeActivation("relu", {})->Value(rho),
                2 * 2 * OnPositiveQuadrant(rho, [](double a, double b) { return a * b; }), 1e-9);
    EXPECT_NEAR(MakeActivation("step", {})->Value(rho),
                2 * OnPositiveQuadrant(rho, [](double, double) { return 1; }), 1e-9);
  }
}

TEST(ConjugateActivation, SquaresHaveTheMomentsOfTheirQuadrature) {
  for (const Activation& activation : Smooth()) {
    const auto conjugate = MakeActivation(activation.name, activation.params);
    const double scale = MeanProduct(activation.value, 1);
    // The quadrature's outer weights are too coarse for the fourth power of exp(1.5 x).
    if (activation.name == "exponential" && activation.params.Get("s").AsNumber() > 1) continue;
    const auto square = [&](double x) { return activation.value(x) * activation.value(x) / scale; };
    for (const double rho : {-1.0, -0.7, 0.0, 0.3, 1.0}) {
      const std::optional<double> value = conjugate->SquareValue(rho);
      ASSERT_EQ(value.has_value(), activation.name != "erf") << activation.name;
      if (!value) continue;
      EXPECT_NEAR(*value / MeanProduct(square, rho), 1, 1e-8) << activation.name << " at " << rho;
    }
  }
  for (const double rho : {-0.99, -0.6, 0.0, 0.2, 0.85, 0.999}) {
    // ∫ r⁵ exp(−r²/2) dr = 8.
    EXPECT_NEAR(*MakeActivation("relu", {})->SquareValue(rho),
                4 * 8 * OnPositiveQuadrant(rho, [](double a, double b) { return a * a * b * b; }),
                1e-9);
    EXPECT_NEAR(*MakeActivation("step", {})->SquareValue(rho),
                4 * OnPositiveQuadrant(rho, [](double, double) { return 1; }), 1e-9);
  }
  EXPECT_NEAR(*MakeActivation("relu", {})->SquareValue(1), 6, 1e-14);
}

double Activated(const ConjugateActivation& of, double x) {
  of.Activate(&x, 1);
  return x;
}

TEST(ConjugateActivation, SmoothActivationsAreTheirFormulasWithMeanSquareOne) {
  for (const Activation& activation : Smooth()) {
    const auto conjugate = MakeActivation(activation.name, activation.params);
    const double c = 1 / std::sqrt(MeanProduct(activation.value, 1));
    for (const double x : {-2.3, -0.6, 0.0, 0.4, 1.1, 3.0}) {
      const double expected = c * activation.value(x);
      EXPECT_NEAR(Activated(*conjugate, x), expected, 1e-9 * (1 + std::abs(expected)))
          << activation.name << " at " << x;
    }
  }
}

TEST(ConjugateActivation, ReluAndStepHaveMeanSquareOneAndTheirConjugate) {
  const auto relu = MakeActivation("relu", {}), step = MakeActivation("step", {});
  const auto product = [](const ConjugateActivation& of) {
    return [&of](double a, double b) { return Activated(of, a) * Activated(of, b); };
  };
  for (const double rho : {-0.6, 0.0, 0.5, 1.0}) {
    EXPECT_NEAR(relu->Value(rho), 2 * OnPositiveQuadrant(rho, product(*relu)), 1e-9);
    // The ends of the interval are where one of the two is 0, or by rounding is not.
    EXPECT_NEAR(step->Value(rho),
                OnPositiveQuadrant(rho, [&](double, double) { return product(*step)(0.3, 0.7); }),
                1e-9);
  }
  for (const auto* of : {relu.get(), step.get()}) EXPECT_EQ(Activated(*of, -1e-9), 0);
  EXPECT_EQ(Activated(*relu, 0), 0);
  EXPECT_EQ(Activated(*step, 0), std::numbers::sqrt2);
  EXPECT_EQ(Activated(*relu, 3), 3 * std::numbers::sqrt2);
}

// Many values are each what one of them is, and one that is not a number does not become one.
TEST(ConjugateActivation, ActivatesValueByValue) {
  for (const std::string& name : ActivationRegistry().Names()) {
    const Params params = name == "hermite"                               ? kHermite
                          : ActivationRegistry().Get(name).params.empty() ? Params{}
                                                                          : Params{{"s", 0.7}};
    const auto conjugate = MakeActivation(name, params);
    double values[] = {-1.5, 0.2, std::nan(""), 0.9};
    conjugate->Activate(values, 3);
    EXPECT_EQ(values[0], Activated(*conjugate, -1.5)) << name;
    EXPECT_EQ(values[1], Activated(*conjugate, 0.2)) << name;
    EXPECT_TRUE(std::isnan(values[2])) << name;
    EXPECT_EQ(values[3], 0.9) << name;
  }
}

TEST(ConjugateActivation, ReluGoldenCoefficients) {
  const auto relu = MakeActivation("relu", {});
  const double golden[] = {0.31830989, 0.5, 0.15915494, 0, 0.01326291, 0,
                           0.00397887, 0,   0.00177628, 0, 0.00096709};
  for (Index n = 0; n <= 10; ++n) EXPECT_NEAR(relu->Coefficient(n), golden[n], 1e-8) << n;
  double tail = 1;
  for (Index n = 0; n <= 9; ++n) tail -= relu->Coefficient(n);
  EXPECT_NEAR(tail, 0.0035171, 5e-8);
}

std::vector<Activation> All() {
  std::vector<Activation> all = Smooth();
  all.push_back({"relu", {}, {}});
  all.push_back({"step", {}, {}});
  all.push_back({"sine", {{"s", 6}}, {}});
  all.push_back({"cosine", {{"s", 40}}, {}});
  all.push_back({"exponential", {{"s", 40}}, {}});
  return all;
}

TEST(ConjugateActivation, CasesCoverTheRegistry) {
  for (const std::string& name : ActivationRegistry().Names()) {
    const auto all = All();
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const auto& a) { return a.name == name; }))
        << name;
  }
}

TEST(ConjugateActivation, ValueIsTheSumOfItsSeries) {
  for (const Activation& activation : All()) {
    const auto conjugate = MakeActivation(activation.name, activation.params);
    for (const double t : {-0.95, -0.4, 0.0, 0.3, 0.97}) {
      double sum = 0;
      for (Index n = 0; n < 4000; ++n) {
        ASSERT_GE(conjugate->Coefficient(n), 0);
        sum += conjugate->Coefficient(n) * std::pow(t, static_cast<double>(n));
      }
      EXPECT_NEAR(conjugate->Value(t), sum, 1e-11) << activation.name << " at " << t;
    }
  }
}

// Beyond the disc too, where a variance needs it; the series of erf ends at 1.5.
TEST(ConjugateActivation, ValueBeyondOne) {
  for (const Activation& activation : All()) {
    const auto conjugate = MakeActivation(activation.name, activation.params);
    if (conjugate->ConvergenceRadius() == 1) {
      EXPECT_TRUE(std::isinf(conjugate->Value(1.01))) << activation.name;
      continue;
    }
    double sum = 0;
    for (Index n = 0; n < 3500; ++n)
      sum += conjugate->Coefficient(n) * std::pow(1.2, static_cast<double>(n));
    EXPECT_NEAR(conjugate->Value(1.2) / sum, 1, 1e-9) << activation.name;
  }
  EXPECT_TRUE(std::isinf(MakeActivation("erf", {})->Value(1.51)));
}

TEST(ConjugateActivation, CoefficientsSumToOneAndTheirMeanIsTheSlope) {
  constexpr Index kTerms = 1000000;
  for (const Activation& activation : All()) {
    const auto conjugate = MakeActivation(activation.name, activation.params);
    EXPECT_EQ(conjugate->Value(1), 1) << activation.name;
    double sum = 0, mean = 0;
    for (Index n = 0; n < kTerms; ++n) {
      const double a = conjugate->Coefficient(n);
      sum += a;
      mean += static_cast<double>(n) * a;
      if (n > 5000 && conjugate->ConvergenceRadius() > 1) break;
    }
    // Tails: √2/(3π√π)·N^(−3/2) and √2/(π√π)·N^(−1/2) (relu); √2/(π√π)·N^(−1/2) (step).
    const double slow = std::sqrt(2.0) / (kPi * std::sqrt(kPi)) / std::sqrt(kTerms);
    if (activation.name == "step") {
      EXPECT_NEAR(sum + slow, 1, 1e-8);
      EXPECT_TRUE(std::isinf(conjugate->Slope()));
    } else if (activation.name == "relu") {
      EXPECT_NEAR(sum, 1, 1e-9);
      EXPECT_NEAR(mean + slow, 1, 1e-7);
      EXPECT_EQ(conjugate->Slope(), 1);
    } else {
      EXPECT_NEAR(sum, 1, 1e-10) << activation.name;
      EXPECT_NEAR(mean / conjugate->Slope(), 1, 1e-9) << activation.name;
    }
    if (conjugate->MaxDegree() >= 0) {
      EXPECT_GT(conjugate->Coefficient(conjugate->MaxDegree()), 0);
      EXPECT_EQ(conjugate->Coefficient(conjugate->MaxDegree() + 1), 0);
    }
  }
}

TEST(ConjugateActivation, ApplyClipsToTheInterval) {
  double values[] = {-1.0000001, 1 + 1e-12, 0.25};
  MakeActivation("relu", {})->Apply(values, 3);
  EXPECT_NEAR(values[0], 0, 1e-15);
  EXPECT_EQ(values[1], 1);
  EXPECT_EQ(values[2], MakeActivation("relu", {})->Value(0.25));
}

std::string Message(const std::string& name, const Params& params) {
  return testing::Message([&] { MakeActivation(name, params); });
}

TEST(ConjugateActivation, Errors) {
  EXPECT_THAT(Message("rleu", {}), HasSubstr("unknown activation 'rleu'; did you mean 'relu'?"));
  EXPECT_EQ(Message("hermite", {{"coefficients", ParamValue::List{0.5, 0.5}}}),
            "activation 'hermite': the squares of its coefficients sum to 0.5; expected 1");
  EXPECT_THAT(Message("hermite", {{"coefficients", ParamValue::List{}}}), HasSubstr("sum to 0"));
  EXPECT_THAT(Message("hermite", {{"coefficients", ParamValue::List{"a"}}}),
              HasSubstr("expected a number"));
  EXPECT_THAT(Message("sine", {}), HasSubstr("needs s"));
  EXPECT_THAT(Message("cosine", {{"s", 0}}), HasSubstr("expected a number >= 1e-06"));
}

}  // namespace
}  // namespace mercer
