#include <algorithm>
#include <cmath>

#include "core/kernels/unit_vectors.h"

namespace mercer {
namespace {

// size/2 points of the circle. ω = 2j + [sign is −].
class Circle : public BaseSpace {
 public:
  std::string ColumnsRule(Index columns) const override {
    return columns >= 2 && columns % 2 == 0 ? "" : "two columns (cos, sin) for each angle";
  }
  std::string DomainRule(const double* x, Index n) const override {
    for (Index c = 0; c < n; c += 2)
      if (!HasUnitNorm(x + c, 2)) return "pairs of norm 1";
    return "";
  }
  double InnerProductScale(Index size) const override { return 2 / static_cast<double>(size); }
  void KernelRow(const double* u, const double* v, Index stride, Index size, Index count,
                 double* out) const override {
    MeanProductRow(u, v, stride, size, count, static_cast<double>(size) / 2, out);
  }
  FeatureMoments Moments(const double* u, const double* v, Index size) const override {
    FeatureMoments moments;
    const double share = 2 / static_cast<double>(size);
    for (Index c = 0; c < size; c += 2) AddPair(u[c], u[c + 1], v[c], v[c + 1], share, 1, moments);
    moments.absolute = 1;  // without the rounding, which would leave an activation's disc
    return moments;
  }
  bool is_complex() const override { return true; }
  std::uint32_t Draw(RandomStream& stream, Index size, double*) const override {
    return static_cast<std::uint32_t>(stream.Below(static_cast<std::uint64_t>(size)));
  }
  std::complex<double> Feature(std::uint32_t omega, const double* u, Index) const override {
    const double* point = u + omega / 2 * 2;
    return {point[0], omega % 2 == 0 ? point[1] : -point[1]};
  }
};

class Angle : public Circle {
 public:
  explicit Angle(double scale) : scale_(scale) {}

  std::string ColumnsRule(Index columns) const override {
    return columns >= 1 ? "" : "at least one column";
  }
  std::string DomainRule(const double* x, Index n) const override {
    return std::all_of(x, x + n, [](double v) { return std::isfinite(v); }) ? "" : "finite values";
  }
  Index EncodedSize(Index columns) const override { return 2 * columns; }
  void Encode(const double* x, Index n, double* u) const override {
    for (Index c = 0; c < n; ++c) {
      u[2 * c] = std::cos(scale_ * x[c]);
      u[2 * c + 1] = std::sin(scale_ * x[c]);
    }
  }

 private:
  double scale_;
};

}  // namespace

BaseSpaceEntry CircleEntry() {
  BaseSpaceEntry entry;
  entry.name = "circle";
  entry.summary = "the mean of <x, y> over points (cos, sin)";
  entry.citation = "daniely2017, example 2";
  entry.make = [](const Params&) -> std::unique_ptr<BaseSpace> {
    return std::make_unique<Circle>();
  };
  return entry;
}

BaseSpaceEntry AngleEntry() {
  BaseSpaceEntry entry;
  entry.name = "angle";
  entry.summary = "the mean of cos(scale (x-y))";
  entry.citation = "daniely2017, example 2";
  entry.params = {{.name = "scale",
                   .help = "radians of one unit of a column; pi/2 for values in [0, 1]",
                   .min = 0,
                   .open_min = true}};
  entry.make = [](const Params& params) -> std::unique_ptr<BaseSpace> {
    return std::make_unique<Angle>(params.Get("scale").AsNumber());
  };
  return entry;
}

}  // namespace mercer
