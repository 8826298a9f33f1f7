// What a user meets with a first file of their own: the sentences, and the commands that look at
// it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/files.h"

namespace mercer::testing {
namespace {

using Json = nlohmann::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class FirstFiles : public ::testing::Test {
 protected:
  std::string Path(const std::string& name) const { return (folder_ / name).string(); }

  void Write(const std::string& name, const std::string& text) const {
    WriteFile(folder_ / name, text);
  }

  // A config of one data set with random Fourier features and a linear machine.
  static Json Config(const Json& dataset) {
    Json config = Json::parse(R"({"experiment": "first", "seed": 1, "repetitions": 1,
        "kernels": [{"name": "gaussian", "sigma": 1}],
        "methods": [{"id": "rff", "map": {"name": "random_fourier"}, "D": [16, 32],
                     "learner": {"name": "liblinear", "cost": 1}}],
        "metrics": ["accuracy"]})");
    config["datasets"] = Json::array({dataset});
    config["datasets"][0].emplace("split", Json{{"train_fraction", 0.7}});
    return config;
  }

  CommandResult Mercer(const std::string& command, const Json& config) const {
    Write("config.json", config.dump(1));
    return RunMercer(command + " " + Path("config.json"));
  }

  CommandResult Run(const Json& config, const std::string& out = "out") const {
    Write("config.json", config.dump(1));
    return RunMercer("run --no-passport " + Path("config.json") + " --out " + Path(out));
  }

  const TemporaryFolder folder_;
};

// Rows of 5 values whose sum says the class, of `classes` ones; fields are joined by `separator`.
std::string Rows(int n, int classes = 2, const std::string& separator = ",") {
  std::string text;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 5; ++j)
      text += std::to_string((i * (j + 3) * 7919 % 101) / 100.) + separator;
    text += std::to_string(i % classes) + "\n";
  }
  return text;
}

std::string LibsvmRows(int n, int first_index, int classes = 2) {
  std::string text;
  for (int i = 0; i < n; ++i) {
    text += std::to_string(i % classes);
    for (int j = 0; j < 5; ++j)
      text += " " + std::to_string(j + first_index) + ":" +
              std::to_string((i * (j + 3) * 7919 % 101) / 100.);
    text += "\n";
  }
  return text;
}

TEST_F(FirstFiles, AFileWithoutAnEndingRuns) {
  Write("a9a", LibsvmRows(120, 1));
  const CommandResult result = Run(Config({{"path", "a9a"}}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("2/2 ok a9a gaussian rff D=32 rep 0 acc 0."));
}

TEST_F(FirstFiles, IndicesFromZeroAreSaidAndTaken) {
  Write("zero.libsvm", LibsvmRows(120, 0));
  Json config = Config({{"path", "zero.libsvm"}});
  const CommandResult refused = Mercer("validate", config);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err,
              AllOf(HasSubstr("/datasets/0/path: "),
                    HasSubstr("zero.libsvm, line 1, column 3: expected an index of at least 1 "
                              "(indices count from 1; of a file that counts from 0 say "
                              "\"index_base\": 0), got '0:")));
  config["datasets"][0]["index_base"] = 0;
  EXPECT_EQ(Mercer("validate", config).out, Path("config.json") + ": ok: 2 trials\n");
  EXPECT_EQ(Run(config).exit_code, 0);
}

TEST_F(FirstFiles, ValidateReadsTheFilesOfAConfig) {
  const auto fault = [&](const std::string& text, const Json& more = Json::object()) {
    Write("mine.csv", text);
    Json dataset{{"path", "mine.csv"}};
    dataset.update(more);
    const CommandResult result = Mercer("validate", Config(dataset));
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, HasSubstr("config.json: 1 fault\n"));
    return result.err;
  };
  EXPECT_THAT(fault(""), HasSubstr("mine.csv holds no rows; expected at least one"));
  EXPECT_THAT(fault("a,b\n", {{"header", true}}), HasSubstr("mine.csv holds no rows"));
  EXPECT_THAT(fault("1,NaN,0\n2,3,1\n"),
              HasSubstr("mine.csv, line 1, column 3: expected a finite number as column 2 (where "
                        "'NaN' says that there is no value: \"missing_values\": [\"NaN\"]"));
  EXPECT_THAT(
      fault("size,colour,price\n"),
      HasSubstr("data set 'mine' has one row, of names; expected rows, and \"header\": true"));
  EXPECT_THAT(
      fault("1,,0\n2,3,1\n"),
      HasSubstr("column 2 (\"missing\": \"drop_rows\" leaves such rows out, \"keep\" leaves"));
  for (const Json& more : {Json::object(), Json{{"encode", "one_hot"}}}) {
    EXPECT_THAT(fault("NA,4,0\n2,3,1\n3,4,1\n", more),
                HasSubstr("mine.csv, line 1, column 1: expected a finite number as column 1, like "
                          "its other values (where 'NA' says that there is no value: "
                          "\"missing_values\": [\"NA\"]"));
    EXPECT_THAT(fault("a,b,0\n2,3,1\n3,4,1\n", more),
                HasSubstr("mine.csv, line 1, column 1: expected a finite number as column 1, like "
                          "its other values (\"header\": true where the first line names the "
                          "columns; "));
  }
  EXPECT_THAT(fault(Rows(30, 2, ";")),
              HasSubstr("mine.csv has one column with the separator comma; expected \"separator\": "
                        "\"semicolon\", which makes 6 of its first line"));
  EXPECT_THAT(fault(Rows(30) + "1,2,,4,5,0\n", {{"missing", "keep"}}),
              HasSubstr("/datasets/0: data set 'mine' has 1 missing values; expected the "
                        "preprocessing step 'impute' before all others"));
}

