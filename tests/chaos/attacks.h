#ifndef MERCER_TESTS_CHAOS_ATTACKS_H_
#define MERCER_TESTS_CHAOS_ATTACKS_H_

#include <filesystem>
#include <string>
#include <vector>

#include "tests/chaos/bench.h"
#include "tests/chaos/damage.h"
#include "tests/chaos/oracle.h"

namespace mercer::chaos {

/// What one round does.
struct Round {
  const Bench& bench;
  const std::filesystem::path& whole;  // a finished folder of the same config, to copy
  Random& random;
  std::vector<std::string> told{};  // what was done, in order
  std::string fault{};              // what was found wrong in doing it
  bool keeps_records = true;        // nothing was done to files: what is finished stays as it is
  bool may_mount = false;           // file systems
};

struct Attack {
  std::string name;
  void (*apply)(Round& round);
};

/// All there are on the results folder of a run; a round's seed chooses one.
const std::vector<Attack>& Attacks();

/// Damages a folder of many trials.
void DamageLarge(Round& round);

/// Copies a folder with the times of its files.
void CopyFolder(const std::filesystem::path& from, const std::filesystem::path& to);

/// Damages one to four files of a folder that nothing is at; false where it has none.
bool DamageFolder(const std::filesystem::path& folder, Random& random,
                  std::vector<std::string>& told);

}  // namespace mercer::chaos

#endif  // MERCER_TESTS_CHAOS_ATTACKS_H_
