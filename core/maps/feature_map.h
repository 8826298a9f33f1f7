#ifndef MERCER_CORE_MAPS_FEATURE_MAP_H_
#define MERCER_CORE_MAPS_FEATURE_MAP_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/examples.h"
#include "core/base/params.h"
#include "core/base/registry.h"
#include "core/base/types.h"
#include "core/kernels/kernel.h"
#include "core/maps/error_bound.h"

namespace mercer {

/// How many bytes a feature has: 8 or 4.
enum class FeatureStorage { kFloat64, kFloat32 };

/// The parameter `storage` that every map has, absent for float64, and its value when resolved.
ParamSpec StorageSpec();
FeatureStorage StorageOf(const Params& params);

/// Features in float32 are the ones in float64 to this times the norm of the row's features, but
/// for what float32 cannot hold: numbers below 1.2e-38.
inline constexpr double kFloatAccuracy = 1e-5;

/// How many base factors the random features of a skeleton have (Daniely et al. 2017, section 5).
struct FactorCounts {
  double expected = 0;  // of one draw: C(S), equation 11
  double mean = 0;      // of those that the map stores
};

/// A drawn finite map z with <z(x), z(y)> ≈ k(x, y). Immutable: train and test rows cannot see
/// different draws.
class FeatureMap {
 public:
  virtual ~FeatureMap() = default;

  /// Name as registered; errors begin with it.
  virtual std::string name() const = 0;
  virtual Index input_dim() const = 0;            // d
  virtual Index num_random_features() const = 0;  // D as requested, as the paper counts it
  virtual Index output_dim() const = 0;           // columns of z
  virtual std::size_t bytes() const = 0;          // of the drawn parameters

  /// Whether the features are complex: columns 2j and 2j + 1 of z are then the real and the
  /// imaginary part of feature j, and the inner product of two rows is Re <z(x), z(y)*>.
  virtual bool is_complex() const { return false; }

  /// A constant of the draw that belongs to the estimate and that no column carries, as it may be
  /// negative: k(x, y) ≈ <z(x), z(y)*> + offset(). Gram errors count it; for a linear machine with
  /// an intercept that is not penalised it makes no difference. 0 for nearly all maps.
  virtual double offset() const { return 0; }

  /// What the user should know of this draw, a sentence; empty where there is nothing.
  virtual std::string note() const { return {}; }

  /// For features that are products of base factors; empty for all others.
  virtual std::optional<FactorCounts> factors() const { return std::nullopt; }

  /// Multiplications and additions for one row with the given number of non-zeros.
  virtual double OperationsPerRow(double nonzeros) const = 0;

  /// How the features are stored, as its specification said. Where that is float32 every feature
  /// is a float, also those given as doubles.
  FeatureStorage storage() const { return storage_; }

  /// z(x) for rows [begin, begin + count) of x into `out`, count × output_dim(). Throws
  /// InvalidInput where x has another number of columns than input_dim(), and where a feature is
  /// not finite: it names the map and the row. Workspace does not grow with n.
  void TransformRows(const Examples& x, Index begin, Index count, MatrixRef out) const;

  /// The features in float32 (kFloatAccuracy), for either storage. Throws also where a feature is
  /// beyond the range of float32.
  void TransformRows(const Examples& x, Index begin, Index count, FloatMatrixRef out) const;

  /// z(x), n × output_dim(), by blocks of rows on `threads` threads: the same bits for any number
  /// of threads. Throws as TransformRows does, and where n × output_dim() does not fit in memory.
  Matrix Transform(const Examples& x, int threads = 1) const;
  FloatMatrix TransformFloats(const Examples& x, int threads = 1) const;

  /// Whether most features of these rows are 0, so that TransformSparse may be asked for.
  virtual bool has_sparse_output(const Examples& /*x*/) const { return false; }

  /// z(x) stored sparse, n × output_dim(), in memory and time that do not grow with output_dim();
  /// in float32 rounded, and held in 8 bytes a value all the same.
  /// Throws as Transform does. Aborts where the map has no sparse output.
  SparseMatrix TransformSparse(const Examples& x, int threads = 1) const;

 protected:
  /// TransformRows without its checks, for a block of at most a hundred rows. The features of a row
  /// depend on that row only.
  virtual void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const = 0;

