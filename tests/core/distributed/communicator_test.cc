// Ranks as threads: what they sum, gather, and say of a rank that fails.

#include "core/distributed/communicator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
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
