// The installed library: a stranger's project finds mercer::core and links against it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/files.h"

namespace mercer {
namespace {

TEST(Install, AnotherProjectFindsAndLinksTheCore) {
#ifdef MERCER_SANITIZED
  GTEST_SKIP() << "an instrumented library cannot be linked into a plain program";
#endif
  const testing::TemporaryFolder folder;
  const std::string prefix = (folder / "prefix").string();
  const std::string tree =
      std::string(MERCER_BINARY).substr(0, std::string(MERCER_BINARY).rfind("/tools/"));
  ASSERT_EQ(
      testing::RunCommand("cmake --install '" + tree + "' --prefix '" + prefix + "'").exit_code, 0);
  testing::WriteFile(folder / "user/CMakeLists.txt",
                     "cmake_minimum_required(VERSION 3.24)\n"
                     "project(user CXX)\n"
                     "set(CMAKE_CXX_STANDARD 20)\n"
                     "find_package(mercer REQUIRED)\n"
                     "add_executable(user user.cc)\n"
                     "target_link_libraries(user PRIVATE mercer::core)\n");
  testing::WriteFile(folder / "user/user.cc",
                     "#include <core/kernels/builtin_kernels.h>\n"
                     "#include <cstdio>\n"
                     "int main() {\n"
                     "  const auto kernel = mercer::MakeKernel(\"polynomial\", {{\"degree\", 2}, "
                     "{\"offset\", 1}});\n"
                     "  std::puts(kernel->Describe().c_str());\n"
                     "}\n");
  const std::string user = (folder / "user").string();
  const auto built =
      testing::RunCommand("cmake -S '" + user + "' -B '" + user + "/build' -DCMAKE_PREFIX_PATH='" +
                          prefix + "' && cmake --build '" + user + "/build'");
  ASSERT_EQ(built.exit_code, 0) << built.out << built.err;
  const auto ran = testing::RunCommand("'" + user + "/build/user'");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, ::testing::HasSubstr("polynomial(degree=2,offset=1"));
}

TEST(Install, TheInstalledProgramFindsItsShippedFiles) {
#ifdef MERCER_SANITIZED
  GTEST_SKIP() << "tried with the plain program";
#endif
  const testing::TemporaryFolder folder;
  const std::string prefix = (folder / "prefix").string();
  const std::string tree =
      std::string(MERCER_BINARY).substr(0, std::string(MERCER_BINARY).rfind("/tools/"));
  ASSERT_EQ(
      testing::RunCommand("cmake --install '" + tree + "' --prefix '" + prefix + "'").exit_code, 0);
  const auto ran = testing::RunCommand("cd / && '" + prefix + "/bin/mercer' validate '" + prefix +
                                       "/share/mercer/configs/kar2012/nursery.json'");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, ::testing::HasSubstr("60 trials"));
}

}  // namespace
}  // namespace mercer
