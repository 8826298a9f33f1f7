// docs/findings.md: its tables are those that the scripts of tools/findings make of the committed
// results, and every finding links the config of its picture.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/integration/documents/made_pages.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

// What the script of tools/findings prints of the records in the folder.
std::string Printed(const std::string& script, const testing::TemporaryFolder& folder) {
  const auto result =
      testing::RunCommand("PYTHONDONTWRITEBYTECODE=1 python3 '" +
                          (testing::SourceDir() / "tools/findings" / script).string() + "' '" +
                          folder.path().string() + "'");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return result.out;
}

TEST(Findings, EveryTableIsWhatItsCommandPrints) {
  const std::string begin = "<!-- made by: ", end = "<!-- end -->\n";
  const std::string page = testing::ReadFile(testing::SourceDir() / "docs/findings.md");
  int seen = 0;
  for (std::size_t at = page.find(begin); at != page.npos; at = page.find(begin, at + 1)) {
    const std::size_t name = at + begin.size(), line = page.find('\n', at);
    const std::string command = page.substr(name, page.rfind(" -->", line) - name);
    const auto result = testing::RunCommand("cd '" + testing::SourceDir().string() +
                                            "' && PYTHONDONTWRITEBYTECODE=1 python3 " + command);
    ASSERT_EQ(result.exit_code, 0) << command << result.err;
    EXPECT_EQ(page.substr(line + 1, page.find(end, line) - line - 1), result.out)
        << "make it again: tools/publish --pages";
    ++seen;
  }
  EXPECT_GE(seen, 1);
}

// A picture of results/own/a comes with "Config: [own/a](../configs/own/a.json)".
TEST(Findings, EveryPictureHasItsConfig) {
  const std::string results = "plot results/", heading = "\n## ";
  const std::string page = testing::ReadFile(testing::SourceDir() / "docs/findings.md");
  int seen = 0;
  for (std::size_t at = page.find(heading); at != page.npos;) {
    const std::size_t next = page.find(heading, at + 1);
    const std::string finding = page.substr(at, next - at);
    at = next;
    for (const auto& picture : testing::DrawnPicturesOf(finding)) {
      ASSERT_TRUE(picture.arguments.starts_with(results)) << picture.image;
      const std::size_t end = picture.arguments.find(' ', results.size());
      const std::string name = picture.arguments.substr(results.size(), end - results.size());
      const std::string file = "configs/" + name + ".json";
      EXPECT_THAT(finding, ::testing::HasSubstr("\nConfig: [" + name + "](../" + file + ")"));
      EXPECT_TRUE(std::filesystem::exists(testing::SourceDir() / file)) << file;
      ++seen;
    }
  }
  EXPECT_GE(seen, 10);
}

// One of two trials of the exact machine has no valid time: its mean times are marked, and so are
// the ratio and the number of rows that rests on it.
TEST(Findings, CrossingMarksTimesThatAreNotValid) {
  const testing::TemporaryFolder folder;
  testing::WriteFile(folder / "trials.csv",
                     "status,metric,experiment,dataset,n_train,method,map,D,accuracy,fit_s,"
                     "predict_s,timing_valid,timing_note\n"
                     "ok,accuracy,own/a,set,100,exact,,,0.9,0.5,0.02,true,\n"
                     "ok,accuracy,own/a,set,100,exact,,,0.9,1.5,0.02,false,page faults\n"
                     "ok,accuracy,own/a,set,100,m1,fourier,8,0.9,0.1,0.01,true,\n");
  const std::string printed = Printed("crossing.py", folder);
  for (const char* line :
       {"| set | 100 | 90.00 | 1\\* | 0.02\\* | m1, D = 8 | 90.00 | 0.1 | 0.01 | 10\\* |\n",
        "On set the features train faster from 100\\* rows on. 1 of 3 times are not valid: page "
        "faults.\n",
        "\n\\* a time, or a ratio of times, that is not valid for some trial.\n"})
    EXPECT_THAT(printed, ::testing::HasSubstr(line));
}

