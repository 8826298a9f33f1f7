#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "experiments/run/machine/cores.h"
#include "experiments/run/process/fork_server.h"
#include "experiments/run/sweep/worker_executor.h"

// bad_worker MODE [--fork-server 3]: behaves as a worker process must not, so that tests see what
// becomes of it.

namespace {

[[noreturn]] void AllocateWithoutEnd() {
  std::vector<std::unique_ptr<char[]>> taken;
  constexpr std::size_t kBytes = 16 << 20;
  for (;;) {
    taken.push_back(std::make_unique<char[]>(kBytes));
    std::memset(taken.back().get(), 1, kBytes);
  }
}

[[noreturn]] void Sleep() {
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}

/// Its text, how often this process was asked, its parent, whether it leads its group, its cores.
void PrintFacts(const std::string& input) {
  static int asked = 0;
  std::cout << input << " " << ++asked << " " << getppid() << " "
            << (getpgrp() == getpid() ? "leads" : "follows") << " "
            << mercer::CoresText(mercer::AllowedCores()) << "\n";
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (argc > 2 && std::string(argv[2]) == "--fork-server")
    mercer::ServeForks(mercer::kControlDescriptor);
  char unused = 0;
  while (read(mercer::kControlDescriptor, &unused, 1) > 0) {
  }
  const std::string input{std::istreambuf_iterator<char>(std::cin), {}};
  if (mode == "facts") {
    PrintFacts(input);
    return 0;
  }
  if (mode == "sleep") {
    // A test that kills the trial waits for this phase: until then the process only gets ready.
    std::cout << mercer::PhaseLine("asleep") << std::flush;
    Sleep();
  }
  if (mode == "sleep_with_child") {
    if (fork() == 0) Sleep();
    Sleep();
  }
  if (mode == "allocate") AllocateWithoutEnd();
  if (mode == "segfault") {
    signal(SIGSEGV, SIG_DFL);  // a sanitizer has a handler of its own
    raise(SIGSEGV);
  }
  if (mode == "abort") {
    std::cerr << "first line\nlast line\n";
    std::abort();
  }
  if (mode == "garbage") {
    std::cout << std::string(100000, 'x');
    return 0;
  }
  if (mode == "silent") return 0;
  const std::string record = mercer::RunWorker(input, [&](const std::string& phase) {
    if (mode == "stop" && phase == "data") raise(SIGSTOP);
  });
  if (mode == "half") {
    std::cout << record.substr(0, record.size() / 2);
    return 0;
  }
  if (mode == "noisy") {
    for (int i = 0; i < 100000; ++i) std::cerr << "a line to the standard error\n";
  }
  std::cout << record;
  return mode == "whole_but_3" ? 3 : 0;
}
