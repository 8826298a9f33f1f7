#include <string>

#include "core/base/error.h"
#include "core/kernels/kernel.h"
#include "core/kernels/profile.h"

namespace mercer {
namespace {

/// Vovk's real polynomial kernel k(x, y) = (1 − t^degree) / (1 − t) = 1 + t + … + t^(degree−1) with
/// t = <x, y>, degree ≥ 1 (Kar & Karnick 2012, section 2). a_n = 1 for n < degree.
class VovkKernel : public DotProductKernel {
 public:
  explicit VovkKernel(Index degree);

  Index degree() const { return degree_; }

  double MaclaurinCoefficient(Index n) const override;
  double LogMaclaurinCoefficient(Index n) const override;
  Index MaxOrder() const override { return degree_ - 1; }
  double Profile(double t) const override;
  std::string Describe() const override;

 protected:
  void ApplyProfile(MatrixRef t) const override;

 private:
  Index degree_;
};

VovkKernel::VovkKernel(Index degree) : degree_(degree) { MERCER_CHECK(degree >= 1); }

double VovkKernel::MaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  return n < degree_ ? 1 : 0;
}

double VovkKernel::LogMaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  return n < degree_ ? 0 : -std::numeric_limits<double>::infinity();
}

double VovkKernel::Profile(double t) const {
  GeometricSumInPlace(&t, 1, degree_);
  return t;
}

std::string VovkKernel::Describe() const { return "vovk(degree=" + std::to_string(degree_) + ")"; }

void VovkKernel::ApplyProfile(MatrixRef t) const {
  ForEachRun(t, [this](double* values, Index n) { GeometricSumInPlace(values, n, degree_); });
}

/// Vovk's infinite polynomial kernel k(x, y) = 1 / (1 − <x, y>) for rows with |x| < 1 (Kar &
/// Karnick 2012, section 2). a_n = 1 for every n.
class VovkInfiniteKernel : public DotProductKernel {
 public:
  double MaclaurinCoefficient(Index n) const override;
  double LogMaclaurinCoefficient(Index n) const override;
  Index MaxOrder() const override { return -1; }
  double Profile(double t) const override { return 1.0 / (1.0 - t); }
  double SquaredNormBound() const override { return 1; }
  std::string Describe() const override { return "vovk_infinite"; }

 protected:
  void ApplyProfile(MatrixRef t) const override;
};

double VovkInfiniteKernel::MaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  return 1;
}

double VovkInfiniteKernel::LogMaclaurinCoefficient(Index n) const {
  MERCER_CHECK(n >= 0);
  return 0;
}

void VovkInfiniteKernel::ApplyProfile(MatrixRef t) const {
  ForEachRun(t, [](double* values, Index n) {
    for (Index i = 0; i < n; ++i) values[i] = 1.0 / (1.0 - values[i]);
  });
}

}  // namespace

KernelEntry VovkEntry() {
  KernelEntry entry;
  entry.name = "vovk";
  entry.summary = "Vovk's real polynomial 1 + t + ... + t^(degree - 1) with t = <x, y>";
  entry.citation = "kar2012, section 2";
  entry.params = {DegreeSpec("the number of terms")};
  entry.make = [](const Params& params) -> std::unique_ptr<Kernel> {
    return std::make_unique<VovkKernel>(params.Get("degree").AsInteger());
  };
  return entry;
}

KernelEntry VovkInfiniteEntry() {
  KernelEntry entry;
  entry.name = "vovk_infinite";
  entry.summary = "Vovk's infinite polynomial 1 / (1 - <x, y>) for rows with |x| < 1";
  entry.citation = "kar2012, section 2";
  entry.make = [](const Params&) -> std::unique_ptr<Kernel> {
    return std::make_unique<VovkInfiniteKernel>();
  };
  return entry;
}

}  // namespace mercer
