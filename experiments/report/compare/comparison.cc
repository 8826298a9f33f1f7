#include "experiments/report/compare/comparison.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "core/base/text.h"
#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/statistics/holm.h"
#include "experiments/report/statistics/ranks.h"

namespace mercer {
namespace {

using MethodScores = std::map<std::string, Score>;

// Demšar 2006, section 3.2.2: the laws of chi² and F hold for about ten data sets and five methods.
constexpr std::size_t kFewDatasets = 10, kFewMethods = 5;
// A permutation test of more takes seconds, and is not needed.
constexpr std::size_t kMostPermutedRanks = 1000;

std::vector<double> ValuesOf(const MethodScores& scores) {
  std::vector<double> values;
  for (const auto& [key, score] : scores) values.push_back(score.value);
  return values;
}

/// Places 0 … n − 1, the best value first; equal ones keep their order.
std::vector<std::size_t> BestFirst(const std::vector<double>& values, bool is_higher_better) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return is_higher_better ? values[a] > values[b] : values[a] < values[b];
  });
  return order;
}

/// What both finished.
struct PairedScores {
  std::vector<double> a, b, differences, ratios;
};

PairedScores Paired(const MethodScores& a, const MethodScores& b) {
  PairedScores pairs;
  for (const auto& [key, of_a] : a) {
    const auto of_b = b.find(key);
    if (of_b == b.end()) continue;
    pairs.a.push_back(of_a.value);
    pairs.b.push_back(of_b->second.value);
    pairs.differences.push_back(of_a.value - of_b->second.value);
    pairs.ratios.push_back(std::max(of_a.test_train_ratio, of_b->second.test_train_ratio));
  }
  return pairs;
}

MethodPair ComparePair(const MethodScores& a, const MethodScores& b, Redrawn redrawn) {
  const PairedScores pairs = Paired(a, b);
  MethodPair pair;
  pair.n = static_cast<std::int64_t>(pairs.a.size());
  pair.mean_a = Measure(pairs.a).mean;
  pair.mean_b = Measure(pairs.b).mean;
  if (pair.n < 2) return pair;
  if (redrawn == Redrawn::kSplit) pair.test_train_ratio = Measure(pairs.ratios).mean;
  pair.test = TestPairs(pairs.differences, pair.test_train_ratio);
  return pair;
}

void Adjust(std::vector<MethodPair>& pairs, double alpha) {
  std::vector<double> p;
  for (const MethodPair& pair : pairs)
    if (pair.test) p.push_back(pair.test->p);
  const std::vector<double> adjusted = HolmAdjusted(p);
  std::size_t place = 0;
  for (MethodPair& pair : pairs) {
    if (!pair.test) continue;
    pair.adjusted_p = adjusted[place++];
    pair.differs = pair.adjusted_p <= alpha;
  }
}

class Comparer {
 public:
  Comparer(const Scores& scores, double alpha)
      : scores_(scores), is_higher_better_(IsHigherBetter(scores.metric)) {
    comparison_.metric = scores.metric;
    comparison_.alpha = alpha;
    comparison_.damaged = scores.damaged;
  }

  Comparison Compare() {
    if (scores_.datasets.size() == 1) {
      CompareOn(scores_.datasets.front());
    } else {
      CompareOver();
    }
    for (const std::string& note : scores_.notes) Note(note);
    return std::move(comparison_);
  }

 private:
  void Note(const std::string& note) { comparison_.notes.push_back(note); }

