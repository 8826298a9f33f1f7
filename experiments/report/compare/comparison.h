#ifndef MERCER_EXPERIMENTS_REPORT_COMPARE_COMPARISON_H_
#define MERCER_EXPERIMENTS_REPORT_COMPARE_COMPARISON_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/report/cells/cells.h"
#include "experiments/report/compare/scores.h"
#include "experiments/report/statistics/friedman.h"
#include "experiments/report/statistics/nemenyi.h"
#include "experiments/report/statistics/paired_test.h"

namespace mercer {

/// Two methods on one data set, over the repetitions that both finished.
struct MethodPair {
  std::size_t a = 0, b = 0;          // indices in the list of methods; a has the better mean
  std::int64_t n = 0;                // pairs
  double mean_a = 0, mean_b = 0;     // over the pairs
  double test_train_ratio = 0;       // correction of the test; 0: the plain test
  std::optional<PairedTest> test{};  // of a − b; nullopt for fewer than two pairs
  double adjusted_p = 1;             // adjusted by Holm's method over all tested pairs
  bool differs = false;
};

/// All methods on one data set.
struct DatasetComparison {
  std::string dataset;
  Redrawn redrawn = Redrawn::kNothing;
  bool of_point_sets = false;
  std::vector<std::string> methods{};  // best mean first
  std::vector<Measured> measured{};    // by method, over its own repetitions
  std::vector<MethodPair> pairs{};     // in the order of the methods
};

/// Methods over several data sets; each data set is one observation.
struct RankComparison {
  std::vector<std::string> datasets{};
  std::vector<std::string> methods{};         // best mean rank first
  std::vector<std::vector<double>> values{};  // by data set and method: means over repetitions
  std::vector<std::vector<double>> ranks{};
  std::vector<double> mean_ranks{};
  FriedmanTest friedman{};
  TiedChiSquared tied{};
  bool is_rough = false;  // few data sets or methods: the permutation test decides
  std::optional<PermutationTest> permutations{};
  bool is_rejected = false;  // the hypothesis that no methods differ is rejected
  double critical_difference = 0;
  std::vector<RankGroup> groups{};  // a single group if nothing is rejected

  /// The p-value of the test that decides.
  double DecidingP() const;
  /// Whether Friedman's test rejects and the mean ranks differ by at least the critical difference.
  bool Differ(std::size_t a, std::size_t b) const;
};

/// The result of a comparison: which methods differ. If neither part is set, the notes say why.
struct Comparison {
  std::string metric;
  double alpha = 0.05;
  std::optional<DatasetComparison> on_dataset{};  // set if there is one data set
  std::optional<RankComparison> over_datasets{};  // set if there are several
  std::vector<std::string> notes{};               // in sentences
  bool damaged = false;
};

/// Compares the methods' scores. On a single data set the pairs of methods are compared (paired
/// tests, Holm). Over several data sets the mean ranks are compared (Friedman, Nemenyi); methods
/// without a number on one of the data sets are left out and named in the notes.
Comparison CompareMethods(const Scores& scores, double alpha);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_COMPARE_COMPARISON_H_
