#ifndef MERCER_EXPERIMENTS_CLUSTER_AGREEMENT_H_
#define MERCER_EXPERIMENTS_CLUSTER_AGREEMENT_H_

#include <string>
#include <utility>
#include <vector>

#include "experiments/catalogue/catalogue.h"
#include "experiments/config/trial/experiment.h"
#include "experiments/run/sweep/runner.h"

namespace mercer {

/// What a rank has, before any work.
struct RankStatement {
  std::string fault;                                         // why it cannot work; "": it can
  std::vector<std::pair<std::string, std::string>> facts{};  // which all ranks must share
  std::string node;                                          // equal on one machine
  std::vector<int> cores{};                                  // that its trials may use
  std::size_t jobs = 1;                                      // trials at a time that it runs
};

/// The facts: this program and its build, the versions of the code of kernels, maps and learners,
/// and of each experiment its trials (with their seeds and versions) and its data by sha256, as
/// this process finds them. Loads each data set once. Throws InvalidInput where data are faulty or
/// --only, --shard name nothing.
std::vector<std::pair<std::string, std::string>> FactsOf(const std::vector<Experiment>& experiments,
                                                         const Catalogue& catalogue,
                                                         const RunOptions& options,
                                                         const std::string& program_version);

std::string WriteStatement(const RankStatement& statement);
/// Throws InvalidInput where the text is no statement.
RankStatement ReadStatement(const std::string& text);

/// "" where all can work and have the same; else one sentence that names the first rank that cannot
/// or has something else than rank 0, and what. A fault of rank 0 stands by itself.
std::string Disagreement(const std::vector<RankStatement>& ranks);

/// What rank `rank` has of its machine: memory is shared by all ranks of a node, cores by those
/// that may use the very same.
MachineShare ShareOf(const std::vector<RankStatement>& ranks, std::size_t rank);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CLUSTER_AGREEMENT_H_
