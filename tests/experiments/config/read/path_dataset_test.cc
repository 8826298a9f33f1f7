#include <gmock/gmock.h>

#include "tests/experiments/config/config_support.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::Json;
using ::testing::StartsWith;

// A sound config in a folder that holds a.csv, b.csv and t.dat, with the data set given.
class PathDataset : public ::testing::Test {
 protected:
  PathDataset() {
    for (const char* name : {"a.csv", "b.csv", "t.dat", "x.idx", "y.idx", "nursery.csv"})
      testing::WriteFile(folder_ / name, "1,2\n");
  }

  ConfigResult Read(Json dataset) const {
    Json config = testing::SoundConfig();
    if (!dataset.contains("split")) dataset["split"] = {{"train_fraction", 0.5}};
    config["datasets"] = Json::array({dataset});
    return ParseConfig(config.dump(), (folder_ / "config.json").string(), testing::TestCatalogue());
  }

  std::vector<std::string> Faults(const Json& dataset) const {
    std::vector<std::string> faults;
    for (const JsonFault& fault : Read(dataset).faults)
      faults.push_back(fault.where + ": " + fault.message);
    return faults;
  }

  std::string Path(const std::string& name) const { return (folder_ / name).string(); }

  const testing::TemporaryFolder folder_;
};

TEST_F(PathDataset, IsReadRelativeToTheConfig) {
  const ConfigResult result =
      Read({{"path", "a.csv"}, {"label", "price"}, {"header", true}, {"encode", "one_hot"}});
  ASSERT_TRUE(result.experiment.has_value()) << FormatFaults("config", result.faults);
  const DatasetSpec& spec = result.experiment->datasets.at(0);
  EXPECT_EQ(spec.name, "a");
  EXPECT_EQ(spec.Label(), "a");
  EXPECT_EQ(spec.encode, "one_hot");
  EXPECT_EQ(spec.format.name, "csv");
  EXPECT_EQ(spec.format.params.Get("label").AsText(), "price");
  EXPECT_EQ(spec.format.params.Get("missing").AsText(), "error");
  ASSERT_EQ(spec.paths.size(), 1U);
  EXPECT_EQ(spec.paths[0].part, "all");
  EXPECT_EQ(spec.paths[0].path, Path("a.csv"));
}

TEST_F(PathDataset, TheIdentityHoldsTheFormatAndNoPath) {
  const auto identity = [this](const Json& dataset) {
    return ExpandTrials(*Read(dataset).experiment)[0].Identity();
  };
  const std::string one = identity({{"path", "a.csv"}});
  EXPECT_THAT(one, HasSubstr("dataset=a;parts=;encode=;format=csv(final_dot=false,header=false"));
  EXPECT_EQ(one.find(folder_.path().string()), std::string::npos);
  EXPECT_NE(one, identity({{"path", "a.csv"}, {"header", true}}));
  EXPECT_EQ(one, identity({{"path", Path("a.csv")}}));
}

TEST_F(PathDataset, TheRecordedTextNamesNoFolder) {
  const std::string text = Read({{"path", Path("a.csv")}}).experiment->config_text;
  EXPECT_THAT(text, HasSubstr("\"path\": \"a.csv\""));
  EXPECT_EQ(text.find(folder_.path().string()), std::string::npos);
}

TEST_F(PathDataset, ATestFileMakesTwoParts) {
  const ConfigResult result =
      Read({{"path", "a.csv"}, {"test_path", "b.csv"}, {"split", "official"}, {"name", "mine"}});
  ASSERT_TRUE(result.experiment.has_value()) << FormatFaults("config", result.faults);
  const DatasetSpec& spec = result.experiment->datasets.at(0);
  EXPECT_EQ(spec.name, "mine");
  ASSERT_EQ(spec.paths.size(), 2U);
  EXPECT_EQ(spec.paths[0].part, "train");
  EXPECT_EQ(spec.paths[1].part, "test");
}

// It has its name from the file, and a kernel that the config does not list.
TEST_F(PathDataset, DeviationsAndFittedCellsMayNameItAndItsKernel) {
  Json config = testing::SoundConfig();
  config["datasets"] = Json::parse(R"([{"path": "a.csv", "split": {"train_fraction": 0.5},
      "kernels": [{"name": "homogeneous_polynomial", "degree": 2}]}])");
  config["paper"] = Json::parse(R"({"citekey": "k", "location": "table 1"})");
  const auto faults_for = [&](const char* dataset, const char* kernel) {
    config["deviations"] = Json::array(
        {Json{{"key", "x"}, {"datasets", {dataset}}, {"kernels", {kernel, "polynomial"}}}});
    config["paper"]["fitted"] = Json::array({Json{{"method", "rm"}, {"dataset", dataset}}});
    std::vector<std::string> faults;
    const ConfigResult result =
        ParseConfig(config.dump(), Path("config.json"), testing::TestCatalogue());
    for (const JsonFault& fault : result.faults)
      faults.push_back(fault.where + ": " + fault.message);
    return faults;
  };
  EXPECT_THAT(faults_for("a", "homogeneous_polynomial"), ElementsAre());
  EXPECT_THAT(
      faults_for("b", "homogenous_polynomial"),
      ElementsAre("/deviations/0/datasets/0: unknown data set 'b'; did you mean 'a'? known: a",
                  StartsWith("/deviations/0/kernels/0: unknown kernel 'homogenous_polynomial'"),
                  StartsWith("/paper/fitted/0/dataset: unknown data set 'b'")));
}

