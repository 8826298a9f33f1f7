#include "core/linalg/memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;

std::string MessageFor(double bytes) {
  return testing::Message([&] { CheckFitsInMemory("the table of 5 rows", bytes); }, "");
}

TEST(Memory, MachineHasSome) {
  EXPECT_GT(PhysicalMemoryBytes(), 1e8);
  EXPECT_LT(PhysicalMemoryBytes(), 1e15);
}

TEST(Memory, RefusesMoreThanTheMachineHasWithTheNumber) {
  EXPECT_EQ(MessageFor(PhysicalMemoryBytes()), "");
  const std::string message = MessageFor(0x1p60);
  EXPECT_THAT(message, HasSubstr("the table of 5 rows needs 1.074e+09 GiB (1152921504606846976"));
  EXPECT_THAT(message, HasSubstr("this machine has"));
}

TEST(Memory, NewMatrixChecksBeforeTaking) {
  EXPECT_THROW(NewMatrix("a matrix", Index{1} << 40, 1000), InvalidInput);
  Matrix matrix = NewMatrix("a matrix", 1000, 700);  // large enough to ask for large pages
  matrix.setConstant(3);
  EXPECT_EQ(matrix.sum(), 3.0 * 1000 * 700);
  EXPECT_EQ(NewMatrix("a matrix", 0, 5).rows(), 0);
}

}  // namespace
}  // namespace mercer
