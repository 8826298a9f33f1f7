// Features that are computed on the fly are not kept: a million rows, 33 GB of features.

#include "tests/core/learners/streaming_memory.h"

namespace mercer {
namespace {

TEST(StreamingMemory, PegasosDoesNotGrowWithTheFeatures) {
  testing::ExpectNothingStored("pegasos", 1000000);
}

TEST(StreamingMemory, SdcaDoesNotGrowWithTheFeatures) {
  testing::ExpectNothingStored("sdca", 1000000);
}

}  // namespace
}  // namespace mercer
