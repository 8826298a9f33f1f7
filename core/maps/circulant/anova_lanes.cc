// The ANOVA kernel from power sums by Newton's identities (Atarashi et al. 2019, section 4), for
// several rows side by side.

#include "core/maps/circulant/anova_lanes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/error.h"
#include "core/maps/row_lanes.h"

namespace mercer {
namespace {

constexpr Index kMostOrder = 8;

}  // namespace

AnovaLanes::AnovaLanes(const CirculantLanes& blocks, Index order, Index d, Index features)
    : blocks_(blocks),
      order_(order),
      d_(d),
      features_(features),
      scale_(1 / std::sqrt(static_cast<double>(features))),
      powers_(static_cast<std::size_t>((order + 1) / 2), Vector(d * kLanes)),
      even_sums_((order + 1) * kLanes),
      products_(static_cast<std::size_t>((order + 1) / 2), CirculantLanes::Products(blocks)) {
  MERCER_CHECK(1 <= order && order <= kMostOrder);
}

void AnovaLanes::ComputeRows(const Examples& x, Index begin, MatrixRef out) {
  for (Index done = 0; done < out.rows(); done += kLanes) {
    const Index rows = std::min(kLanes, out.rows() - done);
    TakeRows(x, begin + done, rows, d_, powers_[0].data());
    TakePowers();
    for (std::size_t o = 0; o < products_.size(); ++o) products_[o].Take(powers_[o].data());
    for (Index t = 0; t < blocks_.num_blocks(); ++t) {
      for (CirculantLanes::Products& products : products_) products.Compute(t);
      MatrixRef rows_out = out.middleRows(done, rows);
      if (order_ == 1) {
        WriteBlock<1>(t, rows_out);
      } else if (order_ == 2) {
        WriteBlock<2>(t, rows_out);
      } else if (order_ == 3) {
        WriteBlock<3>(t, rows_out);
      } else {
        WriteBlock<kMostOrder>(t, rows_out);
      }
    }
  }
}

// Odd powers, and the sums of even ones.
void AnovaLanes::TakePowers() {
  const double* const x = powers_[0].data();
  for (Index t = 2; t <= order_; ++t) {
    const bool even = t % 2 == 0;
    double* const to = even ? nullptr : powers_[static_cast<std::size_t>(t / 2)].data();
    Doubles sums[4] = {};
    for (Index j = 0; j < d_; j += 4) {
      for (Index i = 0; i < 4; ++i) {
        const Doubles value = Load(x + (j + i) * kLanes);
        Doubles power = value;
        for (Index s = 1; s < t; ++s) power *= value;
        if (even) {
          sums[i] += power;
        } else {
          Store(power, to + (j + i) * kLanes);
        }
      }
    }
    Store((sums[0] + sums[1]) + (sums[2] + sums[3]), even_sums_.data() + t * kLanes);
  }
}

// Equation (12): K_n = (1/n) Σ_t (−1)^(t+1) K_{n−t} s_t; order kMostOrder stands for any.
template <int order>
Doubles AnovaLanes::Kernel(Index line) const {
  const auto odd = [&](std::size_t o) { return Load(products_[o].lines() + line * kLanes); };
  const auto even = [&](Index t) { return Load(even_sums_.data() + t * kLanes); };
  const Doubles s = odd(0);
  if constexpr (order == 1) return scale_ * s;
  if constexpr (order == 2) return (scale_ / 2) * (s * s - even(2));
  if constexpr (order == 3) return (scale_ / 6) * ((s * s - 3 * even(2)) * s + 2 * odd(1));
  if constexpr (order > 3) {
    std::array<Doubles, kMostOrder + 1> kernels;
    kernels[0] = Doubles{} + 1;
    for (Index n = 1; n <= order_; ++n) {
      Doubles sum{};
      for (Index t = 1; t <= n; ++t) {
        const Doubles& before = kernels[static_cast<std::size_t>(n - t)];
        if (t % 2 == 0) {
          sum -= before * even(t);
        } else {
          sum += before * odd(static_cast<std::size_t>(t / 2));
        }
      }
      kernels[static_cast<std::size_t>(n)] = sum / static_cast<double>(n);
    }
    return scale_ * kernels[static_cast<std::size_t>(order_)];
  }
}

template <int order>
void AnovaLanes::WriteBlock(Index t, MatrixRef out) {
  const bool with_signs = !blocks_.signs_on_columns() && order_ % 2 == 1;
  const double* const signs = blocks_.signs(t);
  const Index begin = t * d_, size = std::min(d_, features_ - begin);
  const Index rows = out.rows(), stride = out.outerStride();
  for (Index i = 0; i < size; i += kLanes) {
    Doubles v[kLanes];
    for (Index lane = 0; lane < kLanes; ++lane) {
      v[lane] = Kernel<order>(i + lane);
      if (with_signs) v[lane] *= signs[i + lane];
    }
    Transpose(v);
    double* to = out.data() + begin + i;
    if (i + kLanes > size) {
      for (Index r = 0; r < rows; ++r, to += stride)
        for (Index lane = 0; lane < size - i; ++lane) to[lane] = v[r][lane];
      return;
    }
    // The rows are written side by side, too many streams for the machine to foresee.
    const Index ahead = std::min(8 * kLanes, features_ - 1 - begin - i);
#pragma GCC unroll 8
    for (Index r = 0; r < kLanes; ++r, to += stride) {
      if (r == rows) break;
      __builtin_prefetch(to + ahead, 1);
      Store(v[r], to);
    }
  }
}

}  // namespace mercer
