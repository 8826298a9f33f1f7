#ifndef MERCER_TESTS_CORE_DISTRIBUTED_RANK_ROWS_H_
#define MERCER_TESTS_CORE_DISTRIBUTED_RANK_ROWS_H_

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/distributed/distributed_learner.h"
#include "core/distributed/thread_ranks.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "tests/core/learners/problems.h"

namespace mercer::testing {

/// Some rows of a problem in blocks of 7.
class RowsOfProblem : public RowStream {
 public:
  RowsOfProblem(const Problem& problem, Index begin, Index end)
      : problem_(problem), begin_(begin), end_(end), at_(begin) {}

  void Rewind(Index) override { at_ = begin_; }
  std::optional<LabelledRows> Next() override {
    if (at_ == end_) return std::nullopt;
    const Index count = std::min<Index>(7, end_ - at_);
    LabelledRows block{Matrix(problem_.x.middleRows(at_, count)), problem_.y.segment(at_, count)};
    at_ += count;
    return block;
  }

 private:
  const Problem& problem_;
  Index begin_, end_, at_;
};

/// Where each rank's rows begin: of four or more ranks the last but one has none, and others have
/// uneven parts.
inline std::vector<Index> Cuts(Index n, int ranks) {
  std::vector<Index> cuts = {0};
  for (int r = 1; r < ranks; ++r) cuts.push_back(n * r * r / (ranks * ranks) + 1);
  cuts.push_back(n);
  if (ranks >= 4)
    cuts[static_cast<std::size_t>(ranks - 1)] = cuts[static_cast<std::size_t>(ranks - 2)];
  return cuts;
}

inline std::unique_ptr<FeatureMap> DrawMap(Index d, Index features, const std::string& map,
                                           const Params& params = {}) {
  const auto kernel = MakeKernel("gaussian", {{"sigma", 1.5}});
  return MakeMapSpec(map, params)->Draw({*kernel, d, features, 5, nullptr});
}

/// What rank 0 of `ranks` threads makes of the problem; the others' weights are checked to be the
/// same bits.
inline DistributedFit FitOverRanks(const Problem& problem, const FeatureMap& map,
                                   const std::string& learner, const Params& params, int ranks) {
  const auto cuts = Cuts(problem.x.rows(), ranks);
  std::vector<DistributedFit> fits(static_cast<std::size_t>(ranks));
  RunThreadRanks(ranks, [&](Communicator& communicator) {
    const auto r = static_cast<std::size_t>(communicator.rank());
    RowsOfProblem rows(problem, cuts[r], cuts[r + 1]);
    const DataSummary summary = Summarise(rows, communicator);
    fits[r] = MakeDistributedLearner(learner, params)->Fit({communicator, rows, map, summary, 3});
  });
  for (const DistributedFit& fit : fits) {
    EXPECT_EQ(fit.weights.weights, fits[0].weights.weights);
    EXPECT_EQ(fit.report.objective, fits[0].report.objective);
  }
  return fits[0];
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_CORE_DISTRIBUTED_RANK_ROWS_H_
