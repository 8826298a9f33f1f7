#include "experiments/store/passport.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace mercer {
namespace {

using Json = nlohmann::json;

const Passport kMade = {1.5, 2.25, 3e3, 0.1, 7, false, "2026-01-02T03:04:05Z"};

TEST(Passport, ReadsBackWhatItWrote) {
  const auto read = PassportFromJson(PassportToJson(kMade));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->gemm_double_gflops, 1.5);
  EXPECT_EQ(read->gemm_float_gflops, 2.25);
  EXPECT_EQ(read->cos_million_per_s, 3000);
  EXPECT_EQ(read->memory_gb_per_s, 0.1);
  EXPECT_EQ(read->liblinear_fits_per_s, 7);
  EXPECT_FALSE(read->quiet);
  EXPECT_EQ(read->measured, "2026-01-02T03:04:05Z");
}

TEST(Passport, EveryRateIsThereAndPositive) {
  const Json whole = Json::parse(PassportToJson(kMade));
  EXPECT_EQ(whole.size(), 7U);
  for (const auto& [name, value] : whole.items()) {
    if (!value.is_number()) continue;
    for (const Json& wrong : {Json(), Json(0), Json(-1), Json("fast")}) {
      Json changed = whole;
      changed[name] = wrong;
      EXPECT_FALSE(PassportFromJson(changed.dump()).has_value()) << changed.dump();
    }
    Json without = whole;
    without.erase(name);
    EXPECT_FALSE(PassportFromJson(without.dump()).has_value()) << name;
  }
  EXPECT_FALSE(PassportFromJson("{").has_value());
  EXPECT_FALSE(PassportFromJson("[1]").has_value());
}

TEST(Passport, StandsInAContext) {
  const Json context = {{"run_id", "r1"}, {"passport", Json::parse(PassportToJson(kMade))}};
  const auto read = PassportOfContext(context.dump());
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->gemm_float_gflops, 2.25);
  EXPECT_FALSE(PassportOfContext(R"({"passport": null})").has_value());
  EXPECT_FALSE(PassportOfContext("{}").has_value());
  EXPECT_FALSE(PassportOfContext("no JSON").has_value());
}

}  // namespace
}  // namespace mercer
