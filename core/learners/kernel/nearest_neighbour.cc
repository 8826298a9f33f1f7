#include "core/learners/kernel/nearest_neighbour.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/learners/training_checks.h"
#include "core/linalg/inner_products.h"

namespace mercer {
namespace {

const char* const kName = "nearest_neighbour";

// Rows of a block: together 1 MiB of distances.
constexpr Index kTestRows = 128, kTrainRows = 1024;

// The most values that a row stores.
Index MostStored(const Examples& x) {
  if (!x.is_sparse()) return x.cols();
  Index most = 0;
  for (Index i = 0; i < x.rows(); ++i) most = std::max(most, x.sparse().row(i).nonZeros());
  return most;
}

// The nearest training row found so far.
struct Nearest {
  double squared = std::numeric_limits<double>::infinity();
  Index block = 0, row = 0;
};

class NearestNeighbourModel : public Model {
 public:
  explicit NearestNeighbourModel(const TrainingSet& train)
      : columns_(train.x.cols()), most_stored_(MostStored(train.x.All())), labels_(train.y) {
    const Examples& x = train.x.All();
    for (Index begin = 0; begin < x.rows(); begin += kTrainRows) {
      blocks_.push_back(x.SelectRange(begin, std::min(kTrainRows, x.rows() - begin)));
    }
  }

  Vector Predict(const Examples& x, int threads) const override {
    MERCER_CHECK(x.cols() == columns_);
    CheckFinite(kName, x);
    Vector predicted(x.rows());
    const double rounding = 2 * SquaredDistanceError(std::max(most_stored_, MostStored(x)));
    ParallelFor(x.rows(), kTestRows, threads, [&](Index begin, Index end) {
      const std::vector<Nearest> nearest = Find(x, begin, end - begin, rounding);
      for (Index i = begin; i < end; ++i) {
        const Nearest& found = nearest[static_cast<std::size_t>(i - begin)];
        predicted[i] = labels_[found.block * kTrainRows + found.row];
      }
    });
    return predicted;
  }

 private:
  // `rounding`: distances that differ by less, relatively, may be in the wrong order.
  std::vector<Nearest> Find(const Examples& x, Index begin, Index count, double rounding) const {
    std::vector<Nearest> nearest(static_cast<std::size_t>(count));
    Matrix squared;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      squared.resize(count, blocks_[b].rows());
      SquaredDistances(x, begin, count, blocks_[b], squared);
      for (Index i = 0; i < count; ++i) {
        Nearest& best = nearest[static_cast<std::size_t>(i)];
        for (Index j = 0; j < squared.cols(); ++j) {
          const Nearest other{squared(i, j), static_cast<Index>(b), j};
          if (IsNearer(x, begin + i, other, best, rounding)) best = other;
        }
      }
    }
    return nearest;
  }

  bool IsNearer(const Examples& x, Index i, const Nearest& a, const Nearest& b,
                double rounding) const {
    if (b.squared == 0 || a.squared > b.squared * (1 + rounding)) return false;
    if (a.squared < b.squared * (1 - rounding)) return true;
    if (std::isinf(b.squared)) return false;  // as a's
    return Measure(x, i, a) < Measure(x, i, b);
  }

  double Measure(const Examples& x, Index i, const Nearest& at) const {
    return (x.DenseRows(i, 1) - blocks_[static_cast<std::size_t>(at.block)].DenseRows(at.row, 1))
        .squaredNorm();
  }

  Index columns_;
  Index most_stored_;             // values of a training row
  std::vector<Examples> blocks_;  // of kTrainRows rows, the last of what is left
  Vector labels_;
};

}  // namespace

std::unique_ptr<Model> NearestNeighbourLearner::Fit(const TrainingSet& train) const {
  if (target_ == Target::kClasses) {
    CheckClassification(kName, train);
  } else {
    CheckRegression(kName, train);
  }
  return std::make_unique<NearestNeighbourModel>(train);
}

double NearestNeighbourLearner::EstimatedBytes(const ProblemSize& size) const {
  const auto block = static_cast<double>(std::min(size.n, kTrainRows));
  const double distances = 8.0 * kTestRows * block;
  // Sparse rows take 16 bytes a value; the product of sparse blocks is copied once, and a block of
  // them is turned.
  return 16 * size.stored + 24 * size.rows() + size.predicted_bytes() + 4 * distances +
         16 * block * size.width();
}

LearnerEntry NearestNeighbourEntry() {
  LearnerEntry entry;
  entry.name = kName;
  entry.summary = "1-NN: the label of the nearest training row by Euclidean distance";
  entry.citation = "cotter2011, Figure 2";
  ParamSpec target = TargetSpec();
  target.help = "what the labels are: classes, or values to predict";
  target.default_value = "classes";
  entry.params = {target};
  entry.on_rows = true;
  entry.make = [](const Params& params) -> std::unique_ptr<Learner> {
    return std::make_unique<NearestNeighbourLearner>(ParseTarget(params.Get("target")));
  };
  return entry;
}

}  // namespace mercer
