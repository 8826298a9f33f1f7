// What the maps say of themselves with their parameters, by behaviour. That a trait holds is tested
// with the properties and the statistics of those that have it; here, that no map denies one.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <map>
#include <set>

#include "tests/core/maps/map_cases.h"

namespace mercer::testing {
namespace {

/// The cases of a map with its parameters: what it denies shows on one of the kernels at least.
using Group = std::vector<MapCase>;

std::map<std::string, Group> GroupsWithout(bool MapTraits::*trait) {
  std::map<std::string, Group> groups;
  for (const MapCase& map_case : AllMapCases())
    if (!(map_case.traits.*trait))
      groups[map_case.map + " " + map_case.map_params.Canonical()].push_back(map_case);
  return groups;
}

bool HasPrefix(const MapCase& map_case) {
  // A lattice depends on its number of points beyond the 250 dimensions of the shipped vector.
  const ParamValue* sequence = map_case.map_params.Find("sequence");
  if (sequence == nullptr) sequence = map_case.map_params.Find("points");
  const bool lattice = sequence != nullptr && sequence->AsText() == "lattice";
  const Examples x = RowsInBall(20, lattice ? 260 : 9, 0.9, 1, 2);
  const Index few = map_case.Fitting(38, x.cols()), many = map_case.Fitting(450, x.cols());
  const auto map = map_case.Draw(x, few, 5);
  const Index width = map->is_complex() ? 2 : 1;
  const Matrix small = map->Transform(x), large = map_case.Draw(x, many, 5)->Transform(x);
  const Index exact = small.cols() - width * few;
  if (exact < 0 || large.cols() - width * many != exact) return false;
  const Matrix a = small.rightCols(width * few) * std::sqrt(static_cast<double>(few));
  const Matrix b = large.middleCols(exact, width * few) * std::sqrt(static_cast<double>(many));
  return (a - b).cwiseAbs().maxCoeff() <= 1e-9;
}

// A table compares maps: a kernel that only one of them fits has nothing to compare.
TEST(MapCases, EveryKernelHasTwoMapsOrMore) {
  std::map<std::string, std::set<std::string>> maps;
  for (const MapCase& map_case : AllMapCases()) maps[map_case.kernel].insert(map_case.map);
  for (const KernelEntry& entry : KernelRegistry().entries()) {
    maps[entry.name].erase("external");
    EXPECT_GE(maps[entry.name].size(), 2U) << entry.name;
  }
}

TEST(MapTraits, AMapThatDeniesThePrefixHasNone) {
  for (const auto& [name, group] : GroupsWithout(&MapTraits::has_prefix)) {
    if (group.front().traits.deterministic) continue;
    bool all_have = true;
    for (const MapCase& map_case : group) all_have = all_have && HasPrefix(map_case);
    EXPECT_FALSE(all_have) << name;
  }
}

TEST(MapTraits, AProjectionIsNeverLongerThanTheKernelsOwnFeatures) {
  int seen = 0;
  for (const MapCase& map_case : AllMapCases()) {
    if (!map_case.traits.projection) continue;
    const Examples x = RowsInBall(200, 6, 0.9, 1, 6);
    const Matrix z = map_case.Draw(x, 40, 5)->Transform(x);
    const Matrix rest = Gram(*map_case.NewKernel(), x, x) - z * z.transpose();
    const double rounding = 1e-12 * z.rowwise().squaredNorm().maxCoeff();
    EXPECT_GE(rest.diagonal().minCoeff(), -rounding) << map_case.map;
    // What is left out is a kernel too.
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(rest, Eigen::EigenvaluesOnly);
    EXPECT_GE(solver.eigenvalues().minCoeff(), -200 * rounding) << map_case.map;
    ++seen;
  }
  EXPECT_GE(seen, 2);
}

// The largest |mean − k| of a pair over many draws of few features, in standard errors.
double LargestZ(const MapCase& map_case, Index features) {
  constexpr int kDraws = 2500;
  const Examples x = RowsInBall(4, 3, 0.98, 1, 9);
  const Matrix exact = Gram(*map_case.NewKernel(), x, x);
  const int draws = map_case.traits.data_dependent ? 50 : kDraws;
  Eigen::ArrayXXd sum = Eigen::ArrayXXd::Zero(4, 4), squares = sum;
  for (int seed = 0; seed < draws; ++seed) {
    const Eigen::ArrayXXd error =
        (map_case.Estimate(x, features, static_cast<std::uint64_t>(seed) + 500) - exact).array();
    sum += error, squares += error.square();
  }
  const Eigen::ArrayXXd mean = sum / draws;
  const Eigen::ArrayXXd error = ((squares / draws - mean.square()) / draws).max(0).sqrt();
  return (mean.abs() / (error + 1e-13)).maxCoeff();
}

// Six standard errors: an unbiased map passes them with a probability of 1e-7 over all pairs. A
// bias that falls with D shows itself with the fewest features.
TEST(MapTraits, AMapThatDeniesToBeUnbiasedIsBiased) {
  for (const auto& [name, group] : GroupsWithout(&MapTraits::unbiased)) {
    double largest = 0;
    for (const MapCase& map_case : group) {
      for (const Index features : {8, 2, 1})
        if (largest <= 6) largest = std::max(largest, LargestZ(map_case, features));
    }
    EXPECT_GT(largest, 6) << name;
  }
}

TEST(MapTraits, DeterministicMapsDoNotUseTheirSeed) {
  const Examples x = RowsInBall(6, 5, 0.9, 1, 3);
  for (const MapCase& map_case : MapCasesWith(&MapTraits::deterministic))
    EXPECT_EQ(map_case.Draw(x, 20, 1)->Transform(x), map_case.Draw(x, 20, 2)->Transform(x))
        << map_case;
}

TEST(MapTraits, DataDependentMapsNeedTrainingRows) {
  for (const MapCase& map_case : AllMapCases()) {
    const auto kernel = map_case.NewKernel();
    const Index D = map_case.Fitting(20, 5);
    const auto draw = [&] { map_case.NewSpec()->Draw({*kernel, 5, D, 1, nullptr}); };
    if (map_case.traits.data_dependent) {
      EXPECT_THROW(draw(), InvalidInput) << map_case;
    } else {
      EXPECT_NO_THROW(draw()) << map_case;
    }
  }
}

}  // namespace
}  // namespace mercer::testing
