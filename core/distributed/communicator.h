#ifndef MERCER_CORE_DISTRIBUTED_COMMUNICATOR_H_
#define MERCER_CORE_DISTRIBUTED_COMMUNICATOR_H_

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// What the ranks of one computation say to each other. Every rank calls the same functions in the
/// same order; only the thread that made it may. All is built on messages between two ranks, which
/// the derived classes pass on.
class Communicator {
 public:
  virtual ~Communicator() = default;

  int rank() const { return rank_; }  // 0 ≤ rank < size
  int size() const { return size_; }

  /// Each value becomes the sum of those of all ranks, the same bits on every rank: by recursive
  /// doubling, in an order that is a function of the number of ranks only (another number rounds
  /// differently). A rank sends the values ⌈log2 size⌉ times at most, with a size that is no power
  /// of two the first ranks once more.
  void Sum(std::span<double> values);

  /// The same of the largest.
  void Max(std::span<double> values);

  /// The texts of all ranks in their order, on every rank. Through rank 0, which
  /// sends all of them to each.
  std::vector<std::string> Gather(const std::string& text);

  /// Runs this rank's part of the work. Where it throws InvalidInput on some rank, every rank
  /// throws "rank 2: …", the fault of the first such rank (as it is where there is one rank only),
  /// so that none waits for ever. The body may not communicate.
  void Together(const std::function<void()>& body);

  /// One message to another rank, of any length, and its other end.
  void SendText(int to, const std::string& text);
  std::string ReceiveText(int from);

  /// Bytes that this rank has sent, and the seconds that it spent sending and waiting.
  double bytes_sent() const { return bytes_sent_; }
  double seconds() const { return seconds_; }
  /// CPU seconds of the process in them: an MPI that waits may do so busily.
  double cpu_seconds() const { return cpu_seconds_; }

 protected:
  Communicator(int rank, int size) : rank_(rank), size_(size) {}

  /// Passes on `bytes` bytes; messages between two ranks arrive in the order sent.
  virtual void DoSend(int to, const void* data, std::size_t bytes) = 0;
  virtual void DoReceive(int from, void* data, std::size_t bytes) = 0;
  /// Both at once with one other rank.
  virtual void DoExchange(int peer, const void* out, void* in, std::size_t bytes) = 0;

 private:
  template <class Combine>
  void Reduce(std::span<double> values, const Combine& combine);
  void Send(int to, const void* data, std::size_t bytes);

  int rank_, size_;
  double bytes_sent_ = 0, seconds_ = 0, cpu_seconds_ = 0;
};

/// The communicator of a process that is alone: sends nothing.
class SingleProcess : public Communicator {
 public:
  SingleProcess() : Communicator(0, 1) {}

 private:
  void DoSend(int, const void*, std::size_t) override;
  void DoReceive(int, void*, std::size_t) override;
  void DoExchange(int, const void*, void*, std::size_t) override;
};

/// Throws InvalidInput on every rank where a rank's text is not that of rank 0: "rank 2 has another
/// <what> than rank 0: '<its line>' in place of '<that of rank 0>'; expected the same on every
/// rank". Texts themselves are sent only then.
void RequireSame(const std::string& what, const std::string& text, Communicator& communicator);

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_COMMUNICATOR_H_
