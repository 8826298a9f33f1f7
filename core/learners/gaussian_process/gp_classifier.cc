#include <Eigen/Cholesky>
#include <complex>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/feature_rows.h"
#include "core/learners/gaussian_process/class_posterior.h"
#include "core/learners/gaussian_process/dirichlet_labels.h"
#include "core/learners/training_checks.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

const char* const kName = "gp_classifier";

// Rows whose posterior one thread computes at a time.
constexpr Index kRows = 256;

template <class Scalar>
using MatrixOf = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
template <class Scalar>
using RowsOf = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Rows of features as what they are; complex ones lie in memory as complex numbers do.
template <class Scalar>
Eigen::Map<const RowsOf<Scalar>> AsScalars(const Matrix& rows) {
  constexpr Index kColumns = sizeof(Scalar) / sizeof(double);
  return {reinterpret_cast<const Scalar*>(rows.data()), rows.rows(), rows.cols() / kColumns};
}

// The sums over the rows of each class that all its Gaussian processes are made of.
template <class Scalar>
struct ClassSums {
  std::vector<MatrixOf<Scalar>> products;  // ZᴴZ, the lower half
  MatrixOf<Scalar> totals;                 // Zᴴ1, a column for each class

  ClassSums(const TrainingSet& train, const DirichletLabels& labels);
};

template <class Scalar>
ClassSums<Scalar>::ClassSums(const TrainingSet& train, const DirichletLabels& labels) {
  const Index d = train.x.cols() / static_cast<Index>(sizeof(Scalar) / sizeof(double));
  const auto side = static_cast<double>(d), classes = static_cast<double>(labels.classes());
  CheckFitsInMemory("learner '" + std::string(kName) + "' with " + std::to_string(d) +
                        " features and " + std::to_string(labels.classes()) + " classes",
                    sizeof(Scalar) * side * side * (classes + 2));
  products.assign(static_cast<std::size_t>(labels.classes()), MatrixOf<Scalar>::Zero(d, d));
  totals = MatrixOf<Scalar>::Zero(d, labels.classes());
  std::vector<std::size_t> next(products.size());  // of each class, its first row not yet added
  ForEachFeatureBlock(kName, train.x, [&](Index begin, const Matrix& rows) {
    const auto z = AsScalars<Scalar>(rows);
    ParallelFor(labels.classes(), 1, train.threads, [&](Index first, Index last) {
      for (Index k = first; k < last; ++k) {
        const auto at = static_cast<std::size_t>(k);
        const std::vector<Index>& all = labels.RowsOf(k);
        std::vector<Index> own;
        for (; next[at] < all.size() && all[next[at]] < begin + rows.rows(); ++next[at])
          own.push_back(all[next[at]] - begin);
        if (own.empty()) continue;
        const RowsOf<Scalar> of_class = z(own, Eigen::all);
        products[at].template selfadjointView<Eigen::Lower>().rankUpdate(of_class.adjoint());
        totals.col(k) += of_class.colwise().sum().adjoint();
      }
    });
  });
}

template <class Scalar>
class FeaturePosterior : public PosteriorModel {
 public:
  FeaturePosterior(ClassSums<Scalar> sums, const DirichletLabels& labels, Index columns,
                   Index draws, std::uint64_t seed, int threads)
      : PosteriorModel(labels, draws, seed),
        columns_(columns),
        variance_(labels.kernel_variance()),
        factors_(std::move(sums.products)),
        weights_(sums.totals.rows(), labels.classes()) {
    const double own = 1 / labels.own_noise(), other = 1 / labels.other_noise();
    MatrixOf<Scalar> all = factors_.front();
    for (std::size_t k = 1; k < factors_.size(); ++k) all += factors_[k];
    const Eigen::VectorX<Scalar> total = sums.totals.rowwise().sum();
    ParallelFor(labels.classes(), 1, threads, [&](Index begin, Index end) {
      for (Index k = begin; k < end; ++k) {
        MatrixOf<Scalar>& factor = factors_[static_cast<std::size_t>(k)];
        factor = variance_ * (other * all + (own - other) * factor);
        factor.diagonal().array() += 1;
        const Eigen::LLT<Eigen::Ref<MatrixOf<Scalar>>, Eigen::Lower> llt(factor);
        if (llt.info() != Eigen::Success) {
          throw InvalidInput("learner '" + std::string(kName) +
                             "': rounding loses the identity matrix beside the products of the "
                             "features; expected features of a smaller scale");
        }
        const double other_target = other * labels.OtherTarget(k);
        const double own_target = own * labels.OwnTarget(k) - other_target;
        weights_.col(k) =
            llt.solve(variance_ * (other_target * total + own_target * sums.totals.col(k)));
      }
    });
    bool finite = weights_.allFinite();
    for (const MatrixOf<Scalar>& factor : factors_)
      finite =
          finite && factor.diagonal().allFinite() && (factor.diagonal().real().array() > 0).all();
    CheckFitted(kName, report_, finite);
  }

