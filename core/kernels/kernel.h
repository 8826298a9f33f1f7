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

/// A positive definite function k(x, y). Immutable; virtual per matrix, never per pair.
class Kernel {
 public:
  virtual ~Kernel() = default;

  /// out(i, j) = k(x_{begin+i}, y_j) for i < count, count × m, for x n × d and y m × d, each dense
  /// or sparse. Throws InvalidInput where x and y have different numbers of columns, a row is
  /// outside the kernel's domain or a value is not finite; rows are named by their number in x or
  /// y, from 0. O(count·m·d).
  virtual void GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                        MatrixRef out) const = 0;

  /// All n rows of x: `out` is n × m.
  void Gram(const Examples& x, const Examples& y, MatrixRef out) const {
    GramRows(x, 0, x.rows(), y, out);
  }

  /// k(x_i, x_i), n values. Throws as GramRows does. O(n·d).
  virtual Vector Diagonal(const Examples& x) const = 0;

  /// Multiplications and additions of one value k(x, y) of rows with so many values that are not
  /// zero, a transcendental function counting as 20.
  virtual double OperationsPerValue(double nonzeros) const { return 2 * nonzeros + 20; }

  /// Name and parameters, canonical: "polynomial(degree=10,offset=1,scale=1)".
  virtual std::string Describe() const = 0;

  /// Name and resolved parameters, where the registry made it; else empty. CopyKernel
  /// (builtin_kernels.h) makes the same kernel from them again.
  const Params& made_from() const { return made_from_; }
  void set_made_from(Params params) { made_from_ = std::move(params); }

 private:
  Params made_from_;
};

/// Gram(x, y) as a new matrix, n × m, by blocks of rows on `threads` threads; the same bits for any
/// number of threads.
Matrix Gram(const Kernel& kernel, const Examples& x, const Examples& y, int threads = 1);

/// k(x, y) of one pair of rows, d values each.
double KernelValue(const Kernel& kernel, const Vector& x, const Vector& y);

/// What a kernel is besides where k(x, y) = g(<x, y>, |x|², |y|²): then whoever holds the rows in a
/// form of its own, or in floats, computes the inner products and has g applied to them. Neither
/// function looks at the domain or at overflow: Kernel::Diagonal tells both beforehand.
class InnerProductForm {
 public:
  virtual ~InnerProductForm() = default;

  /// values[i] = g(values[i], x_squared, y_squared[i]) in place for i < n. What depends on |x − y|²
  /// loses in it about 1e-16 (|x|² + |y|²), where GramRows loses nothing.
  virtual void FromInnerProducts(double x_squared, const double* y_squared, double* values,
                                 Index n) const = 0;

  /// The same of floats, with about 1e-7 in place of 1e-16; g itself in doubles where the kernel
  /// has nothing faster.
  virtual void FromFloatInnerProducts(float x_squared, const float* y_squared, float* values,
                                      Index n) const;
};

/// What a kernel is besides where k(x, y) is a function of the products p_j = x_j y_j of the
/// columns in which both rows have a value: then a single pair of sparse rows tells its value, as
/// LIBSVM evaluates its own kernels. The ANOVA kernel and that of all subsets are such; their
/// values are polynomials in the products, of at most one factor from each column.
class PairForm {
 public:
  virtual ~PairForm() = default;

  /// k from the products. No checks. O(their number), times the order of an ANOVA kernel.
  virtual double FromProducts(std::span<const double> products) const = 0;
};

/// k(x, y) = f(<x, y>) with f(t) = Σ a_n t^n, every a_n ≥ 0 (Kar & Karnick 2012, Theorem 1).
class DotProductKernel : public Kernel, public InnerProductForm {
 public:
  /// a_n for n ≥ 0; 0 or inf where it underflows or overflows (ask for its logarithm then).
  virtual double MaclaurinCoefficient(Index n) const = 0;

  /// log a_n, -inf where a_n = 0; right also where a_n itself underflows or overflows.
  virtual double LogMaclaurinCoefficient(Index n) const = 0;

  /// The largest n with a_n > 0, or -1 where there is no largest.
  virtual Index MaxOrder() const = 0;

  /// f(t). O(1) or O(degree).
  virtual double Profile(double t) const = 0;

  /// f in place on every entry of a block: of inner products, or of the values of another kernel.
  void ProfileInPlace(MatrixRef t) const { ApplyProfile(t); }

  /// The series converges for |t| < Radius(); infinity for entire functions. The domain is the rows
  /// with |x|² < Radius().
  virtual double Radius() const { return std::numeric_limits<double>::infinity(); }

  void GramRows(const Examples& x, Index begin, Index count, const Examples& y,
                MatrixRef out) const override;
  Vector Diagonal(const Examples& x) const override;

  /// f; the norms mean nothing.
  void FromInnerProducts(double x_squared, const double* y_squared, double* values,
                         Index n) const override;

 protected:
  /// f in place on every entry of a block of inner products.
  virtual void ApplyProfile(MatrixRef t) const = 0;
};

/// What the registry holds of a kernel. Each kernel's source defines its own.
struct KernelEntry : RegistryInfo {
  /// `params` are resolved (every default filled in) and in range; a bandwidth is a number.
  std::unique_ptr<Kernel> (*make)(const Params& params) = nullptr;
};

/// The power of a polynomial kernel.
ParamSpec DegreeSpec(const std::string& help);

/// A bandwidth in the unit of the rows: a number > 0 or a rule on the training rows (bandwidth.h).
ParamSpec SigmaSpec();

/// Kernels as nested values (builtin_kernels.cc).
const NestedKind& KernelKind();

/// A resolved bandwidth. Throws InvalidInput, naming the kernel, where it is still a rule.
double BandwidthOf(const std::string& kernel, const Params& params);

/// Throws InvalidInput, naming the kernel, where x and y have different numbers of columns.
void CheckSameColumns(const Kernel& kernel, const Examples& x, const Examples& y);

/// Throws InvalidRow, naming the kernel and both rows, where a value of a block of rows from
/// `begin` on is not finite. O(size), no branch per value while all are finite.
void CheckFiniteGram(const Kernel& kernel, Index begin, const ConstMatrixRef& values);

/// The same for the diagonal.
void CheckFiniteDiagonal(const Kernel& kernel, const Vector& values);

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_KERNEL_H_
