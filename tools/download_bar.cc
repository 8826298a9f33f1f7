#include "tools/download_bar.h"

#include <algorithm>
#include <cstdio>

namespace mercer {
namespace {

constexpr double kMebi = 1 << 20;
constexpr int kWidth = 30;

}  // namespace

void DownloadBar::Show(std::uint64_t have, std::uint64_t total) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!terminal_) return;
  const Clock::time_point now = Clock::now();
  if (last_ == 0 || have < last_) {
    begun_ = now;
    begun_at_ = have;
  }
  last_ = have;
  if (shown_ && have != total && now - drawn_ < std::chrono::milliseconds(100)) return;
  drawn_ = now;
  const double seconds = std::chrono::duration<double>(now - begun_).count();
  const double speed = seconds > 0 ? static_cast<double>(have - begun_at_) / seconds : 0;
  const double size = static_cast<double>(have);
  char text[128];
  if (total == 0) {
    std::snprintf(text, sizeof text, "%.1f MiB  %.1f MiB/s", size / kMebi, speed / kMebi);
  } else {
    const double share = size / static_cast<double>(total);
    const auto full = static_cast<int>(kWidth * std::clamp(share, 0.0, 1.0));
    const double left = speed > 0 ? static_cast<double>(total - have) / speed : 0;
    std::snprintf(text, sizeof text, "[%s%s] %3.0f %%  %.1f of %.1f MiB  %.1f MiB/s  %.0f s left",
                  std::string(static_cast<std::size_t>(full), '#').c_str(),
                  std::string(static_cast<std::size_t>(kWidth - full), '.').c_str(), 100 * share,
                  size / kMebi, static_cast<double>(total) / kMebi, speed / kMebi, left);
  }
  out_ << "\r\033[K" << text << std::flush;
  shown_ = true;
}

void DownloadBar::Note(const std::string& text) {
  const std::lock_guard<std::mutex> lock(mutex_);
  ClearLine();
  out_ << text << std::endl;
}

void DownloadBar::Clear() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ClearLine();
  last_ = 0;
}

void DownloadBar::ClearLine() {
  if (shown_) out_ << "\r\033[K" << std::flush;
  shown_ = false;
}

}  // namespace mercer
