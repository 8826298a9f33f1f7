#include "core/maps/circulant/signed_circulant_kernel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/kernels/itemset/anova.h"
#include "core/linalg/memory.h"
#include "core/maps/circulant/anova_lanes.h"
#include "core/maps/circulant/circulant_blocks.h"
#include "core/maps/circulant/circulant_lanes.h"
#include "core/maps/fitting_kernels.h"
#include "core/maps/random_signs.h"

namespace mercer {
namespace {

double Square(double value) { return value * value; }

double KernelValue(Index order, const Vector& x, const Vector& y) {
  const Examples a = Matrix(x.transpose()), b = Matrix(y.transpose());
  return Gram(AnovaKernel(order), a, b)(0, 0);
}

double RowSignMoment(Index order, const Vector& x, const Vector& y, Index lag) {
  const Index d = x.size();
  Vector shifted_x(d), shifted_y(d);
  for (Index u = 0; u < d; ++u) {
    shifted_x[u] = x[(u + lag) % d];
    shifted_y[u] = y[(u + lag) % d];
  }
  return AnovaProductMoment(order, x, y, shifted_x, shifted_y, 1);
}

// Factors 0 and 1 are the kernels of row p with x and y, factors 2 and 3 those of row q.
double ColumnSignMoment(Index order, const Vector& x, const Vector& y, Index lag) {
  const Index d = x.size(), cycles = std::gcd(d, lag);
  AnovaStates states(order);
  for (Index c = 0; c < cycles; ++c) {
    AnovaStates odd = states;
    for (Index j = c; j < d; j += cycles) {
      const double product = x[j] * y[j];
      const std::array<AnovaStates::Term, 4> both_even = {
          {{0, 1}, {0b0011, product}, {0b1100, product}, {0b1111, product * product}}};
      const std::array<AnovaStates::Term, 4> both_odd = {
          {{0b0101, x[j] * x[j]}, {0b1001, product}, {0b0110, product}, {0b1010, y[j] * y[j]}}};
      states.Multiply(both_even);
      odd.Multiply(both_odd);
    }
    states.Add(odd);
  }
  return states.Result();
}

// Without signs the vectors w are those that a map with signs has.
CirculantBlocks::Draw DrawFrom(CirculantSigns where, const DrawContext& context) {
  return [where, d = context.input_dim, seed = context.seed](Index t, double* w, double* signs) {
    RandomStream stream(seed, StreamPurpose::kMap, static_cast<std::uint64_t>(t));
    DrawSigns(stream, d, w);
    DrawSigns(stream, d, signs);
    if (where == CirculantSigns::kNone) std::fill_n(signs, d, 1.0);
  };
}

class SignedCirculantKernelMap : public FeatureMap {
 public:
  SignedCirculantKernelMap(CirculantSigns signs, Index order, const DrawContext& context)
      : column_signs_(signs == CirculantSigns::kColumns),
        order_(order),
        d_(context.input_dim),
        D_(context.num_random_features) {}

  std::string name() const override { return "signed_circulant_kernel"; }
  Index input_dim() const override { return d_; }
  Index num_random_features() const override { return D_; }
  Index output_dim() const override { return D_; }

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
    const double forward = column_signs_ ? D : d;
    return odd * (transform * (D + forward) + 3 * D) + m * (m + 1) * D + m * nonzeros;
  }

 protected:
  // A power sum of order t is at most the t-th power of the norm; a transform's intermediate values
  // are at most d² times that.
  double FiniteNorm() const override { return std::pow(10.0, 200 / static_cast<double>(order_)); }

  bool column_signs_;
  Index order_;
  Index d_;
  Index D_;
};

// Where d is a power of two.
class MapByLanes : public SignedCirculantKernelMap {
 public:
  MapByLanes(CirculantSigns signs, Index order, const DrawContext& context)
      : SignedCirculantKernelMap(signs, order, context),
        blocks_(signs, d_, D_, DrawFrom(signs, context)) {}

  std::size_t bytes() const override { return blocks_.bytes(); }

 protected:
  // Rows share each reading of the spectra; whole registers of them.
  Index BlockRows() const override {
    constexpr Index kWidest = 8;
    return std::clamp<Index>((Index{1} << 18) / D_ / kWidest, 1, 12) * kWidest;
  }

  void ComputeRows(const Examples& x, Index begin, Index /*count*/, MatrixRef out) const override {
    AnovaLanes(blocks_, order_, d_, D_).ComputeRows(x, begin, out);
  }

 private:
  CirculantLanes blocks_;
};

// For any d, a row at a time.
class MapByRows : public SignedCirculantKernelMap {
 public:
  MapByRows(CirculantSigns signs, Index order, const DrawContext& context)
      : SignedCirculantKernelMap(signs, order, context),
        blocks_(signs, d_, D_, DrawFrom(signs, context)) {}

  std::size_t bytes() const override { return blocks_.bytes(); }

 protected:
  // Rows share only the workspace.
  Index BlockRows() const override { return std::clamp<Index>((Index{1} << 18) / D_, 1, 96); }

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
    explicit Row(const MapByRows& map)
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

    const MapByRows& map_;
    Matrix powers_;                               // row t − 1: x^t
    Vector even_sums_;                            // [t] = Σ_j x_j^t
    std::vector<CirculantBlocks::Products> odd_;  // [t / 2]: P x^t, t odd
    Vector kernels_;                              // K_0, …, K_m of a block
  };

