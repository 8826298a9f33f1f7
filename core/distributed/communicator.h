#ifndef MERCER_CORE_DISTRIBUTED_COMMUNICATOR_H_
#define MERCER_CORE_DISTRIBUTED_COMMUNICATOR_H_

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// Communication between the ranks of one computation. Every rank calls the same functions in the
/// same order, and only from the thread that made the object. Everything is built on messages
/// between two ranks, which the derived classes transport.
class Communicator {
 public:
  virtual ~Communicator() = default;

  int rank() const { return rank_; }  // 0 ≤ rank < size
  int size() const { return size_; }

  /// All-reduce: each value becomes its sum over all ranks, with the same bits on every rank. Sums
  /// are formed by recursive doubling, in an order that depends only on the number of ranks
  /// (another number rounds differently). A rank sends the values at most ⌈log2 size⌉ times; if
  /// size is not a power of two, the first ranks send them once more.
  void Sum(std::span<double> values);

  /// The same with the maximum in place of the sum: NaN if any value is NaN, and +0 is above −0.
  void Max(std::span<double> values);

  /// The texts of all ranks in rank order, on every rank. Rank 0 collects them and sends all of
  /// them to each rank.
  std::vector<std::string> Gather(const std::string& text);

  /// Runs this rank's part of the work. If it throws InvalidInput on any rank, every rank throws
  /// the error of the first such rank, as "rank 2: …" (without the prefix if there is only one
  /// rank), so that no rank waits for ever. The body must not communicate.
  void Together(const std::function<void()>& body);

  /// Send one message of any length to another rank, and receive it there.
  void SendText(int to, const std::string& text);
  std::string ReceiveText(int from);

  /// Bytes that this rank has sent, and seconds that it has spent sending and waiting.
  double bytes_sent() const { return bytes_sent_; }
  double seconds() const { return seconds_; }
  /// CPU seconds of the process during that time: an MPI may wait busily.
  double cpu_seconds() const { return cpu_seconds_; }

 protected:
  Communicator(int rank, int size) : rank_(rank), size_(size) {}

  /// Transports `bytes` bytes; messages between two ranks arrive in the order sent.
  virtual void DoSend(int to, const void* data, std::size_t bytes) = 0;
  virtual void DoReceive(int from, void* data, std::size_t bytes) = 0;
  /// Sends to and receives from one other rank at the same time.
  virtual void DoExchange(int peer, const void* out, void* in, std::size_t bytes) = 0;

 private:
  template <class Combine>
  void Reduce(std::span<double> values, const Combine& combine);
  void Send(int to, const void* data, std::size_t bytes);

  int rank_, size_;
  double bytes_sent_ = 0, seconds_ = 0, cpu_seconds_ = 0;
};

/// The communicator of a single process; it sends nothing.
class SingleProcess : public Communicator {
 public:
  SingleProcess() : Communicator(0, 1) {}

 private:
  void DoSend(int, const void*, std::size_t) override;
  void DoReceive(int, void*, std::size_t) override;
  void DoExchange(int, const void*, void*, std::size_t) override;
};

/// Throws InvalidInput on every rank if the text of any rank differs from that of rank 0: "rank 2
/// has another <what> than rank 0: '<its line>' in place of '<that of rank 0>'; expected the same
/// on every rank", with the first line that differs, or both numbers of bytes if no line does. The
/// texts themselves are sent only in that case.
void RequireSame(const std::string& what, const std::string& text, Communicator& communicator);

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_COMMUNICATOR_H_
