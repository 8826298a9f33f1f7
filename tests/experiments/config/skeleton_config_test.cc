// The skeletons of docs/skeletons.md are what the program reads.

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/kernels/builtin_kernels.h"
#include "core/kernels/skeleton/skeleton_kernel.h"
#include "experiments/json/json_values.h"
#include "tests/experiments/config/config_support.h"

namespace mercer::testing {
namespace {

std::vector<Json> DocumentedSkeletons() {
  std::ifstream file(MERCER_SOURCE_DIR "/docs/skeletons.md");
  std::vector<Json> skeletons;
  std::string line, block;
  bool inside = false;
  while (std::getline(file, line)) {
    if (line == "```json") {
      inside = true;
      block.clear();
    } else if (line == "```" && inside) {
      inside = false;
      skeletons.push_back(Json::parse(block));
    } else if (inside) {
      block += line + "\n";
    }
  }
  return skeletons;
}

TEST(DocumentedSkeletons, AreRead) {
  std::vector<std::size_t> sizes;
  for (const Json& skeleton : DocumentedSkeletons()) {
    const KernelEntry& entry = KernelRegistry().Get("skeleton");
    const auto nodes = ToParamValue(skeleton.at("nodes"));
    ASSERT_TRUE(nodes.has_value());
    const auto kernel = entry.make(Resolve("kernel", entry.params, {{"nodes", *nodes}}));
    sizes.push_back(dynamic_cast<const SkeletonKernel&>(*kernel).skeleton().nodes().size());
  }
  // The shallow one; the deep one without what no window reads; the two inputs and two nodes.
  EXPECT_EQ(sizes, (std::vector<std::size_t>{577, 532, 4}));
}

TEST(DocumentedSkeletons, StandInAConfig) {
  Json config = SoundConfig();
  config["methods"] = Json::parse(R"([{"id": "rf", "D": [50],
      "map": {"name": "skeleton_features", "duplicates": ["keep", "merge"]}}])");
  config["metrics"] = {"gram_error"};
  config["gram"] = {{"rows", 100}, {"pairs", "i<=j"}};
  for (const Json& skeleton : DocumentedSkeletons()) {
    config["kernels"] = {skeleton};
    const bool of_images = skeleton["nodes"][0].contains("image");
    config["datasets"] = {{{"name", "unit_ball"}, {"n", 100}, {"d", of_images ? 32 * 32 * 3 : 4}}};
    for (const std::string& fault : FaultsOf(config)) ADD_FAILURE() << fault;
  }
}

}  // namespace
}  // namespace mercer::testing
