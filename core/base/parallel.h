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
/// `threads` threads (the calling one among them). Pieces do not depend on `threads`, so a body
/// that writes only its own piece gives the same bits for any number of threads. The first
/// exception of a body is thrown again here. threads ≥ 1, grain ≥ 1.
void ParallelFor(Index n, Index grain, int threads, const std::function<void(Index, Index)>& body);

/// Threads that stay ready for work that comes again and again, each time for so short that
/// starting threads for it (ParallelFor) would take longer: a call costs about a microsecond where
/// a core is free for each. A thread that finds nothing to do for some ten microseconds sleeps
/// until the next call; nobody waits for one that sleeps or that another program keeps from its
/// core.
class ThreadTeam {
 public:
  static constexpr int kPieces = 32;

  /// threads ≥ 1, the calling one among them.
  explicit ThreadTeam(int threads);
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;
  ~ThreadTeam();

  int threads() const { return threads_; }

  /// Calls body(piece) for each piece < pieces ≤ kPieces, by the calling thread and the others that
  /// are awake, each beginning with pieces of its own, and comes back when all are done. The first
  /// exception of a body is thrown again here. From one thread at a time.
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
  std::atomic<std::uint64_t> taken_{0};  // the round, and a bit for each piece that is taken in it
  std::atomic<unsigned> left_{0};        // pieces that are not done
  std::exception_ptr failure_{};
  std::mutex failure_mutex_{};
  std::vector<std::jthread> helpers_{};
};

}  // namespace mercer

#endif  // MERCER_CORE_BASE_PARALLEL_H_
