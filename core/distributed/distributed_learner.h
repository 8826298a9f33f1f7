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

/// The input of a distributed learner on one rank: its own rows; everything else is the same on
/// every rank.
struct DistributedTraining {
  Communicator& communicator;
  RowStream& rows;
  const FeatureMap& map;
  const DataSummary& summary;  // of the same rows
  std::uint64_t seed = 1;      // the learner seed
};

/// What fitting reports. It is the same on every rank, except for the bytes and the seconds, which
/// are those of the rank.
struct DistributedReport {
  Index iterations = 0;  // Newton steps, taken or rejected, or rounds; 1 for ridge
  Index passes = 0;      // over all rows; each computes every row's features once
  double objective = 0;  // summed over the binary problems
  std::optional<double> dual_objective{};  // a lower bound on it
  double bytes_sent = 0;
  double feature_seconds = 0;  // reading rows and computing features
  double sum_seconds = 0;      // sending to and waiting for other ranks
  std::vector<std::string> warnings{};
};

struct DistributedFit {
  LinearWeights weights{};  // the same bits on every rank
  DistributedReport report{};
};

/// A linear machine on features of rows that are distributed over the ranks. Features are computed
/// block by block in each pass and never kept. Immutable.
class DistributedLearner {
 public:
  virtual ~DistributedLearner() = default;

  /// Must be called on every rank. Throws the same InvalidInput on every rank.
  virtual DistributedFit Fit(const DistributedTraining& training) const = 0;

  /// Bytes that Fit takes on a rank with `rows` rows, `columns` features and `scores` binary
  /// problems, besides a block of rows, estimated before any are allocated.
  virtual double EstimatedBytes(Index rows, Index columns, Index scores) const = 0;
};

/// The registry entry of a distributed learner. Each learner's source file defines its own.
struct DistributedLearnerEntry : RegistryInfo {
  bool takes_complex = false;  // complex features too
  std::unique_ptr<DistributedLearner> (*make)(const Params& params) = nullptr;
};

/// The registered distributed learners: ridge, newton, cocoa.
const Registry<DistributedLearnerEntry>& DistributedLearnerRegistry();

/// Checks the parameters, fills in defaults and makes the learner. Throws InvalidInput.
std::unique_ptr<DistributedLearner> MakeDistributedLearner(const std::string& name,
                                                           const Params& params);

/// Calls body(z, y) with the features z of this rank's rows, in blocks of about 2 MiB, and their
/// labels. Throws InvalidInput, naming the row counted from this rank's first. Returns the seconds
/// spent outside body.
double ForEachFeatures(RowStream& rows, const FeatureMap& map,
                       const std::function<void(const Matrix& z, const Vector& y)>& body);

// The entries of the registry.

DistributedLearnerEntry DistributedRidgeEntry();
DistributedLearnerEntry DistributedNewtonEntry();
DistributedLearnerEntry DistributedCocoaEntry();

}  // namespace mercer

#endif  // MERCER_CORE_DISTRIBUTED_DISTRIBUTED_LEARNER_H_
