// Mean and variance of skeleton features, every feature enumerated.

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <utility>
#include <vector>

#include "core/maps/skeleton/skeleton_features.h"
#include "core/maps/skeleton/skeleton_law.h"
#include "tests/core/kernels/skeleton/skeletons.h"

namespace mercer {
namespace {

using testing::NewSkeleton;
using testing::Nodes;
using testing::UnitRows;

// Every feature, one by one: hermite has few degrees, so that a feature of a two-layer
// skeleton over a small finite space is one of finitely many; their mean and variance are exact.
struct Weighted {
  double probability;
  std::complex<double> at_x, at_y;
};

using Features = std::vector<Weighted>;

Features PowerSum(const Features& base, const std::vector<double>& degrees) {
  Features all, power = {{1, 1, 1}};
  for (const double& a : degrees) {
    for (const Weighted& f : power)
      if (a > 0) all.push_back({a * f.probability, f.at_x, f.at_y});
    if (&a == &degrees.back()) break;
    Features next;
    for (const Weighted& f : power)
      for (const Weighted& g : base)
        next.push_back({f.probability * g.probability, f.at_x * g.at_x, f.at_y * g.at_y});
    power = std::move(next);
  }
  return all;
}

Features Mixture(const std::vector<std::pair<double, Features>>& parts) {
  Features all;
  for (const auto& [weight, features] : parts)
    for (Weighted f : features) {
      f.probability *= weight;
      all.push_back(f);
    }
  return all;
}

TEST(SkeletonFeatures, EnumerationGivesKernelAndVariance) {
  const std::vector<double> degrees = {0.36, 0.2304, 0.4096}, other = {0.2, 0, 0.8};
  const Params hermite = {{"name", "hermite"}, {"coefficients", Nodes{0.6, 0.48, -0.64}}};
  const Params square = {{"name", "hermite"},
                         {"coefficients", Nodes{std::sqrt(0.2), 0, std::sqrt(0.8)}}};
  const Params circle = {
      {"name", "c"}, {"type", "input"}, {"space", "circle"}, {"columns", Nodes{0, 1}}};
  const Params sphere = {
      {"name", "s"}, {"type", "input"}, {"space", "sphere"}, {"columns", Nodes{2, 3, 4}}};
  const Params shared = {
      {"name", "h"}, {"type", "node"}, {"of", Nodes{"c", "s"}}, {"activation", square}};
  const Params out = {{"type", "node"},
                      {"of", Nodes{"h", "c"}},
                      {"weights", Nodes{0.3, 0.7}},
                      {"activation", hermite}};
  const Params skeleton = {{"nodes", Nodes{circle, sphere, shared, out}}};
  Matrix rows(2, 5);
  rows << UnitRows(2, 2, 11), UnitRows(2, 3, 12);
  const Vector x = rows.row(0).transpose(), y = rows.row(1).transpose();

  Features on_circle, on_sphere;
  for (const double b : {1.0, -1.0}) {
    const auto at = [b](const Vector& v, Index i, Index j, double scale) {
      return scale * std::complex<double>(v[i], b * v[j]);
    };
    on_circle.push_back({0.5, at(x, 0, 1, 1), at(y, 0, 1, 1)});
    for (Index j = 0; j < 3; ++j) {
      const Index next = 2 + (j + 1) % 3;
      on_sphere.push_back(
          {1.0 / 6, at(x, 2 + j, next, std::sqrt(1.5)), at(y, 2 + j, next, std::sqrt(1.5))});
    }
  }
  const Features hidden = PowerSum(Mixture({{0.5, on_circle}, {0.5, on_sphere}}), other);
  const Features all = PowerSum(Mixture({{0.3, hidden}, {0.7, on_circle}}), degrees);
  double total = 0, mean = 0, square_mean = 0, real_square = 0;
  for (const Weighted& f : all) {
    const double product = (f.at_x * std::conj(f.at_y)).real();
    total += f.probability;
    mean += f.probability * product;
    square_mean += f.probability * product * product;
    const double re = 2 * f.at_x.real() * f.at_y.real(), im = 2 * f.at_x.imag() * f.at_y.imag();
    real_square += f.probability * (re * re + im * im) / 2;
  }
  EXPECT_NEAR(total, 1, 1e-12);
  EXPECT_NEAR(mean, Gram(*NewSkeleton(skeleton), rows, rows)(0, 1), 1e-12);
  const auto kernel = NewSkeleton(skeleton);
  const auto variance = [&](Duplicates duplicates, bool real) {
    return *SkeletonFeaturesVariance(kernel->skeleton(), {.duplicates = duplicates, .real = real},
                                     x, y);
  };
  EXPECT_NEAR(variance(Duplicates::kKeep, false), square_mean - mean * mean, 1e-12);
  EXPECT_NEAR(variance(Duplicates::kKeep, true), real_square - mean * mean, 1e-12);
  // Without the constant features, whose products are 1 (and 2 or 0 for a part).
  const double p = SkeletonLaw(kernel->skeleton(), {}).ConstantProbability();
  const auto stratified = [&](double square_of, double of_constant) {
    const double rest = (mean - p) / (1 - p), rest_square = (square_of - p * of_constant) / (1 - p);
    return (1 - p) * (1 - p) * (rest_square - rest * rest);
  };
  EXPECT_NEAR(variance(Duplicates::kStratify, false), stratified(square_mean, 1), 1e-12);
  EXPECT_NEAR(variance(Duplicates::kStratify, true), stratified(real_square, 2), 1e-12);
}

}  // namespace
}  // namespace mercer
