#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/data/formats/text_fault.h"

namespace mercer {
namespace {

// What ReadShortDecimal makes of the whole text; false where it leaves it to std::from_chars.
bool Reads(const std::string& text, double* value) {
  return ReadShortDecimal(text.data(), text.data() + text.size(), value) ==
         text.data() + text.size();
}

double Reference(const std::string& text) {
  double value = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data() + (text[0] == '+' ? 1 : 0), last, value);
  EXPECT_TRUE(error == std::errc() && end == last) << text;
  return value;
}

std::string Digits(RandomStream* stream, std::uint64_t count) {
  std::string digits;
  for (std::uint64_t i = 0; i < count; ++i)
    digits += static_cast<char>('0' + static_cast<int>(stream->Below(10)));
  return digits;
}

TEST(ReadShortDecimal, HasEveryBitOfFromChars) {
  RandomStream stream(1, StreamPurpose::kTest, 0);
  int read = 0;
  for (int trial = 0; trial < 200000; ++trial) {
    const std::vector<std::string> signs = {"", "-", "+"};
    std::string text = signs[stream.Below(3)] + Digits(&stream, stream.Below(12));
    if (stream.Below(4) > 0) text += "." + Digits(&stream, stream.Below(14));
    double value = 0;
    if (!Reads(text, &value)) continue;
    ++read;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(value), std::bit_cast<std::uint64_t>(Reference(text)))
        << text;
  }
  EXPECT_GT(read, 100000);
}

// At 2^53 the digits end to be exact, at 20 of them to fit.
TEST(ReadShortDecimal, LeavesWhatIsNotExactToFromChars) {
  double value = 0;
  for (const char* text : {"9007199254740992", "-900719925474.0992", "0.000000000000000001",
                           "0000000000000000001", "1.", ".5", "+2", "-0"}) {
    ASSERT_TRUE(Reads(text, &value)) << text;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(value), std::bit_cast<std::uint64_t>(Reference(text)));
  }
  for (const char* text : {"9007199254740993", "90071992547409.93", "00000000000000000001",
                           "18446744073709551617", "0.0000000000000000001", "36893488147419103233",
                           "1e5", "1E5", "", "-", "+", ".", "-.", "+-1", "nan", "inf"})
    EXPECT_FALSE(Reads(text, &value)) << text;
}

TEST(ReadShortDecimal, StopsAtTheFirstOtherByteAndAtTheEnd) {
  const std::string text = "12.5 7";
  double value = 0;
  EXPECT_EQ(ReadShortDecimal(text.data(), text.data() + text.size(), &value), text.data() + 4);
  EXPECT_EQ(value, 12.5);
  EXPECT_EQ(ReadShortDecimal(text.data(), text.data() + 1, &value), text.data() + 1);
  EXPECT_EQ(value, 1);
}

}  // namespace
}  // namespace mercer
