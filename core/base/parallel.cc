#include "core/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "core/base/error.h"

namespace mercer {

void ParallelFor(Index n, Index grain, int threads, const std::function<void(Index, Index)>& body) {
  MERCER_CHECK(grain >= 1 && threads >= 1);
  const Index pieces = (n + grain - 1) / grain;
  std::atomic<Index> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work = [&] {
    for (Index piece = next++; piece < pieces; piece = next++) {
      try {
        body(piece * grain, std::min(n, (piece + 1) * grain));
      } catch (...) {
        const std::lock_guard<std::mutex> lock(failure_mutex);
        if (!failure) failure = std::current_exception();
        next = pieces;
      }
    }
  };
  {
    std::vector<std::jthread> helpers;
    const Index helper_count = std::min<Index>(threads, pieces) - 1;
    for (Index i = 0; i < helper_count; ++i) helpers.emplace_back(work);
    work();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace mercer
