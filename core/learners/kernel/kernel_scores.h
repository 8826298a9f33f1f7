#ifndef MERCER_CORE_LEARNERS_KERNEL_KERNEL_SCORES_H_
#define MERCER_CORE_LEARNERS_KERNEL_KERNEL_SCORES_H_

#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "core/learners/kernel/kernel_rows.h"

namespace mercer {

/// What some support vectors add to some of the scores; to the others they add nothing. One against
/// one, a vector of a class has K − 1 coefficients of the K(K − 1)/2 scores.
struct KernelTerms {
  std::vector<Index> vectors{};  // numbers of the rows that are the support vectors
  Matrix coefficients{};         // vectors × outputs
  std::vector<Index> outputs{};  // places of the scores
};

/// s_c(z) = Σ_i a_ic k(x_i, z) for rows z and support vectors x_i, i = 1 … m, in pieces whose
/// kernel values never leave the caches: product, profile, and the sums over i.
class KernelScores {
 public:
  /// The support vectors are the rows of x that the terms name, in their order, packed here; there
  /// are `outputs` scores. The kernel must outlive this. Rows are sparse where values are those of
  /// pairs.
  KernelScores(const Kernel& kernel, const Examples& x, std::span<const KernelTerms> terms,
               Index outputs, KernelArithmetic arithmetic);

  Index outputs() const { return outputs_; }

  /// s of rows [begin, begin + count) of z, count × outputs. The same bits for a row whatever begin
  /// and count are, where values come from inner products or there is one score. O(count·(m·d +
  /// coefficients)).
  void Scores(const Examples& z, Index begin, Index count, MatrixRef out) const;

  /// s of the rows of z of the given numbers; one output only. The same bits for any number of
  /// threads.
  Vector ScoresOf(const Examples& z, std::span<const Index> numbers, int threads = 1) const;

  /// Bytes, at most, for m support vectors of d columns with `stored` values and so many
  /// coefficients each, and what Scores takes for each thread.
  static double Bytes(double m, double d, double stored, double coefficients);

 private:
  // Terms of the vectors [begin, end).
  template <class Real>
  struct PackedTerms {
    Index begin = 0, end = 0;
    Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic> coefficients{};  // column-major
    std::vector<Index> outputs{};
  };
  template <class Real>
  struct Packed {
    RowProducts<Real> products;
    std::vector<PackedTerms<Real>> terms;
  };
  struct Unpacked {
    Examples rows;
    std::vector<PackedTerms<double>> terms;
  };

  template <class Real>
  static std::vector<PackedTerms<Real>> PackTerms(std::span<const KernelTerms> terms);
  template <class Real>
  static void AddScores(const std::vector<PackedTerms<Real>>& terms, const Real* values,
                        Index stride, Index begin, Index end, MatrixRef out);
  template <class Real>
  void TileScores(const Packed<Real>& packed, const Examples& z, Index begin, MatrixRef out) const;
  template <class Real>
  void ColumnScores(const Packed<Real>& packed, const Examples& z, Index begin,
                    MatrixRef out) const;
  void GramScores(const Unpacked& unpacked, const Examples& z, Index begin, MatrixRef out) const;

  const Kernel& kernel_;
  const InnerProductForm* form_;  // of the kernel, or nullptr
  Index outputs_;
  std::optional<PairValues> pairs_;
  std::variant<Unpacked, Packed<double>, Packed<float>> support_;
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_KERNEL_SCORES_H_
