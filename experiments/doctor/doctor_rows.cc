#include "experiments/doctor/doctor_rows.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/data/generators.h"

namespace mercer {
namespace {

constexpr Index kLeastTrainRows = 1000;
// 2 GiB of them.
constexpr Index kMostTrainRows = (Index{1} << 28) / 10;

Examples MadeRows(Index count, std::uint64_t seed) {
  return Generate("unit_ball", {{"n", count}, {"d", 10}}, seed).x;
}

Examples SampleOf(const Examples& all, Index max_rows, std::uint64_t seed) {
  RandomStream stream(seed, StreamPurpose::kGramRows, 0);
  std::vector<Index> numbers = RandomPermutation(stream, all.rows());
  if (all.rows() > max_rows) numbers.resize(static_cast<std::size_t>(max_rows));
  return all.Select(numbers);
}

}  // namespace

DoctorRows::DoctorRows(const RowChoice& choice, Index num_random_features, std::uint64_t seed)
    : given_(choice.given) {
  if (given_ != nullptr) {
    examined_ = SampleOf(*given_, choice.max_rows, seed);
    return;
  }
  if (num_random_features > kMostTrainRows / 2) {
    throw InvalidInput("doctor: D is " + std::to_string(num_random_features) +
                       " and the map is drawn from made training rows, two for each feature; "
                       "expected D at most " +
                       std::to_string(kMostTrainRows / 2) + ", or rows of your own");
  }
  examined_ = MadeRows(choice.made_rows, seed);
  made_ = MadeRows(std::max(kLeastTrainRows, 2 * num_random_features), seed + 1);
}

}  // namespace mercer
