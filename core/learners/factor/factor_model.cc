#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/parallel.h"
#include "core/base/stopwatch.h"
#include "core/kernels/dot_product/polynomial.h"
#include "core/kernels/itemset/anova.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/factor/factor_descent.h"
#include "core/learners/learner_entry.h"
#include "core/learners/linear/linear_model.h"
#include "core/learners/training_checks.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

/// f(x) = Σ_s λ_s k(p_s, x), s = 1 … rank, for a kernel k that is the term of the descent
/// (factor_descent.h): a factorization machine, an all-subsets model, a polynomial network.
/// Classes: one f for each against the rest, one alone of two, the largest wins. The primal
/// objective reported is the sum over them. O(passes · rank · non-zeros) time, O(rank · d) memory
/// beyond a copy of the rows by columns.
class FactorLearner : public Learner {
 public:
  using MakeTerm = std::unique_ptr<FactorTerm> (*)(Index order);
  using MakeKernel = std::unique_ptr<Kernel> (*)(Index order);

  FactorLearner(std::string name, Index order, MakeTerm term, MakeKernel kernel,
                const FactorOptions& options)
      : name_(std::move(name)), order_(order), term_(term), kernel_(kernel), options_(options) {}

  Target target() const override {
    return options_.loss == Loss::kSquared ? Target::kValues : Target::kClasses;
  }
  std::unique_ptr<Model> Fit(const TrainingSet& train) const override;

  double EstimatedBytes(const ProblemSize& size) const override;

 private:
  std::string name_;
  Index order_;
  MakeTerm term_;
  MakeKernel kernel_;
  FactorOptions options_;
};

/// The parameters that all factor models have, with those of `own` first.
std::vector<ParamSpec> FactorParams(std::vector<ParamSpec> own);
FactorOptions ReadFactorOptions(const Params& params);

// Rows whose terms are evaluated together.
constexpr Index kRows = 128;

// The terms of a row are features, scored linearly by λ.
class FactorModel : public Model {
 public:
  FactorModel(std::string name, std::unique_ptr<Kernel> kernel, Matrix p, LinearWeights weights,
              FitReport report)
      : name_(name),
        kernel_(std::move(kernel)),
        p_(std::move(p)),
        scores_(std::move(name), std::move(weights), FitReport()) {
    report_ = std::move(report);
    CheckFitted(name_, report_, p_.dense().allFinite());
  }

  Vector Predict(const Examples& x, int threads) const override {
    CheckFinite(name_, x);
    Vector predicted(x.rows());
    ParallelFor(x.rows(), kRows, threads, [&](Index begin, Index end) {
      Matrix terms(end - begin, p_.rows());
      kernel_->GramRows(x, begin, end - begin, p_, terms);
      predicted.segment(begin, end - begin) = scores_.Predict(Examples(std::move(terms)), 1);
    });
    return predicted;
  }

 private:
  std::string name_;
  std::unique_ptr<Kernel> kernel_;
  Examples p_;
  LinearModel scores_;
};

ColumnMatrix ByColumns(const Examples& x) {
  if (x.is_sparse()) return x.sparse();
  return x.dense().sparseView();
}

std::unique_ptr<Model> FactorLearner::Fit(const TrainingSet& train) const {
  const RegressionTargets targets(name_, target(), train);
  const ColumnMatrix x = ByColumns(train.x.All());
  const Index problems = targets.values().cols(), rank = options_.rank;
  CheckFitsInMemory("learner '" + name_ + "' with " + std::to_string(x.cols()) + " columns and " +
                        std::to_string(problems * rank) + " vectors",
                    8 * static_cast<double>((problems + 3) * rank) * static_cast<double>(x.cols()));
  Matrix p(problems * rank, x.cols());
  LinearWeights weights;
  weights.labels = targets.labels();
  weights.weights = Matrix::Zero(problems * rank, problems);
  weights.bias_weights = Eigen::RowVectorXd::Zero(problems);
  FitReport report{.iterations = 0, .primal_objective = 0};
  const Stopwatch watch;
  for (Index k = 0; k < problems; ++k) {
    const auto term = term_(order_);
    // What is left of the time is shared by the problems that are left.
    const double left = train.max_seconds - watch.Seconds();
    const double seconds =
        train.max_seconds > 0 ? std::max(1e-9, left / static_cast<double>(problems - k)) : 0;
    const auto after_pass = [&](double objective) {
      if (options_.trace) report.trace.push_back({watch.Seconds(), objective});
    };
    FactorSolution s =
        DescendFactors(*term, x, targets.values().col(k), options_,
                       train.seed + static_cast<std::uint64_t>(k), seconds, after_pass);
    p.middleRows(k * rank, rank) = s.p;
    weights.weights.col(k).segment(k * rank, rank) = s.lambda;
    report.iterations += s.passes;
    *report.primal_objective += s.objective;
    report.out_of_time = report.out_of_time || s.out_of_time;
    if (!s.converged && !s.out_of_time) {
      report.warnings = {name_ + ": reached the limit of " + std::to_string(options_.max_passes) +
                         " passes"};
    }
  }
  return std::make_unique<FactorModel>(name_, kernel_(order_), std::move(p), std::move(weights),
                                       std::move(report));
}

