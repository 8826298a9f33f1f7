// The installed library: a stranger's project finds mercer::core and links against it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

/// The build folder that the tested program lies in.
std::string BuildFolder() {
  return std::string(MERCER_BINARY).substr(0, std::string(MERCER_BINARY).rfind("/tools/"));
}

class Install : public ::testing::Test {
 protected:
  void SetUp() override {
#ifdef MERCER_SANITIZED
    GTEST_SKIP() << "an instrumented library cannot be linked into a plain program";
#endif
    const auto installed =
        testing::RunCommand("cmake --install '" + BuildFolder() + "' --prefix '" + prefix() + "'");
    ASSERT_EQ(installed.exit_code, 0) << installed.err;
  }

  std::string prefix() const { return (folder_ / "prefix").string(); }

  testing::TemporaryFolder folder_;
  // The C++ example, which says of 500 points how many it got right.
  const std::string example_ = (testing::SourceDir() / "examples/cpp").string();
  const std::string says_ = "(49[0-9]|500) of 500 test points right\n";
};

TEST_F(Install, TheExampleFindsAndLinksTheCore) {
  const std::string build = (folder_ / "build").string();
  const auto built =
      testing::RunCommand("cmake -S '" + example_ + "' -B '" + build + "' -DCMAKE_PREFIX_PATH='" +
                          prefix() + "' && cmake --build '" + build + "'");
  ASSERT_EQ(built.exit_code, 0) << built.out << built.err;
  const auto ran = testing::RunCommand("'" + build + "/random_features'");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, MatchesRegex(says_));
}

TEST_F(Install, PkgConfigFindsTheCore) {
  const std::string program = (folder_ / "example").string();
  const auto built = testing::RunCommand(
      "export PKG_CONFIG_PATH=$(dirname \"$(find '" + prefix() + "' -name mercer.pc)\") && " +
      "c++ '" + example_ + "/random_features.cc' $(pkg-config --cflags --libs mercer) -o '" +
      program + "'");
  ASSERT_EQ(built.exit_code, 0) << built.err;
  EXPECT_THAT(testing::RunCommand("'" + program + "'").out, MatchesRegex(says_));
}

TEST_F(Install, TheProgramFindsItsShippedFiles) {
  const auto ran = testing::RunCommand("cd / && '" + prefix() + "/bin/mercer' validate '" +
                                       prefix() + "/share/mercer/configs/kar2012/nursery.json'");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("60 trials"));
}

TEST_F(Install, EveryCommandHasItsManualPage) {
  const auto page = [this](const std::string& name) {
    return testing::RunCommand("MANWIDTH=200 man -l '" + prefix() + "/share/man/man1/" + name +
                               ".1.gz' 2>&1")
        .out;
  };
  if (testing::RunCommand("command -v man").exit_code != 0) GTEST_SKIP() << "there is no man here";
  EXPECT_THAT(page("mercer"), HasSubstr("mercer-transform(1)"));
  const std::string transform = page("mercer-transform");
  EXPECT_THAT(transform, HasSubstr("mercer transform --kernel KERNEL --map MAP --D N"));
  EXPECT_THAT(transform, HasSubstr("--float32"));
  EXPECT_THAT(transform, HasSubstr("OUT ends in .libsvm, .csv or .npy"));
}

// The Debian package: its own folder of files is what the program runs from.
TEST_F(Install, TheDebianPackageHoldsTheProgramAndItsFiles) {
  if (testing::RunCommand("command -v dpkg-deb").exit_code != 0)
    GTEST_SKIP() << "there is no dpkg here";
  const std::string folder = folder_.path().string();
  const auto packed =
      testing::RunCommand("cpack --config '" + BuildFolder() + "/CPackConfig.cmake' -B '" + folder +
                          "' && dpkg-deb -x '" + folder + "'/mercer_*.deb '" + folder + "/root'");
  ASSERT_EQ(packed.exit_code, 0) << packed.out << packed.err;
  const auto ran = testing::RunCommand(
      "cd / && '" + folder + "/root/usr/bin/mercer' validate configs/kar2012/nursery.json");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("60 trials"));
  for (const char* file :
       {"share/man/man1/mercer-run.1.gz", "share/mercer/configs/schema/experiment.schema.json",
        "share/bash-completion/completions/mercer", "share/zsh/vendor-completions/_mercer",
        "share/doc/mercer/copyright"}) {
    EXPECT_TRUE(std::filesystem::exists(folder_ / "root/usr" / file)) << file;
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "root/usr/include"));
  EXPECT_THAT(testing::RunCommand("dpkg-deb -f '" + folder + "'/mercer_*.deb Depends").out,
              HasSubstr("libsvm3"));
  if (testing::RunCommand("command -v lintian").exit_code != 0) return;
  const auto examined = testing::RunCommand("lintian --allow-root --fail-on error '" + folder +
                                            "'/mercer_*.deb 2>&1");
  EXPECT_EQ(examined.exit_code, 0) << examined.out;
}

}  // namespace
}  // namespace mercer
