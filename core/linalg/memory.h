#ifndef MERCER_CORE_LINALG_MEMORY_H_
#define MERCER_CORE_LINALG_MEMORY_H_

#include <string>

#include "core/base/types.h"

namespace mercer {

/// Bytes of main memory that the machine has.
double PhysicalMemoryBytes();

/// "12.5 GiB (13421772800 bytes)".
std::string FormatBytes(double bytes);

/// Throws InvalidInput, "<what> needs 12.5 GiB (13421772800 bytes) of memory and this machine has
/// …", where `bytes` is more than the machine has. Call it before taking them.
void CheckFitsInMemory(const std::string& what, double bytes);

/// Asks the system for large pages under memory that is not touched yet: advice, which may do
/// nothing.
void RequestLargePages(void* data, std::size_t bytes);

/// A rows × cols matrix of unset values. Where the system hands out large pages on request, a large
/// matrix asks for them: its first touch is then several times faster. Throws InvalidInput, naming
/// `what`, where it does not fit in memory.
Matrix NewMatrix(const std::string& what, Index rows, Index cols);

/// The same of floats.
FloatMatrix NewFloatMatrix(const std::string& what, Index rows, Index cols);

}  // namespace mercer

#endif  // MERCER_CORE_LINALG_MEMORY_H_
