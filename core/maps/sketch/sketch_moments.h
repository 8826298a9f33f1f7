#ifndef MERCER_CORE_MAPS_SKETCH_SKETCH_MOMENTS_H_
#define MERCER_CORE_MAPS_SKETCH_SKETCH_MOMENTS_H_

#include "core/base/types.h"
#include "core/maps/sketch/sketch_law.h"

namespace mercer {

/// The quantities of a pair of rows that determine its second moments, with x' and y' as in
/// SketchedDim.
struct SketchPair {
  double t = 0;        // <x', y'>
  double norms = 0;    // |x'|²|y'|²
  double squares = 0;  // Σ x'_i² y'_i²
};
SketchPair SketchPairOf(const PolynomialForm& form, const Vector& x, const Vector& y);

/// The moments of c = <w, x'><w, y'>* for one vector w, with E c = t, minus t²: E|c|² − t² and E c²
/// − t². A row of a Walsh-Hadamard matrix with random signs has those of a Rademacher vector.
///   gaussian:   |x'|²|y'|² + t² real; |x'|²|y'|² and t² complex
///   rademacher: |x'|²|y'|² + t² − 2Σ real; |x'|²|y'|² − Σ and t² − Σ complex, Σ = Σ x'_i² y'_i²
struct FactorVariance {
  double absolute = 0;
  double square = 0;  // equal to `absolute` for real vectors
};
FactorVariance FactorVarianceOf(const SketchLaw& law, const SketchPair& pair);

/// The second moments of the estimate of t^m by R rows, each a product of m factors over √R
/// (Wacker, Kanagawa & Filippone 2024; Wacker, Ohana & Filippone 2023, Table 1). Rows of dense
/// vectors are independent. Of Walsh-Hadamard rows, P ordered pairs come from the same pool of n
/// rows, drawn without replacement; a factor of such a pair has E c c̃* = t² − V/(n − 1), where V
/// is its FactorVariance, so that
///
///   Var = ((t² + V)^m − t^2m)/R + P/R² ((t² − V/(n − 1))^m − t^2m).
///
/// The blocks of srht have d' rows, where d' is the power of two that x' is padded to, so that n =
/// d' and P = ⌊R/d'⌋·d'(d' − 1) + r(r − 1) with r = R mod d'. The rows of srht_joint are one pool
/// of ⌈R/d'⌉·d' rows, so that P = R(R − 1).
class SketchMoments {
 public:
  SketchMoments(const SketchLaw& law, const PolynomialForm& form, const Vector& x, const Vector& y);

  /// The mean t^m.
  double Mean() const;

  /// E|c|² and E c² of one row's estimate c.
  double AbsoluteMoment() const;
  double SquareMoment() const;

  /// E|<z(x), z(y)*> − t^m|² with R rows.
  double AbsoluteVariance(Index rows) const;

  /// Var Re<z(x), z(y)*> with R rows.
  double RealVariance(Index rows) const;

  /// The limit of R·RealVariance for large R; for srht its value for whole blocks.
  double RealVarianceLimit() const;

  /// E |z(x)|²|z(y)|² with R rows.
  double NormProduct(Index rows) const;

  /// E Σ z_l(x)² z_l(y)² over the real columns l of R rows, two for each complex row.
  double SquaresProduct(Index rows) const;

 private:
  struct Pool {
    double size = 0, pairs = 0;
  };
  Pool PoolOf(Index rows) const;
  double Variance(double factor_variance, Index rows) const;
  double VarianceLimit(double factor_variance) const;

  SketchLaw law_;
  Index degree_;
  Index padded_dim_;  // d'
  SketchPair pair_;
  FactorVariance factor_;
};

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_SKETCH_SKETCH_MOMENTS_H_
