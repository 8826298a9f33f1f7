#include "tools/interrupt.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <exception>
#include <future>
#include <thread>
#include <utility>

#include "core/base/error.h"

namespace mercer {
namespace {

std::atomic<int> signal_pipe{-1};
std::atomic<int> signals_seen{0};

// A handler and no blocked mask: libraries start threads before main, which would not have the
// mask.
void OnSignal(int number) {
  const int saved = errno;
  if (signals_seen.fetch_add(1) > 0) _exit(128 + number);
  const auto byte = static_cast<unsigned char>(number);
  if (write(signal_pipe, &byte, 1) != 1) _exit(128 + number);
  errno = saved;
}

void Watch(int pipe, const std::function<void()>& stop) {
  unsigned char byte = 0;
  while (read(pipe, &byte, 1) != 1) {
  }
  std::promise<void> done;
  std::future<void> finished = done.get_future();
  std::thread([&] {
    try {
      stop();
    } catch (const std::exception&) {
      // The records are there; what could not be made from them now is made by the next run.
    }
    done.set_value();
  }).detach();
  finished.wait_for(std::chrono::milliseconds(1500));
  // No destructors: the thread that computes is still at it.
  _exit(128 + byte);
}

}  // namespace

void StopOnSignals(std::function<void()> stop) {
  int ends[2] = {-1, -1};
  MERCER_CHECK(pipe2(ends, O_CLOEXEC) == 0);
  signal_pipe = ends[1];
  std::thread(Watch, ends[0], std::move(stop)).detach();
  struct sigaction action = {};
  action.sa_handler = OnSignal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  for (const int number : {SIGINT, SIGTERM}) sigaction(number, &action, nullptr);
}

}  // namespace mercer
