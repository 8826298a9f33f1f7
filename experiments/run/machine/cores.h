#ifndef MERCER_EXPERIMENTS_RUN_MACHINE_CORES_H_
#define MERCER_EXPERIMENTS_RUN_MACHINE_CORES_H_

#include <cstddef>
#include <string>
#include <vector>

namespace mercer {

/// The cores that this process may run on, in increasing order.
std::vector<int> AllowedCores();

/// "0,2-5" → 0, 2, 3, 4, 5. Throws InvalidInput where it is no such list, names a core twice, or
/// one that this process may not run on.
std::vector<int> ParseCores(const std::string& text);

/// "2-5,7"
std::string CoresText(const std::vector<int>& cores);

/// `threads` cores for each of the jobs, the last ones first, since the system's own work likes the
/// first; none where there are not enough.
std::vector<std::vector<int>> AssignCores(const std::vector<int>& cores, std::size_t jobs,
                                          int threads);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_MACHINE_CORES_H_
