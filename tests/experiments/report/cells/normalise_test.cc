#include "experiments/report/cells/normalise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "experiments/report/report.h"
#include "tests/experiments/report/made_results.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::MadeRecord;
using ::testing::Not;

/// `products` times as fast as the reference machine in matrix products, and so on.
Passport Times(double products, double cosines, double fits) {
  Passport passport = ReferencePassport();
  passport.gemm_double_gflops *= products;
  passport.cos_million_per_s *= cosines;
  passport.liblinear_fits_per_s *= fits;
  return passport;
}

RunContext Context(const std::string& run_id, const Passport& passport) {
  const nlohmann::json context = {{"run_id", run_id},
                                  {"config_text", testing::MadeConfig().dump()},
                                  {"passport", nlohmann::json::parse(PassportToJson(passport))}};
  return {run_id, context.dump()};
}

ResultRecord Timed(const std::string& run_id, const std::string& repetition) {
  return MadeRecord({{"run_id", run_id},
                     {"method", "rm"},
                     {"map", "m"},
                     {"D", "10"},
                     {"accuracy", "0.5"},
                     {"repetition", repetition},
                     {"draw_s", "1"},
                     {"transform_train_s", "2"},
                     {"fit_s", "4"},
                     {"transform_test_s", "8"},
                     {"predict_s", "16"},
                     {"fit_min_s", "3"},
                     {"cpu_s", "31"}});
}

// One machine three times as fast in products, five in cosines, seven in fits; one half as fast.
ResultFolder TwoMachines() {
  return {"",
          {Timed("r1", "0"), Timed("r2", "1")},
          {Context("r1", Times(3, 5, 7)), Context("r2", Times(0.5, 0.5, 0.5))},
          {}};
}

TEST(Normalise, EachPhaseByItsOwnRateOfItsOwnRun) {
  ResultFolder results = TwoMachines();
  NormaliseTimes(results);
  const ResultRecord& fast = results.records[0];
  EXPECT_DOUBLE_EQ(*fast.Number("draw_s"), 5);
  EXPECT_DOUBLE_EQ(*fast.Number("transform_train_s"), 6);
  EXPECT_DOUBLE_EQ(*fast.Number("fit_s"), 28);
  EXPECT_DOUBLE_EQ(*fast.Number("transform_test_s"), 24);
  EXPECT_DOUBLE_EQ(*fast.Number("predict_s"), 48);
  EXPECT_DOUBLE_EQ(*fast.Number("fit_min_s"), 21);
  EXPECT_DOUBLE_EQ(*fast.Number("cpu_s"), 31) << "of no phase alone";
  EXPECT_EQ(fast.Text("draw_min_s"), "");
  EXPECT_DOUBLE_EQ(*results.records[1].Number("fit_s"), 2);
}

TEST(Normalise, TheReferenceMachineKeepsItsTimes) {
  for (const char* phase : {"draw", "transform_train", "fit", "transform_test", "predict"})
    EXPECT_EQ(NormalisingFactor(ReferencePassport(), phase), 1) << phase;
}

TEST(Normalise, TheReportSaysSo) {
  const testing::TemporaryFolder folder;
  testing::WriteResults(folder.path(), TwoMachines());
  const std::string plain = Report(folder.path(), "csv");
  const std::string normalised = Report(folder.path(), "csv", {.normalise = true});
  // Training: 1 + 2 + 4 in both; 5 + 6 + 28 and half of 7.
  EXPECT_THAT(plain, HasSubstr("rm,10,train_s,2,7,0,"));
  EXPECT_THAT(normalised, HasSubstr("rm,10,train_s,2,21.25,"));
  EXPECT_THAT(normalised, HasSubstr("normalised by the machine's passport"));
  EXPECT_THAT(plain, Not(HasSubstr("normalised")));
  const std::string text = Report(folder.path(), "markdown", {.normalise = true});
  EXPECT_THAT(text, HasSubstr("the reference machine (products of doubles 60 GFLOP/s"));
}

TEST(Normalise, ARunWithoutPassportIsRefused) {
  ResultFolder results = TwoMachines();
  results.contexts[1].json = R"({"run_id": "r2", "passport": null})";
  try {
    NormaliseTimes(results);
    FAIL() << "no error";
  } catch (const InvalidInput& error) {
    EXPECT_THAT(error.what(), HasSubstr("run 'r2' has no machine passport"));
  }
  results = TwoMachines();
  results.contexts.pop_back();
  EXPECT_THROW(NormaliseTimes(results), InvalidInput);
}

TEST(Normalise, ARunThatTimedNothingNeedsNone) {
  ResultFolder results = TwoMachines();
  results.records.push_back(MadeRecord({{"run_id", "r3"}, {"status", "skipped"}}));
  NormaliseTimes(results);
  EXPECT_EQ(results.records[2].Text("fit_s"), "");
}

TEST(Report, WhyTimesAreNotValidIsSaid) {
  const testing::TemporaryFolder folder;
  ResultFolder results = TwoMachines();
  for (ResultRecord& record : results.records) record.SetText("timing_valid", "false");
  results.records[0].SetText("timing_note", "the cat sat on the machine");
  testing::WriteResults(folder.path(), results);
  const std::string text = Report(folder.path(), "markdown");
  EXPECT_THAT(text, HasSubstr("Times of 1 of 2 trials are not valid: the cat sat on the machine."));
  EXPECT_THAT(text, HasSubstr("Times of 1 of 2 trials are not valid: other work ran"));
}

}  // namespace
}  // namespace mercer
