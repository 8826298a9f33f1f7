#include "core/learners/wrapped/liblinear.h"

#include <linear.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/error.h"
#include "core/learners/linear/linear_model.h"
#include "core/learners/training_checks.h"
#include "core/learners/wrapped/solver_session.h"

namespace mercer {
namespace {

// What is known of a solver: its number, the tolerance that liblinear-train takes by default, the
// norm of the regulariser and, for the SVMs, the power of the loss (0: no such objective).
struct Solver {
  const char* name;
  int type;
  double eps;
  int norm;
  int power;
  bool regression = false;

  // Its text tells the dual objective.
  bool IsDual() const {
    return type == L2R_L2LOSS_SVC_DUAL || type == L2R_L1LOSS_SVC_DUAL ||
           type == L2R_L2LOSS_SVR_DUAL || type == L2R_L1LOSS_SVR_DUAL;
  }
};

constexpr std::array<Solver, 11> kSolvers = {{
    {"l2r_lr", L2R_LR, 0.01, 2, 0},
    {"l2r_l2loss_svc_dual", L2R_L2LOSS_SVC_DUAL, 0.1, 2, 2},
    {"l2r_l2loss_svc", L2R_L2LOSS_SVC, 0.01, 2, 2},
    {"l2r_l1loss_svc_dual", L2R_L1LOSS_SVC_DUAL, 0.1, 2, 1},
    {"mcsvm_cs", MCSVM_CS, 0.1, 2, 0},
    {"l1r_l2loss_svc", L1R_L2LOSS_SVC, 0.01, 1, 2},
    {"l1r_lr", L1R_LR, 0.01, 1, 0},
    {"l2r_lr_dual", L2R_LR_DUAL, 0.1, 2, 0},
    {"l2r_l2loss_svr", L2R_L2LOSS_SVR, 0.0001, 2, 2, true},
    {"l2r_l2loss_svr_dual", L2R_L2LOSS_SVR_DUAL, 0.1, 2, 2, true},
    {"l2r_l1loss_svr_dual", L2R_L1LOSS_SVR_DUAL, 0.1, 2, 1, true},
}};

const Solver& FindSolver(const std::string& name) {
  const auto* solver = std::find_if(kSolvers.begin(), kSolvers.end(),
                                    [&](const Solver& s) { return name == s.name; });
  MERCER_CHECK(solver != kSolvers.end());
  return *solver;
}

struct FreeModel {
  void operator()(model* fitted) const { free_and_destroy_model(&fitted); }
};

// Members that only newer versions of LIBLINEAR have, at the values of its programs.
template <class AnyParameter>
void SetNewerMembers(AnyParameter& p) {
  if constexpr (requires { p.regularize_bias; }) p.regularize_bias = 1;
  if constexpr (requires { p.nu; }) p.nu = 0.5;
}

parameter MakeParameter(const LiblinearOptions& options, WeightArrays& arrays) {
  const Solver& solver = FindSolver(options.solver);
  parameter p{};
  p.solver_type = solver.type;
  p.eps = options.eps.value_or(solver.eps);
  p.C = options.cost;
  p.p = options.epsilon;
  p.nr_weight = arrays.count();
  p.weight_label = arrays.labels.data();
  p.weight = arrays.values.data();
  SetNewerMembers(p);
  return p;
}

// Two classes share one score, its sign telling them apart; Crammer and Singer's have one each.
Index ScoreCount(const model& fitted) {
  const bool shared = fitted.nr_class == 2 && fitted.param.solver_type != MCSVM_CS;  // or values
  return shared ? 1 : fitted.nr_class;
}

// Weights and classes as LIBLINEAR orders them; the last row of weights is the bias feature's.
LinearWeights WeightsOf(const model& fitted, double bias) {
  const Index dim = fitted.nr_feature;
  const Index scores = ScoreCount(fitted);
  const Eigen::Map<const Matrix> all(fitted.w, dim + (bias >= 0 ? 1 : 0), scores);
  LinearWeights weights;
  if (fitted.label != nullptr) {
    weights.labels =
        Eigen::Map<const Eigen::VectorXi>(fitted.label, fitted.nr_class).cast<double>();
  }
  weights.weights = all.topRows(dim);
  weights.bias_weights = Eigen::RowVectorXd::Zero(scores);
  if (bias >= 0) weights.bias_weights = all.row(dim);
  weights.bias = std::max(bias, 0.0);
  return weights;
}

/// The label of a row in a binary problem, and C times the weight of its class. In a problem of one
/// class against the rest only the class itself is weighted; of two classes both.
class WeightedProblems {
 public:
  WeightedProblems(const LinearWeights& weights, const TrainingSet& train,
                   const LiblinearOptions& options)
      : labels_(weights.labels),
        y_(train.y),
        costs_(Vector::Constant(labels_.size(), options.cost)) {
    for (Index k = 0; k < labels_.size(); ++k) {
      const auto found = options.class_weights.find(static_cast<int>(labels_[k]));
      if (found != options.class_weights.end()) costs_[k] *= found->second;
    }
    rest_ = labels_.size() == 2 ? costs_[1] : options.cost;
  }

