#ifndef MERCER_EXPERIMENTS_RUN_MACHINE_MEASURE_PASSPORT_H_
#define MERCER_EXPERIMENTS_RUN_MACHINE_MEASURE_PASSPORT_H_

#include <filesystem>
#include <functional>
#include <string>

#include "experiments/store/passport.h"

namespace mercer {

/// Measures this machine for about `seconds` (> 0) on one thread. Each rate is measured in at least
/// three short runs, however long they take. Uses 200 MiB. Call UseOneBlasThread first.
Passport MeasurePassport(double seconds = 3);

/// The key that identifies what rates were measured for: processor, cores, BLAS with its threads,
/// and this build.
std::string PassportKey();

/// The folder for measured passports: $XDG_CACHE_HOME/mercer, otherwise ~/.cache/mercer; "" if
/// neither XDG_CACHE_HOME nor HOME is set.
std::filesystem::path PassportFolder();

/// The passport stored in `folder` under the key, if it is younger than `most_seconds`. Otherwise
/// the result of measure(), which is then stored there unless the machine was busy. Nothing is
/// stored if the folder is "" or cannot be written.
Passport KeptPassport(const std::filesystem::path& folder, const std::string& key,
                      double most_seconds, const std::function<Passport()>& measure);

/// The passport of this machine: the stored one if there is one, otherwise measured (about 3 s) and
/// stored. With `again` it is measured in any case.
Passport MachinePassport(bool again = false);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_MACHINE_MEASURE_PASSPORT_H_
