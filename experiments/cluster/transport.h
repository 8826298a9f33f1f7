#ifndef MERCER_EXPERIMENTS_CLUSTER_TRANSPORT_H_
#define MERCER_EXPERIMENTS_CLUSTER_TRANSPORT_H_

#include <optional>
#include <string>

namespace mercer {

/// The kinds of messages between ranks.
enum class MessageKind {
  kStatement,  // to rank 0: the rank's RankStatement (agreement.h)
  kShare,      // from rank 0: all agree; the rank's share of its machine
  kOrder,      // from rank 0: a trial to run (WriteOrder)
  kPhase,      // to rank 0: the trial's id, a line end, the part it has reached
  kOutcome,    // to rank 0: seconds, a line end, the trial's text (WriteRecordLine)
  kFault,      // to rank 0: why the rank leaves
  kStop,       // from rank 0: given up; end running trials and wait for the end
  kEnd         // from rank 0: leave; with "" all together, otherwise each by itself because a rank
               // is gone
};

struct Message {
  int from = 0;
  MessageKind kind = MessageKind::kEnd;
  std::string text;
};

/// Carries messages between rank 0 and the others. No call waits for another rank, which may be
/// dead. A rank whose process is alive but busy does not appear dead to the others.
class Transport {
 public:
  virtual ~Transport() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;

  virtual void Send(int to, MessageKind kind, std::string text) = 0;

  /// The next message that has arrived; messages of one sender come in the order in which they were
  /// sent. nullopt if none has arrived.
  virtual std::optional<Message> Receive() = 0;

  /// Seconds since the last sign of life of the rank. Rank 0 hears from all ranks, the others from
  /// rank 0.
  virtual double SecondsSilent(int rank) = 0;
};

/// Seconds of silence after which a rank is given up: MERCER_RANK_TIMEOUT of the environment,
/// otherwise 30. Throws InvalidInput if that is not a number >= 1.
double RankTimeout();

/// Pause between two polls for messages: short compared with a trial, and long enough not to keep a
/// core busy while trials are timed, as MPI's own waiting would.
inline constexpr double kSecondsBetweenPolls = 0.005;

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CLUSTER_TRANSPORT_H_
