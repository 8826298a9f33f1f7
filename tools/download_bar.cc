#include "tools/download_bar.h"

#include <cstdio>

#include "experiments/run/sweep/progress.h"

namespace mercer {
namespace {

constexpr double kMebi = 1 << 20;

}  // namespace

void DownloadBar::Show(std::uint64_t have, std::uint64_t total) {
  if (!line_.terminal()) return;
  const Clock::time_point now = Clock::now();
  if (last_ == 0 || have < last_) {
    begun_ = now;
    begun_at_ = have;
  }
  last_ = have;
  if (have != total && !line_.IsDue()) return;
  const double seconds = std::chrono::duration<double>(now - begun_).count();
  const double speed = seconds > 0 ? static_cast<double>(have - begun_at_) / seconds : 0;
  const double size = static_cast<double>(have);
  char text[128];
  if (total == 0) {
    std::snprintf(text, sizeof text, "%.1f MiB, %.1f MiB/s", size / kMebi, speed / kMebi);
  } else {
    const double share = size / static_cast<double>(total);
    const double left = speed > 0 ? static_cast<double>(total - have) / speed : 0;
    std::snprintf(text, sizeof text, "%s %.0f %%, %.1f of %.1f MiB, %.1f MiB/s, about %s left",
                  ProgressBar(share).c_str(), 100 * share, size / kMebi,
                  static_cast<double>(total) / kMebi, speed / kMebi, FormatDuration(left).c_str());
  }
  line_.Show(text);
}

void DownloadBar::Clear() {
  line_.Clear();
  last_ = 0;
}

}  // namespace mercer
