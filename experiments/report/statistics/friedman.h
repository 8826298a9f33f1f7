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
  // Infinite, with p = 0, where all data sets rank the methods alike.
  double f = 0, f_p = 1;
};

/// Aborts for fewer than two methods or data sets. O(k).
FriedmanTest TestFriedman(std::span<const double> mean_ranks, std::int64_t num_datasets);

/// chi² and its p as scipy and R print it: divided by 1 − Σ (t³ − t) / (N (k³ − k)) over the groups
/// of t equal ranks within a data set; 0 and 1 where all ranks are equal. It has the same value
/// where there are no ties. O(N k log k).
struct TiedChiSquared {
  double chi_squared = 0, p = 1;
};
TiedChiSquared CorrectForTies(const FriedmanTest& test,
                              const std::vector<std::vector<double>>& ranks);

/// The share of all orders of the ranks within each data set whose chi² is at least the observed
/// one: exact where the laws of chi² and F are rough. Over all orders where these are at most
/// 100,000 (is_exact), else over 99,999 drawn ones and the observed one; the seed is fixed. Ties
/// stay as they are. O(100,000 · N k).
struct PermutationTest {
  double p = 1;
  bool is_exact = true;
};
PermutationTest TestByPermutations(const std::vector<std::vector<double>>& ranks);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_STATISTICS_FRIEDMAN_H_
