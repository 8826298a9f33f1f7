// What `mercer transform` leaves behind and how much memory it takes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <string>

#include "tests/integration/background.h"
#include "tests/integration/features/transform_fixture.h"

namespace mercer::testing {
namespace {

using ::testing::HasSubstr;

// Half a minute of work, stopped in the middle.
TEST_F(Transform, ASignalLeavesNoFileBehind) {
  WriteFile(Path("in.libsvm"), Rows(100000));
  for (const int signal : {SIGINT, SIGTERM}) {
    Background program({"transform", "--kernel", "gaussian,sigma=1", "--map", "random_fourier",
                        "--D", "8192", Path("in.libsvm"), Path("out.csv")});
    const auto files = [&] {
      return std::distance(std::filesystem::directory_iterator(folder_.path()),
                           std::filesystem::directory_iterator());
    };
    for (int waited = 0; files() < 3 && waited < 60000; waited += 10) Sleep(10);
    EXPECT_EQ(files(), 3) << "input, features and labels under their temporary names";
    program.Signal(signal);
    EXPECT_EQ(program.Wait(), 128 + signal);
    EXPECT_EQ(files(), 1);
  }
}

// The peak of all programs run so far can only grow: the rise is what the hundredfold file took.
TEST_F(Transform, MemoryDoesNotGrowWithTheFile) {
#ifdef MERCER_SANITIZED
  GTEST_SKIP() << "sanitizers keep freed memory";
#endif
  const auto peak_mib = [] {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
  };
  const std::string block = Rows(10000);
  WriteFile(Path("small.libsvm"), block);
  std::string large;
  for (int i = 0; i < 100; ++i) large += block;
  WriteFile(Path("large.libsvm"), large);
  const std::string draw = "--kernel gaussian,sigma=median_distance --map random_fourier --D 16 ";
  ASSERT_EQ(Run(draw + Path("small.libsvm") + " " + Path("small.npy")).exit_code, 0);
  const double before = peak_mib();
  const CommandResult result = Run(draw + Path("large.libsvm") + " " + Path("large.npy"));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("1000000 rows"));
  EXPECT_EQ(result.err, "") << "progress is for a terminal";
  EXPECT_LT(peak_mib(), before + 50);
  RecordProperty("peak_small_mib", std::to_string(before));
  RecordProperty("peak_large_mib", std::to_string(peak_mib()));
  std::printf("peak: %.1f MiB for 10,000 rows, %.1f MiB for 1,000,000\n", before, peak_mib());
}

}  // namespace
}  // namespace mercer::testing
