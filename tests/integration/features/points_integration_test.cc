// `mercer points` and `mercer list sequences` through the program.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "tests/support/files.h"

namespace mercer {
namespace {

using testing::CommandResult;
using ::testing::HasSubstr;
using testing::ReadFile;
using testing::RunMercer;
using testing::TemporaryFolder;

CommandResult Points(const std::string& arguments, const std::filesystem::path& out) {
  return RunMercer("points " + arguments + " '" + out.string() + "'");
}

TEST(PointsCommand, WritesCsv) {
  const TemporaryFolder folder;
  testing::WriteFile(folder / "p.csv.labels", "1\n");  // of what p.csv was before
  const CommandResult result =
      Points("sobol,order=gray,randomise=none,skip=1 --d 3 --n 4", folder / "p.csv");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ReadFile(folder / "p.csv"),
            "0.5,0.5,0.5\n0.75,0.25,0.25\n0.25,0.75,0.75\n0.375,0.375,0.625\n");
  EXPECT_THAT(result.out, HasSubstr("4 points of sobol(skip=1"));
  EXPECT_FALSE(std::filesystem::exists(folder / "p.csv.labels"));
}

TEST(PointsCommand, WritesNpy) {
  const TemporaryFolder folder;
  const CommandResult result = Points("halton,preset=yang2014 --d 2 --n 3000", folder / "p.npy");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const std::string bytes = ReadFile(folder / "p.npy");
  ASSERT_EQ(bytes.size(), 128 + 3000 * 2 * sizeof(double));
  EXPECT_THAT(bytes.substr(0, 128), HasSubstr("'shape': (3000, 2)"));
  std::vector<double> values(6000);
  std::memcpy(values.data(), bytes.data() + 128, bytes.size() - 128);
  EXPECT_NEAR(values[0], 0.0928, 0.5001e-4);
  EXPECT_NEAR(values[1], 0.6950, 0.5001e-4);
  EXPECT_FALSE(std::filesystem::exists(folder / "p.npy.labels"));
}

TEST(PointsCommand, SeedDecidesTheDraw) {
  const TemporaryFolder folder;
  Points("lattice --d 300 --n 20 --seed 5", folder / "a.csv");
  Points("lattice --d 300 --n 20 --seed 5", folder / "b.csv");
  Points("lattice --d 300 --n 20 --seed 6", folder / "c.csv");
  EXPECT_NE(ReadFile(folder / "a.csv"), "");
  EXPECT_EQ(ReadFile(folder / "a.csv"), ReadFile(folder / "b.csv"));
  EXPECT_NE(ReadFile(folder / "a.csv"), ReadFile(folder / "c.csv"));
}

struct Bad {
  const char* arguments;
  const char* out;
  const char* told;
};

TEST(PointsCommand, RefusesInWordsAndWritesNothing) {
  const Bad cases[] = {
      {"halten --d 2 --n 3", "p.csv", "did you mean 'halton'"},
      {"halton,skipp=3 --d 2 --n 3", "p.csv", "skip"},
      {"halton,skip=-1 --d 2 --n 3", "p.csv", "skip is -1"},
      {"sobol --d 4000 --n 3", "p.csv", "the dimension is 4000; expected at most 3667"},
      {"lattice --d 2 --n 2000000", "p.csv", "at most 2^20"},
      {"halton --d 0 --n 3", "p.csv", "the dimension is 0; expected at least 1"},
      {"halton --d 2 --n 0", "p.csv", "the number of points is 0"},
      {"halton --d 2 --n 3", "p.libsvm", ".csv or .npy"},
      {"halton --d 2 --n 3", "p.txt", ".npy"},
      {"halton --d 2 --n 3", "no/such/p.csv", "p.csv"},
      {"halton --d 2", "p.csv", "--n is missing"},
      {"halton --d 2 --n 3 --seed -1", "p.csv", "seed"},
      {"halton --d 2 --n x", "p.csv", "points: "},
      {"halton more --d 2 --n 3", "p.csv", "3 words; expected SEQUENCE and OUT"},
  };
  for (const Bad& bad : cases) {
    const TemporaryFolder folder;
    const CommandResult result = Points(bad.arguments, folder / bad.out);
    EXPECT_EQ(result.exit_code, 2) << bad.arguments << result.err;
    EXPECT_THAT(result.err, HasSubstr(bad.told)) << bad.arguments;
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << bad.arguments;
  }
}

TEST(ListSequences, NamesParametersAndTraits) {
  const CommandResult text = RunMercer("list sequences");
  EXPECT_EQ(text.exit_code, 0) << text.err;
  for (const char* part : {"halton", "digital_net", "yang2014", "traits: randomised, extensible",
                           "max_dim: 3667", "direction_numbers", "joe_kuo_2003"})
    EXPECT_THAT(text.out, HasSubstr(part));
  const auto json = nlohmann::json::parse(RunMercer("list sequences --json").out);
  ASSERT_EQ(json.size(), 6U);
  EXPECT_EQ(json[0]["name"], "monte_carlo");
  EXPECT_EQ(json[2]["max_dim"], 3667);
}

}  // namespace
}  // namespace mercer
