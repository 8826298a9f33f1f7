#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/run/machine/system_facts.h"

namespace mercer {
namespace {

TEST(InstructionSet, IsThatOfTheCompilerAndWhatMoreTheMachineHas) {
#if defined(__AVX512F__)
  EXPECT_EQ(InstructionSet(), "avx512");
#elif defined(__AVX2__) && defined(__FMA__)
  EXPECT_EQ(CompiledInstructionSet(), "avx2+fma");
#elif defined(__x86_64__) && !defined(__SSE4_2__)
  EXPECT_EQ(CompiledInstructionSet(), "sse2");
  // No machine that compiles C++20 in reasonable time is as old as that.
  EXPECT_THAT(InstructionSet(), ::testing::StartsWith("sse2/"));
#elif defined(__aarch64__)
  EXPECT_EQ(InstructionSet(), "neon");
#endif
  EXPECT_THAT(InstructionSet(), ::testing::StartsWith(CompiledInstructionSet()));
}

}  // namespace
}  // namespace mercer
