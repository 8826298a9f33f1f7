#include "experiments/run/sweep/hand_out_order.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

#include "core/base/error.h"

namespace mercer {

std::vector<std::size_t> LongestFirst(const std::vector<PlannedTrial>& plan,
                                      const std::vector<double>& seconds) {
  MERCER_CHECK(plan.size() == seconds.size());
  const double longest = seconds.empty() ? 0 : *std::max_element(seconds.begin(), seconds.end());
  std::map<std::string, double> after;  // of the trials that need the one of this id
  std::vector<double> chain(plan.size(), 0);
  // Whoever needs a trial stands behind it.
  for (std::size_t i = plan.size(); i-- > 0;) {
    const Trial& trial = plan[i].trial;
    const double own = seconds[i] < 0 ? std::max(longest, 0.0) : seconds[i];
    chain[i] = (plan[i].run ? own : 0) + after[trial.id];
    for (const std::string& needed : {trial.tuned_by, trial.timed_by})
      if (!needed.empty()) after[needed] = std::max(after[needed], chain[i]);
  }
  std::vector<std::size_t> order(plan.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return chain[a] > chain[b]; });
  return order;
}

}  // namespace mercer
