// Features that are computed on the fly are not kept. The same on 1,000,000 rows is slow
// (streaming_memory_slow_test.cc).

#include "tests/core/learners/streaming_memory.h"

namespace mercer {
namespace {

TEST(StreamingMemory, PegasosDoesNotGrowWithTheFeatures) {
  testing::ExpectNothingStored("pegasos", 200000);
}

TEST(StreamingMemory, SdcaDoesNotGrowWithTheFeatures) {
  testing::ExpectNothingStored("sdca", 200000);
}

}  // namespace
}  // namespace mercer
