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

/// The training data and settings that a learner gets. Labels are numbers; for classifiers each
/// distinct value is a class.
struct TrainingSet {
  // n × d rows, or n × D features. Learners that do not stream (LearnerEntry) call All().
  const RowSource& x;
  const Vector& y;                 // n labels
  const Kernel* kernel = nullptr;  // for kernel machines: must outlive the model; else nullptr
  std::uint64_t seed = 1;          // the learner seed
  int threads = 1;
  // Seconds after which a learner that can stop early stops; 0: no limit.
  double max_seconds = 0;
  // Columns 2j and 2j + 1 of x are the real and the imaginary part of feature j. Only for learners
  // that take complex features (LearnerEntry).
  bool complex_features = false;
};

/// The objective after a pass over the rows, and the seconds of fitting up to then. If the classes
/// are learned one after another, each point is the objective of one class.
struct TracePoint {
  double seconds = 0;
  double objective = 0;
};

/// What fitting reports, for the record: returned, never printed.
struct FitReport {
  Index iterations = -1;       // -1 if the solver does not report them
  Index support_vectors = -1;  // -1 if it has none
  std::optional<double> primal_objective{};
  std::optional<double> dual_objective{};  // a lower bound on the least primal one
  bool out_of_time = false;                // stopped by TrainingSet::max_seconds
  std::vector<TracePoint> trace{};         // if the learner was asked for it
  std::vector<std::string> warnings{};     // "reached the limit of 1000 iterations", …
};

/// A fitted learner. Owns everything it points to, except for the kernel.
class Model {
 public:
  virtual ~Model() = default;

  /// Predicted labels of the rows of x (same columns as in training), n values. They are the same
  /// for any number of threads. Throws InvalidInput, naming the row, if a value is not finite.
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

/// The size of a learning problem, for estimates.
struct ProblemSize {
  Index n = 0;                     // training rows
  Index columns = 0;               // of the features or of the rows themselves
  double stored = 0;               // values that the training rows store
  Index m = 0;                     // test rows
  Index classes = 2;               // distinct labels
  const Kernel* kernel = nullptr;  // of kernel machines

  double rows() const { return static_cast<double>(n); }
  double width() const { return static_cast<double>(columns); }
  double predicted_bytes() const { return 8 * static_cast<double>(m); }
  /// The number of weight vectors of a one-against-the-rest classifier.
  double binary_problems() const { return classes > 2 ? static_cast<double>(classes) : 1; }
};

/// A training algorithm with its parameters. Immutable.
class Learner {
 public:
  virtual ~Learner() = default;

  virtual Target target() const { return Target::kClasses; }

  /// The objective minimised on n rows of two classes if it is the regularised hinge loss on
  /// features; empty otherwise.
  virtual std::optional<HingeObjective> Hinge(Index /*n*/) const { return std::nullopt; }

  /// Throws InvalidInput if there is only one class, a label or a value is not finite, or the
  /// wrapped library rejects the parameters.
  virtual std::unique_ptr<Model> Fit(const TrainingSet& train) const = 0;

  /// Bytes that Fit and Predict will take beyond their arguments, estimated before any are
  /// allocated.
  virtual double EstimatedBytes(const ProblemSize& size) const = 0;
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_LEARNER_H_
