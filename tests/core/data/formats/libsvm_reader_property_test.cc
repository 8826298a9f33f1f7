#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/data/formats/libsvm_reader.h"
#include "tests/core/data/storage_names.h"

namespace mercer {
namespace {

// n × d with about half of the values zero and magnitudes from 1e-300 to 1e300.
Matrix RandomRows(Index n, Index d, std::uint64_t seed) {
  RandomStream stream(seed, StreamPurpose::kTest, 0);
  Matrix x = Matrix::Zero(n, d);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < d; ++j) {
      if (stream.Below(2) == 0) continue;
      const double exponent = static_cast<double>(stream.Below(601)) - 300;
      x(i, j) = stream.Gaussian() * std::pow(10, exponent);
    }
  }
  return x;
}

std::string Written(const Matrix& x) {
  std::string text;
  for (Index i = 0; i < x.rows(); ++i) {
    text += FormatNumber(static_cast<double>(i) - 3.5);
    for (Index j = 0; j < x.cols(); ++j) {
      if (x(i, j) != 0) text += " " + std::to_string(j + 1) + ":" + FormatNumber(x(i, j));
    }
    text += '\n';
  }
  return text;
}

class RoundTrip : public ::testing::TestWithParam<Storage> {};

TEST_P(RoundTrip, ReturnsEveryBit) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Matrix x = RandomRows(17, static_cast<Index>(seed), seed);
    const LabelledRows rows =
        ParseLibsvm(Written(x), "f", {.input_dim = x.cols(), .storage = GetParam()});
    ASSERT_EQ(ToDense(rows.x).dense(), x) << "seed " << seed;
    for (Index i = 0; i < x.rows(); ++i) ASSERT_EQ(rows.y[i], static_cast<double>(i) - 3.5);
  }
}

INSTANTIATE_TEST_SUITE_P(All, RoundTrip, ::testing::Values(Storage::kDense, Storage::kSparse),
                         testing::StorageName);

// 4 MB in 400,000 short lines without a comment: milliseconds, or hours where a line costs the rest
// of the file.
TEST(ParseLibsvm, TakesTimeInProportionToTheText) {
  std::string text;
  for (int i = 0; i < 400000; ++i) text += "1 1:2 3:4\n";
  EXPECT_EQ(ParseLibsvm(text, "f", {}).x.rows(), 400000);
}

// Any text is either read or refused with InvalidInput: no crash, no other exception.
TEST(ParseLibsvm, NeverCrashesOnDamagedText) {
  const std::string whole = Written(RandomRows(4, 5, 99));
  RandomStream stream(7, StreamPurpose::kTest, 1);
  int refused = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    std::string text = whole.substr(0, stream.Below(whole.size()) + 1);
    const std::string bytes = "0129:+-.einf \t\r\n#\0\xff";
    for (int change = 0; change < 3; ++change)
      text[stream.Below(text.size())] = bytes[stream.Below(bytes.size())];
    try {
      ParseLibsvm(text, "f", {});
    } catch (const InvalidInput&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 500);
  EXPECT_LT(refused, 3000);
}

}  // namespace
}  // namespace mercer
