#include <Eigen/Cholesky>
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/gaussian_process/class_posterior.h"
#include "core/learners/gaussian_process/dirichlet_labels.h"
#include "core/learners/training_checks.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

const char* const kName = "kernel_gp_classifier";

constexpr Index kMostRows = 5000;

// Rows whose posterior one thread computes at a time.
constexpr Index kRows = 256;

// The noise of a class is that of the other rows less a number on its own rows, so that one inverse
// serves all classes: with B = σ²K + s_other² I and δ = s_other² − s_own²,
//
//   (B − δEEᵀ)⁻¹ = B⁻¹ + B⁻¹E (I/δ − EᵀB⁻¹E)⁻¹ EᵀB⁻¹,   E the columns of the class's rows.
class KernelPosterior : public PosteriorModel {
 public:
  KernelPosterior(const TrainingSet& train, const DirichletLabels& labels, Index draws)
      : PosteriorModel(labels, draws, train.seed),
        kernel_(*train.kernel),
        x_(train.x.All()),
        variance_(labels.kernel_variance()),
        weights_(x_.rows(), labels.classes()) {
    const Index n = x_.rows();
    Eigen::MatrixXd gram = variance_ * Gram(kernel_, x_, x_, train.threads);
    gram.diagonal().array() += labels.other_noise();
    const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>, Eigen::Lower> llt(gram);
    CheckFactor(llt.info());
    inverse_ = Eigen::MatrixXd::Identity(n, n);
    ParallelFor(n, kRows, train.threads, [&](Index begin, Index end) {
      auto columns = inverse_.middleCols(begin, end - begin);
      columns = llt.solve(columns.eval());
    });
    for (Index k = 0; k < labels.classes(); ++k) {
      rows_.push_back(labels.RowsOf(k));
      const std::vector<Index>& own = rows_.back();
      const double delta = labels.other_noise() - labels.own_noise();
      Eigen::MatrixXd inner = -inverse_(own, own);
      inner.diagonal().array() += 1 / delta;
      factors_.emplace_back(std::move(inner));
      CheckFactor(factors_.back().info());
      Vector targets = Vector::Constant(n, labels.OtherTarget(k));
      targets(own).setConstant(labels.OwnTarget(k));
      Vector weights = inverse_ * targets;
      Vector of_class = Vector::Zero(n);
      of_class(own) = Vector(factors_.back().solve(Vector(weights(own))));
      weights_.col(k) = variance_ * (weights + inverse_ * of_class);
    }
    CheckFitted(kName, report_, inverse_.allFinite() && weights_.allFinite());
  }

 private:
  ClassPosterior CentredPosterior(const Examples& x, int threads) const override {
    MERCER_CHECK(x.cols() == x_.cols());
    CheckFinite(kName, x);
    const Index m = x.rows(), classes = labels().size();
    ClassPosterior posterior{Matrix(m, classes), Matrix(m, classes)};
    const Vector own_values = kernel_.Diagonal(x);
    ParallelFor(m, kRows, threads, [&](Index begin, Index end) {
      const Index count = end - begin;
      Matrix gram(count, x_.rows());
      kernel_.GramRows(x, begin, count, x_, gram);
      posterior.means.middleRows(begin, count).noalias() = gram * weights_;
      const Eigen::MatrixXd solved = inverse_ * gram.transpose();  // n × count
      const Vector explained = solved.cwiseProduct(gram.transpose()).colwise().sum().transpose();
      for (Index k = 0; k < classes; ++k) {
        const auto at = static_cast<std::size_t>(k);
        const Eigen::MatrixXd of_class =
            factors_[at].matrixL().solve(Eigen::MatrixXd(solved(rows_[at], Eigen::all)));
        const Vector more = of_class.colwise().squaredNorm().transpose();
        posterior.variances.col(k).segment(begin, count) =
            (variance_ * own_values.segment(begin, count) -
             variance_ * variance_ * (explained + more))
                .cwiseMax(0);
      }
    });
    return posterior;
  }

  static void CheckFactor(Eigen::ComputationInfo info) {
    if (info == Eigen::Success) return;
    throw InvalidInput("learner '" + std::string(kName) +
                       "': rounding loses the noise of the labels beside the Gram matrix; "
                       "expected a kernel of smaller values");
  }

  const Kernel& kernel_;
  Examples x_;
  double variance_;
  Eigen::MatrixXd inverse_{};  // B⁻¹
  std::vector<std::vector<Index>> rows_{};
  std::vector<Eigen::LLT<Eigen::MatrixXd>> factors_{};  // of I/δ − EᵀB⁻¹E
  Eigen::MatrixXd weights_;
};

/// Exact Gaussian-process classification by Dirichlet labels (dirichlet_labels.h; Milios et al.
/// 2018) with the kernel σ²k, σ² the variance of the targets: for each class, with the prior mean
/// μ, the targets t, the noise S = diag(s²), the Gram matrix K of the training rows, and k of a row
/// x with them,
///
///   mean μ + σ²kᵀ(σ²K + S)⁻¹t,   variance σ²k(x, x) − σ⁴ kᵀ(σ²K + S)⁻¹k.
///
/// On up to 5000 training rows, else it throws InvalidInput: O(n³) time once for all classes, at
/// most 24n² bytes; a row O(n²).
class KernelGpClassifierLearner : public Learner {
 public:
  KernelGpClassifierLearner(double alpha, Index draws) : alpha_(alpha), draws_(draws) {}

  std::unique_ptr<Model> Fit(const TrainingSet& train) const override {
    MERCER_CHECK(train.kernel != nullptr);
    CheckClassification(kName, train);
    if (train.x.rows() > kMostRows) {
      throw InvalidInput("learner '" + std::string(kName) + "': there are " +
                         std::to_string(train.x.rows()) + " training rows; expected at most " +
                         std::to_string(kMostRows) + " (max_train of a split)");
    }
    CheckFitsInMemory("learner '" + std::string(kName) + "' with " +
                          std::to_string(train.x.rows()) + " training rows",
                      MatrixBytes(static_cast<double>(train.x.rows())));
    return std::make_unique<KernelPosterior>(train, DirichletLabels(train.y, alpha_), draws_);
  }

  double EstimatedBytes(const ProblemSize& size) const override {
    const double classes = static_cast<double>(size.classes), rows = size.rows();
    return MatrixBytes(rows) + 16 * size.stored + 32 * static_cast<double>(kRows) * rows +
           16 * classes * (static_cast<double>(draws_) + rows) +
           24 * classes * static_cast<double>(size.m) + size.predicted_bytes();
  }

 private:
  // The Gram matrix twice, then it and the inverse, and the factors of the classes.
  static double MatrixBytes(double rows) { return 24 * rows * rows; }

  double alpha_;
  Index draws_;
};

}  // namespace

LearnerEntry KernelGpClassifierEntry() {
  LearnerEntry entry;
  entry.name = kName;
  entry.version = 2;
  entry.summary = "exact Gaussian-process classification by Dirichlet labels, up to 5000 rows";
  entry.citation = "Milios et al. 2018";
  entry.params = DirichletSpecs();
  entry.kernel_machine = true;
  entry.has_posterior = true;
  entry.make = [](const Params& params) -> std::unique_ptr<Learner> {
    return std::make_unique<KernelGpClassifierLearner>(params.Get("alpha").AsNumber(),
                                                       params.Get("draws").AsInteger());
  };
  return entry;
}

}  // namespace mercer
