#include "experiments/report/compare/rank_diagram.h"

#include <algorithm>

namespace mercer {
namespace {

// Bars of one level are at least this share of the axis apart.
constexpr double kGapShare = 0.03;

// Bars begin in the order of the groups, and end in it.
std::vector<RankDiagram::Bar> BarsOf(const RankComparison& over) {
  const double gap = kGapShare * static_cast<double>(over.methods.size() - 1);
  std::vector<RankDiagram::Bar> bars;
  std::vector<double> ends;  // by level
  for (const RankGroup& group : over.groups) {
    if (group.first == group.last) continue;
    const double best = over.mean_ranks[group.first], worst = over.mean_ranks[group.last];
    const auto free =
        std::find_if(ends.begin(), ends.end(), [&](double end) { return end + gap < best; });
    const auto level = static_cast<int>(free - ends.begin());
    if (free == ends.end()) {
      ends.push_back(worst);
    } else {
      *free = worst;
    }
    bars.push_back({best, worst, level});
  }
  return bars;
}

}  // namespace

RankDiagram DiagramOf(const RankComparison& over) {
  RankDiagram diagram;
  const auto k = static_cast<int>(over.methods.size());
  diagram.num_methods = k;
  diagram.critical_difference = over.critical_difference;
  diagram.num_rows = (k + 1) / 2;
  for (int i = 0; i < k; ++i) {
    const bool right = i < diagram.num_rows;
    const auto place = static_cast<std::size_t>(i);
    diagram.methods.push_back(
        {over.methods[place], over.mean_ranks[place], right, right ? i : k - 1 - i});
  }
  diagram.bars = BarsOf(over);
  for (const RankDiagram::Bar& bar : diagram.bars)
    diagram.num_levels = std::max(diagram.num_levels, bar.level + 1);
  return diagram;
}

}  // namespace mercer
