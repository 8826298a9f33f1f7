#ifndef MERCER_EXPERIMENTS_CLUSTER_POST_H_
#define MERCER_EXPERIMENTS_CLUSTER_POST_H_

#include <optional>
#include <string>

namespace mercer {

/// What a text between ranks is.
enum class Letter {
  kStatement,  // to rank 0: what the rank has (agreement.h)
  kShare,      // from rank 0: all agree; what the rank has of its machine
  kOrder,      // from rank 0: a trial to run (WriteOrder)
  kPhase,      // to rank 0: the trial's id, a line end, what it is at
  kOutcome,    // to rank 0: seconds, a line end, the trial's text (WriteRecordLine)
  kFault,      // to rank 0: why the rank leaves
  kStop,       // from rank 0: given up; end what runs and wait for the end
  kEnd         // from rank 0: leave, "" together, else each by itself: a rank is gone
};

struct ReceivedLetter {
  int from = 0;
  Letter kind = Letter::kEnd;
  std::string text;
};

/// Texts between rank 0 and the others. Nothing here waits for another rank, which may be dead, and
/// no rank looks dead to the others while its process lives, whatever that is at.
class Post {
 public:
  virtual ~Post() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;

  virtual void Send(int to, Letter kind, std::string text) = 0;

  /// The next one that is there, in the order of its sender; nothing where there is none now.
  virtual std::optional<ReceivedLetter> Receive() = 0;

  /// Since anything was heard of the rank; rank 0 hears of all, the others of rank 0.
  virtual double SecondsSilent(int rank) = 0;
};

/// Seconds of silence after which a rank is given up: the environment's MERCER_RANK_TIMEOUT, else
/// 30. Throws InvalidInput where that is no number >= 1.
double RankTimeout();

/// Between two looks at what came: little beside a trial, and no waiting that would keep a core
/// busy beside the trials that are timed (MPI waits so).
inline constexpr double kSecondsBetweenLooks = 0.005;

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CLUSTER_POST_H_
