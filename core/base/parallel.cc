#include "core/base/parallel.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/base/error.h"

namespace mercer {
namespace {

// Looks at a value before its thread sleeps: 10 to 30 microseconds.
constexpr int kLooks = 500;

void Pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb");
#endif
}

// Waits until the value is no longer `old`.
void WaitWhile(const std::atomic<unsigned>& value, unsigned old) {
  for (int look = 0; look < kLooks; ++look) {
    if (value.load(std::memory_order_acquire) != old) return;
    Pause();
  }
  value.wait(old, std::memory_order_acquire);
}

}  // namespace

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

ThreadTeam::ThreadTeam(int threads) : threads_(threads) {
  MERCER_CHECK(threads >= 1);
  for (int k = 1; k < threads; ++k) helpers_.emplace_back([this, k] { Help(k); });
}

ThreadTeam::~ThreadTeam() {
  ends_.store(true, std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
}

void ThreadTeam::Help(int thread) {
  for (unsigned round = 0;;) {
    WaitWhile(round_, round);
    round = round_.load(std::memory_order_acquire);
    if (ends_.load(std::memory_order_relaxed)) return;
    Work(thread, round);
  }
}

// A piece, the first free one from `first` on, or −1: none is left, or the round is over.
int ThreadTeam::Take(int first, unsigned round) {
  std::uint64_t taken = taken_.load(std::memory_order_acquire);
  while (taken >> kPieces == round) {
    const auto free = ~static_cast<std::uint32_t>(taken);
    if (free == 0) return -1;
    const std::uint32_t later = free >> first << first;
    const int piece = std::countr_zero(later != 0 ? later : free);
    if (taken_.compare_exchange_weak(taken, taken | std::uint64_t{1} << piece,
                                     std::memory_order_acq_rel, std::memory_order_acquire))
      return piece;
  }
  return -1;
}

// The round cannot end while a thread has a piece, so body_ stays valid.
void ThreadTeam::Work(int thread, unsigned round) {
  const int first = thread * pieces_.load(std::memory_order_relaxed) / threads_;
  for (int piece = Take(first, round); piece >= 0; piece = Take(piece, round)) {
    try {
      (*body_)(piece);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(failure_mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
    if (left_.fetch_sub(1, std::memory_order_acq_rel) == 1) left_.notify_one();
  }
}

void ThreadTeam::Run(int pieces, const std::function<void(int)>& body) {
  MERCER_CHECK(pieces >= 1 && pieces <= kPieces);
  if (helpers_.empty()) {
    for (int piece = 0; piece < pieces; ++piece) body(piece);
    return;
  }
  body_ = &body;
  pieces_.store(pieces, std::memory_order_relaxed);
  left_.store(static_cast<unsigned>(pieces), std::memory_order_relaxed);
  const unsigned round = round_.load(std::memory_order_relaxed) + 1;
  const std::uint64_t none_beyond = (std::uint64_t{1} << kPieces) - (std::uint64_t{1} << pieces);
  taken_.store(std::uint64_t{round} << kPieces | none_beyond, std::memory_order_release);
  round_.store(round, std::memory_order_release);
  round_.notify_all();
  Work(0, round);
  while (const unsigned left = left_.load(std::memory_order_acquire)) WaitWhile(left_, left);
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

}  // namespace mercer