TEST_F(FirstFiles, WhatAMapAsksOfTheColumnsIsSaidOnceAndBeforeAnythingRuns) {
  Write("mine.csv", Rows(60));
  Json config = Config({{"path", "mine.csv"}});
  config["methods"][0]["map"]["name"] = "orthogonal_fourier";
  config["methods"][0]["D"] = {17};
  config["tuning"] = Json::parse(R"([{"method": "rff", "grid": {"kernel.sigma": [1, 2, 4]}}])");
  const CommandResult result = Mercer("validate", config);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err, Path("config.json") +
                            ": 1 fault\n  data set 'mine', method 'rff', kernel "
                            "'gaussian(sigma=1)': map 'orthogonal_fourier': D is 17; expected an "
                            "even number with variant cos_sin, whose columns come in pairs\n");
  const CommandResult ran = Run(config);
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("D is 17; expected an even number"));
}

TEST_F(FirstFiles, AFailedTuningIsToldOnce) {
  Write("mine.csv", Rows(60) + "1,2,,4,5,0\n");
  Json config = Config({{"path", "mine.csv"}, {"missing", "keep"}});
  config["tuning"] = Json::parse(R"([{"method": "rff", "grid": {"learner.cost": [1, 10]}}])");
  const CommandResult result = Run(config);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("failed: mine, 4 of 4 trials of rff (tuning), rff: data set "
                                    "'mine' has 1"));
  EXPECT_THAT(result.out, Not(HasSubstr("its tuning trial")));
  EXPECT_THAT(result.err, HasSubstr(" rff D=16 rep 0 its tuning trial did not finish "));
}

TEST_F(FirstFiles, ABestValueAtTheEdgeOfItsGridIsSaid) {
  Write("mine.csv", Rows(200));
  Json config = Config({{"path", "mine.csv"}});
  config["methods"][0]["D"] = {64};
  // No machine can learn with so small a cost: the largest is the best.
  config["tuning"] =
      Json::parse(R"([{"method": "rff", "grid": {"learner.cost": [1e-12, 1e-11, 1000]}}])");
  EXPECT_THAT(Run(config).out, AllOf(HasSubstr("cost 1000‡"), HasSubstr("first or last value")));
}

TEST_F(FirstFiles, TablesAreWrittenWhileARunGoesOn) {
  Write("mine.csv", Rows(400));
  Json config = Config({{"path", "mine.csv"}});
  config["repetitions"] = 60;
  Write("config.json", config.dump());
  // The run is stopped with a signal that it cannot catch once the table is there.
  const CommandResult result = RunCommand(
      "MERCER_TABLES_SECONDS=0 " MERCER_BINARY " run --no-passport " + Path("config.json") +
      " --out " + Path("out") + " 2>/dev/null & p=$!; i=0; while [ ! -s " +
      Path("out/summary.csv") + " ] && kill -0 $p && [ $i -lt 600 ]; do sleep 0.05; i=$((i+1)); " +
      "done; kill -9 $p && echo killed; wait $p 2>/dev/null; cat " + Path("out/summary.csv"));
  EXPECT_THAT(result.out, AllOf(HasSubstr("killed"), HasSubstr("first,mine,")));
}

TEST_F(FirstFiles, NamesOfOtherLibrariesAreUnderstood) {
  Write("mine.csv", Rows(60));
  Json config = Config({{"path", "mine.csv"}});
  config["tuning"] = Json::parse(R"([{"method": "rff", "grid": {"C": [1, 10]}}])");
  EXPECT_THAT(Mercer("validate", config).err,
              HasSubstr("/tuning/0/grid/C: unknown parameter of method 'rff': 'C'; did you mean "
                        "'learner.cost'?"));
  config.erase("tuning");
  config["methods"][0]["learner"] = {{"name", "liblinear"}, {"C", 1}};
  EXPECT_THAT(Mercer("validate", config).err,
              HasSubstr("/methods/0/learner/C: learner 'liblinear' has no parameter 'C'; it takes "
                        "solver, cost"));
  EXPECT_THAT(Mercer("validate", config).err, HasSubstr("; did you mean 'cost'?"));
}

