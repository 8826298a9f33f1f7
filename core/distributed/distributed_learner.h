#ifndef MERCER_CORE_DISTRIBUTED_DISTRIBUTED_LEARNER_H_
#define MERCER_CORE_DISTRIBUTED_DISTRIBUTED_LEARNER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/params.h"
#include "core/base/registry.h"
#include "core/distributed/communicator.h"
#include "core/distributed/data_summary.h"
#include "core/distributed/rows/row_stream.h"
#include "core/learners/linear/linear_model.h"
#include "core/maps/feature_map.h"

namespace mercer {

/// What every rank gives to a distributed learner: its own rows, the same everything else.
struct DistributedTraining {
  Communicator& communicator;
  RowStream& rows;
  const FeatureMap& map;
  const DataSummary& summary;  // of the same rows
  std::uint64_t seed = 1;      // the learner seed
};

/// What fitting told, the same on every rank but for the bytes and the seconds, which are its own.
struct DistributedReport {
  Index iterations = 0;  // of the method: Newton steps taken or rejected, rounds; 1 of ridge
  Index passes = 0;      // over all rows, each computing the features of each row once
  double objective = 0;  // summed over the binary problems
  std::optional<double> dual_objective{};  // a lower bound of it
  double bytes_sent = 0;
  double feature_seconds = 0;  // in reading rows and computing features
  double sum_seconds = 0;      // in sending to and waiting for other ranks
  std::vector<std::string> warnings{};
};

struct DistributedFit {
  LinearWeights weights{};  // the same bits on every rank
  DistributedReport report{};
};

/// A linear machine on the features of rows that no rank has all of. Features are computed block by
/// block in each pass and never kept. Immutable.
class DistributedLearner {
 public:
  virtual ~DistributedLearner() = default;

  /// Every rank calls it. Throws the same InvalidInput on every rank.
  virtual DistributedFit Fit(const DistributedTraining& training) const = 0;

  /// Bytes that Fit takes on a rank with `rows` rows, `columns` features and `scores` binary
  /// problems, besides a block of rows: said before any of it is taken.
  virtual double EstimatedBytes(Index rows, Index columns, Index scores) const = 0;
};

/// What the registry holds of one. Each learner's source defines its own.
struct DistributedLearnerEntry : RegistryInfo {
  bool takes_complex = false;  // complex features too
  std::unique_ptr<DistributedLearner> (*make)(const Params& params) = nullptr;
};

/// ridge, newton, cocoa.
const Registry<DistributedLearnerEntry>& DistributedLearnerRegistry();

/// Checks the parameters, fills in defaults and makes the learner. Throws InvalidInput.
std::unique_ptr<DistributedLearner> MakeDistributedLearner(const std::string& name,
                                                           const Params& params);

/// body(z, y) for the features z of this rank's rows, block after block of about 2 MiB, and their
/// labels. Throws InvalidInput that names the row, counted from this rank's first. Returns the
/// seconds outside of body.
double ForEachFeatures(RowStream& rows, const FeatureMap& map,
                       const std::function<void(const Matrix& z, const Vector& y)>& body);

// The learners of the list.

DistributedLearnerEntry DistributedRidgeEntry();
DistributedLearnerEntry DistributedNewtonEntry();
DistributedLearnerEntry DistributedCocoaEntry();

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_DISTRIBUTED_LEARNER_H_