double FactorLearner::EstimatedBytes(const ProblemSize& size) const {
  const double problems = size.binary_problems(), rank = static_cast<double>(options_.rank);
  return 40 * size.stored + (72 + 8 * problems) * size.rows() +
         (24 + 8 * problems) * rank * size.width() + size.predicted_bytes() +
         16 * kRows * (rank * problems + size.width());
}

std::vector<ParamSpec> FactorParams(std::vector<ParamSpec> own) {
  const std::vector<ParamSpec> shared = {
      LossSpec({"squared_hinge", "logistic", "squared"}),
      {.name = "beta",
       .help = "weight of the penalty beta sum of |lambda_s| |p_s|^2",
       .default_value = 1.0,
       .min = 0,
       .open_min = true},
      {.name = "rank",
       .kind = ParamKind::kInteger,
       .help = "number of terms",
       .default_value = 30,
       .min = 1,
       .max = 1e6},
      {.name = "signs",
       .kind = ParamKind::kText,
       .help = "signs of lambda_s: all 1, or 1 or -1 by a fair coin (needed with an even order to "
               "fit matrices that are not positive)",
       .default_value = "ones",
       .choices = {"ones", "random"}},
      {.name = "tolerance",
       .help = "stopping tolerance: sum of the absolute steps of a pass over all coordinates",
       .default_value = 1e-6,
       .min = 0,
       .open_min = true},
      {.name = "max_passes",
       .kind = ParamKind::kInteger,
       .help = "maximum number of passes over all coordinates; reaching it is a warning",
       .default_value = 10000,
       .min = 1,
       .max = 1e9},
      {.name = "trace",
       .kind = ParamKind::kBool,
       .help = "whether the objective is recorded after each pass",
       .default_value = false}};
  own.insert(own.end(), shared.begin(), shared.end());
  return own;
}

FactorOptions ReadFactorOptions(const Params& params) {
  return {.loss = ParseLoss(params.Get("loss").AsText()),
          .beta = params.Get("beta").AsNumber(),
          .rank = params.Get("rank").AsInteger(),
          .random_signs = params.Get("signs").AsText() == "random",
          .tolerance = params.Get("tolerance").AsNumber(),
          .max_passes = params.Get("max_passes").AsInteger(),
          .trace = params.Get("trace").AsBool()};
}

}  // namespace

LearnerEntry FactorizationMachineEntry() {
  LearnerEntry entry;
  entry.name = "factorization_machine";
  entry.summary =
      "sum of lambda_s K^m(p_s, x) with the ANOVA kernel of order m and learned p_s; several "
      "classes one against the rest";
  entry.citation = "atarashi2019, section 5; Blondel et al. 2016";
  entry.params = FactorParams({{.name = "order",
                                .kind = ParamKind::kInteger,
                                .help = "m, the number of columns of an interaction",
                                .default_value = 2,
                                .min = 2,
                                .max = 3}});
  entry.make = [](const Params& params) -> std::unique_ptr<Learner> {
    return std::make_unique<FactorLearner>(
        "factorization_machine", params.Get("order").AsInteger(), &AnovaTerm,
        [](Index order) -> std::unique_ptr<Kernel> { return std::make_unique<AnovaKernel>(order); },
        ReadFactorOptions(params));
  };
  entry.on_rows = true;
  entry.stops_in_time = true;
  return entry;
}

LearnerEntry AllSubsetsModelEntry() {
  LearnerEntry entry;
  entry.name = "all_subsets_model";
  entry.summary =
      "sum of lambda_s prod_j (1 + p_sj x_j) with learned p_s; several classes one against the "
      "rest";
  entry.citation = "atarashi2019, section 6; Blondel et al. 2016";
  entry.params = FactorParams({});
  entry.make = [](const Params& params) -> std::unique_ptr<Learner> {
    return std::make_unique<FactorLearner>(
        "all_subsets_model", 0, [](Index) { return AllSubsetsTerm(); },
        [](Index) -> std::unique_ptr<Kernel> { return std::make_unique<AllSubsetsKernel>(); },
        ReadFactorOptions(params));
  };
  entry.on_rows = true;
  entry.stops_in_time = true;
  return entry;
}

LearnerEntry PolynomialNetworkEntry() {
  LearnerEntry entry;
  entry.name = "polynomial_network";
  entry.summary =
      "sum of lambda_s <p_s, x>^m with learned p_s; several classes one against the rest";
  entry.citation = "atarashi2019, section 6; Blondel et al. 2016";
  entry.params = FactorParams({{.name = "degree",
                                .kind = ParamKind::kInteger,
                                .help = "m, the power",
                                .default_value = 2,
                                .min = 2,
                                .max = 100}});
  entry.make = [](const Params& params) -> std::unique_ptr<Learner> {
    return std::make_unique<FactorLearner>(
        "polynomial_network", params.Get("degree").AsInteger(), &PowerTerm,
        [](Index degree) -> std::unique_ptr<Kernel> {
          return std::make_unique<HomogeneousPolynomialKernel>(degree);
        },
        ReadFactorOptions(params));
  };
  entry.on_rows = true;
  entry.stops_in_time = true;
  return entry;
}

}  // namespace mercer
