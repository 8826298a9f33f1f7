#ifndef MERCER_TOOLS_DOWNLOAD_BAR_H_
#define MERCER_TOOLS_DOWNLOAD_BAR_H_

#include <chrono>
#include <cstdint>
#include <ostream>
#include <string>

#include "experiments/run/machine/terminal_line.h"

namespace mercer {

/// One line that shows how far a download is: share, size, speed, time left. Without a terminal
/// only what is worth a line of its own is written.
class DownloadBar {
 public:
  DownloadBar(std::ostream& out, bool terminal) : line_(out, terminal) {}

  /// Bytes that are here, and of how many; 0: not known. A smaller number begins a new file.
  void Show(std::uint64_t have, std::uint64_t total);
  /// A line of its own; from any thread.
  void Note(const std::string& text) { line_.Note(text); }
  /// Takes the bar away.
  void Clear();

 private:
  using Clock = std::chrono::steady_clock;

  TerminalLine line_;
  Clock::time_point begun_{};
  std::uint64_t begun_at_ = 0, last_ = 0;
};

}  // namespace mercer

#endif  // MERCER_TOOLS_DOWNLOAD_BAR_H_
