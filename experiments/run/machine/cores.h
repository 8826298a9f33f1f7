#ifndef MERCER_EXPERIMENTS_RUN_MACHINE_CORES_H_
#define MERCER_EXPERIMENTS_RUN_MACHINE_CORES_H_

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <vector>

namespace mercer {

/// The cores that this process may run on, in increasing order.
std::vector<int> AllowedCores();

/// Restricts a thread to these cores, if the system allows it; threads that it starts later inherit
/// them.
void UseCores(pid_t thread, const std::vector<int>& cores);

/// Parses a list of cores: "0,2-5" → 0, 2, 3, 4, 5. Throws InvalidInput if the text is not such a
/// list, names a core twice, or names one that this process may not run on.
std::vector<int> ParseCores(const std::string& text);

/// The text of a list of cores, such as "2-5,7".
std::string CoresText(const std::vector<int>& cores);

/// Assigns `threads` cores to each job. The highest cores are used first, since the system's own
/// work tends to run on the lowest. Empty if there are not enough cores.
std::vector<std::vector<int>> AssignCores(const std::vector<int>& cores, std::size_t jobs,
                                          int threads);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_MACHINE_CORES_H_