// Without an exact machine the features are held against the best of them: m2 is within 0.2 points
// of m3, and m1, the fastest, is not.
TEST(Findings, CrossingShowsNoPoorFeaturesWhereTheExactMachineDidNotEnd) {
  const testing::TemporaryFolder folder;
  testing::WriteFile(folder / "trials.csv",
                     "status,metric,experiment,dataset,n_train,method,map,D,accuracy,fit_s,"
                     "predict_s,timing_valid,timing_note\n"
                     "failed,accuracy,own/a,set,100,exact,,,,,,true,\n"
                     "ok,accuracy,own/a,set,100,m1,fourier,8,0.5,0.001,0.01,true,\n"
                     "ok,accuracy,own/a,set,100,m2,fourier,64,0.9,0.1,0.01,true,\n"
                     "ok,accuracy,own/a,set,100,m3,fourier,128,0.901,0.2,0.01,true,\n");
  const std::string printed = Printed("crossing.py", folder);
  EXPECT_THAT(printed,
              ::testing::HasSubstr(
                  "| set | 100 | did not end |  |  | m2, D = 64 | 90.00 | 0.1 | 0.01 |  |\n"));
}

// Maps m and rm on two data sets and two splits; a third lacks m. On b, m is ten points less
// accurate at D = 512 and its error four times as large. With as many columns as rm at D = 512, m
// has D = 64; in as much time, which is halfway in its logarithm, the mean of both accuracies.
TEST(Findings, ModernComparesMapsAtEqualDColumnsAndTime) {
  const testing::TemporaryFolder folder;
  std::string csv =
      "status,metric,experiment,dataset,kernel,method,map,D,output_dim,repetition,accuracy,"
      "gram_rel_frobenius,draw_s,transform_train_s,fit_s,transform_test_s,predict_s,timing_valid,"
      "timing_note\n";
  const auto add = [&](const std::string& dataset, const std::string& method,
                       const std::string& split, const std::string& rest) {
    csv += "ok,accuracy,own/a," + dataset + ",gaussian," + method + "," + split + "," + rest +
           ",true,\n";
  };
  for (const std::string data : {"a", "b", "c"}) {
    add(data, "rm,f,64,64", "0", "0.5,0.4,0.1,0.1,0.1,0.01,0.01");
    add(data, "rm,f,64,64", "1", "0.6,0.4,0.1,0.1,0.1,0.01,0.01");
    add(data, "rm,f,512,512", "0", "0.8,0.2,0.2,0.3,0.5,0.01,0.01");
    add(data, "rm,f,512,512", "1", "0.9,0.2,0.2,0.3,0.5,0.01,0.01");
    if (data == "c") continue;
    add(data, "m,f,64,128", "0", "0.7,0.3,0.05,0.1,0.1,0.01,0.01");
    add(data, "m,f,64,128", "1", "0.6,0.3,0.05,0.1,0.1,0.01,0.01");
    add(data, "m,f,512,1024", "0",
        (data == "a" ? "0.85,0.1" : "0.75,0.4") + std::string(",1,1,2,0.03,0.01"));
    add(data, "m,f,512,1024", "1",
        (data == "a" ? "0.9,0.1" : "0.8,0.4") + std::string(",1,1,2,0.03,0.01"));
    add(data, "exact,,,", "0", "0.9,,0,0,9,0,0.002");
    add(data, "exact,,,", "1", "0.95,,0,0,9,0,0.002");
  }
  testing::WriteFile(folder / "trials.csv", csv);
  const std::string printed = Printed("modern.py", folder);
  for (const char* line :
       {"| a | b | mean |",
        "| gaussian | m | 1 | +2.50±2.50 | −7.50±2.50 | −2.50±2.50 | −20.00±10.00 | −11.25±6.25 "
        "| 2 |\n",
        "| gaussian | exact |  | +7.50±2.50 | +7.50±2.50 | +7.50±2.50 |  |  | 0.1 |\n",
        "Accuracy at D = 512 less that of rm, in points, ± standard error over 2 splits. Left "
        "out, as trials\nare missing: c."})
    EXPECT_THAT(printed, ::testing::HasSubstr(line));
}

