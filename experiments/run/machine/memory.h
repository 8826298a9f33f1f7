#ifndef MERCER_EXPERIMENTS_RUN_MACHINE_MEMORY_H_
#define MERCER_EXPERIMENTS_RUN_MACHINE_MEMORY_H_

#include <optional>

namespace mercer {

/// Gives freed memory back to the system and starts the peak over, where the system can.
void ResetPeakMemory();

/// The most memory that was resident since ResetPeakMemory (or since the start, where that does not
/// work), in MiB; nothing where the system does not tell.
std::optional<double> PeakMemoryMib();

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_MACHINE_MEMORY_H_
