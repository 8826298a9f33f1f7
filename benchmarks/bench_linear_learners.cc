// dense_dual beside liblinear on dense random features, one thread, in one run:
//   bench_linear_learners FOLDER [ROUNDS [FEATURES]]
// FOLDER holds ijcnn1/ijcnn1.bz2: 20,000 of its rows, spread over the file, each column in [0, 1]
// and the largest norm 1, and 1,000 random Maclaurin features of (1 + <x, y>)^10 with the constants
// kept. Both minimise 1/2 |w|² + C Σ max(0, 1 − y <w, z>) for C = 0.01 to the tolerance 0.01. Each
// round draws another map and gives both learners its number as seed; medians are of the rounds
// (5 at least, else 5 are made), ratios of the pairs of one round, by wall clock and by CPU time.
// `fit float32` is given the features in float64 and stores floats, `fit float32 map` the features
// in float32 of the same map. Objectives are of the same features in double whatever is stored.
// Then, on the features of the first round, the objective against time of both and the optimum. One
// line of JSON for each figure goes to stdout. The first round's labels and features are written to
// the file FEATURES, as doubles, for other peers.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/pairs.h"
#include "core/base/error.h"
#include "core/data/steps/builtin_steps.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/class_labels.h"
#include "core/learners/computed_rows.h"
#include "core/learners/feature_rows.h"
#include "core/learners/linear/dual_descent.h"
#include "core/learners/linear/linear_model.h"
#include "core/learners/wrapped/solver_session.h"
#include "core/maps/builtin_maps.h"

