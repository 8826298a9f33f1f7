// Trials of one D curve that share features.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "experiments/run/trial/shared_features.h"
#include "experiments/run/trial/timing.h"
#include "tests/experiments/run/small_experiment.h"

namespace mercer {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using testing::Json;
using testing::SmallRun;
namespace fs = std::filesystem;

Matrix Rows(Index n, Index d) {
  RandomStream stream(5, StreamPurpose::kTest, 1);
  Matrix x(n, d);
  for (Index i = 0; i < x.size(); ++i) x.data()[i] = (stream.Uniform() - 0.5) / 2;
  return x;
}

struct Curve {
  std::unique_ptr<Kernel> kernel;
  std::unique_ptr<FeatureMapSpec> spec;
  std::unique_ptr<FeatureMap> Draw(Index count) const {
    return spec->Draw({*kernel, 7, count, 11, nullptr});
  }
};

std::vector<Curve> Curves() {
  std::vector<Curve> curves;
  const auto add = [&](const NamedParams& kernel, const NamedParams& map) {
    curves.push_back({MakeKernel(kernel.name, kernel.params), MakeMapSpec(map.name, map.params)});
  };
  const NamedParams polynomial{"polynomial", {{"degree", 3}, {"offset", 1.0}}};
  const NamedParams gaussian{"gaussian", {{"sigma", 1.0}}};
  add(polynomial, {"random_maclaurin"});
  add(polynomial, {"random_maclaurin", {{"h01", true}}});
  add(gaussian, {"random_fourier", {{"variant", "cos_sin"}}});
  add(gaussian, {"random_fourier", {{"variant", "complex"}}});
  return curves;
}

TEST(SharedFeatures, AreThoseOfTheOwnMapToRounding) {
  constexpr Index kLargest = 300;
  const Examples x = Rows(1700, 7);  // two blocks of rows
  for (const Curve& curve : Curves()) {
    const testing::TemporaryFolder folder;
    int drawn = 0;
    for (const Index count : {10, 64, 130, 300}) {
      const auto map = curve.Draw(count);
      SharedFeatures shared(folder.path(), "key", *map, kLargest, [&] {
        ++drawn;
        return curve.Draw(kLargest);
      });
      const Matrix got = SharedRows(shared, "train", x, 2).All().dense(),
                   wanted = map->Transform(x);
      ASSERT_EQ(got.cols(), wanted.cols()) << map->name();
      EXPECT_LE((got - wanted).cwiseAbs().maxCoeff(), 1e-12 * wanted.cwiseAbs().maxCoeff())
          << map->name() << " D=" << count;
    }
    EXPECT_EQ(drawn, 1) << "the largest map transforms once for all";
  }
}

TEST(SharedFeatures, OtherRowsOrAnotherKeyShareNothing) {
  const testing::TemporaryFolder folder;
  const Curve curve = std::move(Curves()[0]);
  const auto map = curve.Draw(10);
  int drawn = 0;
  const auto all = [&](const char* key, const char* part, const Examples& x) -> Matrix {
    SharedFeatures shared(folder.path(), key, *map, 20, [&] {
      ++drawn;
      return curve.Draw(20);
    });
    return SharedRows(shared, part, x, 1).All().dense();
  };
  const Examples x = Rows(30, 7), y = Matrix(-x.dense());
  all("a", "train", x);
  EXPECT_LE((all("a", "test", y) - map->Transform(y)).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LE((all("b", "train", y) - map->Transform(y)).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_EQ(drawn, 3);
  for (const auto& entry : fs::directory_iterator(folder.path()))
    fs::resize_file(entry.path(), fs::file_size(entry.path()) / 2);
  EXPECT_LE((all("a", "train", x) - map->Transform(x)).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_EQ(drawn, 4) << "half a file is no file";
}

Json CurveConfig() {
  Json config = testing::SmallConfig();
  config["repetitions"] = 2;
  config["methods"].erase(0);
  for (Json& method : config["methods"]) method["D"] = {8, 30, 100};
  return config;
}

TEST(ShareMap, AccuraciesAreThoseOfUnsharedTrials) {
  Json config = CurveConfig();
  SmallRun plain, sharing;
  ASSERT_EQ(plain.Run(config).ok, 12U);
  config["share_map"] = true;
  ASSERT_EQ(sharing.Run(config).ok, 12U);
  const auto one = plain.Rows(), other = sharing.Rows();
  for (std::size_t i = 0; i < one.size(); ++i) {
    for (const char* column : {"accuracy", "primal_objective"}) {
      const double value = *one[i].Number(column);
      EXPECT_NEAR(*other[i].Number(column), value, 1e-9 * value) << column << " " << i;
    }
    EXPECT_EQ(other[i].Text("timing_valid"), "false");
    EXPECT_EQ(other[i].Text("timing_note"), kSharedNote);
    EXPECT_EQ(other[i].Text("output_dim"), one[i].Text("output_dim"));
    EXPECT_NE(other[i].Text("trial_id"), one[i].Text("trial_id")) << "equal to rounding only";
  }
  EXPECT_FALSE(fs::exists(sharing.out() / ".prepared")) << "nothing is left of the features";
}

TEST(ShareMap, ASmallDTakesItsOwnMapWhereTheLargestDoesNotFit) {
  Json config = CurveConfig();
  config["repetitions"] = 1;
  config["methods"].erase(1);
  config["methods"][0]["D"] = {8, 3000000};
  SmallRun plain, sharing;
  plain.Run(config);
  config["share_map"] = true;
  config["limits"] = {{"memory_gib", 0.25}};
  sharing.Run(config);
  const ResultRecord small = sharing.Rows()[0], large = sharing.Rows()[1];
  ASSERT_EQ(small.Text("status"), "ok") << small.Text("message");
  EXPECT_LT(*small.Number("peak_rss_mib"), 256);
  EXPECT_EQ(small.Text("accuracy"), plain.Rows()[0].Text("accuracy"));
  EXPECT_EQ(large.Text("status"), "skipped");
  EXPECT_THAT(large.Text("message"), HasSubstr("0.25"));
}

TEST(ShareMap, ATrialOfItsOwnMapKeepsItsIdentity) {
  Json config = testing::SmallConfig();
  const Catalogue catalogue{fs::path()};
  const auto before = ExpandTrials(testing::ParseExperiment(config, catalogue));
  config["share_map"] = true;
  const auto after = ExpandTrials(testing::ParseExperiment(config, catalogue));
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_EQ(before[i].id == after[i].id, !before[i].cell.map.has_value());
}

TEST(ShareMap, NeedsMapsWithAPrefix) {
  Json config = CurveConfig();
  config["share_map"] = true;
  config["methods"][1] = {{"id", "ts"},
                          {"map", {{"name", "tensor_sketch"}}},
                          {"D", {16, 64}},
                          {"learner", config["methods"][0]["learner"]}};
  const ConfigResult result = ParseConfig(config.dump(), "small.json", Catalogue{fs::path()});
  ASSERT_EQ(result.faults.size(), 1U);
  EXPECT_EQ(result.faults[0].where, "/share_map");
  EXPECT_THAT(result.faults[0].message, HasSubstr("method 'ts' has map 'tensor_sketch'"));
}

}  // namespace
}  // namespace mercer
