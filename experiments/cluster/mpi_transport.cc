#include "experiments/cluster/mpi_transport.h"

#ifdef MERCER_WITH_MPI
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <set>
#include <thread>
#include <vector>
#endif

#include "core/base/error.h"

namespace mercer {

#ifdef MERCER_WITH_MPI

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kBetweenBeats{1};
// Longer than between two looks of a process that was not stopped: it looks at every beat.
constexpr std::chrono::seconds kLongestPause{3};
// Apart from the values of MessageKind.
constexpr int kBeat = 1000;

struct Sent {
  int to = 0;
  int tag = 0;
  std::string text;
  MPI_Request request = MPI_REQUEST_NULL;
};

struct Arriving {
  int from = 0;
  int tag = 0;
  std::string text;
  MPI_Request request = MPI_REQUEST_NULL;
};

bool IsDone(MPI_Request& request) {
  int done = 0;
  // A rank that is gone makes an error of it: nothing more comes of this one.
  if (MPI_Test(&request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) return true;
  return done != 0;
}

}  // namespace

/// One thread at a time is in here.
class MpiTransport::State {
 public:
  explicit State(const MpiSession& session)
      : rank_(session.rank()), heard_(static_cast<std::size_t>(session.size()), Clock::now()) {
    // A communicator of its own: nobody else's messages are taken for ours.
    MPI_Comm_dup(MPI_COMM_WORLD, &comm_);
    MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
    beats_ = std::thread([this] { Beat(); });
  }
  ~State() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    wake_.notify_all();
    beats_.join();
    for (const auto end = Clock::now() + kBetweenBeats; Clock::now() < end;) {
      ForgetSent();
      if (sent_.empty()) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    // What did not arrive belongs to MPI for good: its rank is gone.
    for (Sent& rest : sent_) MPI_Request_free(&rest.request);
    if (!sent_.empty()) new std::list<Sent>(std::move(sent_));
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  int rank() const { return rank_; }
  int size() const { return static_cast<int>(heard_.size()); }

  void Send(int to, int tag, std::string text) {
    const std::lock_guard lock(mutex_);
    StartSend(to, tag, std::move(text));
  }

  std::optional<Message> Receive() {
    const std::lock_guard lock(mutex_);
    ForgetSent();
    Look();
    std::set<int> waited_for;  // what a rank sent later does not overtake
    for (auto it = arriving_.begin(); it != arriving_.end(); ++it) {
      if (waited_for.contains(it->from) || !IsDone(it->request)) {
        waited_for.insert(it->from);
        continue;
      }
      heard_[static_cast<std::size_t>(it->from)] = Clock::now();
      Message message{it->from, static_cast<MessageKind>(it->tag), std::move(it->text)};
      arriving_.erase(it);
      return message;
    }
    return std::nullopt;
  }

  double SecondsSilent(int rank) {
    const std::lock_guard lock(mutex_);
    Look();
    return std::chrono::duration<double>(Clock::now() - heard_[static_cast<std::size_t>(rank)])
        .count();
  }

 private:
  void StartSend(int to, int tag, std::string text) {
    Sent& sent = sent_.emplace_back();
    sent.to = to;
    sent.tag = tag;
    sent.text = std::move(text);
    const auto bytes = static_cast<int>(sent.text.size());
    if (MPI_Isend(sent.text.data(), bytes, MPI_BYTE, to, tag, comm_, &sent.request) != MPI_SUCCESS)
      sent_.pop_back();
  }

  void ForgetSent() {
    std::erase_if(sent_, [](Sent& sent) { return IsDone(sent.request); });
  }

  /// A rank that is gone never takes its last beat: it gets no more of them.
  bool BeatIsPending(int to) const {
    return std::any_of(sent_.begin(), sent_.end(),
                       [to](const Sent& sent) { return sent.to == to && sent.tag == kBeat; });
  }

  /// Takes note of whatever has begun to arrive.
  void Look() {
    // If this process was stopped, it received nothing meanwhile, so silence does not count.
    const Clock::time_point now = Clock::now();
    if (now - looked_ > kLongestPause) std::fill(heard_.begin(), heard_.end(), now);
    looked_ = now;
    for (;;) {
      int there = 0;
      MPI_Message message = MPI_MESSAGE_NULL;
      MPI_Status status;
      if (MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm_, &there, &message, &status) !=
              MPI_SUCCESS ||
          there == 0) {
        return;
      }
      heard_[static_cast<std::size_t>(status.MPI_SOURCE)] = Clock::now();
      int bytes = 0;
      MPI_Get_count(&status, MPI_BYTE, &bytes);
      if (status.MPI_TAG == kBeat) {
        MPI_Mrecv(nullptr, 0, MPI_BYTE, &message, MPI_STATUS_IGNORE);
        continue;
      }
      Arriving& one = arriving_.emplace_back();
      one.from = status.MPI_SOURCE;
      one.tag = status.MPI_TAG;
      one.text.resize(static_cast<std::size_t>(bytes));
      MPI_Imrecv(one.text.data(), bytes, MPI_BYTE, &message, &one.request);
    }
  }

  void Beat() {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, kBetweenBeats, [this] { return ends_; })) {
      ForgetSent();
      Look();
      const int others = rank_ == 0 ? size() : 1;
      for (int to = rank_ == 0 ? 1 : 0; to < others; ++to)
        if (!BeatIsPending(to)) StartSend(to, kBeat, "");
    }
  }

  const int rank_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool ends_ = false;
  std::vector<Clock::time_point> heard_;
  Clock::time_point looked_ = Clock::now();
  std::list<Sent> sent_;
  std::list<Arriving> arriving_;
  std::thread beats_;
};

MpiTransport::MpiTransport(const MpiSession& session) : state_(std::make_unique<State>(session)) {}
MpiTransport::~MpiTransport() = default;

int MpiTransport::rank() const { return state_->rank(); }
int MpiTransport::size() const { return state_->size(); }

void MpiTransport::Send(int to, MessageKind kind, std::string text) {
  state_->Send(to, static_cast<int>(kind), std::move(text));
}

std::optional<Message> MpiTransport::Receive() { return state_->Receive(); }
double MpiTransport::SecondsSilent(int rank) { return state_->SecondsSilent(rank); }

#else

class MpiTransport::State {};

MpiTransport::MpiTransport(const MpiSession&) {
  throw InvalidInput("this build of mercer has no MPI");
}
MpiTransport::~MpiTransport() = default;

int MpiTransport::rank() const { return 0; }
int MpiTransport::size() const { return 1; }
void MpiTransport::Send(int, MessageKind, std::string) {}
std::optional<Message> MpiTransport::Receive() { return std::nullopt; }
double MpiTransport::SecondsSilent(int) { return 0; }

#endif

}  // namespace mercer
