#ifndef MERCER_CORE_KERNELS_KERNEL_H_
#define MERCER_CORE_KERNELS_KERNEL_H_

#include <limits>
#include <memory>
#include <string>

#include "core/base/examples.h"
#include "core/base/params.h"
#include "core/base/types.h"
#include "core/kernels/inner_product_form.h"

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

}  // namespace mercer

#endif  // MERCER_CORE_KERNELS_KERNEL_H_
