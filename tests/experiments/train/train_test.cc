// Training over ranks that are threads: what must be the same on all of them.

#include "experiments/train/train.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/distributed/thread_ranks.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "experiments/config/read/read_named.h"

namespace mercer {
namespace {

TrainRequest Request() {
  TrainRequest request;
  request.code = "version of the program 1.0\nbuild a\n";
  request.kernel = ReadNamedText(KernelRegistry(), "--kernel", "gaussian,sigma=1.5");
  request.map = ReadNamedText(MapRegistry(), "--map", "random_fourier");
  request.learner = ReadNamedText(DistributedLearnerRegistry(), "--learner", "newton");
  request.num_random_features = 8;
  request.generated = GeneratedOptions{.rows = 60, .columns = 3};
  return request;
}

/// What three ranks throw where the last has something else; "" where they train.
std::string FaultWith(const TrainRequest& other) {
  try {
    RunThreadRanks(3, [&](Communicator& communicator) {
      const TrainOutcome outcome =
          Train(communicator.rank() == 2 ? other : Request(), communicator);
      EXPECT_EQ(outcome.summary.rows, 60);
    });
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(Train, RanksMustHaveTheSameProgramAndTheSameRequest) {
  EXPECT_EQ(FaultWith(Request()), "");
  TrainRequest other = Request();
  other.code = "version of the program 1.1\nbuild a\n";
  EXPECT_EQ(FaultWith(other),
            "rank 2 has another request than rank 0: 'version of the program 1.1' in place of "
            "'version of the program 1.0'; expected the same on every rank");
  other = Request();
  other.generated->rows = 61;
  EXPECT_NE(FaultWith(other).find("'generate rows=61,columns=3"), std::string::npos);
}

}  // namespace
}  // namespace mercer