TEST_F(PathDataset, AFileWithoutAnEndingIsLookedInto) {
  testing::WriteFile(folder_ / "a9a", "-1 3:1 11:1\n+1 5:1\n");
  testing::WriteFile(folder_ / "a9a.t", "-1 0:1 11:1\n+1 5:1\n");
  const ConfigResult result = Read({{"path", "a9a"}});
  ASSERT_TRUE(result.experiment.has_value()) << FormatFaults("config", result.faults);
  EXPECT_EQ(result.experiment->datasets.at(0).format.name, "libsvm");
  EXPECT_EQ(result.experiment->datasets.at(0).name, "a9a");
  const ConfigResult from_zero = Read({{"path", "a9a.t"}, {"index_base", 0}});
  ASSERT_TRUE(from_zero.experiment.has_value()) << FormatFaults("config", from_zero.faults);
  const DatasetSpec& spec = from_zero.experiment->datasets.at(0);
  EXPECT_EQ(spec.format.Canonical(), "libsvm(index_base=0)");
  EXPECT_EQ(testing::TestCatalogue().Load(spec, 0).x.cols(), 12);
  EXPECT_EQ(Read({{"path", "a9a"}, {"index_base", 1}}).experiment->trials.at(0).id,
            result.experiment->trials.at(0).id)
      << "what is so without it is no other trial";
}

TEST_F(PathDataset, AFormatOfSeveralFilesNamesEach) {
  const ConfigResult result = Read({{"path", {{"images", "x.idx"}, {"labels", "y.idx"}}}});
  ASSERT_TRUE(result.experiment.has_value()) << FormatFaults("config", result.faults);
  const DatasetSpec& spec = result.experiment->datasets.at(0);
  EXPECT_EQ(spec.name, "x");
  ASSERT_EQ(spec.paths.size(), 2U);
  EXPECT_EQ(spec.paths[0].role, "images");
  EXPECT_EQ(spec.paths[1].role, "labels");
}

TEST_F(PathDataset, SaysWhatEachFaultIs) {
  EXPECT_THAT(Faults({{"path", "c.csv"}}),
              ElementsAre("/datasets/0/path: path is 'c.csv', and there is no file '" +
                          Path("c.csv") + "'; expected a file, relative to the config"));
  testing::WriteFile(folder_ / "notes", "What it is.\nNobody knows.\n");
  EXPECT_THAT(
      Faults({{"path", "notes"}}),
      ElementsAre("/datasets/0/path: path is 'notes', whose format cannot be identified by its "
                  "name or its first lines; expected format, one of libsvm, csv, arff, "
                  "idx, cifar10, movielens100k, npy"));
  EXPECT_THAT(Faults({{"path", "absent"}}), ElementsAre(HasSubstr("expected a file, relative to")))
      << "once";
  EXPECT_THAT(
      Faults({{"path", "t.dat"}, {"format", "cvs"}}),
      ElementsAre(StartsWith("/datasets/0/format: unknown format 'cvs'; did you mean 'csv'?")));
  EXPECT_THAT(Faults({{"path", "t.dat"}, {"format", "csv"}}), ElementsAre());
  EXPECT_THAT(Faults({{"path", "a.csv"}, {"haeder", true}}),
              ElementsAre(StartsWith("/datasets/0/haeder: format 'csv' has no parameter 'haeder'; "
                                     "did you mean 'header'?")));
  EXPECT_THAT(Faults({{"path", "a.csv"}, {"separator", "pipe"}}),
              ElementsAre(StartsWith("/datasets/0/separator: format 'csv': separator is pipe")));
  EXPECT_THAT(Faults({{"path", "a.csv"}, {"split", "official"}}),
              ElementsAre("/datasets/0/split: split is \"official\"; expected test_path, whose "
                          "rows test"));
  EXPECT_THAT(
      Faults({{"path", "a.csv"}, {"parts", {"train"}}}),
      ElementsAre("/datasets/0/parts: parts are those of the catalogue's data sets; expected "
                  "none beside path"));
  EXPECT_THAT(Faults({{"path", "nursery.csv"}}),
              ElementsAre("/datasets/0/path: the name 'nursery' is that of a data set of the "
                          "catalogue; expected name, another one"));
  EXPECT_THAT(Faults({{"path", "x.idx"}}),
              ElementsAre("/datasets/0/path: path names 1 file; format 'idx' needs an object with "
                          "images, labels"));
  EXPECT_THAT(
      Faults({{"path", {{"images", "x.idx"}, {"lables", "y.idx"}}}}),
      ElementsAre("/datasets/0/path/lables: unknown role of format 'idx': 'lables'; did you "
                  "mean 'labels'? known: images, labels"));
  EXPECT_THAT(Faults({{"path", {{"images", "x.idx"}, {"labels", "y.idx"}}}, {"encode", "one_hot"}}),
              ElementsAre("/datasets/0/encode: encode is 'one_hot' and format 'idx' holds numbers "
                          "only; expected no encode"));
  EXPECT_THAT(Faults({{"path", 5}}), ElementsAre(StartsWith("/datasets/0/path: path is 5; expected "
                                                            "a path, or an object from what")));
  EXPECT_THAT(Faults({{"labels", "random_halves"}}),
              ElementsAre("/datasets/0: no name and no path; expected a data set's name, or the "
                          "path of a file"));
}

TEST(GeneratedDataset, HasNoParts) {
  Json config = testing::SoundConfig();
  config["datasets"][0] = {{"name", "unit_ball"},
                           {"n", 100},
                           {"d", 3},
                           {"parts", Json::array({"train"})},
                           {"split", {{"train_fraction", 0.5}}}};
  config["metrics"] = {"gram_mean_abs"};
  EXPECT_THAT(testing::FaultsOf(config),
              ::testing::Contains("/datasets/0/parts/0: data set 'unit_ball' is generated and has "
                                  "no part 'train'; expected no parts"));
}

}  // namespace
}  // namespace mercer
