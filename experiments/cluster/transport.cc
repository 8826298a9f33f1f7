#include "experiments/cluster/transport.h"

#include <cmath>
#include <cstdlib>

#include "core/base/error.h"
#include "core/base/text.h"

namespace mercer {

double RankTimeout() {
  constexpr double kSeconds = 30;
  const char* text = std::getenv("MERCER_RANK_TIMEOUT");
  if (text == nullptr) return kSeconds;
  char* end = nullptr;
  const double seconds = std::strtod(text, &end);
  if (end == text || *end != '\0' || !std::isfinite(seconds) || seconds < 1) {
    throw InvalidInput("MERCER_RANK_TIMEOUT is '" + std::string(text) +
                       "'; expected a number of seconds >= 1");
  }
  return seconds;
}

}  // namespace mercer
