#include "experiments/run/sweep/context.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>

#include "tests/experiments/run/small_experiment.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::Json;
using ::testing::MatchesRegex;
using ::testing::Not;

Json ContextOf(bool ended, const std::string& config_file = "small.json") {
  Experiment experiment;
  experiment.name = "test/small";
  experiment.config_path = "/somewhere/private/" + config_file;
  experiment.config_text = "{\"seed\": 1}\n";
  RunOptions options;
  options.out = "/somewhere/else";
  options.settings = {{"repetitions", "2"}};
  ContextWriter writer(experiment, options, "20260101T000000Z-000000");
  const RunContext context = writer.Make({{"nursery", "8e03"}}, ended);
  EXPECT_THAT(context.json, Not(HasSubstr("/somewhere")));
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  const std::string name = host.data();
  if (name.size() > 5) {
    EXPECT_THAT(context.json, Not(HasSubstr(name)));
  }
  return Json::parse(context.json);
}

TEST(Context, SaysWhereTheNumbersComeFrom) {
  const Json context = ContextOf(true);
  for (const char* key : {"commit", "compiler", "flags", "os", "cpu", "config_file"})
    EXPECT_FALSE(context.at(key).get<std::string>().empty()) << key;
  EXPECT_TRUE(context.at("dirty").is_boolean());
  EXPECT_GE(context.at("cores").get<int>(), 1);
  EXPECT_EQ(context.at("config_text"), "{\"seed\": 1}\n");
  EXPECT_EQ(context.at("config_file"), "small.json");
  EXPECT_EQ(context.at("dataset_sha256").at("nursery"), "8e03");
  EXPECT_EQ(context.at("settings").at("set").at(0), "repetitions=2");
  for (const char* library : {"Eigen", "LIBLINEAR", "LIBSVM", "Boost", "OpenSSL", "libarchive"})
    EXPECT_TRUE(context.at("libraries").contains(library)) << library;
  EXPECT_THAT(context.at("blas").at("library").get<std::string>(), HasSubstr("blas"));
  EXPECT_EQ(context.at("load_average_end").size(), 3U);
  EXPECT_TRUE(context.at("passport").is_null()) << "not asked for";
  for (const char* key : {"governor", "boost"})
    EXPECT_TRUE(context.at("frequency_scaling").contains(key)) << key;
  EXPECT_TRUE(context.contains("openmp_threads"));
  EXPECT_TRUE(context.at("ended").is_string());
}

TEST(Context, AnUnfinishedRunHasNoEnd) {
  const Json context = ContextOf(false);
  EXPECT_TRUE(context.at("ended").is_null());
  EXPECT_TRUE(context.at("load_average_end").is_null());
}

// Of a config that mercer.run of Python was given as a dict; the file itself is removed.
TEST(Context, AHiddenConfigIsTheOneInTheResultsFolder) {
  EXPECT_EQ(ContextOf(true, ".mercer-k3x_.json").at("config_file"), "mercer-config.json");
}

TEST(Context, RunIdsSortByTimeAndDiffer) {
  const std::string a = NewRunId(), b = NewRunId();
  EXPECT_THAT(a, MatchesRegex("[0-9]{8}T[0-9]{6}Z-[0-9a-f]{12}"));
  EXPECT_NE(a, b);
}

}  // namespace
}  // namespace mercer
