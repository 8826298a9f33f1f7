#ifndef MERCER_EXPERIMENTS_DOCTOR_DIAGNOSIS_H_
#define MERCER_EXPERIMENTS_DOCTOR_DIAGNOSIS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/examples.h"
#include "core/maps/feature_map.h"

namespace mercer {

/// The subject of an examination: one map on one kernel, with these rows.
struct Patient {
  std::string map;  // as registered
  const FeatureMapSpec& spec;
  MapTraits traits;
  const Kernel& kernel;
  const Examples& rows;   // at least 2
  const Examples& train;  // the rows that data-dependent maps are drawn from
};

struct DoctorOptions {
  Index num_random_features = 256;  // D ≥ 1
  Index draws = 100;                // independent maps at D, at least 10; 10 of data-dependent ones
  std::uint64_t seed = 1;
  double delta = 0.05;  // failure probability of the paper's bound
};

/// The root mean square error of <z(x), z(y)> over pairs and draws, at one D.
struct ErrorAtD {
  Index num_random_features = 0;
  double rms = 0;
  double spread = 0;  // relative standard error of the mean square error
};

/// The findings. "Pairs" are all i ≤ j of the rows.
struct Diagnosis {
  std::string map, kernel;
  MapTraits traits;
  Index rows = 0, input_dim = 0;
  Index num_random_features = 0, output_dim = 0, draws = 0, pairs = 0;
  bool is_complex = false;
  std::string note{};  // the map's remark on its draw (FeatureMap::note); empty: none
  std::size_t bytes = 0;
  double operations_per_row = 0;  // for a row with the mean number of non-zeros
  double features_per_second = 0;

  // Largest |mean over the draws − k| of a pair, in units of its standard error (exact if the
  // variance is known, otherwise estimated), and the limit that a correct map respects with
  // probability above 1 − 1e-6.
  std::optional<double> bias_z{};
  double bias_z_limit = 0;

  // D·variance of a pair's estimate, mean over the pairs: measured, with its standard error, and
  // exact. There is no exact value if one pair's exact variance is infinite or unknown.
  double measured_variance = 0, measured_variance_error = 0;
  std::optional<double> exact_variance{};
  std::string no_variance_reason{};  // why there is none for this map; empty: there is one
  bool infinite_variance = false;    // of some pair: no number of draws can determine its mean
  bool heavy_tails = false;          // few draws contain most of the error: these draws cannot
                                     // determine the mean

  std::vector<ErrorAtD>
      errors{};  // at D/4, D, 4D; data-dependent maps at D/4, D, deterministic at D
  std::optional<double> slope{};  // of log error over log D

  std::optional<ErrorBound> bound{};
  double bound_epsilon = 0;     // the error that the bound guarantees at D and delta
  double bound_features = 0;    // the D that the bound requires for the error measured at D
  double bound_violations = 0;  // largest share of draws in which a pair exceeds bound_epsilon
  std::optional<double> uniform_epsilon{};  // the error guaranteed by the bound for all pairs at
                                            // once
  double uniform_violations = 0;            // share of draws in which some pair exceeds it

  std::vector<std::string> faults{};  // why the map is wrong; empty: it is right
};

/// Draws the map many times and compares it with the kernel and with the theory that the map
/// states; the checks depend on its traits. Throws InvalidInput if kernel, map or rows are refused.
/// The cost is draws·n·(cost of D features) + draws·n²·D, plus a quarter and four times of it for
/// two other D.
Diagnosis Diagnose(const Patient& patient, const DoctorOptions& options);

/// Whether the mean can be judged: the map is random and unbiased, its variance is not infinite,
/// and its tails are not too heavy for the number of draws.
bool MeanIsJudged(const Diagnosis& diagnosis);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_DOCTOR_DIAGNOSIS_H_
