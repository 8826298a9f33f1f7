#ifndef MERCER_CORE_LEARNERS_LEARNER_H_
#define MERCER_CORE_LEARNERS_LEARNER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/examples.h"
#include "core/base/types.h"
#include "core/kernels/kernel.h"

namespace mercer {

/// What a learner is given. Labels are numbers; for classifiers each distinct value is a class.
struct TrainingSet {
  // n × d rows, or n × D features. Learners that do not stream (LearnerEntry) take All() of them.
  const RowSource& x;
  const Vector& y;                 // n labels
  const Kernel* kernel = nullptr;  // for kernel machines: must outlive the model; else nullptr
  std::uint64_t seed = 1;          // the learner seed
  int threads = 1;
  // Seconds after which a learner that can stop early does; 0: no limit.
  double max_seconds = 0;
  // Columns 2j and 2j + 1 of x are the real and the imaginary part of feature j. Only for learners
  // that take complex features (LearnerEntry).
  bool complex_features = false;
};

/// The objective after a pass over the rows, and the seconds of fitting until then. Where the
/// classes are learned one after another, that of one class at a time.
struct TracePoint {
  double seconds = 0;
  double objective = 0;
};

/// What fitting told, for the record: returned, never printed.
struct FitReport {
  Index iterations = -1;       // -1 where the solver does not tell
  Index support_vectors = -1;  // -1 where it has none
  std::optional<double> primal_objective{};
  std::optional<double> dual_objective{};  // a lower bound on the best primal one
  bool out_of_time = false;                // stopped by TrainingSet::max_seconds
  std::vector<TracePoint> trace{};         // where the learner was asked for it
  std::vector<std::string> warnings{};     // "reached the limit of 1000 iterations", …
};

/// A fitted learner. Owns whatever it points into, but for the kernel.
class Model {
 public:
  virtual ~Model() = default;

  /// Predicted labels of the rows of x (same columns as in training), n values; the same for any
  /// number of threads. Throws InvalidInput that names the row where a value is not finite.
  virtual Vector Predict(const Examples& x, int threads = 1) const = 0;

  const FitReport& report() const { return report_; }

 protected:
  FitReport report_{};
};

/// What a learner predicts: one of the labels seen in training, or any number.
enum class Target { kClasses, kValues };

/// The regularised hinge loss, (λ/2)|w|² + (1/n) Σ max(0, 1 − y f), times `scale`.
struct HingeObjective {
  double lambda = 1, scale = 1;
};

/// What a learner is about to meet, for estimates.
struct ProblemSize {
  Index n = 0;                     // training rows
  Index columns = 0;               // of the features, or of the rows themselves
  double stored = 0;               // values that the training rows store
  Index m = 0;                     // test rows
  Index classes = 2;               // different labels
  const Kernel* kernel = nullptr;  // of kernel machines

  double rows() const { return static_cast<double>(n); }
  double width() const { return static_cast<double>(columns); }
  double predicted_bytes() const { return 8 * static_cast<double>(m); }
  /// Weight vectors of a classifier that learns one class against the rest.
  double binary_problems() const { return classes > 2 ? static_cast<double>(classes) : 1; }
};

/// A training algorithm with its parameters. Immutable.
class Learner {
 public:
  virtual ~Learner() = default;

  virtual Target target() const { return Target::kClasses; }

  /// What it minimises on n rows of two classes, where that is the regularised hinge loss of
  /// features; empty where it is something else.
  virtual std::optional<HingeObjective> Hinge(Index /*n*/) const { return std::nullopt; }

  /// Throws InvalidInput for one class only, labels that are not finite, values that are not
  /// finite, or parameters that the wrapped library refuses.
  virtual std::unique_ptr<Model> Fit(const TrainingSet& train) const = 0;

  /// Bytes that Fit and Predict will take beyond their arguments: said before any of it is taken.
  virtual double EstimatedBytes(const ProblemSize& size) const = 0;
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_LEARNER_H_
