#include "core/learners/kernel/kernel_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/kernels/builtin_kernels.h"
#include "tests/core/learners/problems.h"

namespace mercer {
namespace {

using testing::MakeProblem;

std::vector<Index> UpTo(Index n) {
  std::vector<Index> numbers(static_cast<std::size_t>(n));
  std::iota(numbers.begin(), numbers.end(), Index{0});
  return numbers;
}

TEST(KernelRows, PartsAreTheBitsOfTheWholeAndBeyondAreZeros) {
  const Examples x = ToSparse(MakeProblem(2500, 6, {-1, 1}, 1).x);
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1}});
  for (const auto arithmetic : {KernelArithmetic::kFloats, KernelArithmetic::kDoubles,
                                KernelArithmetic::kGram, KernelArithmetic::kPairs}) {
    KernelRows rows(*kernel, x, arithmetic, 1);
    rows.Choose(UpTo(2500));
    ASSERT_EQ(rows.stride() % 128, 0);
    std::vector<float> whole(static_cast<std::size_t>(rows.stride()), 7), parts = whole;
    KernelRows::Scratch scratch;
    rows.Part(17, 0, rows.stride(), scratch, whole.data());
    const Matrix expected = Gram(*kernel, x.SelectRange(17, 1), x);
    for (Index p = 0; p < rows.stride(); ++p)
      ASSERT_NEAR(whole[static_cast<std::size_t>(p)], p < 2500 ? expected(0, p) : 0, 1e-6);
    for (Index begin = 0; begin < rows.stride(); begin += rows.grain()) {
      const Index end = std::min(begin + rows.grain(), rows.stride());
      rows.Part(17, begin, end, scratch, parts.data());
      if (end == rows.stride()) continue;
      EXPECT_EQ(parts[static_cast<std::size_t>(end)], 7);
    }
    EXPECT_EQ(parts, whole);
  }
}

// Rows after some variables are set aside are those over the others, whether they were held, moved
// or are made again; in caches with room for all rows and for a few.
TEST(RowCache, KeepsTheRowsOfThoseThatStay) {
  constexpr Index n = 1000;
  const Examples x = MakeProblem(n, 6, {-1, 1}, 1).x;
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1}});
  const Matrix gram = Gram(*kernel, x, x);
  for (const double bytes : {1.0, 1e5, 1e6, 1e9}) {
    for (const int threads : {1, 3}) {
      RowCache cache(KernelRows(*kernel, x, KernelArithmetic::kFloats, 1), n, bytes, threads);
      std::vector<Index> numbers = UpTo(n);
      cache.Choose(numbers);
      KernelRows::Scratch scratch;
      Index missing = 0;
      const auto expect_row = [&](Index number) {
        const RowCache::Row row = cache.Find(number);
        cache.Fill(row, 0, cache.stride(), scratch);
        missing += row.missing ? 1 : 0;
        for (std::size_t p = 0; p < numbers.size(); ++p)
          ASSERT_NEAR(row.values[p], gram(number, numbers[p]), 1e-6);
        for (auto p = static_cast<Index>(numbers.size()); p < cache.stride(); ++p)
          ASSERT_EQ(row.values[p], 0);
      };
      while (numbers.size() > 100) {
        for (std::size_t k = 0; k < numbers.size(); k += 2) expect_row(numbers[k]);
        std::vector<Index> positions, kept;
        for (std::size_t p = 0; p < numbers.size(); ++p) {
          if (p % 3 == 1) continue;
          positions.push_back(static_cast<Index>(p));
          kept.push_back(numbers[p]);
        }
        cache.Keep(kept, positions);
        numbers = kept;
        missing = 0;
        for (const Index number : numbers) expect_row(number);
        // Every other row was held, and each is asked for once.
        if (bytes == 1e9) {
          EXPECT_LE(missing, static_cast<Index>(numbers.size() / 2 + 1));
        }
      }
    }
  }
}

}  // namespace
}  // namespace mercer