 private:
  ClassPosterior CentredPosterior(const Examples& x, int threads) const override {
    MERCER_CHECK(x.cols() == columns_);
    CheckFinite(kName, x);
    const Index n = x.rows(), classes = labels().size();
    ClassPosterior posterior{Matrix(n, classes), Matrix(n, classes)};
    ParallelFor(n, kRows, threads, [&](Index begin, Index end) {
      const Matrix rows = x.DenseRows(begin, end - begin);
      const auto z = AsScalars<Scalar>(rows);
      posterior.means.middleRows(begin, end - begin) = (z * weights_).real();
      MatrixOf<Scalar> solved;
      for (Index k = 0; k < classes; ++k) {
        solved = z.adjoint();
        factors_[static_cast<std::size_t>(k)].template triangularView<Eigen::Lower>().solveInPlace(
            solved);
        posterior.variances.col(k).segment(begin, end - begin) =
            variance_ * solved.colwise().squaredNorm().transpose();
      }
    });
    return posterior;
  }

  Index columns_;
  double variance_;
  std::vector<MatrixOf<Scalar>> factors_;  // of A, lower; what stands above is not meant
  MatrixOf<Scalar> weights_;               // a column for each class
};

/// Gaussian-process classification by Dirichlet labels (dirichlet_labels.h; Milios et al. 2018) on
/// features: with σ² their variance, Φ = σZ and, of class k, the noise S = diag(s²), the prior mean
/// μ and the targets t,
///
///   A = I + Φᴴ S⁻¹ Φ,   mean μ + φᴴ A⁻¹ Φᴴ S⁻¹ t,   variance φᴴ A⁻¹ φ,
///
/// the exact posterior of the kernel σ²<z(x), z(y)>. Of complex features the mean is the real part.
/// The noise has two values, so that ZᴴZ of each class is all that a pass over the rows sums:
/// O(n D² + K D³) time and 8 K D² bytes, which the model keeps; a row O(K D²).
class GpClassifierLearner : public Learner {
 public:
  GpClassifierLearner(double alpha, Index draws) : alpha_(alpha), draws_(draws) {}

  std::unique_ptr<Model> Fit(const TrainingSet& train) const override {
    CheckClassification(kName, train);
    return train.complex_features ? FitAs<std::complex<double>>(train) : FitAs<double>(train);
  }

  double EstimatedBytes(const ProblemSize& size) const override {
    const double classes = static_cast<double>(size.classes), d = size.width();
    // Two blocks of rows; a block of rows, its solution and the draws of a prediction.
    return 8 * d * d * (classes + 2) + 3 * 8388608.0 + 24 * static_cast<double>(kRows) * d +
           16 * classes * static_cast<double>(draws_) + 24 * classes * static_cast<double>(size.m) +
           8 * size.rows() + size.predicted_bytes();
  }

 private:
  template <class Scalar>
  std::unique_ptr<Model> FitAs(const TrainingSet& train) const {
    const DirichletLabels labels(train.y, alpha_);
    return std::make_unique<FeaturePosterior<Scalar>>(ClassSums<Scalar>(train, labels), labels,
                                                      train.x.cols(), draws_, train.seed,
                                                      train.threads);
  }

  double alpha_;
  Index draws_;
};

}  // namespace

LearnerEntry GpClassifierEntry() {
  LearnerEntry entry;
  entry.name = kName;
  entry.version = 2;
  entry.summary = "Gaussian-process classification by Dirichlet labels on real or complex features";
  entry.citation = "Milios et al. 2018";
  entry.params = DirichletSpecs();
  entry.streams = true;
  entry.takes_complex = true;
  entry.has_posterior = true;
  entry.make = [](const Params& params) -> std::unique_ptr<Learner> {
    return std::make_unique<GpClassifierLearner>(params.Get("alpha").AsNumber(),
                                                 params.Get("draws").AsInteger());
  };
  return entry;
}

}  // namespace mercer
