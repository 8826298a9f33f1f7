#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/feature_rows.h"
#include "core/learners/kernel/kernel_expansion.h"
#include "core/learners/linear/linear_model.h"
#include "core/learners/training_checks.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

const char* const kFeatures = "nadaraya_watson";
const char* const kExact = "kernel_nadaraya_watson";

// Columns that one thread sums at a time.
constexpr Index kStripe = 256;

// The classes, and the place of each row's.
struct Classes {
  Vector labels;  // ascending
  std::vector<Index> of_rows;

  explicit Classes(const Vector& y) {
    std::vector<double> distinct(y.begin(), y.end());
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    labels = Eigen::Map<const Vector>(distinct.data(), static_cast<Index>(distinct.size()));
    for (const double label : y)
      of_rows.push_back(std::lower_bound(distinct.begin(), distinct.end(), label) -
                        distinct.begin());
  }
};

// Scores of the classes without a bias.
LinearWeights ScoresOf(Matrix weights, const Vector& labels) {
  LinearWeights scores;
  scores.weights = std::move(weights);
  scores.bias_weights = Eigen::RowVectorXd::Zero(labels.size());
  scores.labels = labels;
  return scores;
}

/// Kernel regression (Nadaraya 1964; Watson 1964) of the classes' indicators, of which the largest
/// is predicted: the class c with the greatest
///
///   s_c(x) = Σ_{i: y_i = c} <z(x), z(x_i)>,
///
/// of equal ones the smaller label (Reid et al. 2023, section 4). The estimate Σ_c s_c that a
/// regression divides by is left out, which plays no part where it is positive, as with positive
/// features. Of complex features the real part counts. A vector for each class is all that is kept:
/// O(n D + D K), a row O(D K).
class NadarayaWatsonLearner : public Learner {
 public:
  std::unique_ptr<Model> Fit(const TrainingSet& train) const override {
    CheckClassification(kFeatures, train);
    const Classes classes(train.y);
    const Index columns = train.x.cols();
    Matrix sums = Matrix::Zero(classes.labels.size(), columns);
    ForEachFeatureBlock(kFeatures, train.x, [&](Index begin, const Matrix& rows) {
      ParallelFor(columns, kStripe, train.threads, [&](Index first, Index last) {
        for (Index i = 0; i < rows.rows(); ++i)
          sums.row(classes.of_rows[static_cast<std::size_t>(begin + i)])
              .segment(first, last - first) += rows.row(i).segment(first, last - first);
      });
    });
    return std::make_unique<LinearModel>(
        kFeatures, ScoresOf(Matrix(sums.transpose()), classes.labels), FitReport());
  }

  double EstimatedBytes(const ProblemSize& size) const override {
    // Sums and weights; two blocks of rows.
    return 16 * size.width() * static_cast<double>(size.classes) + 16 * size.rows() +
           2 * 8388608.0 + ScoreBytes(size) + size.predicted_bytes();
  }
};

/// The same with the kernel's values in place of <z(x), z(x_i)>: fitting copies the rows, and
/// predicting m rows costs m·n kernel values, by blocks in memory that does not grow with m.
class KernelNadarayaWatsonLearner : public Learner {
 public:
  std::unique_ptr<Model> Fit(const TrainingSet& train) const override {
    MERCER_CHECK(train.kernel != nullptr);
    CheckClassification(kExact, train);
    const Classes classes(train.y);
    const Index n = train.x.rows();
    CheckFitsInMemory(
        "learner '" + std::string(kExact) + "' with " + std::to_string(n) + " training rows",
        8 * static_cast<double>(n) * static_cast<double>(classes.labels.size()));
    Matrix indicators = Matrix::Zero(n, classes.labels.size());
    for (Index i = 0; i < n; ++i) indicators(i, classes.of_rows[static_cast<std::size_t>(i)]) = 1;
    return std::make_unique<KernelExpansion>(kExact, *train.kernel, train.x.All(),
                                             ScoresOf(std::move(indicators), classes.labels),
                                             FitReport());
  }

  double EstimatedBytes(const ProblemSize& size) const override {
    return 16 * size.stored + (16 + 8 * static_cast<double>(size.classes)) * size.rows() +
           KernelExpansion::BlockBytes(size.n) + size.predicted_bytes();
  }
};

}  // namespace

LearnerEntry NadarayaWatsonEntry() {
  LearnerEntry entry;
  entry.name = kFeatures;
  entry.summary =
      "kernel regression on features: the class with the greatest sum of <z(x), z(x_i)>";
  entry.citation = "Nadaraya 1964; Watson 1964; Reid et al. 2023, section 4";
  entry.streams = true;
  entry.takes_complex = true;
  entry.make = [](const Params&) -> std::unique_ptr<Learner> {
    return std::make_unique<NadarayaWatsonLearner>();
  };
  return entry;
}

LearnerEntry KernelNadarayaWatsonEntry() {
  LearnerEntry entry;
  entry.name = kExact;
  entry.summary = "kernel regression: the class with the greatest sum of k(x, x_i) over its rows";
  entry.citation = "Nadaraya 1964; Watson 1964";
  entry.kernel_machine = true;
  entry.make = [](const Params&) -> std::unique_ptr<Learner> {
    return std::make_unique<KernelNadarayaWatsonLearner>();
  };
  return entry;
}

}  // namespace mercer
