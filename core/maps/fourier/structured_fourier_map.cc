#include "core/maps/fourier/structured_fourier_map.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/linalg/memory.h"
#include "core/linalg/walsh_hadamard.h"
#include "core/maps/row_lanes.h"

namespace mercer {
namespace {

Index NumBlocks(Index frequencies, Index block_size) {
  return (frequencies + block_size - 1) / block_size;
}

}  // namespace

Index StructuredFourierMap::BlockSize(Index input_dim) {
  return NextPowerOfTwo(std::max<Index>(input_dim, 1));
}

double StructuredFourierMap::Bytes(const FourierShape& shape, double block_bytes) {
  const Index frequencies = NumFrequencies(shape.map, shape.variant, shape.num_random_features);
  const Index blocks = NumBlocks(frequencies, BlockSize(shape.input_dim));
  return static_cast<double>(blocks) *
         (block_bytes + 16 * static_cast<double>(BlockSize(shape.input_dim)));
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
  scales_ = offsets_ = Vector::Zero(num_blocks_ * block_size_);
  for (Index j = 0; j < num_frequencies(); ++j) {
    RandomStream stream(seed, StreamPurpose::kMap, static_cast<std::uint64_t>(j));
    const double offset = DrawOffset(stream);
    if (shape.variant == FourierVariant::kCosOffset) offsets_[j] = offset / block_angle_unit();
    scales_[j] = kernel.SampleScale(stream) / block_angle_unit();
  }
}

void StructuredFourierMap::ScaleFrequency(Index j, double factor) {
  scales_[j] *= factor;
  const double size = std::abs(scales_[j]);
  largest_scale_ = std::isfinite(size) ? std::max(largest_scale_, size)
                                       : std::numeric_limits<double>::infinity();
}

// An angle is finite and has a finite cosine.
double StructuredFourierMap::FiniteNorm() const {
  const auto p = static_cast<double>(block_size_);
  return 1e290 / (p * p * largest_scale_);
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
  // A passage reads one of these arrays and writes another at large powers of two apart. Some lines
  // between them keep what is read next from lying where is written, up to such a power.
  const Index apart = (p + 10) * kLanes;
  Vector workspace(3 * apart + kLanes * kTile);
  double* const rows = workspace.data();
  double* const angles = rows + 3 * apart;
  std::vector<double*> targets(static_cast<std::size_t>(kLanes));
  for (Index done = 0; done < count; done += kLanes) {
    const Index together = std::min(kLanes, count - done);
    TakeRows(x, begin + done, together, p, rows);
    for (Index r = 0; r < kLanes; ++r) {
      targets[static_cast<std::size_t>(r)] =
          r < together ? out.data() + (done + r) * out.outerStride() : nullptr;
    }
    for (Index block = 0; block < num_blocks_; ++block) {
      TransformBlock(block, rows, rows + apart, rows + 2 * apart,
                     Columns(*this, block, angles, targets));
    }
  }
}

void StructuredFourierMap::Columns::Write(Index end) const {
  const Index first = (end - 1) / kTile * kTile;
  const Index used = std::min(end, map_.num_frequencies() - begin_) - first;
  if (used <= 0) return;
  map_.WriteBlock(angles_, kTile, rows_, begin_ + first, used);
}

}  // namespace mercer
