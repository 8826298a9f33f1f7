#include "core/data/generators.h"

#include <cmath>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/sha256.h"
#include "core/data/labelled_rows.h"

namespace mercer {
namespace {

// Row i is a function of (seed, i) alone, up to the common scale of the "gaussian" law.
void FillGaussian(std::uint64_t seed, bool in_ball, Matrix* x) {
  const auto d = static_cast<double>(x->cols());
  for (Index i = 0; i < x->rows(); ++i) {
    RandomStream stream(seed, StreamPurpose::kGenerator, static_cast<std::uint64_t>(i));
    for (Index j = 0; j < x->cols(); ++j) (*x)(i, j) = stream.Gaussian();
    if (!in_ball) continue;
    // |x| ≤ r has probability r^d in the ball, so |x| is distributed as U^(1/d).
    const double radius = std::pow(stream.Uniform(), 1 / d);
    x->row(i) *= radius / x->row(i).norm();
  }
}

Dataset UnitBall(const Params& params, std::uint64_t seed) {
  const Index n = params.Find("n")->AsInteger();
  const Index d = params.Find("d")->AsInteger();
  if (TooLargeForDense(n, d)) {
    throw InvalidInput("generator 'unit_ball': " + std::to_string(n) + " points in dimension " +
                       std::to_string(d) + " are too many; expected at most " +
                       std::to_string(kMaxDenseValues) + " values");
  }
  const bool uniform = params.Find("law")->AsText() == "uniform";
  Matrix x(n, d);
  FillGaussian(seed, uniform, &x);
  if (!uniform) x /= x.rowwise().norm().maxCoeff();
  Dataset data;
  data.x = std::move(x);
  data.y = Vector::Zero(n);
  return data;
}

}  // namespace

const Registry<GeneratorEntry>& GeneratorRegistry() {
  static const Registry<GeneratorEntry> registry(
      "generator",
      {{{.name = "unit_ball",
         .summary = "random points of the unit ball, every label 0",
         .citation = "kar2012 section 6.2, Figure 1",
         .params =
             {{.name = "n",
               .kind = ParamKind::kInteger,
               .help = "number of points",
               .min = 1,
               .max = 1e8},
              {.name = "d", .kind = ParamKind::kInteger, .help = "dimension", .min = 1, .max = 1e6},
              {.name = "law",
               .kind = ParamKind::kText,
               .help = "uniform: in the ball; gaussian: normal vectors over the largest norm",
               .default_value = "uniform",
               .choices = {"uniform", "gaussian"}}}},
        UnitBall}});
  return registry;
}

Dataset Generate(const std::string& name, const Params& params, std::uint64_t seed) {
  const GeneratorEntry& entry = GeneratorRegistry().Get(name);
  const Params resolved = GeneratorRegistry().ResolveParams(name, params);
  Dataset data = entry.generate(resolved, seed);
  data.name = name;
  data.part_rows = {data.x.rows()};
  data.sha256 = Sha256Hex(name + "(" + resolved.Canonical() + ") version " +
                          std::to_string(entry.version) + " seed " + std::to_string(seed));
  return data;
}

}  // namespace mercer
