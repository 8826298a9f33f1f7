#include "core/maps/fourier/frequency_panels.h"

#include "core/base/error.h"

namespace mercer {
namespace {

Index Padded(Index count) {
  const Index vector = ProductTileShape().vector;
  return (count + vector - 1) / vector * vector;
}

}  // namespace

FrequencyPanels::FrequencyPanels(Index input_dim, Index count)
    : input_dim_(input_dim),
      count_(count),
      weights_(Vector::Zero(Padded(count) * input_dim)),
      offsets_(Vector::Zero(Padded(count))) {}

double FrequencyPanels::Bytes(Index input_dim, Index count) {
  return 8 * static_cast<double>(Padded(count)) * static_cast<double>(input_dim + 1);
}

void FrequencyPanels::Set(Index j, const double* frequency, double offset) {
  MERCER_CHECK(j >= 0 && j < count_);
  const Index panel = ProductTileShape().panel, first = j / panel * panel;
  const Index width = std::min(panel, offsets_.size() - first);
  double* weights = weights_.data() + first * input_dim_ + (j - first);
  for (Index k = 0; k < input_dim_; ++k) weights[k * width] = frequency[k];
  offsets_[j] = offset;
}

}  // namespace mercer
