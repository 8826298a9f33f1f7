#include "experiments/config/trial/experiment.h"

#include <algorithm>
#include <set>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "experiments/config/trial/identity.h"

namespace mercer {
namespace {

// First numbers of the seed derivations: part of every result, never changed or reused.
enum SeedOf : std::uint64_t { kLabelSeed = 1, kSplitSeed = 2, kMapSeed = 3, kLearnerSeed = 4 };

std::uint64_t HashOf(const std::string& text) {
  return std::stoull(Sha256Hex(text).substr(0, 16), nullptr, 16);
}

TrialSeeds SeedsOf(std::uint64_t seed, const Cell& cell, int repetition) {
  const auto number = static_cast<std::uint64_t>(repetition);
  // The folds of one permutation share its seed, that of the first repetition which has one of
  // them; so do the runs on one point set.
  const Index folds = cell.dataset.split ? cell.dataset.split->folds : 0;
  const Index shared = std::max<Index>(folds, cell.dataset.runs_per_set);
  const auto later = static_cast<std::uint64_t>(shared > 0 ? repetition % shared : 0);
  TrialSeeds seeds;
  seeds.label = DeriveSeed(seed, {kLabelSeed});
  seeds.split = DeriveSeed(seed, {kSplitSeed, number - later});
  seeds.map = DeriveSeed(seed, {kMapSeed, number, HashOf(cell.dataset.Label()),
                                HashOf(cell.kernel.Canonical()), HashOf(cell.method)});
  seeds.learner = DeriveSeed(seed, {kLearnerSeed, number});
  return seeds;
}

std::string IdOf(const Trial& trial) {
  constexpr std::size_t kLongestSlug = 120;  // a file name holds 255 bytes
  std::string words =
      trial.cell.dataset.Label() + " " + trial.cell.kernel.name + " " + trial.cell.method;
  if (trial.cell.num_random_features > 0)
    words += " D" + std::to_string(trial.cell.num_random_features);
  words += " r" + std::to_string(trial.repetition);
  if (trial.tuning) words += " tuning";
  return Slug(words).substr(0, kLongestSlug) + "-" + Sha256Hex(trial.Identity()).substr(0, 12);
}

class Expansion {
 public:
  explicit Expansion(const Experiment& experiment) : experiment_(experiment) {}

  std::vector<Trial> Trials() {
    for (std::size_t i = 0; i < experiment_.datasets.size(); ++i) {
      for (const NamedParams& kernel : KernelsOf(experiment_.datasets[i], experiment_.kernels)) {
        for (const MethodSpec& method : experiment_.methods[i]) {
          if (Applies(experiment_.datasets[i], method, kernel.name)) Add(i, kernel, method);
        }
      }
    }
    return std::move(trials_);
  }

 private:
  void Add(std::size_t dataset, const NamedParams& kernel, const MethodSpec& written) {
    const MethodSpec method = Sized(dataset, kernel, written);
    const std::size_t counts = method.map ? method.num_random_features.size() : 1;
    for (std::size_t i = 0; i < counts; ++i) {
      const Index count = method.map ? method.num_random_features[i] : 0;
      for (int repetition = 0; repetition < experiment_.repetitions; ++repetition) {
        Trial trial = Make(dataset, kernel, method, count, repetition);
        if (!method.targets.empty()) trial.cell.target = method.targets[i];
        trial.tuned_by = TunedBy(dataset, kernel, method, count, repetition);
        trial.timed_by = TimedBy(dataset, kernel, method, count, repetition);
        trial.id = IdOf(trial);
        trials_.push_back(std::move(trial));
      }
    }
  }

  // With the D that its targets were found to ask for.
  MethodSpec Sized(std::size_t dataset, const NamedParams& kernel, MethodSpec method) const {
    if (method.targets.empty()) return method;
    const auto chosen = experiment_.chosen.find(
        CountKey(experiment_.datasets[dataset], kernel, method.id, *method.map));
    if (chosen == experiment_.chosen.end()) return method;
    method.num_random_features.clear();
    method.targets.clear();
    for (const ChosenCount& one : chosen->second) {
      method.num_random_features.push_back(one.num_random_features);
      method.targets.push_back(one.target);
    }
    return method;
  }

  Trial Make(std::size_t dataset, const NamedParams& kernel, const MethodSpec& method, Index count,
             int repetition) const {
    Trial trial;
    trial.experiment = experiment_.name;
    trial.cell = {experiment_.datasets[dataset],
                  kernel,
                  method.id,
                  method.map,
                  count,
                  method.learner,
                  experiment_.metrics,
                  experiment_.gram,
                  experiment_.box,
                  TargetOf(method, count)};
    trial.repetition = repetition;
    trial.timing_repeat = experiment_.timing_repeat;
    if (experiment_.share_map && method.map)
      trial.shared_features =
          *std::max_element(method.num_random_features.begin(), method.num_random_features.end());
    trial.seeds = SeedsOf(experiment_.seed, trial.cell, repetition);
    return trial;
  }

  // The id of the tuning trial that a trial takes its values from, which is added before it is
  // first asked for; "" for none.
  std::string TunedBy(std::size_t dataset, const NamedParams& kernel, const MethodSpec& method,
                      Index count, int repetition) {
    const TuningSpec* tuning = TuningOf(experiment_.tuning, method.id);
    if (tuning == nullptr) return "";
    const MethodSpec* written = MethodOf(experiment_.methods[dataset], tuning->method);
    MERCER_CHECK(written != nullptr);
    const MethodSpec tuned = Sized(dataset, kernel, *written);
    const std::optional<Index> tuned_count = TunedCount(tuned, count);
    MERCER_CHECK(tuned_count.has_value());
    Trial trial = Make(dataset, kernel, tuned, *tuned_count, repetition);
    trial.tuning = *tuning;
    trial.shared_features = 0;
    trial.timed_by = TimedBy(dataset, kernel, tuned, *tuned_count, repetition);
    trial.id = IdOf(trial);
    if (tuning_ids_.insert(trial.id).second) trials_.push_back(trial);
    return trial.id;
  }

  // The id of the trial whose training time is a trial's budget; "" for none. It stands earlier in
  // the grid, as CheckBudgets sees to.
  std::string TimedBy(std::size_t dataset, const NamedParams& kernel, const MethodSpec& method,
                      Index count, int repetition) {
    if (method.fit_time_of.empty()) return "";
    const MethodSpec* timed = MethodOf(experiment_.methods[dataset], method.fit_time_of);
    MERCER_CHECK(timed != nullptr);
    const std::optional<Index> timed_count = TunedCount(*timed, count);
    MERCER_CHECK(timed_count.has_value());
    Trial trial = Make(dataset, kernel, *timed, *timed_count, repetition);
    trial.tuned_by = TunedBy(dataset, kernel, *timed, *timed_count, repetition);
    return IdOf(trial);
  }

  const Experiment& experiment_;
  std::vector<Trial> trials_;
  std::set<std::string> tuning_ids_;
};

}  // namespace

std::string CountKey(const DatasetSpec& dataset, const NamedParams& kernel,
                     const std::string& method, const NamedParams& map) {
  std::string key = dataset.Label();
  for (const std::string& part : VariantOf(dataset)) key += "\n" + part;
  return key + "\n" + kernel.Canonical() + "\n" + method + "\n" + map.Canonical();
}

std::vector<Trial> ExpandTrials(const Experiment& experiment) {
  return Expansion(experiment).Trials();
}

}  // namespace mercer
