#ifndef MERCER_CORE_KERNELS_KERNEL_H_
#define MERCER_CORE_KERNELS_KERNEL_H_

#include <limits>
#include <memory>
#include <span>
#include <string>

#include "core/base/examples.h"
#include "core/base/params.h"
#include "core/base/registry.h"
#include "core/base/types.h"

namespace mercer {

/// A positive definite function k(x, y). Immutable. Virtual calls are made per matrix, never per
/// pair.
class Kernel {
 public:
  virtual ~Kernel() = default;

  /// out(i, j) = k(x_{begin+i}, y_j) for i < count, count × m, for x n × d and y m × d, each dense
  /// or sparse. Throws InvalidInput if x and y have different numbers of columns, a row is outside
  /// the kernel's domain or a value is not finite; rows are named by their number in x or y, from
  /// 0. O(count·m·d).
  virtual void GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                        MatrixRef out) const = 0;

  /// GramRows for all n rows of x: `out` is n × m.
  void Gram(const Examples& x, const Examples& y, MatrixRef out) const {
    GramRows(x, 0, x.rows(), y, out);
  }

  /// k(x_i, x_i), n values. Throws as GramRows does. O(n·d).
  virtual Vector Diagonal(const Examples& x) const = 0;

  /// Number of multiplications and additions for one value k(x, y) of rows with `nonzeros` nonzero
  /// values each; a transcendental function counts as 20.
  virtual double OperationsPerValue(double nonzeros) const { return 2 * nonzeros + 20; }

  /// Name and parameters in canonical form: "polynomial(degree=10,offset=1,scale=1)".
  virtual std::string Describe() const = 0;

  /// Name and resolved parameters if the registry made the kernel; empty otherwise. CopyKernel
  /// (builtin_kernels.h) makes a copy of the kernel from them.
  const Params& made_from() const { return made_from_; }
  void set_made_from(Params params) { made_from_ = std::move(params); }

 private:
  Params made_from_;
};

/// Gram(x, y) as a new n × m matrix, computed in blocks of rows on `threads` threads. The result is
/// bit-identical for any number of threads.
Matrix Gram(const Kernel& kernel, const Examples& x, const Examples& y, int threads = 1);

/// k(x, y) for one pair of rows of d values each.
double KernelValue(const Kernel& kernel, const Vector& x, const Vector& y);

/// Additional interface of kernels with k(x, y) = g(<x, y>, |x|², |y|²): a caller that holds the
/// rows in a form of its own, or in floats, computes the inner products itself and has g applied to
/// them. Neither function checks the domain or overflow: call Kernel::Diagonal beforehand, which
/// reports both.
class InnerProductForm {
 public:
  virtual ~InnerProductForm() = default;

  /// values[i] = g(values[i], x_squared, y_squared[i]) in place for i < n. A kernel of |x − y|²
  /// loses about 1e-16 (|x|² + |y|²) to cancellation here; GramRows loses nothing.
  virtual void FromInnerProducts(double x_squared, const double* y_squared, double* values,
                                 Index n) const = 0;

  /// The same for floats, with about 1e-7 in place of 1e-16. Evaluates g in doubles unless the
  /// kernel has a faster implementation.
  virtual void FromFloatInnerProducts(float x_squared, const float* y_squared, float* values,
                                      Index n) const;
};

/// Additional interface of kernels for which k(x, y) is a function of the products p_j = x_j y_j
/// over the columns in which both rows have a value. Such a kernel can be evaluated for a single
/// pair of sparse rows, as LIBSVM evaluates its own kernels. The ANOVA and all-subsets kernels are
/// of this kind; their values are polynomials in the products, with at most one factor from each
/// column.
class PairForm {
 public:
  virtual ~PairForm() = default;

  /// k(x, y) from the products, without checks. O(number of products), times the order for an ANOVA
  /// kernel.
  virtual double FromProducts(std::span<const double> products) const = 0;
};

/// k(x, y) = f(<x, y>) with f(t) = Σ a_n t^n, every a_n ≥ 0 (Kar & Karnick 2012, Theorem 1).
class DotProductKernel : public Kernel, public InnerProductForm {
 public:
  /// a_n for n ≥ 0; 0 or inf if it underflows or overflows (use its logarithm then).
  virtual double MaclaurinCoefficient(Index n) const = 0;

  /// log a_n, -inf if a_n = 0; correct even if a_n itself underflows or overflows.
  virtual double LogMaclaurinCoefficient(Index n) const = 0;

  /// The largest n with a_n > 0, or -1 if there is no largest.
  virtual Index MaxOrder() const = 0;

  /// f(t). O(1) or O(degree).
  virtual double Profile(double t) const = 0;

  /// Applies f in place to every entry of a block of inner products or of values of another kernel.
  void ProfileInPlace(MatrixRef t) const { ApplyProfile(t); }

  /// The domain consists of the rows with |x|² < SquaredNormBound(): the series converges for |t|
  /// below it. Infinity for entire functions.
  virtual double SquaredNormBound() const { return std::numeric_limits<double>::infinity(); }

  void GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                MatrixRef out) const override;
  Vector Diagonal(const Examples& x) const override;

  /// Applies f; the norms are ignored.
  void FromInnerProducts(double x_squared, const double* y_squared, double* values,
                         Index n) const override;

 protected:
  /// Applies f in place to every entry of a block of inner products.
  virtual void ApplyProfile(MatrixRef t) const = 0;
};

/// The registry entry of a kernel. Each kernel's source file defines its own.
struct KernelEntry : RegistryInfo {
  /// `params` are resolved (every default filled in) and in range; a bandwidth is a number.
  std::unique_ptr<Kernel> (*make)(const Params& params) = nullptr;
};

/// The parameter "degree": the power of a polynomial kernel.
ParamSpec DegreeSpec(const std::string& help);

/// The parameter "sigma": a bandwidth in the unit of the rows, either a number > 0 or a rule on the
/// training rows (bandwidth.h).
ParamSpec SigmaSpec();

/// Kernels as nested parameter values (builtin_kernels.cc).
const NestedKind& KernelKind();

/// The bandwidth among resolved parameters. Throws InvalidInput, naming the kernel, if it is still
/// a rule.
double BandwidthOf(const std::string& kernel, const Params& params);

/// Throws InvalidInput, naming the kernel, if x and y have different numbers of columns.
void CheckSameColumns(const Kernel& kernel, const Examples& x, const Examples& y);

/// Throws InvalidRow, naming the kernel and both rows, if a value in a block of Gram matrix rows
/// that starts at row `begin` is not finite. O(size); no branch per value as long as all are
/// finite.
void CheckFiniteGram(const Kernel& kernel, Index begin, const ConstMatrixRef& values);

/// The same check for the diagonal.
void CheckFiniteDiagonal(const Kernel& kernel, const Vector& values);

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_KERNEL_H_