  /// Whether row i is one that ComputeFloatRows computes to kFloatAccuracy, with finite features.
  /// The features of all others are computed in doubles and rounded.
  virtual bool FitsFloats(const Examples& /*x*/, Index /*i*/) const { return false; }

  /// ComputeRows in floats, for rows that FitsFloats. Others may be among them: what is written of
  /// these plays no part.
  virtual void ComputeFloatRows(const Examples& x, Index begin, Index count,
                                FloatMatrixRef out) const;

  /// Rows of a block, at most a hundred. By default few enough to keep their features in cache, and
  /// more where d is large and the rows share each reading of the weights.
  virtual Index BlockRows() const;

  /// Rows whose 1-norm is at most this have finite features, which are then not looked at one by
  /// one. 0 where no such bound is known.
  virtual double FiniteNorm() const { return 0; }

  /// For maps with sparse output: how many features of row i are stored, and their columns,
  /// ascending, and values.
  virtual Index SparseRowSize(const Examples& x, Index i) const;
  virtual void ComputeSparseRow(const Examples& x, Index i, Index* columns, double* values) const;

 private:
  friend class FeatureMapSpec;

  void CheckColumns(const Examples& x) const;
  bool IsSurelyFinite(const Examples& x, Index i) const;
  void ComputeChecked(const Examples& x, Index begin, MatrixRef out) const;
  void ComputeSelected(const Examples& x, const std::vector<Index>& numbers, MatrixRef out) const;
  void ComputeFloatBlock(const Examples& x, Index begin, FloatMatrixRef out, Matrix& doubles) const;

  FeatureStorage storage_ = FeatureStorage::kFloat64;
};

/// What tests and reports may expect of a map.
struct MapTraits {
  bool unbiased = false;        // E<z(x), z(y)> = k(x, y)
  bool deterministic = false;   // no randomness at all
  bool data_dependent = false;  // needs training rows (DrawContext::train)
  // Features are an orthogonal projection of the kernel's own: <z(x), z(x)> ≤ k(x, x).
  bool projection = false;
  // The first D random features do not depend on D, after multiplying by √D. They are the last D
  // columns of z; exact columns come before them and are the same for every D.
  bool has_prefix = false;
  // D plays no part: the kernel and d decide the columns. A config may leave D out, which is then
  // 0.
  bool takes_no_count = false;

  /// Whether MeanSquaredError is the expectation of what a Gram error measures.
  bool HasGramTheory() const { return unbiased && !deterministic; }
};

/// All a draw may depend on.
struct DrawContext {
  const Kernel& kernel;
  Index input_dim = 0;
  Index num_random_features = 0;    // D ≥ 1; 0 for a map that takes none
  std::uint64_t seed = 0;           // the map seed
  const Examples* train = nullptr;  // given to data-dependent maps only
};

/// Throws InvalidInput, naming the map, where D < 1 or D·d is above 2^60. Every Draw begins with
/// it.
void CheckDrawContext(const std::string& map, const DrawContext& context);

/// What one random feature of a map is by itself. Maps that are made of others need features that
/// can be multiplied and mixed one by one.
enum class SingleFeatures {
  kDependent,  // features share random numbers, or one alone has another mean than the kernel
  kReal,       // column i, times √D, is z_i with E z_i(x) z_i(y) = k(x, y), all independent
  kComplex,    // the same of the pair of columns 2i, 2i + 1 and Re E z_i(x) z_i(y)*
};

/// Second moments of c = D·z_i(x) z_i(y)*, the estimate of one single feature i.
struct SecondMoments {
  double absolute = 0;  // E |c|²
  double square = 0;    // E c², the same for real features; real, as E c = k(x, y) is

  /// E (Re c)².
  double OfRealPart() const { return (absolute + square) / 2; }
};

/// A map before its randomness is drawn: its name and parameters.
class FeatureMapSpec {
 public:
  virtual ~FeatureMapSpec() = default;

  /// Throws InvalidInput, one sentence that lists the fitting kernels, where the map cannot
  /// approximate the kernel.
  virtual void CheckKernel(const Kernel& kernel) const = 0;

