#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/kernels/skeleton/base_space.h"

namespace mercer {
namespace {

class Binary : public BaseSpace {
 public:
  std::string ColumnsRule(Index columns) const override {
    return columns >= 1 ? "" : "at least one column";
  }
  std::string DomainRule(const double* x, Index n) const override {
    return std::all_of(x, x + n, [](double v) { return std::abs(v) == 1; }) ? "" : "values -1 or 1";
  }
  double InnerProductScale(Index size) const override { return 1 / static_cast<double>(size); }
  void KernelRow(const double* u, const double* v, Index stride, Index size, Index count,
                 double* out) const override {
    std::fill_n(out, count, 0.0);
    for (Index c = 0; c < size; ++c)
      for (Index j = 0; j < count; ++j) out[j] += u[c] * v[c * stride + j];
    for (Index j = 0; j < count; ++j) out[j] /= static_cast<double>(size);
  }
  FeatureMoments Moments(const double* u, const double* v, Index size) const override {
    double kernel = 0;
    KernelRow(u, v, 1, size, 1, &kernel);
    return {kernel, 1, 1, 1};
  }
  bool is_complex() const override { return false; }
  std::uint32_t Draw(RandomStream& stream, Index size, double*) const override {
    return static_cast<std::uint32_t>(stream.Below(static_cast<std::uint64_t>(size)));
  }
  std::complex<double> Feature(std::uint32_t omega, const double* u, Index) const override {
    return u[omega];
  }
};

// ω is the column j and the frequency: j·categories + frequency.
class Categories : public BaseSpace {
 public:
  explicit Categories(Index categories) : categories_(categories) {}

  std::string ColumnsRule(Index columns) const override {
    constexpr Index kMost = std::numeric_limits<std::int32_t>::max();
    if (columns >= 1 && columns <= kMost / categories_) return "";
    return "1 to " + std::to_string(kMost / categories_) + " columns";
  }
  std::string DomainRule(const double* x, Index n) const override {
    const auto fits = [this](double v) {
      return v >= 0 && v < static_cast<double>(categories_) && std::floor(v) == v;
    };
    return std::all_of(x, x + n, fits)
               ? ""
               : "whole numbers from 0 to " + std::to_string(categories_ - 1);
  }
  void KernelRow(const double* u, const double* v, Index stride, Index size, Index count,
                 double* out) const override {
    std::fill_n(out, count, 0.0);
    for (Index c = 0; c < size; ++c)
      for (Index j = 0; j < count; ++j) out[j] += u[c] == v[c * stride + j] ? 1.0 : 0.0;
    for (Index j = 0; j < count; ++j) out[j] /= static_cast<double>(size);
  }
  // F² is the feature of twice the difference.
  FeatureMoments Moments(const double* u, const double* v, Index size) const override {
    FeatureMoments moments{0, 1, 0, 0};
    const double share = 1.0 / static_cast<double>(size);
    for (Index c = 0; c < size; ++c) {
      if (u[c] == v[c]) moments.kernel += share;
      if (IsMultiple(2 * (u[c] - v[c]))) moments.square += share;
      if (IsMultiple(2 * (u[c] + v[c]))) moments.crossed += share;
    }
    return moments;
  }
  bool is_complex() const override { return categories_ > 2; }
  std::uint32_t Draw(RandomStream& stream, Index size, double*) const override {
    return static_cast<std::uint32_t>(stream.Below(static_cast<std::uint64_t>(size * categories_)));
  }
  std::complex<double> Feature(std::uint32_t omega, const double* u, Index) const override {
    const Index column = omega / categories_, frequency = omega % categories_;
    const Index turns = frequency * static_cast<Index>(u[column]) % categories_;
    return std::polar(
        1.0, 2 * std::numbers::pi * static_cast<double>(turns) / static_cast<double>(categories_));
  }

 private:
  bool IsMultiple(double value) const {
    return std::fmod(value, static_cast<double>(categories_)) == 0;
  }

  Index categories_;
};

}  // namespace

BaseSpaceEntry BinaryEntry() {
  BaseSpaceEntry entry;
  entry.name = "binary";
  entry.summary = "<x, y>/n for values -1 and 1";
  entry.citation = "daniely2017, example 1";
  entry.make = [](const Params&) -> std::unique_ptr<BaseSpace> {
    return std::make_unique<Binary>();
  };
  return entry;
}

BaseSpaceEntry CategoriesEntry() {
  BaseSpaceEntry entry;
  entry.name = "categories";
  entry.summary = "the share of equal values";
  entry.citation = "daniely2017, example 4";
  entry.params = {{.name = "size",
                   .kind = ParamKind::kInteger,
                   .help = "number of categories: the values are 0 ... size - 1",
                   .min = 1,
                   .max = 65536}};
  entry.make = [](const Params& params) -> std::unique_ptr<BaseSpace> {
    return std::make_unique<Categories>(params.Get("size").AsInteger());
  };
  return entry;
}

}  // namespace mercer
