#ifndef MERCER_EXPERIMENTS_RUN_PLAN_PROGRAM_VERSIONS_H_
#define MERCER_EXPERIMENTS_RUN_PLAN_PROGRAM_VERSIONS_H_

#include <map>
#include <string>

#include "experiments/config/trial/trial.h"
#include "experiments/store/record.h"

namespace mercer {

/// The versions that external programs reported in the newest run of each. A version is known only
/// once the program has run, so no identity holds it.
class ProgramVersions {
 public:
  /// Takes note of a record that was there before.
  void Note(const Trial& trial, const ResultRecord& record);

  /// Takes note of a record that was made now. Returns whether its program had another version
  /// before.
  bool NoteNew(const Trial& trial, const ResultRecord& record);

  /// Whether a newer run of the record's program reported another version.
  bool IsOlder(const Trial& trial, const ResultRecord& record) const;

 private:
  struct Newest {
    std::string run_id{}, version{};
  };
  std::map<std::string, Newest> newest_{};  // by the map and the learner that are programs
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_PROGRAM_VERSIONS_H_