namespace mercer {
namespace {

constexpr Index kTrainingRows = 20000, kFeatures = 1000;
constexpr double kCost = 0.01, kEps = 0.01;
const char* const kData = "ijcnn1 features";

struct Rows {
  Examples x;
  Vector y;
};

Rows Read(const std::string& folder) {
  const LabelledRows all = ReadLibsvm(folder + "/ijcnn1/ijcnn1.bz2", {.input_dim = 22});
  const std::vector<Index> numbers = SpreadRows(kTrainingRows, all.x.rows());
  Rows rows{all.x.Select(numbers), all.y(numbers)};
  for (const char* step : {"minmax", "max_norm"})
    rows.x = FitStep(step, {}, rows.x)->Apply(std::move(rows.x));
  return rows;
}

struct Problem {
  Examples z;
  FloatMatrixRows floats;  // the map's features in float32
  const Vector& y;
  std::uint64_t seed;
};

Problem Draw(const Rows& rows, std::uint64_t seed) {
  const auto kernel = MakeKernel("polynomial", {{"degree", 10}, {"offset", 1}});
  const auto map = MakeMapSpec("random_maclaurin", {{"constants", "keep"}})
                       ->Draw({*kernel, rows.x.cols(), kFeatures, seed, nullptr});
  return {map->Transform(rows.x), FloatMatrixRows(map->TransformFloats(rows.x)), rows.y, seed};
}

struct Run {
  Seconds fit;
  double objective = 0;
  FitReport report{};
};

// `x`: the features of the problem, as either is stored.
Run Fit(const Problem& problem, const RowSource& x, const std::string& learner,
        const Params& params) {
  const auto made = MakeLearner(learner, params);
  std::unique_ptr<Model> model;
  Run run;
  run.fit = Time([&] { model = made->Fit({.x = x, .y = problem.y, .seed = problem.seed}); });
  const LinearWeights& weights = dynamic_cast<const LinearModel&>(*model).weights();
  run.objective = weights.SquaredNorm() / 2 +
                  kCost * SumOfLosses(weights, problem.z, 1, [&](Index i, Index, double score) {
                    const bool positive = problem.y[i] == weights.labels[0];
                    return std::max(0.0, 1 - (positive ? score : -score));
                  });
  run.report = model->report();
  return run;
}

Run Liblinear(const Problem& problem, double eps) {
  return Fit(problem, problem.z, "liblinear",
             {{"solver", "l2r_l1loss_svc_dual"}, {"cost", kCost}, {"eps", eps}});
}

Run DenseDual(const Problem& problem, const RowSource& x, double eps, const char* storage) {
  return Fit(problem, x, "dense_dual",
             {{"loss", "hinge"},
              {"cost", kCost},
              {"eps", eps},
              {"storage", storage},
              {"max_passes", 1000000}});
}

// What LIBLINEAR's own structure of the features takes to make.
struct Node {
  int index;
  double value;
};

Seconds ConversionTime(const Problem& problem) {
  return Time([&] {
    const auto nodes = MakeNodeRows<Node>(problem.z, 0, problem.z.rows());
    MERCER_CHECK(nodes.rows.size() == static_cast<std::size_t>(kTrainingRows));
  });
}

// Of the descent alone, on features that are already stored.
template <class Real>
Seconds SolveTime(const Problem& problem) {
  const StoredFeatures<Real> stored("dense_dual", problem.z);
  const BinaryProblems problems(problem.y);
  const std::vector<signed char> signs = problems.Signs(0);
  return Time([&] {
    const DualSolution solution = DescendDual(
        DenseRows<Real>{stored.data(), stored.rows(), stored.cols(), stored.cols()}, signs,
        {.power = 1, .cost = kCost, .eps = kEps, .max_passes = 1000000, .seed = problem.seed});
    MERCER_CHECK(solution.converged);
  });
}

void CompareFits(const Rows& rows, int rounds) {
  Pairs doubles, floats, all_floats, solved_doubles, solved_floats;
  for (int round = 1; round <= rounds; ++round) {
    const Problem problem = Draw(rows, static_cast<std::uint64_t>(round));
    const Run theirs = Liblinear(problem, kEps);
    const Run ours = DenseDual(problem, problem.z, kEps, "float64");
    const Run ours_float = DenseDual(problem, problem.z, kEps, "float32");
    const Run of_floats = DenseDual(problem, problem.floats, kEps, "float32");
    const Seconds made = ConversionTime(problem);
    const Seconds rest{theirs.fit.wall - made.wall, theirs.fit.cpu - made.cpu};
    doubles.Add(ours.fit, theirs.fit);
    floats.Add(ours_float.fit, theirs.fit);
    all_floats.Add(of_floats.fit, theirs.fit);
    solved_doubles.Add(SolveTime<double>(problem), rest);
    solved_floats.Add(SolveTime<float>(problem), rest);
    std::printf(
        "{\"data\": \"%s\", \"what\": \"objectives\", \"seed\": %d, \"float64\": %.10g, "
        "\"float32\": %.10g, \"liblinear\": %.10g, \"passes_float64\": %ld, "
        "\"passes_float32\": %ld, \"passes_liblinear\": %ld}\n",
        kData, round, ours.objective, ours_float.objective, theirs.objective,
        static_cast<long>(ours.report.iterations), static_cast<long>(ours_float.report.iterations),
        static_cast<long>(theirs.report.iterations));
    std::fflush(stdout);
  }
  doubles.Print(kData, "fit float64", "liblinear", 3);
  floats.Print(kData, "fit float32", "liblinear", 7);
  all_floats.Print(kData, "fit float32 map", "liblinear", 9);
  solved_doubles.Print(kData, "solve float64", "liblinear less its conversion", 0);
  solved_floats.Print(kData, "solve float32", "liblinear less its conversion", 0);
}

void PrintPoint(const std::string& solver, double eps, const Run& run) {
  std::printf(
      "{\"data\": \"%s\", \"what\": \"curve\", \"solver\": \"%s\", \"eps\": %g, "
      "\"seconds\": %.4f, \"cpu_s\": %.4f, \"objective\": %.12g, \"passes\": %ld}\n",
      kData, solver.c_str(), eps, run.fit.wall, run.fit.cpu, run.objective,
      static_cast<long>(run.report.iterations));
  std::fflush(stdout);
}

// LIBLINEAR tells nothing on the way: the points of both are whole fits to falling tolerances.
void PrintCurves(const Problem& problem) {
  for (const double eps : {10.0, 3.0, 1.0, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001, 3e-4}) {
    PrintPoint("liblinear", eps, Liblinear(problem, eps));
    for (const char* storage : {"float64", "float32"})
      PrintPoint(storage, eps, DenseDual(problem, problem.z, eps, storage));
  }
}

void PrintOptimum(const Problem& problem) {
  const Run ours = DenseDual(problem, problem.z, 1e-6, "float64");
  const Run ours_float = DenseDual(problem, problem.z, 1e-4, "float32");
  const Run theirs = Liblinear(problem, 1e-6);
  std::printf(
      "{\"data\": \"%s\", \"what\": \"optimum\", \"float64\": %.12g, \"gap\": %.3g, "
      "\"float32\": %.12g, \"liblinear\": %.12g, \"passes_float64\": %ld, "
      "\"passes_liblinear\": %ld}\n",
      kData, ours.objective, ours.objective - *ours.report.dual_objective, ours_float.objective,
      theirs.objective, static_cast<long>(ours.report.iterations),
      static_cast<long>(theirs.report.iterations));
}

void Write(const Problem& problem, const std::string& path) {
  std::ofstream out(path, std::ios::binary);
  const auto write = [&](const double* values, Index count) {
    out.write(reinterpret_cast<const char*>(values),
              static_cast<std::streamsize>(count) * static_cast<std::streamsize>(sizeof(double)));
  };
  write(problem.y.data(), problem.y.size());
  write(problem.z.dense().data(), problem.z.dense().size());
  if (!out.flush()) throw InvalidInput(path + ": cannot be written");
}

int RunAll(const std::string& folder, int rounds, const std::string& features) {
  const Rows rows = Read(folder);
  const Problem first = Draw(rows, 1);
  if (!features.empty()) Write(first, features);
  CompareFits(rows, std::max(5, rounds));
  PrintCurves(first);
  PrintOptimum(first);
  return 0;
}

}  // namespace
}  // namespace mercer

int main(int argc, char** argv) {
  if (argc < 2 || argc > 4) {
    std::fprintf(stderr, "usage: bench_linear_learners FOLDER [ROUNDS [FEATURES]]\n");
    return 2;
  }
  try {
    return mercer::RunAll(argv[1], argc > 2 ? std::atoi(argv[2]) : 5, argc > 3 ? argv[3] : "");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_linear_learners: %s\n", error.what());
    return 1;
  }
}