  void CompareOn(const DatasetScores& dataset) {
    std::vector<std::size_t> present;
    std::vector<double> means;
    std::vector<std::string> absent;
    for (std::size_t i = 0; i < dataset.methods.size(); ++i) {
      if (dataset.methods[i].empty()) {
        absent.push_back(scores_.methods[i]);
      } else {
        present.push_back(i);
        means.push_back(Measure(ValuesOf(dataset.methods[i])).mean);
      }
    }
    if (!absent.empty())
      Note("Left out because no finished trial has the metric: " + Join(absent, ", ") + ".");
    if (present.size() < 2) {
      Note("Only " + scores_.methods[present.front()] + " has results on " + dataset.label +
           ": a comparison needs two methods or more.");
      return;
    }
    DatasetComparison out{dataset.label, dataset.redrawn, dataset.of_point_sets};
    std::vector<const MethodScores*> ordered;
    for (const std::size_t place : BestFirst(means, is_higher_better_)) {
      out.methods.push_back(scores_.methods[present[place]]);
      ordered.push_back(&dataset.methods[present[place]]);
      out.measured.push_back(Measure(ValuesOf(*ordered.back())));
    }
    for (std::size_t a = 0; a < ordered.size(); ++a) {
      for (std::size_t b = a + 1; b < ordered.size(); ++b) {
        out.pairs.push_back(ComparePair(*ordered[a], *ordered[b], dataset.redrawn));
        out.pairs.back().a = a;
        out.pairs.back().b = b;
      }
    }
    Adjust(out.pairs, comparison_.alpha);
    NotePairs(out);
    comparison_.on_dataset = std::move(out);
  }

  void NotePairs(const DatasetComparison& on) {
    const char* unit = on.of_point_sets ? "point sets" : "repetitions";
    const auto count = [&](const auto& holds) {
      return std::count_if(on.pairs.begin(), on.pairs.end(), holds);
    };
    const auto all = static_cast<std::ptrdiff_t>(on.pairs.size());
    const auto untested = count([](const MethodPair& pair) { return !pair.test; });
    if (untested == all) {
      Note("Nothing can be tested: no two methods have two " + std::string(unit) +
           " in common; expected a folder of a config with \"repetitions\" of 2 or more.");
    } else if (untested > 0) {
      Note(std::to_string(untested) + " of " + std::to_string(all) +
           " pairs are not tested because they have fewer than two " + unit + " in common.");
    }
    const auto fixed =
        count([](const MethodPair& pair) { return pair.test && pair.test->standard_error == 0; });
    if (fixed > 0) {
      Note("In " + std::to_string(fixed) + " of " + std::to_string(all) +
           " pairs the difference is the same in all " + unit +
           ": p is then 1 (no difference) or 0, and is about these " + unit + " alone.");
    }
  }

  void CompareOver() {
    const std::vector<std::size_t> methods = CompleteMethods();
    if (methods.size() < 2) {
      Note((methods.empty() ? "No method has"
                            : "Only " + scores_.methods[methods.front()] + " has") +
           std::string(" a result on each of the ") + std::to_string(scores_.datasets.size()) +
           " data sets: a comparison needs two methods or more; --only dataset=NAME compares on "
           "one.");
      return;
    }
    RankComparison over;
    std::vector<std::vector<double>> values;
    for (const DatasetScores& dataset : scores_.datasets) {
      over.datasets.push_back(dataset.label);
      values.push_back(MeansOn(dataset, methods));
    }
    Rank(values, methods, over);
    Decide(over);
    NoteKinds();
    comparison_.over_datasets = std::move(over);
  }

  std::vector<std::size_t> CompleteMethods() {
    std::vector<std::size_t> complete;
    std::vector<std::string> others;
    for (std::size_t i = 0; i < scores_.methods.size(); ++i) {
      std::vector<std::string> lacking;
      for (const DatasetScores& dataset : scores_.datasets)
        if (dataset.methods[i].empty()) lacking.push_back(dataset.label);
      if (lacking.empty()) {
        complete.push_back(i);
      } else {
        others.push_back(scores_.methods[i] + " (" + Join(lacking, ", ") + ")");
      }
    }
    if (!others.empty())
      Note("Left out because the metric is missing on the data sets in parentheses: " +
           Join(others, "; ") + ".");
    return complete;
  }

