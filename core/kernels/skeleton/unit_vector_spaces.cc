#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/kernels/skeleton/base_space.h"

namespace mercer {
namespace {

// Adds to `moments`, with weight `share`, those of the feature √size·(u_1 ± iu_2), the sign fair.
void AddPair(double u1, double u2, double v1, double v2, double share, double size,
             FeatureMoments& moments) {
  const double real = size * (u1 * v1 + u2 * v2), imaginary = size * (u2 * v1 - u1 * v2);
  const double crossed_real = size * (u1 * v1 - u2 * v2);
  const double crossed_imaginary = size * (u1 * v2 + u2 * v1);
  moments.kernel += share * real;
  moments.absolute += share * (real * real + imaginary * imaginary);
  moments.square += share * (real * real - imaginary * imaginary);
  moments.crossed += share * (crossed_real * crossed_real - crossed_imaginary * crossed_imaginary);
}

// out[j] = 1 − |u − v_j|²/(2·points): the mean inner product of `points` unit vectors, laid out as
// in BaseSpace::KernelRow.
void MeanProductRow(const double* u, const double* v, Index stride, Index size, Index count,
                    double points, double* out) {
  SquaredDistanceRow(u, v, stride, size, count, out);
  for (Index j = 0; j < count; ++j) out[j] = 1 - out[j] / (2 * points);
}

// Whether |x| = 1 to 1e-6: rows come from text files with six or seven digits. O(n).
bool HasUnitNorm(const double* x, Index n) {
  double square = 0;
  for (Index c = 0; c < n; ++c) square += x[c] * x[c];
  return std::abs(square - 1) <= 2e-6;
}

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

class Sphere : public BaseSpace {
 public:
  // √n, but for pairs.
  double FeatureNorm(Index columns) const override {
    return columns > 0 ? std::sqrt(static_cast<double>(columns))
                       : std::numeric_limits<double>::infinity();
  }
  std::string ColumnsRule(Index columns) const override {
    return columns >= 2 ? "" : "at least two columns";
  }
  std::string DomainRule(const double* x, Index n) const override {
    return HasUnitNorm(x, n) ? "" : "a vector of norm 1";
  }
  double InnerProductScale(Index) const override { return 1; }
  void KernelRow(const double* u, const double* v, Index stride, Index size, Index count,
                 double* out) const override {
    MeanProductRow(u, v, stride, size, count, 1, out);
  }
};

// Example 5. ω = 2j + [sign is −].
class PairsOfSphere : public Sphere {
 public:
  double FeatureNorm(Index columns) const override {
    return Sphere::FeatureNorm(columns) / std::sqrt(2.0);
  }
  FeatureMoments Moments(const double* u, const double* v, Index size) const override {
    FeatureMoments moments;
    const double n = static_cast<double>(size);
    for (Index c = 0; c < size; ++c) {
      const Index next = c + 1 == size ? 0 : c + 1;
      AddPair(u[c], u[next], v[c], v[next], 1 / n, n / 2, moments);
    }
    return moments;
  }
  bool is_complex() const override { return true; }
  std::uint32_t Draw(RandomStream& stream, Index size, double*) const override {
    return static_cast<std::uint32_t>(stream.Below(static_cast<std::uint64_t>(2 * size)));
  }
  std::complex<double> Feature(std::uint32_t omega, const double* u, Index size) const override {
    const Index column = omega / 2, next = column + 1 == size ? 0 : column + 1;
    const double scale = std::sqrt(static_cast<double>(size) / 2);
    return {scale * u[column], omega % 2 == 0 ? scale * u[next] : -scale * u[next]};
  }
};

// Example 6: real features, so the three second moments are one.
class RealSphere : public Sphere {
 public:
  FeatureMoments Moments(const double* u, const double* v, Index size) const override {
    double product = 0, both = 0, first = 0, second = 0;
    for (Index c = 0; c < size; ++c) {
      product += u[c] * v[c];
      both += u[c] * u[c] * v[c] * v[c];
      first += u[c] * u[c];
      second += v[c] * v[c];
    }
    const double moment = SecondMoment(product, both, first * second, static_cast<double>(size));
    return {product, moment, moment, moment};
  }
  bool is_complex() const override { return false; }

 private:
  virtual double SecondMoment(double product, double both, double norms, double n) const = 0;
};

class CoordinateOfSphere : public RealSphere {
 public:
  std::uint32_t Draw(RandomStream& stream, Index size, double*) const override {
    return static_cast<std::uint32_t>(stream.Below(static_cast<std::uint64_t>(size)));
  }
  std::complex<double> Feature(std::uint32_t omega, const double* u, Index size) const override {
    return std::sqrt(static_cast<double>(size)) * u[omega];
  }

 private:
  double SecondMoment(double, double both, double, double n) const override { return n * both; }
};

class ProjectionOfSphere : public RealSphere {
 public:
  bool has_vectors() const override { return true; }
  std::complex<double> FeatureOf(double projection) const override { return projection; }
};

class UniformOnSphere : public ProjectionOfSphere {
 public:
  std::uint32_t Draw(RandomStream& stream, Index size, double* vector) const override {
    double square = 0;
    for (Index c = 0; c < size; ++c) {
      vector[c] = stream.Gaussian();
      square += vector[c] * vector[c];
    }
    const double scale = std::sqrt(static_cast<double>(size) / square);
    for (Index c = 0; c < size; ++c) vector[c] *= scale;
    return 0;
  }

 private:
  double SecondMoment(double product, double, double norms, double n) const override {
    return n * (norms + 2 * product * product) / (n + 2);
  }
};

class SignsOfSphere : public ProjectionOfSphere {
 public:
  std::uint32_t Draw(RandomStream& stream, Index size, double* vector) const override {
    std::uint32_t bits = 0;
    for (Index c = 0; c < size; ++c, bits >>= 1) {
      if (c % 32 == 0) bits = stream.Bits32();
      vector[c] = (bits & 1U) != 0 ? 1 : -1;
    }
    return 0;
  }

 private:
  double SecondMoment(double product, double both, double norms, double) const override {
    return norms + 2 * product * product - 2 * both;
  }
};

std::unique_ptr<BaseSpace> MakeSphere(const Params& params) {
  const std::string& scheme = params.Get("scheme").AsText();
  if (scheme == "coordinate") return std::make_unique<CoordinateOfSphere>();
  if (scheme == "uniform") return std::make_unique<UniformOnSphere>();
  if (scheme == "signs") return std::make_unique<SignsOfSphere>();
  MERCER_CHECK(scheme == "pairs");
  return std::make_unique<PairsOfSphere>();
}

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

BaseSpaceEntry SphereEntry() {
  BaseSpaceEntry entry;
  entry.name = "sphere";
  entry.summary = "<x, y> of unit vectors";
  entry.citation = "daniely2017, examples 5 and 6";
  entry.params = {{.name = "scheme",
                   .kind = ParamKind::kText,
                   .help = "how a random feature is made",
                   .default_value = "pairs",
                   .choices = {"pairs", "coordinate", "uniform", "signs"}}};
  entry.make = &MakeSphere;
  return entry;
}

}  // namespace mercer
