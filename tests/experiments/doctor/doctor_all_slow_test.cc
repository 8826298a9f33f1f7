#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "core/maps/builtin_maps.h"
#include "tests/support/files.h"

namespace mercer::testing {
namespace {

// D is a multiple of what every map's blocks need on the doctor's rows, which have ten columns.
TEST(DoctorCommand, FindsNoFaultInAnyMap) {
  const CommandResult result = RunMercer("doctor --all --D 264 --json");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  std::set<std::string> examined, registered;
  Index right = 0, judged = 0;
  for (const auto& found : nlohmann::json::parse(result.out)) {
    examined.insert(found.at("map").get<std::string>());
    EXPECT_THAT(found.at("faults"), ::testing::IsEmpty()) << found.at("map");
    EXPECT_TRUE(found.at("verdict") == "right" || found.at("verdict") == "shown") << found;
    right += found.at("verdict") == "right";
    const auto& traits = found.at("traits");
    judged += traits.at("unbiased") && !traits.at("deterministic") &&
              !traits.at("data_dependent") && !found.at("heavy_tails");
  }
  for (const MapEntry& map : MapRegistry().entries()) registered.insert(map.name);
  registered.erase("external");
  EXPECT_EQ(examined, registered);
  EXPECT_GE(right, judged);
  EXPECT_GE(judged, 20);
}

}  // namespace
}  // namespace mercer::testing
