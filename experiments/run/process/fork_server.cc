#include "experiments/run/process/fork_server.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "core/base/error.h"

namespace mercer {
namespace {

// A server that is stopped or hangs is given up after so many seconds; it answers in under 30 ms.
constexpr time_t kPatienceSeconds = 10;

constexpr std::size_t kNumEnds = 4;

/// One message with all descriptors of a process that is to be forked, or room for it.
struct Request {
  Request() {
    std::memset(&message, 0, sizeof message);
    message.msg_iov = &content;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
  }
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;

  void Put(const ProgramEnds& ends) {
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * kNumEnds);
    const std::array<int, kNumEnds> all = {ends.input, ends.output, ends.errors, ends.control};
    std::memcpy(CMSG_DATA(header), all.data(), sizeof all);
  }

  bool Take(ProgramEnds& ends) {
    const cmsghdr* header = CMSG_FIRSTHDR(&message);
    if (header == nullptr || header->cmsg_len != CMSG_LEN(sizeof(int) * kNumEnds)) return false;
    std::array<int, kNumEnds> all;
    std::memcpy(all.data(), CMSG_DATA(header), sizeof all);
    ends = {all[0], all[1], all[2], all[3]};
    return true;
  }

  char byte = 0;
  iovec content{&byte, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * kNumEnds)> control{};
  msghdr message;
};

void Send(int socket, int number) {
  [[maybe_unused]] const ssize_t sent = send(socket, &number, sizeof number, MSG_NOSIGNAL);
}

/// In a fork whose parent ends now: the runner, as the next subreaper, becomes its parent, which
/// can wait for it and whose death ends it.
void BecomeChildOf(pid_t runner, pid_t parent) {
  while (getppid() == parent) sched_yield();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != runner) _exit(127);  // it died before the line above
  setpgid(0, 0);
}

void TakeEnds(const ProgramEnds& ends) {
  const std::array<int, kNumEnds> all = {ends.input, ends.output, ends.errors, ends.control};
  for (std::size_t i = 0; i < kNumEnds; ++i) {
    if (dup2(all[i], static_cast<int>(i)) < 0) _exit(127);
    close(all[i]);
  }
}

void CloseAll(const ProgramEnds& ends) {
  for (const int end : {ends.input, ends.output, ends.errors, ends.control}) close(end);
}

}  // namespace

ForkServer::ForkServer(const std::vector<std::string>& command, const WorkerLimits& limits)
    : group_(MakeGroup(limits)) {
  // The forks' parent ends at once; they become children of the nearest subreaper above it.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0)
    FailToStart("socketpair");
  socket_ = sockets[0];
  const timeval patience{kPatienceSeconds, 0};
  setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  try {
    // What the linker would look up in each fork is looked up once.
    pid_ = StartProgram(command, limits, *group_, {nothing, nothing, nothing, sockets[1]},
                        {"LD_BIND_NOW=1"});
  } catch (...) {
    for (const int end : {sockets[0], sockets[1], nothing}) close(end);
    throw;
  }
  close(sockets[1]);
  close(nothing);
}

ForkServer::~ForkServer() {
  close(socket_);
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

pid_t ForkServer::Fork(const ProgramEnds& ends) {
  Request request;
  request.Put(ends);
  if (sendmsg(socket_, &request.message, MSG_NOSIGNAL) < 0) FailToStart("the fork server is gone");
  int answer = 0;
  ssize_t got = -1;
  do {
    got = recv(socket_, &answer, sizeof answer, 0);
  } while (got < 0 && errno == EINTR);
  if (got == 0) errno = ECHILD;
  if (got != sizeof answer) FailToStart("the fork server does not answer");
  if (answer < 0) {
    errno = -answer;
    FailToStart("fork");
  }
  return answer;
}

void ServeForks(int socket) {
  const pid_t runner = getppid();
  for (;;) {
    Request request;
    const ssize_t got = recvmsg(socket, &request.message, MSG_CMSG_CLOEXEC);
    if (got < 0 && errno == EINTR) continue;
    ProgramEnds ends;
    if (got <= 0 || !request.Take(ends)) _exit(0);
    // A vfork shares this process's memory and holds it up, so that its copy is made once: for the
    // worker, which alone goes on from here.
    const pid_t between = vfork();
    if (between == 0) {
      const pid_t parent = getpid();
      const pid_t worker = fork();
      if (worker != 0) {
        if (worker < 0) Send(socket, -errno);
        _exit(0);
      }
      BecomeChildOf(runner, parent);
      Send(socket, getpid());
      TakeEnds(ends);  // closes the socket, which is one of those replaced
      return;
    }
    if (between < 0) Send(socket, -errno);
    CloseAll(ends);
    while (between > 0 && waitpid(between, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
}

}  // namespace mercer
