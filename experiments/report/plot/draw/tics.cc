#include "experiments/report/plot/draw/tics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "core/base/text.h"
#include "experiments/report/plot/draw/text_fit.h"

namespace mercer {
namespace {

using Numbers = std::vector<double>;

constexpr std::size_t kMost = 8;

/// Where numbers stand along an axis, and how much of it each takes.
class TicRoom {
 public:
  TicRoom(const Axis& axis, double points, double beyond, bool is_horizontal)
      : axis_(axis), points_(points), beyond_(beyond), is_horizontal_(is_horizontal) {}

  bool Fits(const Numbers& tics) const { return Thinned(tics).size() == tics.size(); }

  /// Those that have room beside the ones before them.
  Numbers Thinned(const Numbers& tics) const {
    Numbers kept;
    double end = -beyond_;
    for (const double tic : tics) {
      const double middle = Place(tic), half = Half(tic);
      if (middle - half < end || middle + half > points_ + beyond_) continue;
      kept.push_back(tic);
      end = middle + half;
    }
    return kept;
  }

 private:
  double Place(double value) const {
    return points_ * (axis_.scale == AxisScale::kLog
                          ? std::log(value / axis_.low) / std::log(axis_.high / axis_.low)
                          : (value - axis_.low) / (axis_.high - axis_.low));
  }
  double Half(double value) const {
    constexpr double kGap = 0.5 * kFontPoints;
    return (is_horizontal_ ? TextWidth(TicText(value)) + kGap : 1.2 * kFontPoints) / 2;
  }

  const Axis& axis_;
  double points_, beyond_;
  bool is_horizontal_;
};

/// Each so many powers of ten.
Numbers Powers(double low, double high, int step) {
  Numbers powers;
  for (int power = static_cast<int>(std::ceil(std::log10(low) - 1e-9));
       power <= std::log10(high) + 1e-9; power += step)
    powers.push_back(std::stod("1e" + std::to_string(power)));
  return powers;
}

/// Multiples of the step, from text so that 0.6 is the number that is written so.
Numbers Multiples(double low, double high, double step) {
  Numbers multiples;
  for (double i = std::ceil(low / step); i * step <= high; ++i) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.12g", i * step + 0.0);
    multiples.push_back(std::stod(text.data()));
  }
  return multiples;
}

Numbers FittingLinearTics(const Axis& axis, const TicRoom& room) {
  const double span = axis.high - axis.low;
  Numbers widest;
  for (int power = static_cast<int>(std::floor(std::log10(span))) - 1;; ++power) {
    for (const char* mantissa : {"1", "2", "5"}) {
      const double step = std::stod(mantissa + ("e" + std::to_string(power)));
      if (span / step >= static_cast<double>(kMost)) continue;
      const Numbers tics = Multiples(axis.low, axis.high, step);
      if (tics.size() < 2) return widest.empty() ? tics : room.Thinned(widest);
      if (room.Fits(tics)) return tics;
      widest = tics;
    }
  }
}

Numbers FittingLogTics(const Axis& axis, const TicRoom& room) {
  const Numbers all = LogTics(axis.low, axis.high);
  if (all.size() > 2 && room.Fits(all)) return all;
  for (int step = 1;; ++step) {
    const Numbers powers = Powers(axis.low, axis.high, step);
    if (powers.size() < 2) break;
    if (room.Fits(powers)) return powers;
  }
  // Within a decade, equal steps.
  const Numbers thinned = room.Thinned(all), steps = FittingLinearTics(axis, room);
  return steps.size() > thinned.size() ? steps : thinned;
}

Numbers FittingTics(const Axis& axis, const TicRoom& room) {
  return axis.scale == AxisScale::kLog ? FittingLogTics(axis, room) : FittingLinearTics(axis, room);
}

}  // namespace

Numbers LogTics(double low, double high) {
  constexpr std::size_t kFewest = 3;
  const int first = static_cast<int>(std::floor(std::log10(low)));
  const int last = static_cast<int>(std::ceil(std::log10(high)));
  Numbers tics;
  for (const Numbers& mantissas : {Numbers{1}, {1, 3}, {1, 2, 5}, {1, 1.5, 2, 3, 5, 7}}) {
    Numbers found;
    for (int power = first; power <= last; ++power) {
      for (const double mantissa : mantissas) {
        // From text, so that 0.1 is the number that is written so.
        const double tic = std::stod(FormatNumber(mantissa) + "e" + std::to_string(power));
        if (tic >= low && tic <= high) found.push_back(tic);
      }
    }
    if (found.size() > kMost && !tics.empty()) break;
    tics = found;
    if (tics.size() >= kFewest) break;
  }
  const std::size_t step = (tics.size() + kMost - 1) / kMost;
  Numbers kept;
  for (std::size_t i = 0; i < tics.size(); i += step) kept.push_back(tics[i]);
  return kept;
}

std::string TicText(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%g", value);
  return text.data();
}

Numbers HorizontalTics(const Axis& axis, const Numbers& listed, double points, double beyond) {
  const TicRoom room(axis, points, beyond, true);
  return listed.empty() ? FittingTics(axis, room) : room.Thinned(listed);
}

Numbers VerticalTics(const Axis& axis, double points) {
  return FittingTics(axis, TicRoom(axis, points, kFontPoints, false));
}

}  // namespace mercer
