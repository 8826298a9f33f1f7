#include "core/sizing/gram_problem.h"

#include <algorithm>
#include <memory>

#include "core/base/error.h"

namespace mercer {
namespace {

constexpr double kLargeDraw = 256.0 * (1 << 20);  // bytes

std::unique_ptr<FeatureMap> Draw(const GramProblem& problem, Index num_random_features,
                                 std::uint64_t seed) {
  return problem.spec.Draw({problem.kernel, problem.rows.cols(), num_random_features, seed,
                            problem.traits.data_dependent ? &problem.train : nullptr});
}

double MeanNonzeros(const Examples& rows) {
  return rows.rows() == 0
             ? 0
             : static_cast<double>(rows.StoredValues()) / static_cast<double>(rows.rows());
}

double ErrorOf(const GramProblem& problem, const FeatureRows& features, int threads) {
  const GramError error =
      problem.sampled > 0
          ? MeasureSampledGramError(problem.kernel, problem.rows, features, problem.sampled,
                                    problem.seed, threads)
          : MeasureGramError(problem.kernel, problem.rows, features, problem.pairs, threads);
  return error.relative_frobenius;
}

}  // namespace

std::string ProblemText(const GramProblem& problem) {
  return "map '" + problem.map + "' on " + problem.kernel.Describe();
}

CountGrid CountGridOf(const GramProblem& problem) {
  const Index d = problem.rows.cols();
  const auto takes = [&](Index num_random_features) {
    try {
      problem.spec.OutputDim(problem.kernel, d, num_random_features);
      return true;
    } catch (const InvalidInput&) {
      return false;
    }
  };
  if (takes(1)) return {1, 1};
  if (takes(2)) return {2, takes(3) ? 1 : 2};
  const Index rule = 2 * (d + 1);
  problem.spec.OutputDim(problem.kernel, d, rule);
  return {rule, rule};
}

std::vector<GramStratum> PairsOf(const GramProblem& problem) {
  const Index n = problem.rows.rows();
  std::vector<GramStratum> strata = problem.sampled > 0
                                        ? SampleDrawnGramPairs(n, problem.sampled, problem.seed)
                                        : SampleGramPairs(n, problem.pairs, problem.seed);
  if (!strata.empty()) return strata;
  throw InvalidInput("Gram error: no pair of " + std::to_string(n) + (n == 1 ? " row" : " rows") +
                     " counts; expected more rows");
}

double DrawnGramError(const GramProblem& problem, Index num_random_features, std::uint64_t seed,
                      int threads) {
  const auto map = Draw(problem, num_random_features, seed);
  if (map->storage() == FeatureStorage::kFloat32) {
    const FloatMatrix z = map->TransformFloats(problem.rows, threads);
    return ErrorOf(problem, FeatureRows(z, map->is_complex(), map->offset()), threads);
  }
  const Matrix z = map->Transform(problem.rows, threads);
  return ErrorOf(problem, FeatureRows(z, map->is_complex(), map->offset()), threads);
}

double DrawnGramErrorBytes(const GramProblem& problem, Index num_random_features) {
  const Index d = problem.rows.cols();
  const auto columns =
      static_cast<double>(problem.spec.OutputDim(problem.kernel, d, num_random_features));
  const double of_value = problem.spec.storage() == FeatureStorage::kFloat32 ? 4 : 8;
  return problem.spec.DrawnBytes(problem.kernel, d, num_random_features) +
         of_value * columns * static_cast<double>(problem.rows.rows());
}

MapCost CostOf(const GramProblem& problem, Index num_random_features) {
  const Index d = problem.rows.cols();
  const double nonzeros = MeanNonzeros(problem.rows);
  MapCost cost{.columns = problem.spec.OutputDim(problem.kernel, d, num_random_features),
               .bytes = problem.spec.DrawnBytes(problem.kernel, d, num_random_features)};
  if (cost.bytes <= kLargeDraw) {
    const auto map = Draw(problem, num_random_features, problem.seed);
    cost.columns = map->output_dim();
    cost.bytes = static_cast<double>(map->bytes());
    cost.operations_per_row = map->OperationsPerRow(nonzeros);
    return cost;
  }
  const double share = kLargeDraw / 2 / cost.bytes;
  const CountGrid grid = CountGridOf(problem);
  const Index step = std::max<Index>(2, std::max(grid.least, grid.step));
  const Index few = std::max(
      step, static_cast<Index>(share * static_cast<double>(num_random_features)) / step * step);
  const double at_few = Draw(problem, few, problem.seed)->OperationsPerRow(nonzeros);
  const double at_twice = Draw(problem, 2 * few, problem.seed)->OperationsPerRow(nonzeros);
  cost.operations_per_row = at_few + (at_twice - at_few) / static_cast<double>(few) *
                                         static_cast<double>(num_random_features - few);
  return cost;
}

}  // namespace mercer
