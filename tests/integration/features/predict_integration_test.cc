// `mercer predict` with what `mercer train` wrote, and maps applied to rows of other formats.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/integration/features/transform_fixture.h"

namespace mercer::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr char kFeatures[] = "--kernel gaussian,sigma=0.5 --map random_fourier --D 64 ";

// The rows of LIBSVM text as CSV, d values and the label last.
std::string AsCsv(const std::string& libsvm, int columns, bool with_labels = true) {
  std::string csv;
  std::istringstream lines(libsvm);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string label, pair;
    words >> label;
    std::vector<std::string> values(static_cast<std::size_t>(columns), "0");
    while (words >> pair) {
      const std::size_t colon = pair.find(':');
      values.at(std::stoul(pair.substr(0, colon)) - 1) = pair.substr(colon + 1);
    }
    if (with_labels) values.push_back(label);
    for (std::size_t j = 0; j < values.size(); ++j) csv += (j == 0 ? "" : ",") + values[j];
    csv += "\n";
  }
  return csv;
}

class Predict : public Transform {
 protected:
  void SetUp() override {
    WriteFile(Path("train"), Rows(400));
    WriteFile(Path("test"), Rows(90));
  }

  CommandResult Train(const std::string& learner) const {
    return RunMercer("train " + std::string(kFeatures) + "--learner " + learner + " --model " +
                     Path("model") + " --test " + Path("test") + " --predictions " +
                     Path("by_train") + " " + Path("train"));
  }

  // "accuracy 71.11 %" of what train or predict says.
  static std::string ScoreOf(const std::string& text, const std::string& metric) {
    const std::size_t at = text.rfind(metric);
    return at == text.npos ? text : text.substr(at, text.find('\n', at) - at);
  }
};

TEST_F(Predict, IsWhatTrainPredicts) {
  for (const std::string learner : {"newton", "newton,bias=1", "ridge,target=classes", "ridge"}) {
    const CommandResult trained = Train(learner);
    ASSERT_EQ(trained.exit_code, 0) << trained.err;
    const CommandResult result =
        RunMercer("predict " + Path("model") + " " + Path("test") + " " + Path("out"));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(ReadFile(Path("out")), ReadFile(Path("by_train"))) << learner;
    const std::string metric = learner == "ridge" ? "rmse" : "accuracy";
    EXPECT_THAT(result.out, HasSubstr("90 rows, " + ScoreOf(trained.out, metric) + "\n"));
  }
}

TEST_F(Predict, SeveralClassesComeBack) {
  std::string text;
  for (int i = 0; i < 300; ++i)
    text += std::to_string(i % 3 + 5) + " " + std::to_string(i % 3 + 1) +
            ":1 4:" + std::to_string(i % 7 / 10.) + "\n";
  WriteFile(Path("train"), text);
  WriteFile(Path("test"), text);
  ASSERT_EQ(Train("newton").exit_code, 0);
  const CommandResult result = RunMercer("predict " + Path("model") + " " + Path("test") + " -");
  EXPECT_THAT(result.err, HasSubstr("300 rows, accuracy 100.00 %"));
  EXPECT_THAT(result.out, ::testing::StartsWith("5\n6\n7\n5\n"));
}

TEST_F(Predict, TakesOtherFormatsAndRowsWithoutLabels) {
  ASSERT_EQ(Train("newton").exit_code, 0);
  WriteFile(Path("test.csv"), AsCsv(Rows(90), 5));
  WriteFile(Path("bare.csv"), AsCsv(Rows(90), 5, false));
  const CommandResult csv =
      RunMercer("predict " + Path("model") + " " + Path("test.csv") + " " + Path("out"));
  ASSERT_EQ(csv.exit_code, 0) << csv.err;
  EXPECT_EQ(ReadFile(Path("out")), ReadFile(Path("by_train")));
  EXPECT_THAT(csv.out, HasSubstr("90 rows, accuracy "));
  const CommandResult bare = RunMercer("predict --format csv,label=none " + Path("model") + " " +
                                       Path("bare.csv") + " " + Path("out2"));
  ASSERT_EQ(bare.exit_code, 0) << bare.err;
  EXPECT_EQ(ReadFile(Path("out2")), ReadFile(Path("by_train")));
  EXPECT_EQ(bare.out, "90 rows, without labels\n");
}