  /// Over the repetitions that all of them finished: none is spared a hard one.
  std::vector<double> MeansOn(const DatasetScores& dataset,
                              const std::vector<std::size_t>& methods) {
    std::set<std::string> common;
    std::size_t most = 0;
    for (const auto& [key, score] : dataset.methods[methods.front()]) common.insert(key);
    for (const std::size_t method : methods) {
      const MethodScores& scores = dataset.methods[method];
      std::erase_if(common, [&](const std::string& key) { return !scores.contains(key); });
      most = std::max(most, scores.size());
    }
    if (common.empty()) {
      Note("On " + dataset.label +
           " no repetition is common to all methods: each one's mean is over its own.");
    } else if (common.size() < most) {
      Note("On " + dataset.label + " the means are over the " + std::to_string(common.size()) +
           " of " + std::to_string(most) + " repetitions that all methods finished.");
    }
    std::vector<double> means;
    for (const std::size_t method : methods) {
      std::vector<double> values;
      for (const auto& [key, score] : dataset.methods[method])
        if (common.empty() || common.contains(key)) values.push_back(score.value);
      means.push_back(Measure(values).mean);
    }
    return means;
  }

  void Rank(const std::vector<std::vector<double>>& values, const std::vector<std::size_t>& methods,
            RankComparison& over) const {
    std::vector<std::vector<double>> ranks;
    for (const auto& row : values) ranks.push_back(RanksOf(row, is_higher_better_));
    const std::vector<double> mean_ranks = MeanRanks(ranks);
    const std::vector<std::size_t> order = BestFirst(mean_ranks, false);
    const auto ordered = [&](const std::vector<double>& row) {
      std::vector<double> out;
      for (const std::size_t place : order) out.push_back(row[place]);
      return out;
    };
    for (const auto& row : values) over.values.push_back(ordered(row));
    for (const auto& row : ranks) over.ranks.push_back(ordered(row));
    over.mean_ranks = ordered(mean_ranks);
    for (const std::size_t place : order) over.methods.push_back(scores_.methods[methods[place]]);
  }

  void Decide(RankComparison& over) const {
    const std::size_t k = over.methods.size(), n = over.datasets.size();
    over.friedman = TestFriedman(over.mean_ranks, static_cast<std::int64_t>(n));
    over.tied = CorrectForTies(over.friedman, over.ranks);
    over.is_rough = n < kFewDatasets || k < kFewMethods;
    if (over.is_rough && n * k <= kMostPermutedRanks)
      over.permutations = TestByPermutations(over.ranks);
    over.is_rejected = over.DecidingP() <= comparison_.alpha;
    over.critical_difference = CriticalDifference(static_cast<std::int64_t>(k),
                                                  static_cast<std::int64_t>(n), comparison_.alpha);
    if (over.is_rejected) {
      over.groups = RankGroups(over.mean_ranks, over.critical_difference);
    } else {
      over.groups = {{0, k - 1}};
    }
  }

  // The same rows with other labels or columns are no independent data set.
  void NoteKinds() {
    std::map<std::string, int> kinds;
    for (const DatasetScores& dataset : scores_.datasets) ++kinds[dataset.name];
    for (const auto& [name, count] : kinds) {
      if (count < 2) continue;
      Note(std::to_string(count) + " of the " + std::to_string(scores_.datasets.size()) +
           " data sets are kinds of " + name +
           ": the test treats them as independent; so far as they are not, its p is too small.");
    }
  }

  const Scores& scores_;
  const bool is_higher_better_;
  Comparison comparison_;
};

}  // namespace

double RankComparison::DecidingP() const { return permutations ? permutations->p : friedman.f_p; }

bool RankComparison::Differ(std::size_t a, std::size_t b) const {
  return is_rejected && std::abs(mean_ranks[a] - mean_ranks[b]) >= critical_difference;
}

Comparison CompareMethods(const Scores& scores, double alpha) {
  return Comparer(scores, alpha).Compare();
}

}  // namespace mercer
