#ifndef MERCER_CORE_LEARNERS_WRAPPED_SOLVER_SESSION_H_
#define MERCER_CORE_LEARNERS_WRAPPED_SOLVER_SESSION_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/examples.h"
#include "core/base/types.h"
#include "core/learners/learner.h"
#include "core/learners/learner_entry.h"

namespace mercer {

/// The right to run a solver of LIBSVM or LIBLINEAR: both draw from the process-wide rand() and
/// tell their progress to a process-wide print hook, so while one session lives every other waits.
/// rand() starts from the seed: seed 1 gives what the programs svm-train and liblinear-train give.
class SolverSession {
 public:
  explicit SolverSession(std::uint64_t seed);

  /// The print hook to hand to the library; collects instead of printing.
  static void Collect(const char* text) noexcept;

  /// ParseSolverOutput of what the solver told so far.
  FitReport Report(const std::string& learner, Index silent_limit = 0) const;

  /// The sum of the numbers that stand after `key` in what the solver told; nothing where none
  /// does.
  std::optional<double> SumAfter(const std::string& key) const;

 private:
  std::lock_guard<std::mutex> lock_;
};

/// What a text of LIBSVM or LIBLINEAR tells: the sum over the binary problems of "#iter = 12" (or,
/// of the Newton solvers, the number of lines "iter 3 …"; −1 where there is neither), and each
/// distinct "WARNING: …" once, after the learner's name. A binary problem of silent_limit > 0 or
/// more iterations counts as a warning that it reached its limit. The dual objective is minus the
/// sum of LIBSVM's "obj = −3.5, rho = …", which it minimises.
FitReport ParseSolverOutput(const std::string& learner, const std::string& text,
                            Index silent_limit = 0);

/// Rows as LIBSVM and LIBLINEAR take them (Node is svm_node or feature_node): the non-zeros as
/// pairs of column, from 1, and value, ended by column −1; all in one allocation.
template <class Node>
struct NodeRows {
  std::unique_ptr<Node[]> nodes;
  std::vector<Node*> rows;
};

/// Rows [begin, begin + count) of x, with a last node of value `bias` in column d + 1 where bias ≥
/// 0. 16 bytes for each non-zero. O(count·d) dense, O(non-zeros) sparse.
template <class Node>
NodeRows<Node> MakeNodeRows(const Examples& x, Index begin, Index count, double bias = -1) {
  const Index extra = bias >= 0 ? 2 : 1;
  Index total = count * extra;
  for (Index i = begin; i < begin + count; ++i)
    ForEachNonZero(x, i, [&](Index, double) { ++total; });
  NodeRows<Node> out{
      .nodes = std::make_unique_for_overwrite<Node[]>(static_cast<std::size_t>(total)), .rows = {}};
  out.rows.reserve(static_cast<std::size_t>(count));
  Node* next = out.nodes.get();
  for (Index i = begin; i < begin + count; ++i) {
    out.rows.push_back(next);
    ForEachNonZero(x, i, [&](Index j, double value) {
      *next++ = {static_cast<int>(j) + 1, value};
    });
    if (bias >= 0) *next++ = {static_cast<int>(x.cols()) + 1, bias};
    *next++ = {-1, 0};
  }
  return out;
}

/// Factors of C for the rows of a class; 1 where a class is not named.
using ClassWeights = std::map<int, double>;

/// The parameter "class_weights": an object from labels to factors, {"1": 2, "-1": 0.5}.
ParamSpec ClassWeightsSpec();

/// Throws InvalidInput that names the learner where a name is not a whole number that fits an int,
/// written as such, or a factor is not a finite number > 0. No value: no weights.
ClassWeights ParseClassWeights(const std::string& learner, const ParamValue* value);

/// The arrays of LIBSVM and LIBLINEAR, only of classes that some row has: of others the libraries
/// speak on the standard error. Those are warnings.
struct WeightArrays {
  WeightArrays(const std::string& learner, const ClassWeights& weights, const Vector& y);

  int count() const { return static_cast<int>(labels.size()); }

  std::vector<int> labels{};
  std::vector<double> values{};
  std::vector<std::string> warnings{};
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_WRAPPED_SOLVER_SESSION_H_
