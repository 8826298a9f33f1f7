#include "core/maps/fourier/structured_fourier_map.h"

#include <algorithm>
#include <memory>

#include "core/linalg/memory.h"
#include "core/linalg/walsh_hadamard.h"

namespace mercer {
namespace {

// Rows that share each reading of a block's parameters.
constexpr Index kRowsTogether = 8;

Index NumBlocks(Index frequencies, Index block_size) {
  return (frequencies + block_size - 1) / block_size;
}

// A row of x padded with zeros to `size` values.
void PadRow(const Examples& x, Index row, Index size, double* padded) {
  if (!x.is_sparse()) {
    const double* from = x.dense().row(row).data();
    std::fill(std::copy(from, from + x.cols(), padded), padded + size, 0.0);
    return;
  }
  std::fill(padded, padded + size, 0.0);
  for (SparseMatrix::InnerIterator it(x.sparse(), row); it; ++it) padded[it.col()] = it.value();
}

}  // namespace

Index StructuredFourierMap::BlockSize(Index input_dim) {
  return NextPowerOfTwo(std::max<Index>(input_dim, 1));
}

double StructuredFourierMap::Bytes(const FourierShape& shape, double block_bytes) {
  const Index frequencies = NumFrequencies(shape.map, shape.variant, shape.num_random_features);
  const Index blocks = NumBlocks(frequencies, BlockSize(shape.input_dim));
  return static_cast<double>(blocks) * block_bytes + 16 * static_cast<double>(frequencies);
}

StructuredFourierMap::StructuredFourierMap(const FourierShape& shape,
                                           const ShiftInvariantKernel& kernel, std::uint64_t seed,
                                           double block_bytes)
    : FourierMap(shape),
      block_size_(BlockSize(shape.input_dim)),
      num_blocks_(NumBlocks(num_frequencies(), block_size_)),
      block_bytes_(block_bytes) {
  CheckFitsInMemory("drawing map '" + shape.map +
                        "' with D = " + std::to_string(shape.num_random_features) +
                        " for input dimension " + std::to_string(shape.input_dim),
                    Bytes(shape, block_bytes));
  scales_.resize(num_frequencies());
  offsets_ = Vector::Zero(num_frequencies());
  for (Index j = 0; j < num_frequencies(); ++j) {
    RandomStream stream(seed, StreamPurpose::kMap, static_cast<std::uint64_t>(j));
    const double offset = DrawOffset(stream);
    if (shape.variant == FourierVariant::kCosOffset) offsets_[j] = offset;
    scales_[j] = kernel.SampleScale(stream);
  }
}

std::size_t StructuredFourierMap::bytes() const {
  return static_cast<std::size_t>(Bytes(shape(), block_bytes_));
}

double StructuredFourierMap::OperationsPerRow(double) const {
  return static_cast<double>(num_blocks_) * BlockOperations() +
         4 * static_cast<double>(num_frequencies());
}

void StructuredFourierMap::ComputeRows(const Examples& x, Index begin, Index count,
                                       MatrixRef out) const {
  const Index p = block_size_;
  const auto workspace =
      std::make_unique_for_overwrite<double[]>(static_cast<std::size_t>((kRowsTogether + 2) * p));
  double* values = workspace.get() + kRowsTogether * p;
  for (Index done = 0; done < count; done += kRowsTogether) {
    const Index rows = std::min(kRowsTogether, count - done);
    for (Index r = 0; r < rows; ++r) PadRow(x, begin + done + r, p, workspace.get() + r * p);
    for (Index block = 0; block < num_blocks_; ++block) {
      for (Index r = 0; r < rows; ++r) {
        ComputePaddedRow(workspace.get() + r * p, block, values, values + p,
                         out.data() + (done + r) * out.outerStride());
      }
    }
  }
}

void StructuredFourierMap::ComputePaddedRow(const double* row, Index block, double* values,
                                            double* scratch, double* out) const {
  TransformBlock(block, row, values, scratch);
  const Index first = block * block_size_;
  const Index size = std::min(block_size_, num_frequencies() - first);
  const double* scales = scales_.data() + first;
  const double* offsets = offsets_.data() + first;
  for (Index j = 0; j < size; ++j) values[j] = values[j] * scales[j] + offsets[j];
  WriteFeatures(values, first, size, out);
}

}  // namespace mercer
