// The program on processors other than the one that builds it, which QEMU plays: what is compiled
// for this machine refuses an older one, what is compiled with the preset portable runs there; all
// make the same features up to rounding; the libraries' own tests pass on 64-bit ARM.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/integration/features/transform_fixture.h"
#include "tests/integration/run_configs.h"

namespace mercer {
namespace {

using testing::CommandResult;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using testing::RunCommand;
using ::testing::SizeIs;
using ::testing::StartsWith;
namespace fs = std::filesystem;

bool IsInstalled(const std::string& program) {
  return RunCommand("command -v " + program).exit_code == 0;
}

/// The last processor with SSE4.2 and no AVX, and one with AVX2 and FMA and no AVX-512.
constexpr char kNehalem[] = "qemu-x86_64 -cpu Nehalem ", kHaswell[] = "qemu-x86_64 -cpu Haswell ";

/// A tree beside this one, which later runs go on with.
fs::path Tree(const std::string& name) { return testing::SourceDir() / "build" / name; }

/// "" where the targets could be built.
std::string BuildFaults(const std::string& name, const std::string& options,
                        const std::string& targets) {
  const CommandResult result =
      RunCommand("cd '" + testing::SourceDir().string() + "' && cmake " + options +
                 " && cmake --build build/" + name + " --target " + targets);
  return result.exit_code == 0 ? "" : result.out + result.err;
}

/// Why the tree for 64-bit ARM cannot be built here; "" where it can.
std::string NoArm() {
  if (IsInstalled("qemu-aarch64") && IsInstalled("aarch64-linux-gnu-g++") &&
      fs::exists(Tree("arm-root")))
    return "";
  return "no compiler or no libraries for ARM; install g++-aarch64-linux-gnu and qemu-user, and "
         "run tools/arm-root build/arm-root";
}

std::string BuildForArm(const std::string& targets) {
  return BuildFaults("arm",
                     "-G Ninja -B build/arm --toolchain cmake/aarch64-linux-gnu.cmake "
                     "-DCMAKE_BUILD_TYPE=Release -DMERCER_WITH_MPI=OFF "
                     "-DMERCER_BUILD_BENCHMARKS=OFF -DMERCER_ARM_ROOT='" +
                         Tree("arm-root").string() + "'",
                     targets);
}

std::string ArmProgram(const std::string& name) {
  return "qemu-aarch64 -L '" + Tree("arm-root").string() + "' " + (Tree("arm") / name).string();
}

/// Case of a map → what it makes of some rows.
using Features = std::map<std::string, std::vector<double>>;

/// By the program map_features of a tree.
Features FeaturesBy(const std::string& program) {
  const testing::TemporaryFolder folder;
  const CommandResult result = RunCommand(program + " " + (folder / "features").string());
  EXPECT_EQ(result.exit_code, 0) << program << result.err;
  Features features;
  if (result.exit_code != 0) return features;
  std::istringstream lines(testing::ReadFile(folder / "features"));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    words >> name;
    for (std::string word; words >> word;) features[name].push_back(std::stod(word));
  }
  return features;
}

/// The largest difference of two values over the largest value.
double RelativeDifference(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return INFINITY;
  double difference = 0, largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference = std::max(difference, std::abs(a[i] - b[i]));
    largest = std::max(largest, std::abs(a[i]));
  }
  return difference == 0 ? 0 : difference / largest;
}

void ExpectEqualUpToRounding(const Features& a, const Features& b) {
  ASSERT_THAT(a, SizeIs(b.size()));
  EXPECT_GT(a.size(), 100U);
  for (const auto& [name, values] : a) {
    ASSERT_EQ(b.count(name), 1U) << name;
    // Nystroem divides by the roots of small eigenvalues.
    const double tolerance = name.starts_with("nystroem") ? 1e-9 : 1e-12;
    EXPECT_LE(RelativeDifference(values, b.at(name)), tolerance) << name;
  }
}

TEST(OtherMachines, AProgramForThisOneRefusesOthers) {
#ifndef __AVX2__
  GTEST_SKIP() << "this program is compiled for every machine";
#endif
  if (!IsInstalled("qemu-x86_64")) GTEST_SKIP() << "no qemu-x86_64; install qemu-user";
  for (const char* arguments : {"--version", "list maps", "worker"}) {
    const CommandResult result =
        RunCommand(kNehalem + std::string(MERCER_BINARY) + " " + arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, StartsWith("mercer: this program was compiled for instructions that "
                                       "this machine lacks: avx, avx2, fma, bmi, bmi2"));
    EXPECT_THAT(result.err, EndsWith(" for all machines with `cmake --preset portable`\n"));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1);
  }
}

