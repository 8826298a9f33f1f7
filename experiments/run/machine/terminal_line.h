#ifndef MERCER_EXPERIMENTS_RUN_MACHINE_TERMINAL_LINE_H_
#define MERCER_EXPERIMENTS_RUN_MACHINE_TERMINAL_LINE_H_

#include <chrono>
#include <mutex>
#include <ostream>
#include <string>

namespace mercer {

/// A bar of 20 characters: "[#####...............]" for a quarter. `share` is clamped to [0, 1].
std::string ProgressBar(double share);

/// A status line that is overwritten in place. Without a terminal only the lines of Note are
/// written. Thread-safe.
class TerminalLine {
 public:
  TerminalLine(std::ostream& out, bool terminal) : out_(out), terminal_(terminal) {}
  /// Removes the line.
  ~TerminalLine() { Clear(); }
  TerminalLine(const TerminalLine&) = delete;
  TerminalLine& operator=(const TerminalLine&) = delete;

  bool terminal() const { return terminal_; }

  /// Replaces the line by the text.
  void Show(const std::string& text);
  /// Whether a frequently changing status should be drawn again: there is a terminal, and the line
  /// is at least a tenth of a second old.
  bool IsDue() const;
  /// Writes a separate line, which stays.
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
