#include "core/distributed/thread_ranks.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/base/error.h"

namespace mercer {
namespace {

// Thrown in the ranks that waited for one that failed.
struct OtherRankFailed {};

// A queue of messages for each pair of ranks.
class MessageQueues {
 public:
  explicit MessageQueues(int size) : size_(size), queues_(static_cast<std::size_t>(size * size)) {}

  void Put(int from, int to, std::string message) {
    const std::lock_guard lock(mutex_);
    Queue(from, to).push_back(std::move(message));
    arrived_.notify_all();
  }

  std::string Take(int from, int to) {
    std::unique_lock lock(mutex_);
    auto& queue = Queue(from, to);
    arrived_.wait(lock, [&] { return !queue.empty() || given_up_; });
    if (queue.empty()) throw OtherRankFailed();
    std::string message = std::move(queue.front());
    queue.pop_front();
    return message;
  }

  void GiveUp() {
    const std::lock_guard lock(mutex_);
    given_up_ = true;
    arrived_.notify_all();
  }

 private:
  std::deque<std::string>& Queue(int from, int to) {
    return queues_[static_cast<std::size_t>(from * size_ + to)];
  }

  int size_;
  std::vector<std::deque<std::string>> queues_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  bool given_up_ = false;
};

class ThreadRank : public Communicator {
 public:
  ThreadRank(int rank, int size, MessageQueues& queues)
      : Communicator(rank, size), queues_(queues) {}

 private:
  void DoSend(int to, const void* data, std::size_t bytes) override {
    queues_.Put(rank(), to, std::string(static_cast<const char*>(data), bytes));
  }
  void DoReceive(int from, void* data, std::size_t bytes) override {
    const std::string message = queues_.Take(from, rank());
    MERCER_CHECK(message.size() == bytes);
    std::memcpy(data, message.data(), bytes);
  }
  void DoExchange(int peer, const void* out, void* in, std::size_t bytes) override {
    DoSend(peer, out, bytes);
    DoReceive(peer, in, bytes);
  }

  MessageQueues& queues_;
};

}  // namespace

void RunThreadRanks(int size, const std::function<void(Communicator&)>& body) {
  MERCER_CHECK(size >= 1);
  MessageQueues queues(size);
  std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(size));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < size; ++rank) {
    threads.emplace_back([&, rank] {
      ThreadRank communicator(rank, size, queues);
      try {
        body(communicator);
      } catch (const OtherRankFailed&) {
        return;
      } catch (...) {
        thrown[static_cast<std::size_t>(rank)] = std::current_exception();
        queues.GiveUp();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& exception : thrown)
    if (exception) std::rethrow_exception(exception);
}

}  // namespace mercer
