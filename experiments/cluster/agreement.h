#ifndef MERCER_EXPERIMENTS_CLUSTER_AGREEMENT_H_
#define MERCER_EXPERIMENTS_CLUSTER_AGREEMENT_H_

#include <string>
#include <utility>
#include <vector>

#include "experiments/catalogue/catalogue.h"
#include "experiments/config/trial/experiment.h"
#include "experiments/run/sweep/runner.h"

namespace mercer {

/// The state of a rank before any work.
struct RankStatement {
  std::string fault;                                         // why it cannot work; "": it can
  std::vector<std::pair<std::string, std::string>> facts{};  // which must be equal on all ranks
  std::string node;                                          // equal on one machine
  std::vector<int> cores{};                                  // cores that its trials may use
  std::size_t jobs = 1;                                      // trials at a time that it runs
};

/// The facts of this process: the program and its build, the code versions of kernels, maps and
/// learners, and for each experiment its trials (with their seeds and versions) and its data by
/// sha256. Loads each data set once. Throws InvalidInput if data files have errors, or if --only or
/// --shard selects nothing.
std::vector<std::pair<std::string, std::string>> FactsOf(const std::vector<Experiment>& experiments,
                                                         const Catalogue& catalogue,
                                                         const RunOptions& options,
                                                         const std::string& program_version);

std::string WriteStatement(const RankStatement& statement);
/// Throws InvalidInput if the text is not a statement.
RankStatement ReadStatement(const std::string& text);

/// "" if all ranks can work and have equal facts; otherwise a sentence that names the first rank
/// that cannot work or differs from rank 0, and how. If rank 0 cannot work, its reason alone is
/// given.
std::string Disagreement(const std::vector<RankStatement>& ranks);

/// The share of its machine that rank `rank` has: memory is shared by all ranks of a node, cores by
/// those with the same set of allowed cores.
MachineShare ShareOf(const std::vector<RankStatement>& ranks, std::size_t rank);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CLUSTER_AGREEMENT_H_
