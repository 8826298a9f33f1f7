#ifndef MERCER_EXPERIMENTS_RUN_PLAN_COST_H_
#define MERCER_EXPERIMENTS_RUN_PLAN_COST_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/catalogue/catalogue.h"
#include "experiments/config/trial/trial.h"
#include "experiments/run/trial/machinery.h"
#include "experiments/store/passport.h"

namespace mercer {

/// What a trial will take, told before its data are read.
struct TrialCost {
  PhaseTimes seconds{};   // of each phase, on one thread
  double measure = 0;     // seconds: Gram errors, outside every phase
  double overhead = 0;    // seconds: its process, its record, reading the prepared rows
  double reading = 0;     // seconds: the data set's files, by the run and by who prepares rows
  double preparing = 0;   // seconds, of the first trial with these rows, beside reading
  double operations = 0;  // multiplications and additions of all phases
  double bytes = 0;  // at most at one time: the program, the data as read and prepared, the rest

  double PhaseSeconds() const;  // what a record tells
  double Seconds() const;       // of the phases and the measures
};

/// Columns, bytes and operations of a method's map.
struct MapSize {
  double columns = 0, drawn_bytes = 0, operations_per_row = 0;
  double stored = 0;    // values of a row that are stored
  bool sparse = false;  // its features are
  double StoredBytes() const { return (sparse ? 16 : 8) * stored; }  // of a row
};

/// Closed-form costs of the trials of a grid. Rows, columns and how many values are not zero are
/// those of the manifests and generators. What iterates until it is good enough
/// has no closed form: LIBLINEAR and dense_dual are taken to pass min(1000, 3·√(C·n)) times over n
/// rows, LIBSVM to look at all pairs of rows, kernel_sdca to make all of them in each epoch, a
/// method with a budget to use it, a spectral norm to take 40 products with the Gram matrix.
class CostModel {
 public:
  /// `trials`: the whole grid, tuning trials among them. All must outlive it.
  CostModel(const std::vector<Trial>& trials, const Catalogue& catalogue, const Passport& passport);

  /// Nothing where rows or columns are known only once the data are read. Not for several threads
  /// at once.
  std::optional<TrialCost> Of(const Trial& trial) const;

 private:
  const Catalogue& catalogue_;
  Passport passport_;
  std::map<std::string, const Trial*> by_id_;
  mutable std::map<std::string, MapSize> map_sizes_;  // the same in each repetition of a cell
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_PLAN_COST_H_
