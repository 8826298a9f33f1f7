// The line that a program says on a machine that it is not compiled for.

#include <gtest/gtest.h>

#include <string>

#include "tools/machine/instructions.h"

namespace mercer {
namespace {

constexpr size_t kCount = 4;
constexpr const char* kNames[kCount] = {"sse4.2", "avx2", "fma", "avx512f"};

std::string Refusal(const bool (&required)[kCount], const bool (&present)[kCount],
                    size_t size = 400) {
  std::string text(size, '#');
  const size_t length = RefusalLine(kNames, required, present, kCount, text.data(), size);
  EXPECT_LE(length, size);
  EXPECT_EQ(text.find_first_not_of('#', length), text.npos) << "written beyond its end";
  return text.substr(0, length);
}

TEST(Refusal, NamesWhatIsMissingAndWhatToDo) {
  EXPECT_EQ(Refusal({true, true, true, false}, {true, false, false, false}),
            "mercer: this program was compiled for instructions that this machine lacks: avx2, "
            "fma; build it on this machine, or for all machines with `cmake --preset portable`\n");
}

TEST(Refusal, IsEmptyWhereAllIsThere) {
  EXPECT_EQ(Refusal({true, true, false, false}, {true, true, true, false}), "");
  EXPECT_EQ(Refusal({false, false, false, false}, {false, false, false, false}), "");
}

TEST(Refusal, EndsWithItsBuffer) {
  EXPECT_EQ(Refusal({true, true, true, true}, {false, false, false, false}, 8), "mercer: ");
}

}  // namespace
}  // namespace mercer
