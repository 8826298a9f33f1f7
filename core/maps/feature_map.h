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

/// How a feature is stored: in 8 bytes or in 4.
enum class FeatureStorage { kFloat64, kFloat32 };

/// The parameter `storage`, which every map has (absent: float64), and its value in resolved
/// parameters.
ParamSpec StorageSpec();
FeatureStorage StorageOf(const Params& params);

/// A feature in float32 differs from its float64 value by at most this times the norm of the row's
/// features, except for numbers below 1.2e-38, which float32 cannot hold.
inline constexpr double kFloatAccuracy = 1e-5;

/// The number of base factors in the random features of a skeleton (Daniely et al. 2017, section
/// 5).
struct FactorCounts {
  double expected = 0;  // for one draw: C(S), equation 11
  double mean = 0;      // over the features that the map stores
};

/// A drawn, finite-dimensional feature map z with <z(x), z(y)> ≈ k(x, y). Immutable, so that
/// training and test rows always see the same draw.
class FeatureMap {
 public:
  virtual ~FeatureMap() = default;

  /// The registered name. Error messages begin with it.
  virtual std::string name() const = 0;
  virtual Index input_dim() const = 0;            // d
  virtual Index num_random_features() const = 0;  // D as requested, as the paper counts it
  virtual Index output_dim() const = 0;           // columns of z
  virtual std::size_t bytes() const = 0;          // memory of the drawn parameters

  /// Whether the features are complex. Columns 2j and 2j + 1 of z are then the real and the
  /// imaginary part of feature j, and the inner product of two rows is Re <z(x), z(y)*>.
  virtual bool is_complex() const { return false; }

  /// A constant of the draw that belongs to the estimate but is not a column, as it may be
  /// negative: k(x, y) ≈ <z(x), z(y)*> + offset(). Gram errors include it; it makes no difference
  /// to a linear machine with an unpenalised intercept. 0 for nearly all maps.
  virtual double offset() const { return 0; }

  /// One sentence that the user should know about this draw; empty if there is none.
  virtual std::string note() const { return {}; }

  /// The factor counts of a map whose features are products of base factors; empty for all other
  /// maps.
  virtual std::optional<FactorCounts> factors() const { return std::nullopt; }

  /// Multiplications and additions for one row with the given number of non-zeros.
  virtual double OperationsPerRow(double nonzeros) const = 0;

  /// How the features are stored, as set in the specification. With float32 every feature has a
  /// value of type float, even if it is returned as a double.
  FeatureStorage storage() const { return storage_; }

  /// Writes z(x) for rows [begin, begin + count) of x to `out`, count × output_dim(). Throws
  /// InvalidInput if x does not have input_dim() columns, or if a feature is not finite; the
  /// message names the map and the row. The workspace does not grow with n.
  void TransformRows(const Examples& x, Index begin, Index count, MatrixRef out) const;

  /// The same features in float32 (kFloatAccuracy), whatever the storage. Throws also if a feature
  /// is beyond the range of float32.
  void TransformRows(const Examples& x, Index begin, Index count, FloatMatrixRef out) const;

  /// z(x), n × output_dim(), computed by blocks of rows on `threads` threads. The result has the
  /// same bits for any number of threads. Throws as TransformRows does, and if n × output_dim()
  /// values do not fit in memory.
  Matrix Transform(const Examples& x, int threads = 1) const;
  FloatMatrix TransformFloats(const Examples& x, int threads = 1) const;

  /// Whether most features of these rows are 0, so that TransformSparse may be called.
  virtual bool has_sparse_output(const Examples& /*x*/) const { return false; }

  /// z(x) as a sparse matrix, n × output_dim(). Memory and time do not grow with output_dim(). With
  /// float32 storage the values are rounded to float32, but still take 8 bytes each. Throws as
  /// Transform does. Aborts if the map has no sparse output.
  SparseMatrix TransformSparse(const Examples& x, int threads = 1) const;

 protected:
  /// TransformRows without its checks, for a block of at most BlockRows rows. The features of a row
  /// depend only on that row.
  virtual void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const = 0;

