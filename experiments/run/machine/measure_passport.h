#ifndef MERCER_EXPERIMENTS_RUN_MACHINE_MEASURE_PASSPORT_H_
#define MERCER_EXPERIMENTS_RUN_MACHINE_MEASURE_PASSPORT_H_

#include <filesystem>
#include <functional>
#include <string>

#include "experiments/store/passport.h"

namespace mercer {

/// Measures this machine in about `seconds` (> 0; each rate at least three short runs, whatever
/// that takes) on one thread. Takes 200 MiB. Call UseOneBlasThread before.
Passport MeasurePassport(double seconds = 3);

/// What rates belong to: processor, cores, BLAS with its threads, and this build.
std::string PassportKey();

/// $XDG_CACHE_HOME/mercer, else ~/.cache/mercer; "" where neither variable is set.
std::filesystem::path PassportFolder();

/// The passport that `folder` keeps under the key, where it is younger than `most_seconds`, and
/// else measure(), which is then kept there unless the machine was not quiet. A folder that is ""
/// or cannot be written keeps nothing.
Passport KeptPassport(const std::filesystem::path& folder, const std::string& key,
                      double most_seconds, const std::function<Passport()>& measure);

/// Of this machine: what is kept, else measured and kept; measured whatever is kept where `again`.
/// About 3 s where it is measured.
Passport MachinePassport(bool again = false);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_MACHINE_MEASURE_PASSPORT_H_
