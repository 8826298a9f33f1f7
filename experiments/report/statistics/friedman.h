#ifndef MERCER_EXPERIMENTS_REPORT_STATISTICS_FRIEDMAN_H_
#define MERCER_EXPERIMENTS_REPORT_STATISTICS_FRIEDMAN_H_

#include <cstdint>
#include <span>
#include <vector>

namespace mercer {

/// Friedman's test that k methods have equal ranks on N data sets, from their mean ranks R_j
/// (J. Demšar, Statistical comparisons of classifiers over multiple data sets, JMLR 7, 2006,
/// section 3.2.2).
struct FriedmanTest {
  // 12 N / (k (k + 1)) · (Σ R_j² − k (k + 1)² / 4), on k − 1 degrees of freedom.
  double chi_squared = 0, chi_squared_p = 1;
  // (N − 1) chi² / (N (k − 1) − chi²), on k − 1 and (k − 1)(N − 1): Iman and Davenport 1980.
  // Infinite, with p = 0, if all data sets rank the methods in the same way.
  double f = 0, f_p = 1;
};

/// Aborts for fewer than two methods or data sets. O(k).
FriedmanTest TestFriedman(std::span<const double> mean_ranks, std::int64_t num_datasets);

/// chi² and its p as printed by scipy and R: divided by 1 − Σ (t³ − t) / (N (k³ − k)) over the
/// groups of t equal ranks within a data set; 0 and 1 if all ranks are equal. Without ties it
/// equals chi_squared. O(N k log k).
struct TiedChiSquared {
  double chi_squared = 0, p = 1;
};
TiedChiSquared CorrectForTies(const FriedmanTest& test,
                              const std::vector<std::vector<double>>& ranks);

/// The permutation test: the share of all permutations of the ranks within each data set whose chi²
/// is at least the observed one. It is accurate where the distributions of chi² and F are rough
/// approximations. It uses all permutations if there are at most 100,000 (is_exact), otherwise
/// 99,999 random ones and the observed one, with a fixed seed. Ties stay as they are. O(100,000 · N
/// k).
struct PermutationTest {
  double p = 1;
  bool is_exact = true;
};
PermutationTest TestByPermutations(const std::vector<std::vector<double>>& ranks);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_STATISTICS_FRIEDMAN_H_