  /// Whether a drawn map is D independent unbiased features and nothing else.
  virtual SingleFeatures single_features() const { return SingleFeatures::kDependent; }

  /// Whether the features drawn for this kernel are complex (FeatureMap::is_complex).
  virtual bool HasComplexFeatures(const Kernel& /*kernel*/) const {
    return single_features() == SingleFeatures::kComplex;
  }

  /// Whether a drawn map is a DenseFourierMap, whose frequencies can be asked for.
  virtual bool HasFrequencies() const { return false; }

  /// Columns of z for input dimension d and D random features, known before drawing; the most there
  /// can be where the draw decides (FeatureMap::output_dim() is exact).
  virtual Index OutputDim(const Kernel& kernel, Index input_dim,
                          Index num_random_features) const = 0;

  /// Values that FeatureMap::TransformSparse will store for these rows, known before drawing; empty
  /// where their features are dense.
  virtual std::optional<double> SparseOutputValues(const Kernel& /*kernel*/,
                                                   const Examples& /*x*/) const {
    return std::nullopt;
  }

  /// Bytes that Draw will take, checked before it takes them.
  virtual double DrawnBytes(const Kernel& kernel, Index input_dim,
                            Index num_random_features) const = 0;

  /// Var[z_1(x)·z_1(y)·D], the exact variance of one random feature's estimate: that of <z(x),
  /// z(y)> is 1/D of it. x and y have d values each. Infinite where it diverges, empty where no
  /// formula is known. Throws as CheckKernel does.
  virtual std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                                const Vector& y) const = 0;

  /// Why FeatureVariance is empty for this kernel, half a sentence for people; empty where it has a
  /// value.
  virtual std::string NoVarianceReason(const Kernel& /*kernel*/) const { return {}; }

  /// Of maps with single features (single_features): FeatureVariance is OfRealPart() − k². Empty
  /// where no formula is known. Throws as CheckKernel does.
  virtual std::optional<SecondMoments> FeatureSecondMoments(const Kernel& kernel, const Vector& x,
                                                            const Vector& y) const;

  /// What tests and reports may expect with these parameters: the registry's traits of the map, but
  /// for what the parameters change.
  virtual MapTraits Traits(MapTraits of_the_map) const { return of_the_map; }

  /// The paper's own bound on the error for rows within the radii; empty where it gives none, or
  /// none that is finite. Throws as CheckKernel does.
  virtual std::optional<ErrorBound> Bound(const Kernel& kernel, const RowRadii& radii) const {
    CheckKernel(kernel);
    (void)radii;
    return std::nullopt;
  }

  /// Var<z(x), z(y)> for D random features: FeatureVariance/D, unless features depend on each other
  /// or on D, where FeatureVariance is the limit of D times this.
  virtual std::optional<double> EstimateVariance(const Kernel& kernel, const Vector& x,
                                                 const Vector& y, Index num_random_features) const;

  /// E|<z(x), z(y)*> − k(x, y)|² of an unbiased map with D random features, which Gram errors are
  /// made of: EstimateVariance, of complex features with their imaginary part's. Empty where no
  /// formula is known, and where it costs more than a few passes over the rows.
  virtual std::optional<double> MeanSquaredError(const Kernel& kernel, const Vector& x,
                                                 const Vector& y, Index num_random_features) const;

  /// Draws once. Calls CheckKernel first. Feature i is a function of (seed, i), whatever the
  /// storage.
  std::unique_ptr<FeatureMap> Draw(const DrawContext& context) const;

  /// How the maps that it draws store their features: float64 unless set.
  FeatureStorage storage() const { return storage_; }
  void SetStorage(FeatureStorage storage) { storage_ = storage; }

 protected:
  virtual std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const = 0;

 private:
  FeatureStorage storage_ = FeatureStorage::kFloat64;
};

/// What the registry holds of a map. Each map's source defines its own.
struct MapEntry : RegistryInfo {
  MapTraits traits{};  // with default parameters
  /// `params` are resolved and in range. Throws InvalidInput for combinations that cannot be.
  std::unique_ptr<FeatureMapSpec> (*make)(const Params& params) = nullptr;
};

/// Maps as nested values (builtin_maps.cc).
const NestedKind& MapKind();

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FEATURE_MAP_H_
