#ifndef MERCER_CORE_BASE_RANDOM_H_
#define MERCER_CORE_BASE_RANDOM_H_

#include <array>
#include <cstdint>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// The purpose of a random stream. The numbers are part of every result: never change or reuse one.
enum class StreamPurpose : std::uint32_t {
  kLabelHalves = 1,
  kSplit = 2,
  kMap = 3,  // the parameters of feature i of a map: its order, its vectors
  kLearner = 4,
  kBandwidth = 5,  // the rows sampled for mean_distance
  kGenerator = 6,  // generated data sets
  kTuning = 7,
  kGramRows = 8,     // the rows sampled for a Gram error
  kSeed = 9,         // seeds derived from an experiment's seed
  kSequence = 10,    // shifts, scramblings and random points of point sets
  kGramPairs = 11,   // the pairs of rows for a Gram error
  kRowSteps = 12,    // the rows that row step i keeps
  kGramTheory = 13,  // the pairs of rows for the expectation of a Gram error
  kTest = 1000,
};

/// A counter-based random number stream (Philox 4x32-10, Salmon et al. 2011). It is a function of
/// (seed, purpose, index), so that feature i of a map is the same for any D, number of threads or
/// machine. Each stream has 2^34 words. The samplers are our own because std::*_distribution
/// differs between standard libraries.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, StreamPurpose purpose, std::uint64_t index);

  std::uint32_t Bits32();
  std::uint64_t Bits64();

  /// Uniform on [0, 1) with 53 random bits.
  double Uniform();

  /// Uniform on {0, …, bound − 1} without bias; bound ≥ 1.
  std::uint64_t Below(std::uint64_t bound);

  /// Standard normal, by the Box-Muller transform of two uniforms (both values are used).
  double Gaussian();

 private:
  void Refill();

  std::array<std::uint32_t, 4> counter_{};
  std::array<std::uint32_t, 2> key_{};
  std::array<std::uint32_t, 4> block_{};
  int used_ = 4;
  bool has_spare_ = false;
  double spare_ = 0;
};

/// A seed derived from a seed and the given numbers (repetition, data set, …).
std::uint64_t DeriveSeed(std::uint64_t seed, std::initializer_list<std::uint64_t> numbers);

/// 0 … n−1 in random order (Fisher-Yates). O(n).
std::vector<Index> RandomPermutation(RandomStream& stream, Index n);

}  // namespace mercer

#endif  // MERCER_CORE_BASE_RANDOM_H_
