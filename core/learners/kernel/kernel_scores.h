#ifndef MERCER_CORE_LEARNERS_KERNEL_KERNEL_SCORES_H_
#define MERCER_CORE_LEARNERS_KERNEL_KERNEL_SCORES_H_

#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "core/learners/kernel/kernel_rows.h"

namespace mercer {

/// s_c(z) = Σ_i a_ic k(x_i, z) for rows z and support vectors x_i, i = 1 … m, in pieces whose
/// kernel values never leave the caches: product, profile, and the sums over i.
class KernelScores {
 public:
  /// The support vectors are the rows of x of the given numbers, packed here; coefficients m × K.
  /// The kernel must outlive this. Rows are sparse where values are those of pairs.
  KernelScores(const Kernel& kernel, const Examples& x, std::span<const Index> numbers,
               const Matrix& coefficients, KernelArithmetic arithmetic);

  Index outputs() const { return coefficients_.cols(); }

  /// s of rows [begin, begin + count) of z, count × K. The same bits for a row whatever begin and
  /// count are. O(count·m·(d + K)).
  void Scores(const Examples& z, Index begin, Index count, MatrixRef out) const;

  /// s of the rows of z of the given numbers; one output only.
  Vector ScoresOf(const Examples& z, std::span<const Index> numbers) const;

  /// Bytes, at most, for m support vectors of d columns with `stored` values and K outputs, and
  /// what Scores takes for each thread.
  static double Bytes(double m, double d, double stored, double outputs);

 private:
  template <class Real>
  struct Packed {
    RowProducts<Real> products;
    Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic> coefficients;  // m × K, column-major
  };

  template <class Real>
  Packed<Real> Pack(const Examples& x, std::span<const Index> numbers) const;
  template <class Real>
  void TileScores(const Packed<Real>& packed, const Examples& z, Index begin, Index count,
                  MatrixRef out) const;
  template <class Real>
  void ColumnScores(const Packed<Real>& packed, const Examples& z, Index row,
                    Eigen::Ref<Eigen::RowVectorXd> out) const;

  const Kernel& kernel_;
  Matrix coefficients_;
  std::optional<PairValues> pairs_;
  std::variant<Examples, Packed<double>, Packed<float>> support_;
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_KERNEL_SCORES_H_
