#include "core/base/text.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "core/base/random.h"

namespace mercer {
namespace {

TEST(Printable, ShowsWhatATerminalWouldObey) {
  EXPECT_EQ(Printable("a\tb\nc"), "a\tb\nc");
  EXPECT_EQ(Printable("\x1b[31mred\r\x7f"), "\\x1B[31mred\\x0D\\x7F");
  EXPECT_EQ(Printable("n × d – ✓"), "n × d – ✓");
  EXPECT_EQ(Printable("\xc2\x9b"), "\\xC2\\x9B") << "U+009B begins a command, as ESC [ does";
  EXPECT_EQ(Printable("\xff\xc3("), "\\xFF\\xC3(") << "no UTF-8";
  EXPECT_EQ(Printable("\xed\xa0\x80"), "\\xED\\xA0\\x80") << "a surrogate";
}

TEST(FormatNumber, IsShort) {
  EXPECT_EQ(FormatNumber(0.1), "0.1");
  EXPECT_EQ(FormatNumber(1), "1");
  EXPECT_EQ(FormatNumber(1e-5), "1e-05");
  EXPECT_EQ(FormatNumber(-2.5), "-2.5");
  EXPECT_EQ(FormatNumber(std::nan("")), "nan");
  EXPECT_EQ(FormatNumber(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(FormatNumber(-std::numeric_limits<double>::infinity()), "-inf");
}

TEST(FormatNumber, ReadsBackAsTheSameBits) {
  RandomStream stream(1, StreamPurpose::kTest, 0);
  for (int i = 0; i < 20000; ++i) {
    const double value = std::bit_cast<double>(stream.Bits64());
    if (!std::isfinite(value)) continue;
    const double back = std::strtod(FormatNumber(value).c_str(), nullptr);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(value));
  }
  for (const double value : {std::numeric_limits<double>::max(),
                             std::numeric_limits<double>::denorm_min(), -0.0, 1.0 / 3}) {
    const double back = std::strtod(FormatNumber(value).c_str(), nullptr);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(value));
  }
}

TEST(Join, PutsSeparatorsBetweenItemsEvenWhereTheyAreEmpty) {
  const std::vector<std::string> items = {"a", "b", "c"};
  EXPECT_EQ(Join(items, ", "), "a, b, c");
  const std::vector<std::string> empties = {"", "", "x"};
  EXPECT_EQ(Join(empties, ","), ",,x");
  EXPECT_EQ(Join({}, ","), "");
}

TEST(DidYouMean, OffersTheNearestNearEnough) {
  const std::vector<std::string> names = {"linear", "polynomial", "exponential", "vovk"};
  EXPECT_EQ(DidYouMean("polynomal", names), "polynomial");
  EXPECT_EQ(DidYouMean("plynomial", names), "polynomial");
  EXPECT_EQ(DidYouMean("lniear", names), "linear");  // neighbours swapped
  EXPECT_EQ(DidYouMean("vok", names), "vovk");
  EXPECT_EQ(DidYouMean("gaussian", names), "");
  EXPECT_EQ(DidYouMean("", names), "");
  EXPECT_EQ(DidYouMean("linear", {}), "");
}

TEST(UnknownName, ListsWhatIsKnown) {
  const std::vector<std::string> names = {"linear", "vovk"};
  EXPECT_EQ(UnknownName("kernel", "linar", names),
            "unknown kernel 'linar'; did you mean 'linear'? known: linear, vovk");
  EXPECT_EQ(UnknownName("kernel", "rbf", names), "unknown kernel 'rbf'; known: linear, vovk");
}

TEST(Slug, FitsAFileName) {
  EXPECT_EQ(Slug("Cod-RNA (part 1)"), "cod-rna-part-1");
  EXPECT_EQ(Slug("a/b//c"), "a-b-c");
  EXPECT_EQ(Slug("  x_1.5 "), "x_1.5");
  EXPECT_EQ(Slug("--"), "");
}

TEST(Printable, NothingSteersATerminal) {
  EXPECT_EQ(Printable("plain ünïcode 漢 🙂\n\tline"), "plain ünïcode 漢 🙂\n\tline");
  EXPECT_EQ(Printable("\x1b[31m\x7f\r"), "\\x1B[31m\\x7F\\x0D");
  EXPECT_EQ(Printable("\xC2\x9B"
                      "31m\xC2\xA0"),
            "\\xC2\\x9B31m\xC2\xA0");  // U+009B, U+00A0
  EXPECT_EQ(Printable(std::string_view("a\0b", 3)), "a\\x00b");
  // Cut short, too long, a surrogate, beyond U+10FFFF, no beginning.
  EXPECT_EQ(Printable("\xC3"), "\\xC3");
  EXPECT_EQ(Printable("\xC0\x80"), "\\xC0\\x80");
  EXPECT_EQ(Printable("\xE0\x80\x80"), "\\xE0\\x80\\x80");
  EXPECT_EQ(Printable("\xED\xA0\x80"), "\\xED\\xA0\\x80");
  EXPECT_EQ(Printable("\xF4\x90\x80\x80"), "\\xF4\\x90\\x80\\x80");
  EXPECT_EQ(Printable("\x80"), "\\x80");
}

TEST(Cut, IsOnOneLineAndCutsNoCharacter) {
  EXPECT_EQ(Cut("short"), "short");
  EXPECT_EQ(Cut("a\n\tb"), "a\\x0A\\x09b");
  EXPECT_EQ(Cut("abcdef", 3), "abc…");
  EXPECT_EQ(Cut("aäöü", 4), "aä…");
  EXPECT_EQ(Cut("🙂🙂", 7), "🙂…");
  EXPECT_EQ(Cut(std::string(9, '\x80'), 5), "\\x80…");
  EXPECT_EQ(Quoted(std::string(61, 'x')), "'" + std::string(60, 'x') + "…'");
}

TEST(UnknownName, OfAnyLengthIsShownInShort) {
  const std::vector<std::string> known = {"name"};
  EXPECT_EQ(UnknownName("key", "\x1b" + std::string(100'000, 'x'), known),
            "unknown key '\\x1B" + std::string(56, 'x') + "…'; known: name");
}

}  // namespace
}  // namespace mercer
