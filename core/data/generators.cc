#include "core/data/generators.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/sha256.h"
#include "core/data/rows/labelled_rows.h"

namespace mercer {
namespace {

// Row `number` of a set: standard normal values from a stream of its own.
RandomStream FillRow(std::uint64_t seed, Index number, MatrixRef row) {
  RandomStream stream(seed, StreamPurpose::kGenerator, static_cast<std::uint64_t>(number));
  for (Index j = 0; j < row.cols(); ++j) row(0, j) = stream.Gaussian();
  return stream;
}

// Row i is a function of (seed, i) alone, up to the common scale of the "gaussian" law.
void FillGaussian(std::uint64_t seed, bool in_ball, Matrix* x) {
  const auto d = static_cast<double>(x->cols());
  for (Index i = 0; i < x->rows(); ++i) {
    RandomStream stream = FillRow(seed, i, x->row(i));
    if (!in_ball) continue;
    // |x| ≤ r has probability r^d in the ball, so |x| is distributed as U^(1/d).
    const double radius = std::pow(stream.Uniform(), 1 / d);
    x->row(i) *= radius / x->row(i).norm();
  }
}

void CheckSize(const std::string& name, Index n, Index values_per_row) {
  if (!TooLargeForDense(n, values_per_row)) return;
  throw InvalidInput("generator '" + name + "': " + std::to_string(n) + " rows of " +
                     std::to_string(values_per_row) + " values are too many; expected at most " +
                     std::to_string(kMaxDenseValues) + " values");
}

// The largest norm of rows first … last − 1 of the "gaussian" law before scaling.
double LargestNorm(std::uint64_t seed, Index first, Index last, Index d) {
  Matrix row(1, d);
  double largest = 0;
  for (Index i = first; i < last; ++i) {
    FillRow(seed, i, row);
    largest = std::max(largest, row.norm());
  }
  return largest;
}

void CheckUnitBall(const Params& params) {
  const ParamValue* pool = params.Find("pool");
  if (pool == nullptr) return;
  if (params.Get("law").AsText() != "gaussian") {
    throw InvalidInput("generator 'unit_ball': pool is " + pool->Canonical() + " with law " +
                       params.Get("law").AsText() + "; expected law gaussian, or no pool");
  }
  if (pool->AsInteger() < params.Get("n").AsInteger()) {
    throw InvalidInput("generator 'unit_ball': pool is " + pool->Canonical() +
                       "; expected at least n = " + params.Get("n").Canonical() +
                       ", the points that are taken from it");
  }
}

Dataset UnitBall(const Params& params, std::uint64_t seed) {
  const Index n = params.Get("n").AsInteger();
  const Index d = params.Get("d").AsInteger();
  const ParamValue* given_pool = params.Find("pool");
  const Index pool = given_pool != nullptr ? given_pool->AsInteger() : n;
  CheckSize("unit_ball", n, d);
  const bool uniform = params.Get("law").AsText() == "uniform";
  Matrix x(n, d);
  FillGaussian(seed, uniform, &x);
  if (!uniform) x /= std::max(x.rowwise().norm().maxCoeff(), LargestNorm(seed, n, pool, d));
  Dataset data;
  data.x = std::move(x);
  data.y = Vector::Zero(n);
  return data;
}

Dataset Gaussian(const Params& params, std::uint64_t seed) {
  const Index n = params.Get("n").AsInteger();
  const Index d = params.Get("d").AsInteger();
  CheckSize("gaussian", n, d);
  Matrix x(n, d);
  FillGaussian(seed, false, &x);
  Dataset data;
  data.x = std::move(x);
  data.y = Vector::Zero(n);
  return data;
}

// Floyd's way to draw `count` different columns: all sets of that size alike.
std::set<Index> DrawColumns(Index d, Index count, RandomStream* stream) {
  std::set<Index> columns;
  for (Index j = d - count; j < d; ++j) {
    const auto drawn = static_cast<Index>(stream->Below(static_cast<std::uint64_t>(j) + 1));
    columns.insert(columns.contains(drawn) ? j : drawn);
  }
  return columns;
}

void CheckSparseBinary(const Params& params) {
  const Index d = params.Get("d").AsInteger();
  const Index count = params.Get("nonzeros").AsInteger();
  if (count <= d) return;
  throw InvalidInput("generator 'sparse_binary': nonzeros is " + std::to_string(count) +
                     "; expected at most d = " + std::to_string(d));
}

Dataset SparseBinary(const Params& params, std::uint64_t seed) {
  const Index n = params.Get("n").AsInteger();
  const Index d = params.Get("d").AsInteger();
  const Index count = params.Get("nonzeros").AsInteger();
  CheckSize("sparse_binary", n, count);
  SparseMatrix x(n, d);
  x.reserve(n * count);
  for (Index i = 0; i < n; ++i) {
    RandomStream stream(seed, StreamPurpose::kGenerator, static_cast<std::uint64_t>(i));
    x.startVec(i);
    for (const Index j : DrawColumns(d, count, &stream)) x.insertBackByOuterInner(i, j) = 1;
  }
  x.finalize();
  Dataset data;
  data.x = std::move(x);
  data.y = Vector::Zero(n);
  return data;
}

// Uniform points of the unit cube; the first two columns decide which square a row lies on.
Dataset Checkerboard(const Params& params, std::uint64_t seed) {
  const Index n = params.Get("n").AsInteger();
  const Index d = params.Get("d").AsInteger();
  const double side = params.Get("squares").AsNumber();
  const double flip = params.Get("flip").AsNumber();
  CheckSize("checkerboard", n, d);
  Matrix x(n, d);
  Dataset data;
  data.y = Vector(n);
  for (Index i = 0; i < n; ++i) {
    RandomStream stream(seed, StreamPurpose::kGenerator, static_cast<std::uint64_t>(i));
    for (Index j = 0; j < d; ++j) x(i, j) = stream.Uniform();
    const double square = std::floor(side * x(i, 0)) + std::floor(side * x(i, 1));
    const bool is_black = std::fmod(square, 2) == 0;
    const bool is_flipped = stream.Uniform() < flip;
    data.y[i] = is_black != is_flipped ? 1 : -1;
  }
  data.x = std::move(x);
  return data;
}

ParamSpec RowsParam(const std::string& help) {
  return {.name = "n", .kind = ParamKind::kInteger, .help = help, .min = 1, .max = 1e8};
}

ParamSpec DimensionParam() {
  return {.name = "d", .kind = ParamKind::kInteger, .help = "dimension", .min = 1, .max = 1e6};
}

}  // namespace

const Registry<GeneratorEntry>& GeneratorRegistry() {
  static const Registry<GeneratorEntry> registry(
      "generator",
      {{{.name = "unit_ball",
         .summary = "random points of the unit ball, every label 0",
         .citation = "kar2012 section 6.2, Figure 1",
         .params = {RowsParam("number of points"),
                    DimensionParam(),
                    {.name = "law",
                     .kind = ParamKind::kText,
                     .help = "uniform: in the ball; gaussian: normal vectors over the largest norm",
                     .default_value = "uniform",
                     .choices = {"uniform", "gaussian"}},
                    {.name = "pool",
                     .kind = ParamKind::kInteger,
                     .help = "law gaussian: over the largest norm of so many vectors, of which the "
                             "first n are the points; absent: n",
                     .optional = true,
                     .min = 1,
                     .max = 1e8}}},
        UnitBall,
        CheckUnitBall},
       {{.name = "gaussian",
         .summary = "rows of independent standard normal values, every label 0",
         .citation = "atarashi2019 section 5, Figure 1",
         .params = {RowsParam("number of rows"), DimensionParam()}},
        Gaussian},
       {{.name = "sparse_binary",
         .summary = "rows with a given number of ones in random places, else 0; every label 0",
         .citation = "",
         .params = {RowsParam("number of rows"),
                    DimensionParam(),
                    {.name = "nonzeros",
                     .kind = ParamKind::kInteger,
                     .help = "ones in each row, at most d",
                     .min = 1,
                     .max = 1e6}}},
        SparseBinary,
        CheckSparseBinary},
       {{.name = "checkerboard",
         .summary =
             "uniform points of the unit cube, labelled by the colour of the square on which "
             "the first two columns lie",
         .citation = "",
         .params = {RowsParam("number of rows"),
                    {.name = "d",
                     .kind = ParamKind::kInteger,
                     .help = "dimension; from the third on columns do not matter to the label",
                     .default_value = 2,
                     .min = 2,
                     .max = 1e6},
                    {.name = "squares",
                     .kind = ParamKind::kInteger,
                     .help = "squares along each side of the board",
                     .default_value = 4,
                     .min = 1,
                     .max = 1e6},
                    {.name = "flip",
                     .kind = ParamKind::kNumber,
                     .help = "probability that a label is the wrong one",
                     .default_value = 0,
                     .min = 0,
                     .max = 0.5}}},
        Checkerboard}});
  return registry;
}

Dataset Generate(const std::string& name, const Params& params, std::uint64_t seed) {
  const GeneratorEntry& entry = GeneratorRegistry().Get(name);
  const Params resolved = GeneratorRegistry().ResolveParams(name, params);
  if (entry.check != nullptr) entry.check(resolved);
  Dataset data = entry.generate(resolved, seed);
  data.name = name;
  data.part_rows = {data.x.rows()};
  data.sha256 = Sha256Hex(name + "(" + resolved.Canonical() + ") version " +
                          std::to_string(entry.version) + " seed " + std::to_string(seed));
  return data;
}

}  // namespace mercer
