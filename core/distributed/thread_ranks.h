#ifndef MERCER_CORE_DISTRIBUTED_THREAD_RANKS_H_
#define MERCER_CORE_DISTRIBUTED_THREAD_RANKS_H_

#include <functional>

#include "core/distributed/communicator.h"

namespace mercer {

/// Runs body on `size` ranks that are threads of this process, and returns when all have ended.
/// Messages are copied in memory; sums and bytes sent are those of the same number of processes. If
/// a body throws, the ranks that wait for it end too, and the exception of the first rank that
/// threw one of its own is rethrown.
void RunThreadRanks(int size, const std::function<void(Communicator&)>& body);

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_THREAD_RANKS_H_