TEST_F(Predict, SaysWhatIsWrong) {
  ASSERT_EQ(Train("newton").exit_code, 0);
  const auto refused = [&](const std::string& arguments) {
    const CommandResult result = RunMercer("predict " + arguments);
    EXPECT_EQ(result.exit_code, 2) << result.out;
    return result.err;
  };
  EXPECT_THAT(refused(Path("model")), HasSubstr("1 files; expected MODEL FILE [OUTPUT]"));
  EXPECT_THAT(refused(Path("none") + " " + Path("test")), HasSubstr("none does not exist"));
  EXPECT_THAT(refused(Path("test") + " " + Path("test")),
              HasSubstr("test, line 1, column 1: expected a LIBLINEAR model"));
  for (const char* read : {"model", "model.map", "test"}) {
    const std::string kept = ReadFile(Path(read));
    EXPECT_THAT(refused(Path("model") + " " + Path("test") + " " + Path(read)),
                HasSubstr(Path(read) + " is a file that is read; expected another file to write"));
    EXPECT_EQ(ReadFile(Path(read)), kept);
  }
  WriteFile(Path("wide"), "1 6:1\n");
  EXPECT_THAT(refused(Path("model") + " " + Path("wide")),
              HasSubstr("wide, line 1, column 3: expected an index of at most 5"));
  WriteFile(Path("narrow.csv"), "1,2,0\n");
  EXPECT_THAT(refused(Path("model") + " " + Path("narrow.csv")),
              HasSubstr("narrow.csv has 2 columns; expected 5"));
  std::string model = ReadFile(Path("model"));
  WriteFile(Path("short"), model.substr(0, model.size() / 2));
  WriteFile(Path("short.map"), ReadFile(Path("model.map")));
  EXPECT_THAT(refused(Path("short") + " " + Path("test")), HasSubstr("short"));
  model.replace(model.find("nr_feature 64"), 13, "nr_feature 63");
  WriteFile(Path("short"), model.substr(0, model.rfind('\n', model.size() - 2) + 1));
  EXPECT_THAT(refused(Path("short") + " " + Path("test")),
              AllOf(HasSubstr("weights of 63 features"), HasSubstr("makes 64")));
}

TEST_F(Transform, ReadsCsvAndNpyToo) {
  WriteFile(Path("in.libsvm"), Rows(300));
  WriteFile(Path("in.csv"), AsCsv(Rows(300), 5));
  ASSERT_EQ(Draw("in.libsvm", "a.csv").exit_code, 0);
  const CommandResult result = Draw("in.csv", "b.csv");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ReadFile(Path("b.csv")), ReadFile(Path("a.csv")));
  EXPECT_EQ(ReadFile(Path("b.csv.labels")), ReadFile(Path("a.csv.labels")));
  // A .npy with its labels, and without: the features of features.
  ASSERT_EQ(Draw("in.csv", "z.npy").exit_code, 0);
  ASSERT_EQ(Draw("z.npy", "c.csv").exit_code, 0);
  ASSERT_EQ(Draw("a.csv", "d.csv", "--seed 7 --format csv,label=none").exit_code, 0);
  EXPECT_EQ(ReadFile(Path("c.csv")), ReadFile(Path("d.csv")));
  EXPECT_EQ(ReadFile(Path("c.csv.labels")), ReadFile(Path("a.csv.labels")));
  EXPECT_FALSE(std::filesystem::exists(Path("d.csv.labels")));
  WriteFile(Path("names.csv"), "a,1,0\nb,2,1\n");
  EXPECT_THAT(Draw("names.csv", "e.csv").err,
              HasSubstr("names.csv has columns of names (1); expected columns of numbers"));
}

}  // namespace
}  // namespace mercer::testing
