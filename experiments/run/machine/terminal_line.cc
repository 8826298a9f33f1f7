#include "experiments/run/machine/terminal_line.h"

#include <algorithm>

#include "core/base/text.h"

namespace mercer {

std::string ProgressBar(double share) {
  constexpr std::size_t kWidth = 20;
  // A little more, so that a product that rounding made too small counts as what it is.
  const auto filled =
      static_cast<std::size_t>(static_cast<double>(kWidth) * std::clamp(share, 0.0, 1.0) + 1e-9);
  return "[" + std::string(filled, '#') + std::string(kWidth - filled, '.') + "]";
}

void TerminalLine::Show(const std::string& text) {
  if (!terminal_) return;
  const std::lock_guard lock(mutex_);
  // Return, clear to the end of the line, and no wrapping while the text is written: a line that
  // wraps could not be written over.
  out_ << "\r\x1b[K\x1b[?7l" << Printable(text) << "\x1b[?7h" << std::flush;
  shown_ = true;
  drawn_ = std::chrono::steady_clock::now();
}

bool TerminalLine::IsDue() const {
  if (!terminal_) return false;
  const std::lock_guard lock(mutex_);
  return !shown_ || std::chrono::steady_clock::now() - drawn_ >= std::chrono::milliseconds(100);
}

void TerminalLine::Note(const std::string& text) {
  const std::lock_guard lock(mutex_);
  ClearLocked();
  out_ << Printable(text) << "\n" << std::flush;
}

void TerminalLine::Clear() {
  const std::lock_guard lock(mutex_);
  ClearLocked();
}

void TerminalLine::ClearLocked() {
  if (shown_) out_ << "\r\x1b[K" << std::flush;
  shown_ = false;
}

}  // namespace mercer
