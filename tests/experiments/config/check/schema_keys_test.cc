// Every key of a config has an example, and a config with the example is sound.

#include <gmock/gmock.h>

#include "experiments/config/listing.h"
#include "tests/experiments/config/config_support.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::Json;

Json Keys() { return Json::parse(ListAsJson("keys", testing::TestCatalogue())); }

Json Config() {
  return Json::parse(R"({
    "experiment": "own",
    "datasets": [{"name": "nursery", "encode": "one_hot", "split": {"train_fraction": 0.6}}],
    "kernels": [{"name": "gaussian", "sigma": 2}],
    "methods": [
      {"id": "exact", "learner": {"name": "libsvm", "cost": 10}},
      {"id": "fourier", "map": "random_fourier", "D": [32, 128],
       "learner": {"name": "liblinear", "cost": 10}}],
    "metrics": ["accuracy"]})");
}

/// The data set that an example of a data set's key is put into.
Json DatasetFor(const std::string& key) {
  if (key == "path" || key == "test_path" || key == "format")
    return Json::parse(R"({"path": "houses.csv", "header": true, "label": "price",
                           "encode": "one_hot", "split": {"train_fraction": 0.6}})");
  if (key == "parts") return {{"name", "usps"}, {"split", {{"train_fraction", 0.6}}}};
  if (key == "runs_per_set") return {{"name", "gaussian"}, {"n", 100}, {"d", 5}};
  return Config()["datasets"][0];
}

/// The object that holds an example of the split's keys.
Json SplitFor(const std::string& key) {
  if (key == "max_train") return {{"train_fraction", 0.6}};
  if (key == "test_rows") return {{"train_rows", "train.idx"}};
  return Json::object();
}

/// Where the keys of an entry stand in the config, and what else they need. Empty for the config
/// itself.
std::string Prepare(const std::string& entry, const std::string& key, Json& config) {
  if (entry == "config") return "";
  const auto at = [&config](const std::string& pointer) -> Json& {
    return config[Json::json_pointer(pointer)];
  };
  if (entry.starts_with("paper"))
    config["paper"] = {{"citekey", "kar2012"}, {"location", "table 1a"}};
  if (entry == "paper.fitted[]") {
    at("/paper/fitted") = Json::array({{{"method", "fourier"}}});
    return "/paper/fitted/0";
  }
  if (entry == "figures[]") {
    config["figures"] = Json::array({{{"name", "errors"}}});
    return "/figures/0";
  }
  if (entry == "deviations[]") {
    config["deviations"] = Json::array({{{"key", "split-of-our-own"}}});
    return "/deviations/0";
  }
  if (entry == "datasets[]") {
    at("/datasets/0") = DatasetFor(key);
    if (key == "runs_per_set") {
      for (Json& method : config["methods"]) method.erase("learner");
      config["methods"].erase(0);
      config["metrics"] = {"gram_rel_frobenius"};
    }
    return "/datasets/0";
  }
  if (entry == "datasets[].split") {
    at("/datasets/0/split") = SplitFor(key);
    return "/datasets/0/split";
  }
  if (key == "budget" || entry == "methods[].budget") {
    at("/methods/1") = {{"id", "fm"}, {"learner", "factorization_machine"}};
    at("/datasets/0/labels") = {{"name", "class_vs_rest"}, {"class", "priority"}};
  }
  if (entry == "methods[]") return "/methods/1";
  if (entry == "methods[].D") {
    at("/methods/1/D") = {{"gram_rel_frobenius", 0.05}};
    return "/methods/1/D";
  }
  if (entry == "methods[].budget") return "/methods/1/budget";
  if (entry.starts_with("tuning[]")) {
    config["tuning"] = Json::array({{{"method", "exact"}, {"grid", {{"learner.cost", {1, 10}}}}}});
    return entry == "tuning[]" ? "/tuning/0" : "/tuning/0/by";
  }
  return "/" + entry;
}

TEST(ConfigKeys, EveryKeyHasAHelpAndAnExample) {
  int keys = 0;
  for (const Json& entry : Keys()) {
    for (const Json& key : entry["parameters"]) {
      const std::string name =
          entry["name"].get<std::string>() + "." + key["name"].get<std::string>();
      EXPECT_TRUE(key.contains("example")) << name;
      EXPECT_FALSE(key["help"].get<std::string>().empty()) << name;
      EXPECT_FALSE(key["rule"].get<std::string>().empty()) << name;
      ++keys;
    }
  }
  EXPECT_GE(keys, 80);
}

TEST(ConfigKeys, EveryExampleIsSound) {
  const testing::TemporaryFolder folder;
  testing::WriteFile(folder / "houses.csv", "size,price\n1,2\n2,3\n3,4\n4,6\n");
  testing::WriteFile(folder / "houses_test.csv", "size,price\n1,2\n2,4\n");
  testing::WriteFile(folder / "train.idx", "0\n1\n2\n");
  testing::WriteFile(folder / "test.idx", "3\n4\n");
  for (const char* file : {"reported.csv", "claims.json"})
    std::filesystem::copy_file(testing::SourceDir() / "configs/kar2012" / file, folder / file);
  for (const Json& entry : Keys()) {
    for (const Json& key : entry["parameters"]) {
      const std::string name = key["name"];
      Json config = Config();
      const std::string place = Prepare(entry["name"], name, config) + "/" + name;
      config[Json::json_pointer(place)] = key["example"];
      const ConfigResult result =
          ParseConfig(config.dump(), folder / "config.json", testing::TestCatalogue(), {});
      EXPECT_TRUE(result.experiment.has_value()) << place << "\n"
                                                 << FormatFaults("config", result.faults);
    }
  }
}

// An example that no config could have is found out.
TEST(ConfigKeys, ExamplesAreHeldToTheirKeys) {
  Json config = Config();
  const std::string place = Prepare("methods[].D", "max", config) + "/max";
  config[Json::json_pointer(place)] = 0;
  EXPECT_FALSE(testing::FaultsOf(config).empty());
}

TEST(ConfigKeys, RulesDefaultsAndExamplesArePrinted) {
  const std::string text = ListAsText("keys", testing::TestCatalogue());
  EXPECT_THAT(text, HasSubstr("repetitions: a whole number >= 1 and <= 1000000; default 1 ("));
  EXPECT_THAT(text, HasSubstr("experiment: words of letters"));
  const std::string page = ListAsMarkdown("keys", testing::TestCatalogue());
  EXPECT_THAT(page, HasSubstr("## `datasets[].split`\n"));
  EXPECT_THAT(page, HasSubstr("| `kernels` | a list of at least one item | required |"));
  EXPECT_THAT(page, HasSubstr("| `\"kernels\": [{\"name\": \"gaussian\", \"sigma\": 2}]` |\n"));
  EXPECT_THAT(page, HasSubstr("| a list of at least one of draw, transform_train, fit, "
                              "transform_test, predict |"));
}

TEST(ListAsMarkdown, HasTheParametersOfKernels) {
  const std::string page = ListAsMarkdown("kernels", testing::TestCatalogue());
  EXPECT_THAT(page, HasSubstr("## `polynomial`\n"));
  EXPECT_THAT(page, HasSubstr("| key | value | default | meaning |\n|---|---|---|---|\n"));
  EXPECT_THAT(page, HasSubstr("| `degree` | a whole number >= 1"));
  EXPECT_THROW(ListAsMarkdown("kernel", testing::TestCatalogue()), InvalidInput);
}

}  // namespace
}  // namespace mercer