TEST(OtherMachines, ThePortableProgramRunsOnAllAndMakesTheSameFeatures) {
#if defined(MERCER_SANITIZED) || !defined(__x86_64__)
  GTEST_SKIP() << "this test builds a release tree for x86-64 of its own";
#endif
  if (!IsInstalled("qemu-x86_64")) GTEST_SKIP() << "no qemu-x86_64; install qemu-user";
  ASSERT_EQ(BuildFaults("portable", "--preset portable", "mercer map_features"), "");
  const std::string portable = (Tree("portable") / "tools/mercer").string();
  EXPECT_EQ(RunCommand(kNehalem + portable + " --version").out,
            testing::RunMercer("--version").out);
  const testing::TemporaryFolder folder;
  testing::WriteFile(folder / "in.libsvm", testing::Rows(20));
  EXPECT_EQ(RunCommand(kNehalem + portable +
                       " transform --kernel gaussian,sigma=1 --map "
                       "signed_circulant_fourier --D 64 " +
                       (folder / "in.libsvm").string() + " " + (folder / "out.csv").string())
                .exit_code,
            0);
  EXPECT_THAT(testing::ReadCsv(testing::ReadFile(folder / "out.csv")), SizeIs(20));

  const std::string program = (Tree("portable") / "tests/support/workers/map_features").string();
  const Features here = FeaturesBy(program);
  ExpectEqualUpToRounding(here, FeaturesBy(kNehalem + program));
  ExpectEqualUpToRounding(here, FeaturesBy(kHaswell + program));
  // The program of this tree.
  const fs::path top = fs::path(MERCER_BINARY).parent_path().parent_path();
  ASSERT_EQ(RunCommand("cmake --build '" + top.string() + "' --target map_features").exit_code, 0);
  ExpectEqualUpToRounding(here, FeaturesBy((top / "tests/support/workers/map_features").string()));
}

// Two folders of one sweep, made by the two programs.
TEST(OtherMachines, RecordsSayWhichInstructionsMadeThem) {
#if defined(MERCER_SANITIZED) || !defined(__AVX2__)
  GTEST_SKIP() << "this test needs a program for this machine and one for all";
#endif
  ASSERT_EQ(BuildFaults("portable", "--preset portable", "mercer"), "");
  testing::Json config = testing::QuickConfig();
  config["metrics"] = {"gram_rel_frobenius"};
  for (testing::Json& method : config["methods"]) method.erase("learner");
  config["methods"].erase(0);
  const testing::Bench bench(config);
  ASSERT_EQ(bench.Run().exit_code, 0);
  const std::string other = bench.path("other").string(), both = bench.path("both").string();
  ASSERT_EQ(RunCommand((Tree("portable") / "tools/mercer").string() + " run " + bench.config() +
                       " --out " + other + " --data " + bench.data())
                .exit_code,
            0);
  EXPECT_THAT(testing::ReadFile(fs::path(other) / "trials.csv"), HasSubstr(",sse4.2/avx"));
  EXPECT_THAT(testing::RunMercer("diff " + bench.out() + " " + other).out,
              HasSubstr(", B with sse4.2/avx"));
  EXPECT_EQ(testing::RunMercer("merge " + bench.out() + " " + other + " --out " + both).exit_code,
            0);
}

TEST(OtherMachines, TheLibrariesPassTheirTestsOnArm) {
#ifdef MERCER_SANITIZED
  GTEST_SKIP() << "this test builds a release tree of its own";
#endif
  if (const std::string why = NoArm(); !why.empty()) GTEST_SKIP() << why;
  const std::vector<std::string> programs = {"core_base_unit_tests",      "core_linalg_unit_tests",
                                             "core_sequences_unit_tests", "core_data_unit_tests",
                                             "core_kernels_unit_tests",   "core_maps_unit_tests"};
  std::string targets;
  for (const std::string& program : programs) targets += " " + program;
  ASSERT_EQ(BuildForArm(targets), "");
  for (const std::string& program : programs) {
    const CommandResult result = RunCommand(ArmProgram("tests/" + program));
    EXPECT_EQ(result.exit_code, 0) << program << result.out << result.err;
    EXPECT_THAT(result.out, HasSubstr("[  PASSED  ]"));
  }
}

TEST(OtherMachines, ArmMakesTheSameFeatures) {
#ifdef MERCER_SANITIZED
  GTEST_SKIP() << "this test builds a release tree of its own";
#endif
  if (const std::string why = NoArm(); !why.empty()) GTEST_SKIP() << why;
  ASSERT_EQ(BuildForArm("map_features"), "");
  const fs::path top = fs::path(MERCER_BINARY).parent_path().parent_path();
  ASSERT_EQ(RunCommand("cmake --build '" + top.string() + "' --target map_features").exit_code, 0);
  const std::string program = "tests/support/workers/map_features";
  ExpectEqualUpToRounding(FeaturesBy((top / program).string()), FeaturesBy(ArmProgram(program)));
}

}  // namespace
}  // namespace mercer
