// The counts of real data, as the authors' program logged them, up to a few features: the rows of
// the statistics are another sample.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/data/formats/decompress.h"
#include "core/data/formats/libsvm_reader.h"
#include "core/kernels/builtin_kernels.h"
#include "tests/core/maps/maclaurin/optimal_laws.h"
#include "tests/support/files.h"

namespace mercer::testing {
namespace {

struct Counts {
  Index D;
  std::size_t law;  // of AllLaws
  std::vector<Index> counts;
};

// `slack` rows more or less of each order.
void ExpectCounts(const Kernel& kernel, const Examples& rows, const std::vector<Counts>& all,
                  Index slack) {
  const MaclaurinSeries series("test", kernel);
  std::vector<OrderStatistics> statistics;
  for (std::size_t law = 0; law < 4; ++law)
    statistics.push_back(StatisticsOfOrders(series, AllLaws()[law], rows));
  for (const Counts& golden : all) {
    const OptimalLaw& law = AllLaws()[golden.law];
    const std::vector<Index> found =
        OptimalCounts(statistics[golden.law], law, rows.cols(), golden.D - 1).counts;
    ASSERT_EQ(found.size(), golden.counts.size()) << NameOf(law) << " D = " << golden.D;
    for (std::size_t k = 0; k < found.size(); ++k) {
      EXPECT_LE(std::abs(found[k] - golden.counts[k]), slack)
          << NameOf(law) << " D = " << golden.D << ", order " << k + 1 << ": " << found[k];
    }
  }
}

std::vector<Index> SomeRows(Index n, Index count) {
  RandomStream stream(7, StreamPurpose::kTest, 0);
  std::vector<Index> rows = RandomPermutation(stream, n);
  rows.resize(static_cast<std::size_t>(count));
  return rows;
}

TEST(OptimalCountsOfRealRows, CodRna) {
  const std::filesystem::path path = RealDataDir() / "cod-rna" / "cod-rna";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no cod-rna in MERCER_TEST_DATA";
  Matrix x = ToDense(ReadLibsvm(path.string(), {.input_dim = 8}).x).dense();
  x.rowwise() -= x.colwise().mean();
  const auto n = static_cast<double>(x.rows());
  for (Index j = 0; j < 8; ++j) x.col(j) /= std::sqrt(x.col(j).squaredNorm() / (n - 1));
  const Examples standardised = Examples(x).Select(SomeRows(x.rows(), 4000));
  const auto gaussian = MakeKernel("gaussian", {{"sigma", 3.34}});
  ExpectCounts(*gaussian, standardised,
               {{8, 0, {5, 2}},
                {8, 1, {5, 2}},
                {8, 2, {5, 2}},
                {8, 3, {5, 2}},
                {24, 0, {16, 7}},
                {24, 1, {8, 15}},
                {24, 3, {8, 15}},
                {40, 0, {27, 12}},
                {40, 1, {8, 31}},
                {40, 2, {28, 11}}},
               1);
  Matrix unit = standardised.dense();
  unit.rowwise().normalize();
  ExpectCounts(*MakeKernel("polynomial", kHalfSeventh), Examples(unit),
               {{8, 0, {2, 5}},
                {8, 1, {2, 5}},
                {8, 2, {2, 5}},
                {8, 3, {2, 5}},
                {24, 0, {5, 18}},
                {24, 1, {6, 17}},
                {24, 2, {5, 18}},
                {24, 3, {6, 17}},
                {40, 0, {8, 31}},
                {40, 1, {4, 11, 24}},
                {40, 2, {4, 12, 23}},
                {40, 3, {4, 12, 23}}},
               1);
}

TEST(OptimalCountsOfRealRows, Mnist) {
  const std::filesystem::path path = RealDataDir() / "mnist" / "train-images-idx3-ubyte.gz";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no MNIST in MERCER_TEST_DATA";
  const std::string bytes = ReadDataFile(path.string());
  constexpr Index kPixels = 784, kHeader = 16;
  const std::vector<Index> numbers = SomeRows(60000, 3000);
  Matrix x(3000, kPixels);
  for (Index i = 0; i < x.rows(); ++i) {
    for (Index j = 0; j < kPixels; ++j) {
      const Index at = kHeader + numbers[static_cast<std::size_t>(i)] * kPixels + j;
      x(i, j) = static_cast<unsigned char>(bytes[static_cast<std::size_t>(at)]);
    }
  }
  x.rowwise().normalize();
  // The counts of other samples of rows differ by a few.
  ExpectCounts(*MakeKernel("polynomial", kHalfCubed), Examples(x),
               {{1024, 0, {456, 567}},
                {1024, 1, {456, 567}},
                {1024, 2, {473, 550}},
                {1024, 3, {474, 549}},
                {3072, 0, {1119, 1393, 559}},
                {3072, 1, {1024, 1402, 645}},
                {3072, 2, {1186, 1377, 508}},
                {3072, 3, {1024, 1433, 614}}},
               6);
  ExpectCounts(*MakeKernel("polynomial", kHalfSeventh), Examples(x),
               {{1024, 0, {84, 312, 627}},
                {1024, 1, {84, 312, 627}},
                {1024, 2, {57, 198, 365, 403}},
                {1024, 3, {57, 198, 365, 403}},
                {5120, 0, {240, 895, 1797, 2187}},
                {5120, 2, {226, 787, 1449, 1597, 1060}}},
               6);
}

}  // namespace
}  // namespace mercer::testing
