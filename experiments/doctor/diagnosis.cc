#include "experiments/doctor/diagnosis.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/stopwatch.h"
#include "core/base/text.h"

namespace mercer {
namespace {

// A right map fails one of its checks this seldom.
constexpr double kFalseAlarm = 1e-6;

// The |z| that the largest of `pairs` exceeds with probability at most kFalseAlarm. Estimated
// standard errors give Student's law.
double LimitOfZ(Index pairs, Index draws, bool exact_variance) {
  const double tail = kFalseAlarm / (2 * static_cast<double>(pairs));
  if (exact_variance) return quantile(complement(boost::math::normal(), tail));
  const boost::math::students_t law(static_cast<double>(draws - 1));
  return quantile(complement(law, tail));
}

// The largest of `events` shares of the draws in each of which something of probability delta
// happened: none for a deterministic map.
double AllowedShare(const Diagnosis& d, double delta, Index events) {
  if (d.traits.deterministic) return 0;
  const auto draws = static_cast<double>(d.draws);
  const double tail = kFalseAlarm / static_cast<double>(events);
  return quantile(complement(boost::math::binomial(draws, delta), tail)) / draws;
}

// Whether one random feature's product cannot be so large that all draws together may have missed
// the errors that count: C + |k| below a tenth of sigma times the root of all features drawn.
bool TailsAreLight(const Diagnosis& d) {
  if (!d.bound || !std::isfinite(d.bound->product_sup)) return false;
  const double features = static_cast<double>(d.draws) * static_cast<double>(d.num_random_features);
  return 2 * d.bound->product_sup < 0.1 * std::sqrt(*d.exact_variance * features);
}

// Too large a variance is one beyond six standard errors. Too small a one may have missed rare
// large errors, which its standard error then misses too: unless they cannot be, it has to be
// smaller by another third.
bool VarianceIsWrong(const Diagnosis& d) {
  const double exact = *d.exact_variance, measured = d.measured_variance;
  const double rounding = 1e-10 * (1 + exact);
  if (measured >= exact) return measured - exact > 6 * d.measured_variance_error + rounding;
  const double relative = measured > 0 ? d.measured_variance_error / measured : 0;
  const double missed = TailsAreLight(d) ? 0 : 0.35;
  return exact - measured > (6 * relative + missed) * exact + rounding;
}

// Six standard errors of a slope through three points of which each has its spread.
double SlopeMargin(const Diagnosis& d) {
  double squares = 0;
  for (const ErrorAtD& e : d.errors) squares += 0.25 * e.spread * e.spread;
  const double range = std::log(static_cast<double>(d.errors.back().num_random_features) /
                                static_cast<double>(d.errors.front().num_random_features));
  return 6 * std::sqrt(squares) / range;
}

void JudgeUnbiased(Diagnosis& d) {
  if (*d.bias_z > d.bias_z_limit) {
    d.faults.push_back("biased: the mean of some pair is " + FormatNumber(*d.bias_z) +
                       " standard errors from the kernel (limit " + FormatNumber(d.bias_z_limit) +
                       ")");
  }
  if (d.exact_variance) {
    if (VarianceIsWrong(d)) {
      d.faults.push_back("its variance is " + FormatNumber(d.measured_variance) + " and not " +
                         FormatNumber(*d.exact_variance) + " as its formula says");
    }
  }
  // Points of a randomised sequence complement each other, and err less than independent ones;
  // such maps state no variance.
  const double margin = 0.2 + SlopeMargin(d);
  const double steepest =
      d.exact_variance ? -0.5 - margin : -std::numeric_limits<double>::infinity();
  if (d.slope && (*d.slope > -0.5 + margin || *d.slope < steepest)) {
    d.faults.push_back("its error falls as D^" + FormatNumber(*d.slope) + " and not as D^-0.5");
  }
}

// Above this relative standard error of a mean square the errors have heavy tails, and the draws
// are too few to judge by. Errors of one sign or none, which a biased map has, are far below it.
constexpr double kHeavy = 0.3;

// The estimates of all pairs over many draws of the map at one D.
struct Sample {
  Matrix sum;              // Σ (estimate − k)
  Matrix square;           // Σ (estimate − k)²
  Matrix fourth;           // Σ (estimate − k)⁴
  Vector mean_square;      // of each draw over the pairs i ≤ j
  Vector largest;          // error of each draw
  Eigen::MatrixXi beyond;  // draws in which the pair's error exceeds a limit
};

double MeanOverPairs(const Matrix& m) {
  const Index n = m.rows();
  double sum = 0;
  for (Index i = 0; i < n; ++i) sum += m.row(i).tail(n - i).sum();
  return sum / (0.5 * static_cast<double>(n * (n + 1)));
}

std::unique_ptr<FeatureMap> Draw(const Patient& patient, Index num_random_features,
                                 std::uint64_t seed) {
  return patient.spec.Draw({patient.kernel, patient.rows.cols(), num_random_features, seed,
                            patient.traits.data_dependent ? &patient.train : nullptr});
}

// Stored sparse where most features are 0: there may be more than fit in memory.
Examples Features(const FeatureMap& map, const Examples& rows) {
  if (map.has_sparse_output(rows)) return map.TransformSparse(rows);
  return map.Transform(rows);
}

Matrix InnerProducts(const FeatureMap& map, const Examples& rows) {
  const Examples z = Features(map, rows);
  if (!z.is_sparse()) return (z.dense() * z.dense().transpose()).array() + map.offset();
  // Row by row: a product of sparse matrices would take memory for every column.
  Matrix products(z.rows(), z.rows());
  for (Index i = 0; i < z.rows(); ++i)
    for (Index j = 0; j <= i; ++j)
      products(i, j) = products(j, i) = z.sparse().row(i).dot(z.sparse().row(j)) + map.offset();
  return products;
}

Sample TakeSample(const Patient& patient, const Matrix& exact, Index num_random_features,
                  Index draws, std::uint64_t seed, double limit) {
  const Index n = patient.rows.rows();
  Sample sample{Matrix::Zero(n, n), Matrix::Zero(n, n), Matrix::Zero(n, n),
                Vector(draws),      Vector(draws),      Eigen::MatrixXi::Zero(n, n)};
  for (Index draw = 0; draw < draws; ++draw) {
    const std::uint64_t draw_seed = DeriveSeed(
        seed, {static_cast<std::uint64_t>(num_random_features), static_cast<std::uint64_t>(draw)});
    const Matrix error =
        InnerProducts(*Draw(patient, num_random_features, draw_seed), patient.rows) - exact;
    sample.sum += error;
    sample.square += error.cwiseAbs2();
    sample.fourth += error.cwiseAbs2().cwiseAbs2();
    sample.mean_square[draw] = MeanOverPairs(error.cwiseAbs2());
    sample.largest[draw] = error.cwiseAbs().maxCoeff();
    sample.beyond += (error.cwiseAbs().array() > limit).cast<int>().matrix();
  }
  return sample;
}

// D times the exact variance of each pair's estimate; empty where one is unknown.
std::optional<Matrix> ExactVariances(const Patient& patient, Index num_random_features) {
  const Index n = patient.rows.rows();
  const Matrix dense = patient.rows.DenseRows(0, n);
  Matrix variances(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = i; j < n; ++j) {
      const auto variance = patient.spec.EstimateVariance(
          patient.kernel, dense.row(i).transpose(), dense.row(j).transpose(), num_random_features);
      if (!variance) return std::nullopt;
      variances(i, j) = variances(j, i) = *variance * static_cast<double>(num_random_features);
    }
  }
  return variances;
}

// The relative standard error of the mean of some squared errors, of which the sum and the sum of
// squares are given: 0.14 for 100 normal errors, towards 1 where one of them outweighs the rest.
double SpreadOf(double sum, double sum_of_squares, Index draws) {
  if (sum <= 0) return 0;
  const double excess = sum_of_squares - sum * sum / static_cast<double>(draws);
  return std::sqrt(std::max(0.0, excess)) / sum;
}

double SpreadOf(const Vector& squares) {
  return SpreadOf(squares.sum(), squares.squaredNorm(), squares.size());
}

// What rounding alone leaves of an inner product, as a share of the rows' norms.
double RoundingShare(const Patient& patient) {
  return patient.spec.storage() == FeatureStorage::kFloat32 ? kFloatAccuracy : 1e-12;
}

// |mean error| of each pair over its standard error; a pair without spread must have no error.
// Pairs of which a few draws hold most of the squared error are left out, and counted: their mean
// is far from normal.
double LargestZ(const Sample& sample, const std::optional<Matrix>& variances, const Matrix& exact,
                Index num_random_features, Index draws, double rounding_share, Index* left_out) {
  const auto r = static_cast<double>(draws);
  double largest = 0;
  *left_out = 0;
  for (Index i = 0; i < exact.rows(); ++i) {
    for (Index j = i; j < exact.cols(); ++j) {
      if (SpreadOf(sample.square(i, j), sample.fourth(i, j), draws) > kHeavy) {
        ++*left_out;
        continue;
      }
      const double mean = sample.sum(i, j) / r;
      const double spread = sample.square(i, j) / r - mean * mean;
      const double variance = variances
                                  ? (*variances)(i, j) / static_cast<double>(num_random_features)
                                  : spread * r / (r - 1);
      const double rounding = rounding_share * std::max(1.0, std::sqrt(exact(i, i) * exact(j, j)));
      const double error = std::sqrt(std::max(variance, 0.0) / r) + rounding / 5;
      largest = std::max(largest, std::abs(mean) / error);
    }
  }
  return largest;
}

void MeasureCost(const Patient& patient, const FeatureMap& map, Diagnosis& diagnosis) {
  const auto n = static_cast<double>(patient.rows.rows());
  diagnosis.output_dim = map.output_dim();
  diagnosis.is_complex = map.is_complex();
  diagnosis.note = map.note();
  diagnosis.bytes = map.bytes();
  diagnosis.operations_per_row =
      map.OperationsPerRow(static_cast<double>(patient.rows.StoredValues()) / n);
  // The rate of many rows: the rows over and over for a twentieth of a second, the best of three.
  for (int attempt = 0; attempt < 3; ++attempt) {
    const Stopwatch watch;
    double transformed = 0;
    while (watch.Seconds() < 0.05) {
      Features(map, patient.rows);
      transformed += n;
    }
    diagnosis.features_per_second =
        std::max(diagnosis.features_per_second,
                 transformed * static_cast<double>(map.num_random_features()) / watch.Seconds());
  }
}

double Slope(const std::vector<ErrorAtD>& errors) {
  double mean_x = 0, mean_y = 0, xy = 0, xx = 0;
  const auto count = static_cast<double>(errors.size());
  for (const ErrorAtD& e : errors) {
    mean_x += std::log(static_cast<double>(e.num_random_features)) / count;
    mean_y += std::log(e.rms) / count;
  }
  for (const ErrorAtD& e : errors) {
    const double x = std::log(static_cast<double>(e.num_random_features)) - mean_x;
    xy += x * (std::log(e.rms) - mean_y);
    xx += x * x;
  }
  return xy / xx;
}

void MeasureSlope(const Patient& patient, const Matrix& exact, const DoctorOptions& options,
                  Diagnosis& diagnosis) {
  // Landmarks cost D³, and there must be as many training rows.
  std::vector<Index> sizes = {options.num_random_features / 4};
  if (!patient.traits.data_dependent) sizes.push_back(options.num_random_features * 4);
  for (const Index D : sizes) {
    if (D < 2) continue;
    const Sample sample =
        TakeSample(patient, exact, D - D % 2, diagnosis.draws, options.seed + 1, 0);
    diagnosis.errors.push_back(
        {D - D % 2, std::sqrt(sample.mean_square.mean()), SpreadOf(sample.mean_square)});
  }
  std::sort(diagnosis.errors.begin(), diagnosis.errors.end(),
            [](const ErrorAtD& a, const ErrorAtD& b) {
              return a.num_random_features < b.num_random_features;
            });
  const bool no_error = std::any_of(diagnosis.errors.begin(), diagnosis.errors.end(),
                                    [](const ErrorAtD& e) { return !(e.rms > 1e-13); });
  if (!no_error && diagnosis.errors.size() > 1) diagnosis.slope = Slope(diagnosis.errors);
}

/// Fills in bias_z_limit and the faults, by the map's traits: an unbiased map must have the
/// kernel's mean, its exact variance where it states one, and an error that falls as D^(-1/2), or
/// faster where it states none; any map with a bound must keep it; a deterministic one without a
/// bound, and a biased or data-dependent one, is shown and not judged on its mean.
void Judge(double delta, Diagnosis& d) {
  if (d.bias_z) d.bias_z_limit = LimitOfZ(d.pairs, d.draws, d.exact_variance.has_value());
  if (MeanIsJudged(d)) JudgeUnbiased(d);
  if (!d.bound) return;
  if (d.bound_violations > AllowedShare(d, delta, d.pairs)) {
    d.faults.push_back("some pair's error exceeds " + FormatNumber(d.bound_epsilon) +
                       ", the bound of " + d.bound->source + ", in a share " +
                       FormatNumber(d.bound_violations) + " of the draws");
  }
  if (d.uniform_violations > AllowedShare(d, delta, 1)) {
    d.faults.push_back("some pair's error exceeds " + FormatNumber(*d.uniform_epsilon) +
                       ", the bound for all pairs of " + d.bound->uniform->source +
                       ", in a share " + FormatNumber(d.uniform_violations) + " of the draws");
  }
}

}  // namespace