  double Sign(Index i, Index k) const { return y_[i] == labels_[k] ? 1 : -1; }
  double Cost(Index i, Index k) const { return y_[i] == labels_[k] ? costs_[k] : rest_; }

 private:
  const Vector& labels_;
  const Vector& y_;
  Vector costs_;
  double rest_ = 0;
};

// Σ C_i loss_i over the rows and the binary problems.
double SumOfCosts(const LinearWeights& weights, const TrainingSet& train,
                  const LiblinearOptions& options) {
  const Solver& solver = FindSolver(options.solver);
  const auto power = [&](double loss) { return solver.power == 1 ? loss : loss * loss; };
  if (solver.regression) {
    return options.cost *
           SumOfLosses(weights, train.x.All(), train.threads, [&](Index i, Index, double score) {
             return power(std::max(0.0, std::abs(train.y[i] - score) - options.epsilon));
           });
  }
  const WeightedProblems problems(weights, train, options);
  return SumOfLosses(weights, train.x.All(), train.threads, [&](Index i, Index k, double score) {
    return problems.Cost(i, k) * power(std::max(0.0, 1 - problems.Sign(i, k) * score));
  });
}

// Half the squared gradient of P = 1/2 |w|² + Σ C_i max(0, 1 − y_i s_i)², summed over the binary
// problems: by so much the dual objective at α_i = 2 C_i max(0, 1 − y_i s_i) lies below P, whatever
// w is. (Σ α = <w, v> + 2 Σ C_i loss_i with v = Σ α_i y_i z_i, so P − D = 1/2 |w − v|².)
double GapOfGradient(const LinearWeights& weights, const TrainingSet& train,
                     const LiblinearOptions& options) {
  // A product of sparse rows makes a matrix of the gradient's size: few of them.
  const Examples& x = train.x.All();
  const Index kRows = x.is_sparse() ? 65536 : 256;
  const WeightedProblems problems(weights, train, options);
  Matrix gradient = weights.weights;
  Eigen::RowVectorXd of_bias = weights.bias_weights;
  for (Index begin = 0; begin < x.rows(); begin += kRows) {
    const Index count = std::min(kRows, x.rows() - begin);
    Matrix alpha = weights.Scores(x, begin, count);
    for (Index i = 0; i < count; ++i) {
      for (Index k = 0; k < alpha.cols(); ++k) {
        const double sign = problems.Sign(begin + i, k);
        const double loss = std::max(0.0, 1 - sign * alpha(i, k));
        alpha(i, k) = 2 * problems.Cost(begin + i, k) * loss * sign;
      }
    }
    if (x.is_sparse()) {
      gradient -= x.sparse().middleRows(begin, count).transpose() * alpha;
    } else {
      gradient.noalias() -= x.dense().middleRows(begin, count).transpose() * alpha;
    }
    of_bias -= weights.bias * alpha.colwise().sum();
  }
  return (gradient.squaredNorm() + of_bias.squaredNorm()) / 2;
}

}  // namespace

bool IsLiblinearRegression(const std::string& solver) { return FindSolver(solver).regression; }

std::vector<std::string> LiblinearSolvers() {
  std::vector<std::string> names;
  for (const Solver& solver : kSolvers) names.emplace_back(solver.name);
  return names;
}

LiblinearLearner::LiblinearLearner(const LiblinearOptions& options) : options_(options) {
  FindSolver(options.solver);
}

Target LiblinearLearner::target() const {
  return IsLiblinearRegression(options_.solver) ? Target::kValues : Target::kClasses;
}

std::unique_ptr<Model> LiblinearLearner::Fit(const TrainingSet& train) const {
  const Solver& solver = FindSolver(options_.solver);
  if (solver.regression) {
    CheckRegression("liblinear", train);
  } else {
    CheckClassification("liblinear", train);
  }
  WeightArrays arrays("liblinear", options_.class_weights, train.y);
  const parameter p = MakeParameter(options_, arrays);
  LinearWeights weights;
  FitReport report;
  {
    auto rows = MakeNodeRows<feature_node>(train.x.All(), 0, train.x.rows(), options_.bias);
    Vector labels = train.y;
    const bool has_bias = options_.bias >= 0;
    const problem data{.l = static_cast<int>(train.x.rows()),
                       .n = static_cast<int>(train.x.cols()) + (has_bias ? 1 : 0),
                       .y = labels.data(),
                       .x = rows.rows.data(),
                       .bias = options_.bias};
    if (const char* error = check_parameter(&data, &p)) {
      throw InvalidInput(std::string("learner 'liblinear': LIBLINEAR rejects its parameters: ") +
                         error);
    }
    const SolverSession session(train.seed);
    set_print_string_function(&SolverSession::Collect);
    const std::unique_ptr<model, FreeModel> raw(::train(&data, &p));
    // The weights of the classes are not the model's to free.
    raw->param.weight_label = nullptr;
    raw->param.weight = nullptr;
    weights = WeightsOf(*raw, options_.bias);
    report = session.Report("liblinear");
    if (solver.IsDual()) {
      if (const auto told = session.SumAfter("Objective value = ")) report.dual_objective = -*told;
      report.support_vectors = static_cast<Index>(session.SumAfter("nSV = ").value_or(-1));
    }
  }
  report.warnings.insert(report.warnings.end(), arrays.warnings.begin(), arrays.warnings.end());
  if (solver.power != 0) {
    const double regulariser = solver.norm == 1 ? weights.OneNorm() : weights.SquaredNorm() / 2;
    report.primal_objective = regulariser + SumOfCosts(weights, train, options_);
    if (solver.type == L2R_L2LOSS_SVC)
      report.dual_objective = *report.primal_objective - GapOfGradient(weights, train, options_);
  }
  return std::make_unique<LinearModel>("liblinear", std::move(weights), std::move(report));
}

double LiblinearLearner::EstimatedBytes(const ProblemSize& size) const {
  const Solver& solver = FindSolver(options_.solver);
  const double rows = size.rows(), problems = size.binary_problems();
  const double nodes = 16 * (size.stored + rows * (options_.bias >= 0 ? 2 : 1));
  // The l1r solvers work on a transposed copy. Labels, dual variables (of Crammer and Singer's
  // problem one for each class), order of the rows and their copies; the weights of the classes,
  // twice, and the vectors of the Newton solvers.
  const double copies = solver.norm == 1 ? 2 : 1;
  const double duals = solver.type == MCSVM_CS ? 16 * rows * static_cast<double>(size.classes) : 0;
  return copies * nodes + 100 * rows + duals + (80 + 20 * problems) * size.width() +
         ScoreBytes(size) + size.predicted_bytes();
}

namespace {

// Throws InvalidInput for a parameter that the solver does not use.
std::unique_ptr<Learner> MakeLiblinear(const Params& params) {
  LiblinearOptions options{
      .solver = params.Get("solver").AsText(),
      .cost = params.Get("cost").AsNumber(),
      .bias = params.Get("bias").AsNumber(),
      .class_weights = ParseClassWeights("liblinear", params.Find("class_weights"))};
  const bool regression = IsLiblinearRegression(options.solver);
  const std::string unused = regression ? "class_weights" : "epsilon";
  if (params.Find(unused) != nullptr) {
    throw InvalidInput("learner 'liblinear': solver " + options.solver + " has no " + unused +
                       "; expected it with " + (regression ? "classifiers" : "the svr solvers") +
                       " only");
  }
  if (const ParamValue* eps = params.Find("eps")) options.eps = eps->AsNumber();
  if (const ParamValue* epsilon = params.Find("epsilon")) options.epsilon = epsilon->AsNumber();
  return std::make_unique<LiblinearLearner>(options);
}

}  // namespace

LearnerEntry LiblinearEntry() {
  LearnerEntry entry;
  entry.name = "liblinear";
  entry.summary =
      "linear SVM, logistic regression or support vector regression of LIBLINEAR; several classes "
      "one against the rest";
  entry.citation = "Fan et al. 2008";
  entry.params = {
      {.name = "solver",
       .kind = ParamKind::kText,
       .help = "regulariser, loss and algorithm by LIBLINEAR's own name",
       .default_value = "l2r_l2loss_svc_dual",
       .choices = LiblinearSolvers()},
      CostSpec("C of regulariser + C sum of losses"),
      {.name = "eps",
       .help = "stopping tolerance; absent: that of liblinear-train, 0.1 for the dual solvers and "
               "mcsvm_cs, 0.0001 for l2r_l2loss_svr, else 0.01",
       .optional = true,
       .min = 0,
       .open_min = true},
      {.name = "bias",
       .help = "value of a last, regularised feature; below 0: none",
       .default_value = -1.0,
       .min = -1},
      {.name = "epsilon",
       .help = "half the width of the tube of the svr solvers; absent: 0.1, as in liblinear-train",
       .optional = true,
       .min = 0},
      ClassWeightsSpec(),
  };
  entry.make = &MakeLiblinear;
  return entry;
}

}  // namespace mercer
