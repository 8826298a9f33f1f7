#ifndef MERCER_CORE_BASE_PARALLEL_H_
#define MERCER_CORE_BASE_PARALLEL_H_

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// Calls body(begin, end) for consecutive pieces of [0, n) of at most `grain` items, on up to
/// `threads` threads (including the calling one). The pieces do not depend on `threads`, so a body
/// that writes only its own piece gives bit-identical results for any number of threads. The first
/// exception that a body throws is rethrown here. threads ≥ 1, grain ≥ 1.
void ParallelFor(Index n, Index grain, int threads, const std::function<void(Index, Index)>& body);

/// Threads that stay ready for pieces of work so short that starting threads for each of them
/// (ParallelFor) would take longer. A call costs about a microsecond if there is a free core for
/// each thread. A thread that has nothing to do for about ten microseconds sleeps until the next
/// call. No call waits for a thread that sleeps or that another program keeps off its core.
class ThreadTeam {
 public:
  static constexpr int kPieces = 32;

  /// threads ≥ 1, including the calling one.
  explicit ThreadTeam(int threads);
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;
  ~ThreadTeam();

  int threads() const { return threads_; }

  /// Calls body(piece) for 0 ≤ piece < pieces ≤ kPieces on the calling thread and the others that
  /// are awake, each beginning with pieces of its own. Returns when all are done. The first
  /// exception that a body throws is rethrown here. Must be called from one thread at a time.
  void Run(int pieces, const std::function<void(int)>& body);

 private:
  void Help(int thread);
  void Work(int thread, unsigned round);
  int Take(int first, unsigned round);

  const int threads_;
  const std::function<void(int)>* body_ = nullptr;
  std::atomic<int> pieces_{0};
  std::atomic<bool> ends_{false};
  std::atomic<unsigned> round_{0};       // calls so far
  std::atomic<std::uint64_t> taken_{0};  // the round, and a bit for each piece taken in it
  std::atomic<unsigned> left_{0};        // pieces that are not done
  std::exception_ptr failure_{};
  std::mutex failure_mutex_{};
  std::vector<std::jthread> helpers_{};
};

}  // namespace mercer

#endif  // MERCER_CORE_BASE_PARALLEL_H_
