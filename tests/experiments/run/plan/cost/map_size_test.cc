#include "experiments/run/plan/cost/map_size.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "tests/core/maps/map_cases.h"

namespace mercer {
namespace {

using testing::AllMapCases;
using ::testing::AllOf;
using ::testing::Ge;
using ::testing::Le;
using testing::MapCase;

// Maps of at most 256 features tell what one of 1,024 costs: lines, matrices of D × D, and
// transforms whose length depends on D.
TEST(MapSize, OperationsAreThoseOfTheWholeMap) {
  constexpr Index d = 20;
  for (const MapCase& of : AllMapCases()) {
    if (of.traits.data_dependent) continue;
    const auto kernel = of.NewKernel();
    const auto spec = of.NewSpec();
    CountedOperations counted;
    Cell cell;
    cell.map.emplace();
    cell.map->name = of.map;
    cell.num_random_features = of.Fitting(1024, d);
    DataSize rows;
    rows.d = rows.nonzeros = d;
    const MapSize size = SizeOf(*spec, *kernel, cell, rows, counted);
    const auto drawn = spec->Draw({*kernel, d, cell.num_random_features, 1, nullptr});
    const double operations = drawn->OperationsPerRow(d);
    EXPECT_THAT(size.operations_per_row, AllOf(Ge(0.75 * operations), Le(1.25 * operations))) << of;
    EXPECT_EQ(SizeOf(*spec, *kernel, cell, rows, counted).operations_per_row,
              size.operations_per_row)
        << of;
  }
}

// A map of 256 features would have 34 GB.
TEST(MapSize, AVeryLargeMapIsNotDrawn) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1.0}});
  const auto spec = MakeMapSpec("random_fourier", {});
  CountedOperations counted;
  Cell cell;
  cell.map.emplace();
  cell.map->name = "random_fourier";
  cell.num_random_features = 1000;
  DataSize rows;
  rows.d = 16.6e6;
  rows.nonzeros = 4000;
  const MapSize size = SizeOf(*spec, *kernel, cell, rows, counted);
  EXPECT_NEAR(size.operations_per_row / (2 * 1000 * 4000), 1, 0.01);
  EXPECT_TRUE(counted.empty());
}

}  // namespace
}  // namespace mercer