bool MeanIsJudged(const Diagnosis& d) {
  return d.traits.unbiased && !d.traits.deterministic && !d.traits.data_dependent &&
         !d.infinite_variance && !d.heavy_tails;
}

Diagnosis Diagnose(const Patient& patient, const DoctorOptions& options) {
  const Index n = patient.rows.rows(), D = options.num_random_features;
  if (n < 2) {
    throw InvalidInput("doctor: " + std::to_string(n) + (n == 1 ? " row" : " rows") +
                       "; expected at least 2");
  }
  const Index draws = patient.traits.deterministic    ? 1
                      : patient.traits.data_dependent ? std::min<Index>(options.draws, 10)
                                                      : options.draws;
  MERCER_CHECK(draws == 1 || draws >= 10);
  const Matrix exact = Gram(patient.kernel, patient.rows, patient.rows);
  Diagnosis diagnosis{.map = patient.map,
                      .kernel = patient.kernel.Describe(),
                      .traits = patient.traits,
                      .rows = n,
                      .input_dim = patient.rows.cols(),
                      .num_random_features = D,
                      .draws = draws,
                      .pairs = n * (n + 1) / 2};
  MeasureCost(patient, *Draw(patient, D, options.seed), diagnosis);

  diagnosis.bound = patient.spec.Bound(patient.kernel, RadiiOf(patient.rows));
  const double rounding = RoundingShare(patient) * exact.cwiseAbs().maxCoeff();
  if (diagnosis.bound) {
    diagnosis.bound_epsilon = diagnosis.bound->Epsilon(D, options.delta);
    diagnosis.uniform_epsilon = diagnosis.bound->UniformEpsilon(D, options.delta);
  }
  const double limit = diagnosis.bound_epsilon + rounding;
  const Sample sample = TakeSample(patient, exact, D, draws, options.seed, limit);
  const double rms = std::sqrt(sample.mean_square.mean());
  diagnosis.errors.push_back({D, rms, draws > 1 ? SpreadOf(sample.mean_square) : 0});
  if (diagnosis.bound) {
    diagnosis.bound_features = diagnosis.bound->NumRandomFeatures(rms, options.delta);
    const auto of_draws = static_cast<double>(draws);
    diagnosis.bound_violations = sample.beyond.maxCoeff() / of_draws;
    if (diagnosis.uniform_epsilon) {
      const auto broken = (sample.largest.array() > *diagnosis.uniform_epsilon + rounding).count();
      diagnosis.uniform_violations = static_cast<double>(broken) / of_draws;
    }
  }
  diagnosis.no_variance_reason = patient.spec.NoVarianceReason(patient.kernel);
  if (!patient.traits.deterministic) {
    std::optional<Matrix> variances = ExactVariances(patient, D);
    diagnosis.infinite_variance = variances && !variances->allFinite();
    if (diagnosis.infinite_variance) variances.reset();
    Index left_out = 0;
    diagnosis.bias_z =
        LargestZ(sample, variances, exact, D, draws, RoundingShare(patient), &left_out);
    diagnosis.heavy_tails = SpreadOf(sample.mean_square) > kHeavy || 2 * left_out > diagnosis.pairs;
    const auto factor = static_cast<double>(D);
    diagnosis.measured_variance = factor * sample.mean_square.mean();
    const double spread = (sample.mean_square.array() - sample.mean_square.mean()).square().sum() /
                          static_cast<double>(draws - 1);
    diagnosis.measured_variance_error = factor * std::sqrt(spread / static_cast<double>(draws));
    if (variances) diagnosis.exact_variance = MeanOverPairs(*variances);
    MeasureSlope(patient, exact, options, diagnosis);
  }
  Judge(options.delta, diagnosis);
  return diagnosis;
}

}  // namespace mercer
