#ifndef MERCER_CORE_LEARNERS_KERNEL_KERNEL_SCORES_H_
#define MERCER_CORE_LEARNERS_KERNEL_KERNEL_SCORES_H_

#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "core/learners/kernel/kernel_rows.h"

namespace mercer {

/// The contribution of some support vectors to some of the scores; they contribute nothing to the
/// others. In one-against-one classification, a support vector has coefficients for K − 1 of the
/// K(K − 1)/2 scores.
struct KernelTerms {
  std::vector<Index> vectors{};  // numbers of the rows that are the support vectors
  Matrix coefficients{};         // vectors × outputs
  std::vector<Index> outputs{};  // positions of the scores
};

/// s_c(z) = Σ_i a_ic k(x_i, z) for rows z and support vectors x_i, i = 1 … m, in tiles whose kernel
/// values never leave the caches: inner products, profile, and the sums over i.
class KernelScores {
 public:
  /// Packs the support vectors, which are the rows of x named by the terms, in their order. There
  /// are `outputs` scores. The kernel must outlive this object. For KernelArithmetic::kPairs, rows
  /// must be sparse.
  KernelScores(const Kernel& kernel, const Examples& x, std::span<const KernelTerms> terms,
               Index outputs, KernelArithmetic arithmetic);

  Index outputs() const { return outputs_; }

  /// Scores of rows [begin, begin + count) of z, count × outputs. If values come from inner
  /// products, the scores of a row are bit-identical for any begin and count, otherwise the same up
  /// to rounding. O(count·(m·d + coefficients)).
  void Scores(const Examples& z, Index begin, Index count, MatrixRef out) const;

  /// Scores of the rows of z with the given numbers, if there is one output. Bit-identical for any
  /// number of threads.
  Vector ScoresOf(const Examples& z, std::span<const Index> numbers, int threads = 1) const;

  /// An upper bound on the bytes for m support vectors of d columns with `stored` values and
  /// `coefficients` coefficients each, including what Scores takes per thread.
  static double Bytes(double m, double d, double stored, double coefficients);

 private:
  // Terms of the support vectors [begin, end).
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
