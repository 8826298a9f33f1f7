#ifndef MERCER_EXPERIMENTS_RUN_PLAN_COST_COST_H_
#define MERCER_EXPERIMENTS_RUN_PLAN_COST_COST_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/catalogue/catalogue.h"
#include "experiments/config/trial/trial.h"
#include "experiments/run/plan/cost/learner_cost.h"
#include "experiments/run/plan/cost/map_size.h"
#include "experiments/run/trial/machinery.h"
#include "experiments/store/passport.h"

namespace mercer {

/// The expected cost of a trial, estimated before its data are read.
struct TrialCost {
  PhaseTimes seconds{};   // of each phase, on one thread
  double measure = 0;     // seconds: Gram errors, which belong to no phase
  double overhead = 0;    // seconds: starting its process, writing its record, reading the prepared
                          // rows
  double reading = 0;     // seconds: reading the data set's files, in the run and in the process
                          // that prepares rows
  double preparing = 0;   // seconds: preparing rows, without reading; counts for the first trial
                          // with these rows
  double operations = 0;  // multiplications and additions of all phases
  double bytes = 0;       // peak: the program, the data as read and as prepared, and the rest

  double PhaseSeconds() const;  // what a record reports
  double Seconds() const;       // of the phases and the measures
};

/// Closed-form costs of the trials of a grid. The numbers of rows, columns and nonzero values are
/// those of the manifests and generators. Iterative methods have no closed form; the model assumes
/// the following. LIBLINEAR and dense_dual make min(1000, 3·√(C·n)) passes over n rows. LIBSVM
/// looks at all pairs of rows, and kernel_sdca at all of them in each epoch. A method with a budget
/// uses it up. A spectral norm takes 40 products with the Gram matrix.
class CostModel {
 public:
  /// `trials`: the whole grid, including tuning trials. All arguments must outlive this object.
  CostModel(const std::vector<Trial>& trials, const Catalogue& catalogue, const Passport& passport);

  /// The cost of a trial; nullopt if its rows or columns are known only once the data are read. Not
  /// thread-safe.
  std::optional<TrialCost> Of(const Trial& trial) const;

 private:
  /// Adds `fits` fits and predictions. A trial with the budget of another's time takes that time.
  void AddFits(const Trial& trial, const LearnerCost& learner, double fits, TrialCost& cost) const;

  const Catalogue& catalogue_;
  Passport passport_;
  std::map<std::string, const Trial*> by_id_;
  mutable std::map<std::string, CountedOperations> counted_;  // by map, kernel and rows
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_COST_COST_H_
