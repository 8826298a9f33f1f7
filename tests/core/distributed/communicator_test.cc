// Ranks as threads: what they sum, gather, and say of a rank that fails.

#include "core/distributed/communicator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "core/distributed/thread_ranks.h"
#include "tests/support/error_message.h"

namespace mercer {
namespace {

// Longer than the pieces in which sums travel.
constexpr std::size_t kLong = 300000;

double Value(int rank, std::size_t i) { return 1.0 / (1 + rank) + static_cast<double>(i); }

TEST(Communicator, SumsAndMaximaAreThoseOfAllRanksInTheSameBits) {
  for (int size = 1; size <= 7; ++size) {
    std::vector<std::vector<double>> sums(static_cast<std::size_t>(size));
    std::vector<double> maxima(static_cast<std::size_t>(size));
    RunThreadRanks(size, [&](Communicator& communicator) {
      const int rank = communicator.rank();
      std::vector<double>& values = sums[static_cast<std::size_t>(rank)];
      for (std::size_t i = 0; i < kLong; ++i) values.push_back(Value(rank, i));
      communicator.Sum(values);
      double largest = std::abs(rank - 1.5) * (rank % 2 == 0 ? 1 : -1);
      communicator.Max({&largest, 1});
      maxima[static_cast<std::size_t>(rank)] = largest;
    });
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}, kLong / 2, kLong - 1}) {
      double expected = 0;
      for (int rank = 0; rank < size; ++rank) expected += Value(rank, i);
      EXPECT_NEAR(sums[0][i], expected, 1e-15 * std::abs(expected)) << size;
    }
    for (const auto& each : sums) EXPECT_EQ(each, sums[0]) << size;
    double expected = -10;
    for (int rank = 0; rank < size; ++rank)
      expected = std::max(expected, std::abs(rank - 1.5) * (rank % 2 == 0 ? 1 : -1));
    for (const double each : maxima) EXPECT_EQ(each, expected) << size;
  }
}

// Values of which the order of the two operands would decide.
TEST(Communicator, NanAndZerosHaveTheSameBitsOnEveryRank) {
  for (int size = 2; size <= 7; ++size) {
    std::vector<std::vector<std::uint64_t>> bits(static_cast<std::size_t>(size));
    RunThreadRanks(size, [&](Communicator& communicator) {
      const int rank = communicator.rank();
      std::vector<double> maxima = {rank == 1 ? std::nan("") : rank, rank % 2 == 0 ? -0.0 : 0.0,
                                    -0.0, rank == 0 ? std::nan("1") : -std::nan("2")};
      std::vector<double> sums = {maxima[3]};
      communicator.Max(maxima);
      communicator.Sum(sums);
      EXPECT_TRUE(std::isnan(maxima[0]));
      EXPECT_TRUE(maxima[1] == 0 && !std::signbit(maxima[1]));
      EXPECT_TRUE(maxima[2] == 0 && std::signbit(maxima[2]));
      EXPECT_TRUE(std::isnan(maxima[3]));
      EXPECT_TRUE(std::isnan(sums[0]));
      maxima.push_back(sums[0]);
      for (const double each : maxima)
        bits[static_cast<std::size_t>(rank)].push_back(std::bit_cast<std::uint64_t>(each));
    });
    for (const auto& each : bits) EXPECT_EQ(each, bits[0]) << size;
  }
}

TEST(Communicator, BytesAreThoseOfRecursiveDoubling) {
  // Exchanges of a rank: two among four; of three ranks the first has its partner's reply besides.
  const std::vector<std::vector<double>> sends = {{0}, {1, 1}, {2, 1, 1}, {2, 2, 2, 2}};
  for (int size = 1; size <= 4; ++size) {
    RunThreadRanks(size, [&](Communicator& communicator) {
      std::vector<double> values(kLong, 1.0);
      communicator.Sum(values);
      EXPECT_EQ(communicator.bytes_sent(), 8.0 * kLong *
                                               sends[static_cast<std::size_t>(size - 1)]
                                                    [static_cast<std::size_t>(communicator.rank())])
          << size;
    });
  }
}

