#ifndef MERCER_TESTS_CHAOS_BENCH_H_
#define MERCER_TESTS_CHAOS_BENCH_H_

#include <filesystem>
#include <string>
#include <vector>

#include "tests/chaos/process.h"

namespace mercer::chaos {

/// A folder with a config whose trials, four for each repetition, take some milliseconds each, the
/// paper's numbers, and a place for results.
class Bench {
 public:
  /// `mercer`: the program.
  Bench(std::filesystem::path mercer, std::filesystem::path folder, int repetitions = 2);

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path out() const { return folder_ / "out"; }

  /// The words of `mercer run` on it.
  std::vector<std::string> RunWords(const std::vector<std::string>& options = {}) const;

  /// So that records of the config as it was before lie in the folder: from now on, or no more.
  void SetOtherLabels(bool other) const;

  Ended Run(const std::vector<std::string>& options = {}, FileLimit limit = {}) const;

  /// Any command of the program.
  Ended Mercer(const std::vector<std::string>& words) const;

 private:
  std::filesystem::path mercer_, folder_;
  int repetitions_;
};

}  // namespace mercer::chaos

#endif  // MERCER_TESTS_CHAOS_BENCH_H_
