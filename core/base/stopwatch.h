#ifndef MERCER_CORE_BASE_STOPWATCH_H_
#define MERCER_CORE_BASE_STOPWATCH_H_

#include <chrono>
#include <ctime>

namespace mercer {

/// Measures wall time in seconds since its construction (monotonic clock).
class Stopwatch {
 public:
  double Seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

/// CPU time of the whole process, over all threads, in seconds.
inline double ProcessCpuSeconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace mercer

#endif  // MERCER_CORE_BASE_STOPWATCH_H_