TEST(Communicator, GathersTextsInTheOrderOfRanks) {
  RunThreadRanks(5, [](Communicator& communicator) {
    const std::string own(static_cast<std::size_t>(3 - std::min(communicator.rank(), 3)), 'x');
    EXPECT_THAT(communicator.Gather(own), ::testing::ElementsAre("xxx", "xx", "x", "", ""));
  });
  SingleProcess alone;
  EXPECT_THAT(alone.Gather("a"), ::testing::ElementsAre("a"));
  EXPECT_EQ(alone.bytes_sent(), 0);
}

TEST(Communicator, SecondsAreThoseOfTextsToo) {
  RunThreadRanks(2, [](Communicator& communicator) {
    EXPECT_EQ(communicator.seconds(), 0);
    if (communicator.rank() == 0) {
      communicator.SendText(1, "text");
    } else {
      EXPECT_EQ(communicator.ReceiveText(0), "text");
    }
    EXPECT_GT(communicator.seconds(), 0);
  });
}

TEST(Communicator, AFaultOfOneRankIsThatOfAll) {
  std::vector<std::string> said(4);
  RunThreadRanks(4, [&](Communicator& communicator) {
    said[static_cast<std::size_t>(communicator.rank())] = testing::Message([&] {
      communicator.Together([&] {
        if (communicator.rank() >= 2)
          throw InvalidInput("bad row of " + std::to_string(communicator.rank()));
      });
    });
  });
  EXPECT_THAT(said, ::testing::Each("rank 2: bad row of 2"));
  SingleProcess alone;
  EXPECT_EQ(testing::Message([&] { alone.Together([] { throw InvalidInput("bad"); }); }), "bad");
}

// What every rank says where rank 1 has another text than rank 0.
std::string DifferenceOf(const std::string& first, const std::string& other) {
  std::vector<std::string> said(3);
  RunThreadRanks(3, [&](Communicator& communicator) {
    const int rank = communicator.rank();
    said[static_cast<std::size_t>(rank)] =
        testing::Message([&] { RequireSame("text", rank == 1 ? other : first, communicator); });
  });
  EXPECT_THAT(said, ::testing::Each(said[0]));
  return said[0];
}

TEST(RequireSame, NamesTheFirstLineThatDiffers) {
  const std::string begin = "rank 1 has another text than rank 0: ";
  const std::string end = "; expected the same on every rank";
  EXPECT_EQ(DifferenceOf("a\nb\nc", "a\nx\ny"), begin + "'x' in place of 'b'" + end);
  EXPECT_EQ(DifferenceOf("a", "a\nb\n"), begin + "'b' in place of 'nothing'" + end);
  EXPECT_EQ(DifferenceOf("a\nb", "a"), begin + "'nothing' in place of 'b'" + end);
  EXPECT_EQ(DifferenceOf("a\n", "a\n"), "nothing was thrown");
}

TEST(RequireSame, TellsTextsApartWhoseLinesAreTheSame) {
  const std::string begin = "rank 1 has another text than rank 0: ";
  const std::string end = "; expected the same on every rank";
  EXPECT_EQ(DifferenceOf("a\n", "a"), begin + "'1 bytes' in place of '2 bytes'" + end);
  EXPECT_EQ(DifferenceOf("", "\n"), begin + "'' in place of 'nothing'" + end);
  EXPECT_EQ(DifferenceOf("", "nothing"), begin + "'7 bytes' in place of '0 bytes'" + end);
}

TEST(Communicator, ARankThatEndsWithoutAWordEndsThoseThatWait) {
  EXPECT_THROW(RunThreadRanks(3,
                              [](Communicator& communicator) {
                                if (communicator.rank() == 1) throw std::bad_alloc();
                                double value = 1;
                                communicator.Sum({&value, 1});
                              }),
               std::bad_alloc);
}

}  // namespace
}  // namespace mercer