// Six maps of one data set and kernel, two trials each. By the largest error they stand in the
// order of their accuracies, by the Frobenius error in the opposite one, and the mean error swaps
// the first two: rho = 1 − 6·2/(6·35) = 0.943.
TEST(Findings, PredictorsAreTheErrorsOfWhichTheOrderIsThatOfTheAccuracies) {
  const testing::TemporaryFolder folder;
  std::string csv =
      "status,metric,experiment,dataset,encode,labels,split,preprocess,kernel,method,map,"
      "map_params,D,output_dim,repetition,accuracy,gram_rel_frobenius,gram_rel_spectral,"
      "gram_mean_abs,gram_max_abs\n";
  for (int map = 1; map <= 6; ++map) {
    const int swapped = map > 2 ? map : 3 - map;
    for (int repetition = 0; repetition < 2; ++repetition) {
      // The means count: trials lie far apart.
      const double spread = repetition == 0 ? 0.4 : -0.4;
      csv += "ok,accuracy,own/a,set,,,,,gaussian,m" + std::to_string(map) + ",fourier,,8,8," +
             std::to_string(repetition) + "," + std::to_string(0.5 + 0.01 * map + spread) + "," +
             std::to_string(map) + ",1," + std::to_string(10 - swapped) + "," +
             std::to_string(10 - map) + "\n";
    }
  }
  csv += "failed,accuracy,own/a,set,,,,,gaussian,m7,fourier,,8,8,0,,,,,\n";
  testing::WriteFile(folder / "own/a/trials.csv", csv);
  const std::string printed = Printed("predictors.py", folder);
  for (const char* line :
       {"Accuracy and Gram errors of 6 maps at some D, in 1 group of 1 experiment:\n",
        "| relative, Frobenius | 1 | −1.00 | −1.00 |", "| mean absolute | 1 | 0.94 | 0.94 |",
        "| largest | 1 | 1.00 | 1.00 |"}) {
    EXPECT_THAT(printed, ::testing::HasSubstr(line));
  }
  // The spectral error is the same for all, and so has no order.
  EXPECT_THAT(printed, ::testing::Not(::testing::HasSubstr("spectral")));
}

// On `full` all four errors have the order of the accuracies; `part` lacks the spectral one, and
// the others have the opposite order. The means of `full` alone compare all four.
TEST(Findings, PredictorsCompareErrorsInTheGroupsThatHaveAllFour) {
  const testing::TemporaryFolder folder;
  std::string csv =
      "status,metric,experiment,dataset,encode,labels,split,preprocess,kernel,method,map,"
      "map_params,D,output_dim,repetition,accuracy,gram_rel_frobenius,gram_rel_spectral,"
      "gram_mean_abs,gram_max_abs\n";
  for (int map = 1; map <= 5; ++map) {
    const std::string begin = "ok,accuracy,own/a,", rise = std::to_string(map);
    const std::string fall = std::to_string(10 - map);
    const std::string method = ",,,,,gaussian,m" + rise + ",fourier,,8,8,0,0." + rise + ",";
    csv += begin + "full" + method + fall + "," + fall + "," + fall + "," + fall + "\n";
    csv += begin + "part" + method + rise + ",," + rise + "," + rise + "\n";
  }
  testing::WriteFile(folder / "own/a/trials.csv", csv);
  const std::string printed = Printed("predictors.py", folder);
  for (const char* line :
       {"| error | groups | mean ρ | least ρ | mean ρ in 1 group with all four | best in 1 group "
        "with all four |\n",
        "| relative, Frobenius | 2 | 0.00 | −1.00 | 1.00 | 1 |\n",
        "| relative, spectral | 1 | 1.00 | 1.00 | 1.00 | 1 |\n"}) {
    EXPECT_THAT(printed, ::testing::HasSubstr(line));
  }
}

}  // namespace
}  // namespace mercer
