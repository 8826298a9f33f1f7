#ifndef MERCER_TOOLS_DOWNLOAD_BAR_H_
#define MERCER_TOOLS_DOWNLOAD_BAR_H_

#include <chrono>
#include <cstdint>
#include <ostream>
#include <string>

#include "experiments/run/machine/terminal_line.h"

namespace mercer {

/// One line that shows the progress of a download: share, size, speed, time left. Without a
/// terminal only lines from Note are written.
class DownloadBar {
 public:
  DownloadBar(std::ostream& out, bool terminal) : line_(out, terminal) {}

  /// Shows that `have` of `total` bytes have arrived; a total of 0 means that it is not known. A
  /// smaller `have` than before starts a new file.
  void Show(std::uint64_t have, std::uint64_t total);
  /// Writes a line of its own; may be called from any thread.
  void Note(const std::string& text) { line_.Note(text); }
  /// Removes the bar.
  void Clear();

 private:
  using Clock = std::chrono::steady_clock;

  TerminalLine line_;
  Clock::time_point begun_{};
  std::uint64_t begun_at_ = 0, last_ = 0;
};

}  // namespace mercer

#endif  // MERCER_TOOLS_DOWNLOAD_BAR_H_
