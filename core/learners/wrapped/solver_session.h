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

/// Exclusive access to the solvers of LIBSVM and LIBLINEAR. Both draw from the process-wide rand()
/// and report progress to a process-wide print hook, so while one session exists, all others wait.
/// rand() starts from the low 32 bits of the seed; seed 1 gives the results of the programs
/// svm-train and liblinear-train.
class SolverSession {
 public:
  explicit SolverSession(std::uint64_t seed);

  /// The print hook to pass to the library; it collects the text instead of printing it.
  static void Collect(const char* text) noexcept;

  /// ParseSolverOutput of the solver's output so far.
  FitReport Report(const std::string& learner, Index silent_limit = 0) const;

  /// The sum of the numbers that follow `key` in the solver's output; empty if there are none.
  std::optional<double> SumAfter(const std::string& key) const;

 private:
  std::lock_guard<std::mutex> lock_;
};

/// Parses the output of LIBSVM or LIBLINEAR. The iterations are the sum over the binary problems of
/// "#iter = 12" (or, for the Newton solvers, the number of lines "iter 3 …"; −1 if there is
/// neither). The warnings are each distinct "WARNING: …" once, after the learner's name. If
/// silent_limit > 0, a binary problem with that many iterations or more gives a warning that it
/// reached its limit. The dual objective is minus the sum of LIBSVM's "obj = −3.5, rho = …", which
/// LIBSVM minimises.
FitReport ParseSolverOutput(const std::string& learner, const std::string& text,
                            Index silent_limit = 0);

/// Rows in the form of LIBSVM and LIBLINEAR (Node is svm_node or feature_node): the non-zeros as
/// pairs of a column, counted from 1, and a value, terminated by column −1. All rows are in one
/// allocation.
template <class Node>
struct NodeRows {
  std::unique_ptr<Node[]> nodes;
  std::vector<Node*> rows;
};

/// Rows [begin, begin + count) of x, with a last node of value `bias` in column d + 1 if bias ≥ 0.
/// 16 bytes for each non-zero. O(count·d) dense, O(non-zeros) sparse.
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

/// Factors of C for the rows of each class; 1 for a class that is not listed.
using ClassWeights = std::map<int, double>;

/// The parameter "class_weights": an object from labels to factors, {"1": 2, "-1": 0.5}.
ParamSpec ClassWeightsSpec();

/// Throws InvalidInput, naming the learner, if a name is not a whole number that fits an int,
/// written as such, or a factor is not a finite number > 0. Without a value there are no weights.
ClassWeights ParseClassWeights(const std::string& learner, const ParamValue* value);

/// The class weight arrays of LIBSVM and LIBLINEAR, only for classes that occur in y, since the
/// libraries complain about others on standard error. Classes that do not occur give warnings.
struct WeightArrays {
  WeightArrays(const std::string& learner, const ClassWeights& weights, const Vector& y);

  int count() const { return static_cast<int>(labels.size()); }

  std::vector<int> labels{};
  std::vector<double> values{};
  std::vector<std::string> warnings{};
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_WRAPPED_SOLVER_SESSION_H_
