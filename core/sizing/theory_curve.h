#ifndef MERCER_CORE_SIZING_THEORY_CURVE_H_
#define MERCER_CORE_SIZING_THEORY_CURVE_H_

#include <optional>
#include <vector>

#include "core/sizing/gram_problem.h"

namespace mercer {

/// The root mean square of gram_rel_frobenius over draws, and its standard error from the sample of
/// pairs (0 if all were taken).
struct ExpectedError {
  double error = 0;  // infinite if a variance is
  double standard_error = 0;
};

/// The expected error of an unbiased map as a function of D, from its exact variances over one
/// sample of pairs (PairsOf). The norm of the kernel is estimated from the same pairs. Their kernel
/// values are taken from the whole Gram matrix if there are at most 1,000 rows (8 MB), and computed
/// one by one otherwise.
class TheoryCurve {
 public:
  /// Empty if the map does not state its mean squared error on this kernel, is biased or is not
  /// random. Throws InvalidInput if the kernel is 0 on every pair. Computes the kernel value of
  /// each pair and its error at one D.
  static std::optional<TheoryCurve> Of(const GramProblem& problem);

  /// Computes the map's errors for each pair at D if they are not inversely proportional to D;
  /// otherwise rescales the known errors.
  ExpectedError At(Index num_random_features) const;

  /// Whether D times the squared error is the same at every D, tested on 256 pairs and two values
  /// of D.
  bool is_inverse() const { return is_inverse_; }

  Index pairs() const { return pairs_; }

 private:
  // The values for each pair of a stratum.
  struct Part {
    std::vector<double> errors;  // squared, at kReference
    std::vector<double> kernel;  // squared values
  };

  TheoryCurve(const GramProblem& problem, std::vector<GramStratum> strata)
      : problem_(problem), strata_(std::move(strata)) {}

  std::optional<double> PairErrorAt(const std::pair<Index, Index>& pair,
                                    Index num_random_features) const;
  std::optional<std::vector<double>> ErrorsAt(const GramStratum& stratum,
                                              Index num_random_features) const;
  bool Fill();
  bool LooksInverse() const;

  GramProblem problem_;
  std::vector<GramStratum> strata_;
  std::vector<Part> parts_{};
  double squared_norm_ = 0;  // of the kernel over all pairs
  Index pairs_ = 0;
  bool is_inverse_ = false;
};

}  // namespace mercer

#endif  // MERCER_CORE_SIZING_THEORY_CURVE_H_
