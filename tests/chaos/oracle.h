#ifndef MERCER_TESTS_CHAOS_ORACLE_H_
#define MERCER_TESTS_CHAOS_ORACLE_H_

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/chaos/bench.h"

namespace mercer::chaos {

/// What may not be, whatever was done to the files: an end by a signal, a command that does not
/// end, the words of a library's exception. "" where the end is none of these.
std::string CrashOf(const Ended& ended, const std::string& command);

/// What the commands that read say of a results folder, times left out.
struct Numbers {
  std::vector<std::string> cells;  // lines of `mercer report --format csv`
  std::string verdicts;            // of `mercer check`
};

/// The records of a folder that are ok, by trial.
std::map<std::string, std::string> OkRecords(const std::filesystem::path& out);

/// Holds what a disturbed folder says against the folder of an undisturbed run: either the same
/// numbers or a told problem.
class Oracle {
 public:
  /// A results folder of the program that nothing has disturbed. `bench` is where its commands run.
  Oracle(const Bench& bench, std::filesystem::path undisturbed);

  const std::filesystem::path& undisturbed() const { return undisturbed_; }

  /// What is wrong with what report and check say of a folder now; "" for nothing.
  std::string JudgeReading(const Bench& bench, const std::filesystem::path& folder) const;

  /// Goes on as a reader of the messages would, until a run ends well, and says what is wrong with
  /// the records then; "" for nothing. `told`: what was done.
  std::string JudgeEnd(const Bench& bench, std::vector<std::string>& told) const;

 private:
  bool Tells(const Ended& ended) const;

  std::filesystem::path undisturbed_;
  std::set<std::string> usual_{};  // what it tells undisturbed too
  Numbers numbers_;
  std::vector<std::string> rows_;  // of trials.csv
};

}  // namespace mercer::chaos

#endif  // MERCER_TESTS_CHAOS_ORACLE_H_
