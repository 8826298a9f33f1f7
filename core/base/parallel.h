#ifndef MERCER_CORE_BASE_PARALLEL_H_
#define MERCER_CORE_BASE_PARALLEL_H_

#include <functional>

#include "core/base/types.h"

namespace mercer {

/// Calls body(begin, end) for consecutive pieces of [0, n) of at most `grain` items, on up to
/// `threads` threads (the calling one among them). Pieces do not depend on `threads`, so a body
/// that writes only its own piece gives the same bits for any number of threads. The first
/// exception of a body is thrown again here. threads ≥ 1, grain ≥ 1.
void ParallelFor(Index n, Index grain, int threads, const std::function<void(Index, Index)>& body);

}  // namespace mercer

#endif  // MERCER_CORE_BASE_PARALLEL_H_
