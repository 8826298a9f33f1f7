#ifndef MERCER_EXPERIMENTS_RUN_MACHINE_TERMINAL_LINE_H_
#define MERCER_EXPERIMENTS_RUN_MACHINE_TERMINAL_LINE_H_

#include <chrono>
#include <mutex>
#include <ostream>
#include <string>

namespace mercer {

/// "[#####...............]" for a quarter; shares outside [0, 1] count as the nearer end.
std::string ProgressBar(double share);

/// A line on the terminal that is written over and says how far something is. Without a terminal
/// only the lines of Note are written. Thread-safe.
class TerminalLine {
 public:
  TerminalLine(std::ostream& out, bool terminal) : out_(out), terminal_(terminal) {}
  /// Takes the line away.
  ~TerminalLine() { Clear(); }
  TerminalLine(const TerminalLine&) = delete;
  TerminalLine& operator=(const TerminalLine&) = delete;

  bool terminal() const { return terminal_; }

  /// Writes the text over what is shown.
  void Show(const std::string& text);
  /// Whether something that changes all the time is to be shown again: there is a terminal, and
  /// what it shows is a tenth of a second old.
  bool IsDue() const;
  /// A line of its own, which stays.
  void Note(const std::string& text);
  void Clear();

 private:
  void ClearLocked();

  std::ostream& out_;
  const bool terminal_;
  mutable std::mutex mutex_{};
  bool shown_ = false;
  std::chrono::steady_clock::time_point drawn_{};
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_MACHINE_TERMINAL_LINE_H_
