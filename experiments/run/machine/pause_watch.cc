#include "experiments/run/machine/pause_watch.h"

#include <signal.h>

#include <csignal>
#include <ctime>

namespace mercer {
namespace {

volatile std::sig_atomic_t continued = 0;

/// Seconds that the machine was suspended: CLOCK_BOOTTIME runs meanwhile, CLOCK_MONOTONIC does not.
double SecondsAsleep() {
  const auto seconds = [](clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double awake = seconds(CLOCK_MONOTONIC);
  return seconds(CLOCK_BOOTTIME) - awake;
}

}  // namespace

PauseWatch::PauseWatch() : continued_before_(continued), asleep_before_(SecondsAsleep()) {
  struct sigaction action = {};
  action.sa_handler = [](int) { continued = continued + 1; };
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGCONT, &action, nullptr);
}

bool PauseWatch::WasStopped() const {
  constexpr double kGrain = 0.01;
  return continued != continued_before_ || SecondsAsleep() > asleep_before_ + kGrain;
}

}  // namespace mercer
