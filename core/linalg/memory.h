#ifndef MERCER_CORE_LINALG_MEMORY_H_
#define MERCER_CORE_LINALG_MEMORY_H_

#include <string>

#include "core/base/types.h"

namespace mercer {

/// The size of the machine's main memory in bytes.
double PhysicalMemoryBytes();

/// Formats a size as "12.5 GiB (13421772800 bytes)".
std::string FormatBytes(double bytes);

/// Throws InvalidInput, "<what> needs 12.5 GiB (13421772800 bytes) of memory and this machine has
/// …", if `bytes` is more than the machine has. Call it before allocating them.
void CheckFitsInMemory(const std::string& what, double bytes);

/// Asks the system to use large pages for memory that has not been touched yet. This is advice and
/// may have no effect.
void RequestLargePages(void* data, std::size_t bytes);

/// An uninitialised rows × cols matrix. A large matrix requests large pages; if the system provides
/// them on request, its first touch is several times faster. Throws InvalidInput, naming `what`, if
/// it does not fit in memory.
Matrix NewMatrix(const std::string& what, Index rows, Index cols);

/// The same for floats.
FloatMatrix NewFloatMatrix(const std::string& what, Index rows, Index cols);

}  // namespace mercer

#endif  // MERCER_CORE_LINALG_MEMORY_H_
