#ifndef MERCER_EXPERIMENTS_DOCTOR_DIAGNOSIS_H_
#define MERCER_EXPERIMENTS_DOCTOR_DIAGNOSIS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/examples.h"
#include "core/maps/feature_map.h"

namespace mercer {

/// What is examined: one map on one kernel, on these rows.
struct Patient {
  std::string map;  // as registered
  const FeatureMapSpec& spec;
  MapTraits traits;
  const Kernel& kernel;
  const Examples& rows;   // at least 2
  const Examples& train;  // what data-dependent maps are drawn from
};

struct DoctorOptions {
  Index num_random_features = 256;  // D ≥ 1
  Index draws = 100;                // independent maps at D, at least 10; 10 of data-dependent ones
  std::uint64_t seed = 1;
  double delta = 0.05;  // of the paper's bound
};

/// The root mean square error of <z(x), z(y)> over pairs and draws, at one D.
struct ErrorAtD {
  Index num_random_features = 0;
  double rms = 0;
  double spread = 0;  // relative standard error of the mean square error
};

/// What was found. "Pairs" are all i ≤ j of the rows.
struct Diagnosis {
  std::string map, kernel;
  MapTraits traits;
  Index rows = 0, input_dim = 0;
  Index num_random_features = 0, output_dim = 0, draws = 0, pairs = 0;
  bool is_complex = false;
  std::string note{};  // what the map says of its draw (FeatureMap::note); empty: nothing
  std::size_t bytes = 0;
  double operations_per_row = 0;  // for a row with the mean number of non-zeros
  double features_per_second = 0;

  // Largest |mean over the draws − k| of a pair, in its standard errors (exact where the variance
  // is known, estimated where it is not), and the limit that a right map keeps with probability
  // above 1 − 1e-6.
  std::optional<double> bias_z{};
  double bias_z_limit = 0;

  // D·variance of a pair's estimate, mean over the pairs: measured with its standard error, and
  // exact. Where one pair's exact variance is infinite or unknown there is no exact one.
  double measured_variance = 0, measured_variance_error = 0;
  std::optional<double> exact_variance{};
  std::string no_variance_reason{};  // why there is none for this map; empty: there is
  bool infinite_variance = false;    // of some pair: no number of draws can tell its mean
  bool heavy_tails = false;          // few draws hold most of the error: these cannot tell the mean

  std::vector<ErrorAtD>
      errors{};  // at D/4, D, 4D; data-dependent maps at D/4, D, deterministic at D
  std::optional<double> slope{};  // of log error in log D

  std::optional<ErrorBound> bound{};
  double bound_epsilon = 0;     // what the bound grants at D and delta
  double bound_features = 0;    // the D that the bound asks for to grant the measured error at D
  double bound_violations = 0;  // largest share of draws in which a pair exceeds bound_epsilon
  std::optional<double> uniform_epsilon{};  // what the bound for all pairs at once grants
  double uniform_violations = 0;            // share of draws in which some pair exceeds it

  std::vector<std::string> faults{};  // why the map is not right; empty: it is
};

/// Draws the map many times and compares with the kernel, and with the theory that the map states:
/// the check that fits its traits. Throws InvalidInput where kernel, map or rows are refused. Costs
/// draws·n·(cost of D features) + draws·n²·D, and a quarter and four times of it at two other D.
Diagnosis Diagnose(const Patient& patient, const DoctorOptions& options);

/// Whether the mean tells anything: an unbiased random map whose variance is not infinite, nor its
/// tails too heavy for the draws.
bool MeanIsJudged(const Diagnosis& diagnosis);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_DOCTOR_DIAGNOSIS_H_