TEST_F(FirstFiles, WhatDoesNotFitSaysWhatDoes) {
  Write("mine.csv", Rows(60));
  Json config = Config({{"path", "mine.csv"}});
  config["methods"][0]["learner"] = {{"name", "ridge"}};
  EXPECT_THAT(Mercer("validate", config).err,
              HasSubstr("accuracy needs one that predicts classes, as this one does with "
                        "\"target\": \"classes\""));
  config["methods"][0]["learner"]["target"] = "classes";
  config["methods"][0]["map"]["name"] = "tensor_sketch";
  EXPECT_THAT(Mercer("validate", config).err,
              ContainsRegex("does not fit kernel gaussian.*; maps of this kernel: "
                            ".*random_fourier, .*orthogonal_fourier"));
}

TEST_F(FirstFiles, ATrailingCommaIsCalledOne) {
  Write("config.json", "{\n \"seed\": 1, // why not\n}\n");
  EXPECT_THAT(RunMercer("validate " + Path("config.json")).err,
              HasSubstr("line 2, column 11: expected no trailing comma, got one before '}'"));
}

TEST_F(FirstFiles, ManyClassesRunWithAWarning) {
  Write("classes.libsvm", LibsvmRows(1000, 1, 104));
  Json config = Config({{"path", "classes.libsvm"}});
  config["methods"][0]["D"] = {16};
  const CommandResult result = Run(config);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("104 classes have 6.7 training rows each on average"));
}

TEST_F(FirstFiles, APlanKnowsTheShapeOfAFileAndCountsAbsentData) {
  Write("mine.csv", Rows(300));
  Json config = Config({{"path", "mine.csv"}});
  config["datasets"].push_back({{"name", "adult"}, {"split", "official"}});
  Write("config.json", config.dump());
  const CommandResult result = RunMercer("plan --no-passport --data " + Path("none") + " " +
                                         Path("config.json") + " --out " + Path("out"));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out,
              AllOf(ContainsRegex("mine gaussian rff D=16 rep 0: [1-9][0-9.e+]* operations, "),
                    ContainsRegex("first: 2 of 4 trials would run, about [0-9.]+ s, [1-9]"),
                    ContainsRegex("; plus 2 trials whose data are absent \\(adult\\), about "
                                  "[0-9.]+ s, [1-9]")));
  EXPECT_THAT(result.out, Not(HasSubstr("not known")));
}

TEST_F(FirstFiles, InfoDescribesAnyFile) {
  Write("a9a", LibsvmRows(120, 1));
  CommandResult info = RunMercer("data info " + Path("a9a"));
  ASSERT_EQ(info.exit_code, 0) << info.err;
  EXPECT_THAT(info.out,
              AllOf(HasSubstr("  format         libsvm\n"), HasSubstr("rows           120\n"),
                    HasSubstr("columns        5\n"), HasSubstr("classes        2 (0 60, 1 60)\n"),
                    HasSubstr("missing values none\n")));
  Write("houses.csv", "size,kind,price\n1.5,flat,10.5\n,house,20\n2,flat,11.25\n");
  info = RunMercer("data info " + Path("houses.csv"));  // the header is recognised
  ASSERT_EQ(info.exit_code, 0) << info.err;
  EXPECT_THAT(info.out,
              AllOf(HasSubstr("header=true"), HasSubstr("missing=keep"),
                    HasSubstr("columns        2, of names: kind\n"),
                    HasSubstr("values to predict, 3 different, min 10.5, mean 13.9167, max 20"),
                    HasSubstr("missing values 1 (16.67 %)\n")));
  const Json json =
      Json::parse(RunMercer("data info --json --format csv,header=true " + Path("houses.csv")).out);
  EXPECT_EQ(json.at("rows"), 3);
  EXPECT_EQ(json.at("columns"), 2);
  EXPECT_EQ(json.at("missing_values"), 1);
  EXPECT_EQ(json.at("target"), "values");
  EXPECT_EQ(json.at("columns_of_names"), Json::array({"kind"}));
  Write("latin.csv", "\xE9,\xE8,y\na,b,1\nb,a,2\n");
  EXPECT_EQ(
      Json::parse(RunMercer("data info --json --format csv,header=true " + Path("latin.csv")).out)
          .at("columns_of_names"),
      Json::array({"\\xE9", "\\xE8"}));
  EXPECT_THAT(RunMercer("data info nosuch.csv").err, HasSubstr("nosuch.csv does not exist"));
  Write("notes.txt", "What it is.\nNobody knows.\n");
  info = RunMercer("data info " + Path("notes.txt"));
  EXPECT_EQ(info.exit_code, 2);
  EXPECT_THAT(info.err, HasSubstr("cannot be identified by its name or its first lines; expected"));
}

TEST_F(FirstFiles, DiffWithoutACommonTrialFails) {
  Write("mine.csv", Rows(60));
  Json config = Config({{"path", "mine.csv"}});
  ASSERT_EQ(Run(config, "a").exit_code, 0);
  config["methods"][0]["D"] = {8};
  ASSERT_EQ(Run(config, "b").exit_code, 0);
  const CommandResult other = RunMercer("diff " + Path("a") + " " + Path("b"));
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_THAT(other.err, HasSubstr("have no trial in common"));
  EXPECT_THAT(other.out, HasSubstr("nothing was compared"));
  EXPECT_EQ(RunMercer("diff " + Path("a") + " " + Path("a")).exit_code, 0);
}

}  // namespace
}  // namespace mercer::testing
