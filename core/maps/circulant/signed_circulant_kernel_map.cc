#include "core/maps/circulant/signed_circulant_kernel_map.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/maps/circulant/circulant_blocks.h"
#include "core/maps/random_signs.h"

namespace mercer {
namespace {

CirculantBlocks DrawBlocks(CirculantSigns signs, const DrawContext& context) {
  const auto draw = [&](Index t, double* w, double* block_signs) {
    RandomStream stream(context.seed, StreamPurpose::kMap, static_cast<std::uint64_t>(t));
    DrawSigns(stream, context.input_dim, w);
    DrawSigns(stream, context.input_dim, block_signs);
  };
  return {signs, context.input_dim, context.num_random_features, draw};
}

class SignedCirculantKernelMap : public FeatureMap {
 public:
  SignedCirculantKernelMap(CirculantSigns signs, Index order, const DrawContext& context)
      : order_(order),
        d_(context.input_dim),
        D_(context.num_random_features),
        blocks_(DrawBlocks(signs, context)) {}

  std::string name() const override { return "signed_circulant_kernel"; }
  Index input_dim() const override { return d_; }
  Index num_random_features() const override { return D_; }
  Index output_dim() const override { return D_; }
  std::size_t bytes() const override { return blocks_.bytes(); }

  std::string note() const override {
    if (D_ % d_ == 0) return {};
    return "D = " + std::to_string(D_) + " is not a multiple of d = " + std::to_string(d_) +
           ": the last circulant block gives " + std::to_string(D_ % d_) + " of its " +
           std::to_string(d_) + " features";
  }

  double OperationsPerRow(double nonzeros) const override {
    const double D = static_cast<double>(D_), d = static_cast<double>(d_);
    const double m = static_cast<double>(order_), odd = static_cast<double>((order_ + 1) / 2);
    const double transform = 2.5 * std::log2(d) + 1;
    const double forward = blocks_.signs_on_columns() ? D : d;
    return odd * (transform * (D + forward) + 3 * D) + m * (m + 1) * D + m * nonzeros;
  }

 protected:
  // Rows share only the workspace.
  Index BlockRows() const override { return std::clamp<Index>((Index{1} << 18) / D_, 1, 96); }

  // A power sum of order t is at most the t-th power of the norm; a transform's intermediate values
  // are at most d² times that.
  double FiniteNorm() const override { return std::pow(10.0, 200 / static_cast<double>(order_)); }

  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    Row row(*this);
    for (Index r = 0; r < count; ++r) {
      double* features = out.data() + r * out.outerStride();
      row.Take(x, begin + r);
      for (Index b = 0; b < blocks_.num_batches(); ++b) row.WriteFeatures(b, features);
    }
  }

 private:
  // The workspace of one row: its powers, and the power sums of a batch of blocks.
  class Row {
   public:
    explicit Row(const SignedCirculantKernelMap& map)
        : map_(map),
          powers_(map.order_, map.d_),
          even_sums_(map.order_ + 1),
          odd_(static_cast<std::size_t>((map.order_ + 1) / 2),
               CirculantBlocks::Products(map.blocks_)),
          kernels_(map.order_ > 3 ? (map.order_ + 1) * map.d_ : 0) {}

    void Take(const Examples& x, Index i) {
      if (x.is_sparse()) {
        powers_.row(0) = x.sparse().row(i);
      } else {
        powers_.row(0) = x.dense().row(i);
      }
      for (Index t = 2; t <= map_.order_; ++t) {
        powers_.row(t - 1) = powers_.row(t - 2).cwiseProduct(powers_.row(0));
        if (t % 2 == 0) even_sums_[t] = powers_.row(t - 1).sum();
      }
      for (std::size_t o = 0; o < odd_.size(); ++o)
        odd_[o].Take(powers_.row(2 * static_cast<Index>(o)).data());
    }

    void WriteFeatures(Index batch, double* features) {
      const Index first = batch * map_.blocks_.batch() * map_.d_;
      for (CirculantBlocks::Products& products : odd_) products.Compute(batch);
      for (Index b = 0; b < map_.blocks_.batch(); ++b) {
        const Index begin = first + b * map_.d_, size = std::min(map_.d_, map_.D_ - begin);
        if (size <= 0) return;
        if (odd_[0].stride() == 1) {
          Combine<1>(b, size, features + begin);
        } else {
          Combine<2>(b, size, features + begin);
        }
        if (map_.blocks_.signs_on_columns() || map_.order_ % 2 == 0) continue;
        const double* signs = map_.blocks_.signs(batch * map_.blocks_.batch() + b);
        for (Index i = 0; i < size; ++i) features[begin + i] *= signs[i];
      }
    }

   private:
    // Equation (12): K_n = (1/n) Σ_t (−1)^(t+1) K_{n−t} s_t, for each feature of block b.
    template <int stride>
    void Combine(Index b, Index size, double* __restrict__ to) {
      const double scale = 1 / std::sqrt(static_cast<double>(map_.D_));
      const double* __restrict__ s = odd_[0].values(b);
      if (map_.order_ == 1) {
        for (Index i = 0; i < size; ++i) to[i] = scale * s[i * stride];
      } else if (map_.order_ == 2) {
        const double q = even_sums_[2];
        for (Index i = 0; i < size; ++i) to[i] = (scale / 2) * (s[i * stride] * s[i * stride] - q);
      } else if (map_.order_ == 3) {
        const double q = 3 * even_sums_[2];
        const double* __restrict__ c = odd_[1].values(b);
        for (Index i = 0; i < size; ++i) {
          const double sum = s[i * stride];
          to[i] = (scale / 6) * ((sum * sum - q) * sum + 2 * c[i * stride]);
        }
      } else {
        Recurse<stride>(b, size);
        const double* last = kernels_.data() + map_.order_ * map_.d_;
        for (Index i = 0; i < size; ++i) to[i] = scale * last[i];
      }
    }

    template <int stride>
    void Recurse(Index b, Index size) {
      std::fill_n(kernels_.data(), size, 1.0);
      for (Index n = 1; n <= map_.order_; ++n) {
        double* sum = kernels_.data() + n * map_.d_;
        std::fill_n(sum, size, 0.0);
        const double factor = 1 / static_cast<double>(n);
        for (Index t = 1; t <= n; ++t) {
          const double* before = kernels_.data() + (n - t) * map_.d_;
          const double even = factor * even_sums_[t];
          if (t % 2 == 0) {
            for (Index i = 0; i < size; ++i) sum[i] -= even * before[i];
            continue;
          }
          const double* odd = odd_[static_cast<std::size_t>(t / 2)].values(b);
          for (Index i = 0; i < size; ++i) sum[i] += factor * before[i] * odd[i * stride];
        }
      }
    }

    const SignedCirculantKernelMap& map_;
    Matrix powers_;                               // row t − 1: x^t
    Vector even_sums_;                            // [t] = Σ_j x_j^t
    std::vector<CirculantBlocks::Products> odd_;  // [t / 2]: P x^t, t odd
    Vector kernels_;                              // K_0, …, K_m of a block
  };

  Index order_;
  Index d_;
  Index D_;
  CirculantBlocks blocks_;
};

}  // namespace

std::unique_ptr<FeatureMap> NewSignedCirculantKernelMap(CirculantSigns signs, Index order,
                                                        const DrawContext& context) {
  return std::make_unique<SignedCirculantKernelMap>(signs, order, context);
}

}  // namespace mercer