  /// Whether ComputeFloatRows computes row i to kFloatAccuracy, with finite features. The features
  /// of all other rows are computed in doubles and rounded.
  virtual bool FitsFloats(const Examples& /*x*/, Index /*i*/) const { return false; }

  /// ComputeRows in floats, for rows for which FitsFloats holds. Other rows may be among them; what
  /// is written for those is overwritten.
  virtual void ComputeFloatRows(const Examples& x, Index begin, Index count,
                                FloatMatrixRef out) const;

  /// The number of rows in a block. The default, at most 96, is small enough to keep the features
  /// of a block in cache, and larger if d is large, where the rows share each read of the weights.
  virtual Index BlockRows() const;

  /// Rows whose 1-norm is at most this have finite features, which are then not checked one by one.
  /// 0 if no such bound is known.
  virtual double FiniteNorm() const { return 0; }

  /// For maps with sparse output: the number of stored features of row i, and their columns
  /// (ascending) and values.
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

/// The properties of a map that tests and reports may rely on.
struct MapTraits {
  bool unbiased = false;        // E<z(x), z(y)> = k(x, y)
  bool deterministic = false;   // no randomness at all
  bool data_dependent = false;  // needs training rows (DrawContext::train)
  // The features are an orthogonal projection of the kernel's own feature map: <z(x), z(x)> ≤ k(x,
  // x).
  bool projection = false;
  // Multiplied by √D, the random features of a draw are the first of those of the draw with any
  // larger D. They are the last D columns of z; exact columns come before them and are the same for
  // every D.
  bool has_prefix = false;
  // The columns depend only on the kernel and on d. A config may leave D out, which is then 0.
  bool takes_no_count = false;

  /// Whether MeanSquaredError is the expectation of the quantity that Gram errors measure.
  bool HasGramTheory() const { return unbiased && !deterministic; }
};

/// Everything that a draw may depend on.
struct DrawContext {
  const Kernel& kernel;
  Index input_dim = 0;
  Index num_random_features = 0;    // D ≥ 1; 0 for a map that takes no D
  std::uint64_t seed = 0;           // the map seed
  const Examples* train = nullptr;  // given to data-dependent maps only
};

/// Throws InvalidInput, naming the map, if input_dim or D is below 1 or if D·d is above 2^60. Every
/// draw with a D begins with this check.
void CheckDrawContext(const std::string& map, const DrawContext& context);

/// What a single random feature of a map is by itself. Maps that combine other maps need features
/// that can be multiplied and mixed one by one.
enum class SingleFeatures {
  kDependent,  // features share random numbers, or a single one is biased
  kReal,       // z_i, √D times column i, are independent, and E z_i(x) z_i(y) = k(x, y)
  kComplex,    // the same for z_i in columns 2i and 2i + 1, and Re E z_i(x) z_i(y)*
};

/// Second moments of c = D·z_i(x) z_i(y)*, the estimate of k(x, y) by a single feature i.
struct SecondMoments {
  double absolute = 0;  // E |c|²
  double square = 0;    // E c², equal to E |c|² for real features; real, like E c = k(x, y)

  /// E (Re c)².
  double OfRealPart() const { return (absolute + square) / 2; }
};

/// The specification of a map before its randomness is drawn: its name and parameters.
class FeatureMapSpec {
 public:
  virtual ~FeatureMapSpec() = default;

  /// Throws InvalidInput if the map cannot approximate the kernel; the message is one sentence that
  /// lists the kernels that fit.
  virtual void CheckKernel(const Kernel& kernel) const = 0;

  /// kReal or kComplex if a drawn map consists of D independent unbiased features and nothing else.
  virtual SingleFeatures single_features() const { return SingleFeatures::kDependent; }

  /// Whether the features drawn for this kernel are complex (FeatureMap::is_complex).
  virtual bool HasComplexFeatures(const Kernel& /*kernel*/) const {
    return single_features() == SingleFeatures::kComplex;
  }

