#ifndef MERCER_EXPERIMENTS_CLUSTER_TRANSPORT_H_
#define MERCER_EXPERIMENTS_CLUSTER_TRANSPORT_H_

#include <optional>
#include <string>

namespace mercer {

/// The kinds of messages between ranks.
enum class MessageKind {
  kStatement,  // to rank 0: what the rank has (agreement.h)
  kShare,      // from rank 0: all agree; what the rank has of its machine
  kOrder,      // from rank 0: a trial to run (WriteOrder)
  kPhase,      // to rank 0: the trial's id, a line end, what it is at
  kOutcome,    // to rank 0: seconds, a line end, the trial's text (WriteRecordLine)
  kFault,      // to rank 0: why the rank leaves
  kStop,       // from rank 0: given up; end what runs and wait for the end
  kEnd         // from rank 0: leave, "" together, else each by itself: a rank is gone
};

struct Message {
  int from = 0;
  MessageKind kind = MessageKind::kEnd;
  std::string text;
};

/// Carries messages between rank 0 and the others. No call waits for another rank, which may be
/// dead, and a rank whose process is alive and busy does not look dead to the others.
class Transport {
 public:
  virtual ~Transport() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;

  virtual void Send(int to, MessageKind kind, std::string text) = 0;

  /// The next message that has arrived; those of one sender in the order in which it sent them.
  /// Nothing if none has arrived.
  virtual std::optional<Message> Receive() = 0;

  /// Seconds since the last sign of life of the rank. Rank 0 hears from all ranks, the others from
  /// rank 0.
  virtual double SecondsSilent(int rank) = 0;
};

/// Seconds of silence after which a rank is given up: the environment's MERCER_RANK_TIMEOUT, else
/// 30. Throws InvalidInput if that is not a number >= 1.
double RankTimeout();

/// Pause between two polls for messages: short compared with a trial, and long enough not to keep a
/// core busy while trials are timed, as MPI's own waiting would.
inline constexpr double kSecondsBetweenLooks = 0.005;

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CLUSTER_TRANSPORT_H_
