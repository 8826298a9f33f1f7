#include "core/maps/feature_map.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/linalg/memory.h"
#include "core/linalg/vector_functions.h"

namespace mercer {
namespace {

// `columns` of the n features of a row; nullptr for 0 … n − 1.
void CheckFinite(const FeatureMap& map, Index row, const double* features, const Index* columns,
                 Index n) {
  if (AllFinite(features, n)) return;
  const Index bad =
      std::find_if(features, features + n, [](double v) { return !std::isfinite(v); }) - features;
  throw InvalidRow("map '" + map.name() + "': feature " +
                       std::to_string(columns == nullptr ? bad : columns[bad]) + " of row ",
                   row,
                   " is " + FormatNumber(features[bad]) +
                       "; expected a finite value: check the row for nan, or scale the data down");
}

std::string OutputText(const FeatureMap& map, const Examples& x) {
  return "the output of map '" + map.name() + "', " + std::to_string(map.output_dim()) +
         " columns for " + std::to_string(x.rows()) + " rows,";
}

// Throws where a feature, finite as a double, is beyond the floats. `columns` as above.
void RoundRow(const FeatureMap& map, Index row, const double* features, const Index* columns,
              Index n, float* to) {
  for (Index j = 0; j < n; ++j) to[j] = static_cast<float>(features[j]);
  if (AllFinite(to, n)) return;
  CheckFinite(map, row, features, columns, n);
  const Index bad = std::find_if(to, to + n, [](float v) { return !std::isfinite(v); }) - to;
  throw InvalidRow("map '" + map.name() + "': feature " +
                       std::to_string(columns == nullptr ? bad : columns[bad]) + " of row ",
                   row,
                   " is " + FormatNumber(features[bad]) +
                       "; expected at most 3.4e38 in size with storage float32: scale the data "
                       "down, or store float64");
}

}  // namespace

ParamSpec StorageSpec() {
  return {.name = "storage",
          .kind = ParamKind::kText,
          .help = "of the features: float64 or float32, 8 or 4 bytes each; absent: float64",
          .optional = true,
          .absence = "float64",
          .choices = {"float64", "float32"}};
}

FeatureStorage StorageOf(const Params& params) {
  const ParamValue* value = params.Find("storage");
  return value != nullptr && value->AsText() == "float32" ? FeatureStorage::kFloat32
                                                          : FeatureStorage::kFloat64;
}

// Few rows keep a block and its features in the second-level cache; where d is large the features
// cost more than their storing, and more rows share each reading of the weights.
Index FeatureMap::BlockRows() const { return 24 * std::clamp<Index>(input_dim() / 48, 1, 4); }

void FeatureMap::CheckColumns(const Examples& x) const {
  if (x.cols() == input_dim()) return;
  throw InvalidInput("map '" + name() + "' was drawn for rows with " + std::to_string(input_dim()) +
                     " columns and was given rows with " + std::to_string(x.cols()));
}

Index FeatureMap::SparseRowSize(const Examples&, Index) const {
  MERCER_CHECK(!"this map has no sparse output");
  return 0;
}

void FeatureMap::ComputeFloatRows(const Examples&, Index, Index, FloatMatrixRef) const {
  MERCER_CHECK(!"no row of this map fits floats");
}

void FeatureMap::ComputeSparseRow(const Examples&, Index, Index*, double*) const {
  MERCER_CHECK(!"this map has no sparse output");
}

// Cheaper than looking at the features where those are many.
bool FeatureMap::IsSurelyFinite(const Examples& x, Index i) const {
  const double bound = FiniteNorm();
  if (bound <= 0) return false;
  if (!x.is_sparse()) return x.dense().row(i).cwiseAbs().sum() <= bound;
  double norm = 0;
  for (SparseMatrix::InnerIterator it(x.sparse(), i); it; ++it) norm += std::abs(it.value());
  return norm <= bound;
}

void FeatureMap::ComputeChecked(const Examples& x, Index begin, MatrixRef out) const {
  ComputeRows(x, begin, out.rows(), out);
  for (Index r = 0; r < out.rows(); ++r) {
    if (IsSurelyFinite(x, begin + r)) continue;
    CheckFinite(*this, begin + r, out.data() + r * out.outerStride(), nullptr, out.cols());
  }
}

// The rows of these numbers, side by side, so that they share the reading of the weights.
void FeatureMap::ComputeSelected(const Examples& x, const std::vector<Index>& numbers,
                                 MatrixRef out) const {
  try {
    ComputeRows(x.Select(numbers), 0, out.rows(), out);
  } catch (const InvalidRow&) {
    // One by one a row is named by its own number.
    for (const Index number : numbers) ComputeRows(x, number, 1, out.topRows(1));
    throw;
  }
}

// `doubles` keeps its memory from block to block.
void FeatureMap::ComputeFloatBlock(const Examples& x, Index begin, FloatMatrixRef out,
                                   Matrix& doubles) const {
  std::vector<Index> others;
  for (Index i = begin; i < begin + out.rows(); ++i)
    if (!FitsFloats(x, i)) others.push_back(i);
  const auto count = static_cast<Index>(others.size());
  // Also the rows that do not fit: they are written again.
  if (count < out.rows()) ComputeFloatRows(x, begin, out.rows(), out);
  if (count == 0) return;
  if (doubles.rows() < count) doubles.resize(BlockRows(), out.cols());
  if (count == out.rows()) {
    ComputeRows(x, begin, count, doubles.topRows(count));
  } else {
    ComputeSelected(x, others, doubles.topRows(count));
  }
  for (Index k = 0; k < count; ++k) {
    const Index row = others[static_cast<std::size_t>(k)];
    RoundRow(*this, row, doubles.row(k).data(), nullptr, out.cols(),
             out.data() + (row - begin) * out.outerStride());
  }
}

void FeatureMap::TransformRows(const Examples& x, Index begin, Index count,
                               FloatMatrixRef out) const {
  CheckColumns(x);
  MERCER_CHECK(begin >= 0 && count >= 0 && begin + count <= x.rows());
  MERCER_CHECK(out.rows() == count && out.cols() == output_dim());
  const Index block_rows = BlockRows();
  Matrix doubles;
  for (Index done = 0; done < count; done += block_rows) {
    ComputeFloatBlock(x, begin + done, out.middleRows(done, std::min(block_rows, count - done)),
                      doubles);
  }
}

void FeatureMap::TransformRows(const Examples& x, Index begin, Index count, MatrixRef out) const {
  CheckColumns(x);
  MERCER_CHECK(begin >= 0 && count >= 0 && begin + count <= x.rows());
  MERCER_CHECK(out.rows() == count && out.cols() == output_dim());
  const Index block_rows = BlockRows();
  const bool floats = storage_ == FeatureStorage::kFloat32;
  FloatMatrix rounded(floats ? std::min(block_rows, count) : 0, out.cols());
  for (Index done = 0; done < count; done += block_rows) {
    const Index rows = std::min(block_rows, count - done);
    MatrixRef block = out.middleRows(done, rows);
    if (floats) {
      TransformRows(x, begin + done, rows, rounded.topRows(rows));
      block = rounded.topRows(rows).cast<double>();
    } else {
      ComputeChecked(x, begin + done, block);
    }
  }
}

Matrix FeatureMap::Transform(const Examples& x, int threads) const {
  Matrix out = NewMatrix(OutputText(*this, x), x.rows(), output_dim());
  ParallelFor(x.rows(), BlockRows(), threads, [&](Index begin, Index end) {
    TransformRows(x, begin, end - begin, out.middleRows(begin, end - begin));
  });
  return out;
}

FloatMatrix FeatureMap::TransformFloats(const Examples& x, int threads) const {
  FloatMatrix out = NewFloatMatrix(OutputText(*this, x), x.rows(), output_dim());
  ParallelFor(x.rows(), BlockRows(), threads, [&](Index begin, Index end) {
    TransformRows(x, begin, end - begin, out.middleRows(begin, end - begin));
  });
  return out;
}

SparseMatrix FeatureMap::TransformSparse(const Examples& x, int threads) const {
  CheckColumns(x);
  MERCER_CHECK(has_sparse_output(x));
  SparseMatrix out(x.rows(), output_dim());
  Index* starts = out.outerIndexPtr();
  double stored = 0;  // no Index, which it may exceed
  for (Index i = 0; i < x.rows(); ++i) stored += static_cast<double>(SparseRowSize(x, i));
  CheckFitsInMemory("the sparse output of map '" + name() + "', " + std::to_string(output_dim()) +
                        " columns for " + std::to_string(x.rows()) + " rows,",
                    16 * stored);
  for (Index i = 0; i < x.rows(); ++i) starts[i + 1] = starts[i] + SparseRowSize(x, i);
  out.resizeNonZeros(starts[x.rows()]);
  ParallelFor(x.rows(), BlockRows(), threads, [&](Index begin, Index end) {
    std::vector<float> rounded;
    for (Index i = begin; i < end; ++i) {
      Index* columns = out.innerIndexPtr() + starts[i];
      double* values = out.valuePtr() + starts[i];
      ComputeSparseRow(x, i, columns, values);
      const Index size = starts[i + 1] - starts[i];
      if (storage_ == FeatureStorage::kFloat64) {
        CheckFinite(*this, i, values, columns, size);
        continue;
      }
      rounded.resize(static_cast<std::size_t>(size));
      RoundRow(*this, i, values, columns, size, rounded.data());
      std::copy(rounded.begin(), rounded.end(), values);
    }
  });
  return out;
}

std::unique_ptr<FeatureMap> FeatureMapSpec::Draw(const DrawContext& context) const {
  std::unique_ptr<FeatureMap> map = DoDraw(context);
  map->storage_ = storage_;
  return map;
}

std::optional<SecondMoments> FeatureMapSpec::FeatureSecondMoments(const Kernel& kernel,
                                                                  const Vector& x,
                                                                  const Vector& y) const {
  // The variance of a real part tells neither moment.
  if (HasComplexFeatures(kernel)) return std::nullopt;
  const std::optional<double> variance = FeatureVariance(kernel, x, y);
  if (!variance) return std::nullopt;
  const double mean = KernelValue(kernel, x, y);
  return SecondMoments{*variance + mean * mean, *variance + mean * mean};
}

std::optional<double> FeatureMapSpec::EstimateVariance(const Kernel& kernel, const Vector& x,
                                                       const Vector& y,
                                                       Index num_random_features) const {
  std::optional<double> variance = FeatureVariance(kernel, x, y);
  if (variance) *variance /= static_cast<double>(num_random_features);
  return variance;
}

std::optional<double> FeatureMapSpec::MeanSquaredError(const Kernel& kernel, const Vector& x,
                                                       const Vector& y,
                                                       Index num_random_features) const {
  if (!HasComplexFeatures(kernel)) return EstimateVariance(kernel, x, y, num_random_features);
  if (single_features() == SingleFeatures::kDependent) return std::nullopt;
  const std::optional<SecondMoments> moments = FeatureSecondMoments(kernel, x, y);
  if (!moments) return std::nullopt;
  const double mean = KernelValue(kernel, x, y);
  return (moments->absolute - mean * mean) / static_cast<double>(num_random_features);
}

void CheckDrawContext(const std::string& map, const DrawContext& context) {
  if (context.input_dim < 1) {
    throw InvalidInput("map '" + map + "': rows have " + std::to_string(context.input_dim) +
                       " columns; expected at least 1");
  }
  // Twice its product with the dimension, which maps count by, is no more than an Index.
  const Index most = (Index{1} << 60) / context.input_dim;
  const Index features = context.num_random_features;
  if (features >= 1 && features <= most) return;
  throw InvalidInput("map '" + map + "': D is " + std::to_string(features) + "; expected at " +
                     (features < 1 ? "least 1" : "most " + std::to_string(most)));
}

}  // namespace mercer