  /// Whether a drawn map is a DenseFourierMap, which gives access to its frequencies.
  virtual bool HasFrequencies() const { return false; }

  /// The number of columns of z for input dimension d and D random features, known before drawing.
  /// If the draw decides it, this is the largest number possible, and FeatureMap::output_dim() is
  /// exact.
  virtual Index OutputDim(const Kernel& kernel, Index input_dim,
                          Index num_random_features) const = 0;

  /// The number of values that FeatureMap::TransformSparse will store for these rows, known before
  /// drawing; empty if their features are dense.
  virtual std::optional<double> SparseOutputValues(const Kernel& /*kernel*/,
                                                   const Examples& /*x*/) const {
    return std::nullopt;
  }

  /// The bytes of memory that Draw needs, checked before it allocates them.
  virtual double DrawnBytes(const Kernel& kernel, Index input_dim,
                            Index num_random_features) const = 0;

  /// Var[z_1(x)·z_1(y)·D], the exact variance of the estimate by one random feature. The variance
  /// of <z(x), z(y)> is 1/D of it. x and y have d values each. Infinite if it diverges, empty if no
  /// formula is known. Throws as CheckKernel does.
  virtual std::optional<double> FeatureVariance(const Kernel& kernel, const Vector& x,
                                                const Vector& y) const = 0;

  /// Why FeatureVariance is empty for this kernel, half a sentence for messages; empty if
  /// FeatureVariance has a value.
  virtual std::string NoVarianceReason(const Kernel& /*kernel*/) const { return {}; }

  /// The second moments of one feature of a map with single features (single_features);
  /// FeatureVariance is OfRealPart() − k². Empty if no formula is known. Throws as CheckKernel
  /// does.
  virtual std::optional<SecondMoments> FeatureSecondMoments(const Kernel& kernel, const Vector& x,
                                                            const Vector& y) const;

  /// The map's traits with these parameters: those of the registry, except for what the parameters
  /// change.
  virtual MapTraits Traits(MapTraits of_the_map) const { return of_the_map; }

  /// The paper's bound on the error for rows within the radii; empty if the paper gives none or if
  /// it is not finite. Throws as CheckKernel does.
  virtual std::optional<ErrorBound> Bound(const Kernel& kernel, const RowRadii& radii) const {
    CheckKernel(kernel);
    (void)radii;
    return std::nullopt;
  }

  /// Var<z(x), z(y)> for D random features: FeatureVariance/D, unless features depend on each other
  /// or on D. In that case FeatureVariance is the limit of D times this.
  virtual std::optional<double> EstimateVariance(const Kernel& kernel, const Vector& x,
                                                 const Vector& y, Index num_random_features) const;

  /// E|<z(x), z(y)*> − k(x, y)|² of an unbiased map with D random features, on which the expected
  /// Gram error is based: EstimateVariance, plus the variance of the imaginary part for complex
  /// features. Empty if no formula is known or if it costs more than a few passes over the rows.
  virtual std::optional<double> MeanSquaredError(const Kernel& kernel, const Vector& x,
                                                 const Vector& y, Index num_random_features) const;

  /// Draws a map. Calls CheckKernel first. Feature i is a function of (seed, i), whatever the
  /// storage.
  std::unique_ptr<FeatureMap> Draw(const DrawContext& context) const;

  /// How the drawn maps store their features: float64 unless set.
  FeatureStorage storage() const { return storage_; }
  void SetStorage(FeatureStorage storage) { storage_ = storage; }

 protected:
  virtual std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const = 0;

 private:
  FeatureStorage storage_ = FeatureStorage::kFloat64;
};

/// The registry's entry of a map. Each map's source file defines its own.
struct MapEntry : RegistryInfo {
  MapTraits traits{};  // with default parameters
  /// `params` are resolved and in range. Throws InvalidInput for impossible combinations.
  std::unique_ptr<FeatureMapSpec> (*make)(const Params& params) = nullptr;
};

/// Maps as nested parameter values (builtin_maps.cc).
const NestedKind& MapKind();

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_FEATURE_MAP_H_