  CirculantBlocks blocks_;
};

const char* const kName = "signed_circulant_kernel";

// The recursion by power sums loses digits as the order grows: none to speak of up to 8, all at 24.
constexpr Index kLargestOrder = 8;

const AnovaKernel& AsAnova(const Kernel& kernel) {
  const AnovaKernel& anova = KernelAs<AnovaKernel>(kName, kernel, "the ANOVA kernel");
  if (anova.order() > kLargestOrder) {
    throw InvalidInput("map '" + std::string(kName) + "': the order of kernel " +
                       kernel.Describe() + " is " + std::to_string(anova.order()) +
                       ", where power sums lose too many digits; expected at most " +
                       std::to_string(kLargestOrder) + " (random_kernel takes any)");
  }
  return anova;
}

}  // namespace

void SignedCirculantKernelSpec::CheckKernel(const Kernel& kernel) const { AsAnova(kernel); }

Index SignedCirculantKernelSpec::OutputDim(const Kernel&, Index, Index num_random_features) const {
  return num_random_features;
}

double SignedCirculantKernelSpec::DrawnBytes(const Kernel&, Index input_dim,
                                             Index num_random_features) const {
  if (CirculantLanes::Fits(input_dim)) return CirculantLanes::Bytes(input_dim, num_random_features);
  const double rows = static_cast<double>(num_random_features + input_dim);
  return 8 * rows + 8 * rows * (1 + 2 / static_cast<double>(std::max<Index>(input_dim, 1)));
}

std::optional<double> SignedCirculantKernelSpec::FeatureVariance(const Kernel& kernel,
                                                                 const Vector& x,
                                                                 const Vector& y) const {
  const double d = static_cast<double>(x.size());
  return d * CirculantVariance(signs_, AsAnova(kernel).order(), x, y, x.size());
}

std::optional<double> SignedCirculantKernelSpec::EstimateVariance(const Kernel& kernel,
                                                                  const Vector& x, const Vector& y,
                                                                  Index num_random_features) const {
  return CirculantVariance(signs_, AsAnova(kernel).order(), x, y, num_random_features);
}

std::unique_ptr<FeatureMap> SignedCirculantKernelSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kName, context);
  const AnovaKernel& kernel = AsAnova(context.kernel);
  CheckFitsInMemory("drawing map 'signed_circulant_kernel' with D = " +
                        std::to_string(context.num_random_features) + " for input dimension " +
                        std::to_string(context.input_dim),
                    DrawnBytes(kernel, context.input_dim, context.num_random_features));
  if (CirculantLanes::Fits(context.input_dim))
    return std::make_unique<MapByLanes>(signs_, kernel.order(), context);
  return std::make_unique<MapByRows>(signs_, kernel.order(), context);
}

double CirculantCovariance(CirculantSigns signs, Index order, const Vector& x, const Vector& y,
                           Index lag) {
  MERCER_CHECK(x.size() == y.size() && lag >= 0);
  const Index d = x.size();
  lag %= d;
  const double mean = Square(KernelValue(order, x, y));
  if (lag == 0) return AnovaProductMoment(order, x, x, y, y, 1) - mean;
  if (signs != CirculantSigns::kColumns) return RowSignMoment(order, x, y, lag) - mean;
  if (d / std::gcd(d, lag) > 2 * order) return 0;
  return ColumnSignMoment(order, x, y, lag) - mean;
}

double CirculantVariance(CirculantSigns signs, Index order, const Vector& x, const Vector& y,
                         Index num_random_features) {
  const Index d = x.size(), blocks = num_random_features / d, rest = num_random_features % d;
  std::vector<double> covariance;
  const Index lags = blocks > 0 ? d : rest;
  for (Index lag = 0; lag < lags; ++lag)
    covariance.push_back(CirculantCovariance(signs, order, x, y, lag));
  const auto of_rows = [&](Index rows) {
    double sum = 0;
    for (Index lag = 0; lag < rows; ++lag) {
      sum += (lag == 0 ? 1 : 2) * static_cast<double>(rows - lag) *
             covariance[static_cast<std::size_t>(lag)];
    }
    return sum;
  };
  const double sum = (blocks > 0 ? static_cast<double>(blocks) * of_rows(d) : 0) + of_rows(rest);
  return sum / Square(static_cast<double>(num_random_features));
}

MapEntry SignedCirculantKernelEntry() {
  MapEntry entry;
  entry.name = "signed_circulant_kernel";
  entry.summary =
      "k(w, x)/sqrt(D) with w the rows of signed circulant matrices, for the ANOVA kernel k; if D "
      "is not a multiple of d, the last matrix is truncated";
  entry.citation = "atarashi2019, section 4";
  entry.params = {{.name = "signs",
                   .kind = ParamKind::kText,
                   .help = "what the signs multiply: rows as in the paper, which changes no Gram "
                           "matrix, or columns, which makes the features nearly independent, or "
                           "none",
                   .default_value = "rows",
                   .choices = {"rows", "columns", "none"}}};
  entry.traits = {.unbiased = true, .has_prefix = true};
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    const std::string signs = params.Get("signs").AsText();
    return std::make_unique<SignedCirculantKernelSpec>(signs == "rows" ? CirculantSigns::kRows
                                                       : signs == "columns"
                                                           ? CirculantSigns::kColumns
                                                           : CirculantSigns::kNone);
  };
  return entry;
}

}  // namespace mercer
