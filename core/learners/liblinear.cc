#include "core/learners/liblinear.h"

#include <linear.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/learners/node_rows.h"
#include "core/learners/solver_session.h"
#include "core/learners/training_checks.h"

namespace mercer {
namespace {

// What is known of a solver: its number, the tolerance that liblinear-train takes by default, and
// for the SVMs the norm of the regulariser and the power of the hinge loss (0: no such objective).
struct Solver {
  const char* name;
  int type;
  double eps;
  int norm;
  int power;
};

constexpr std::array<Solver, 8> kSolvers = {{
    {"l2r_lr", L2R_LR, 0.01, 2, 0},
    {"l2r_l2loss_svc_dual", L2R_L2LOSS_SVC_DUAL, 0.1, 2, 2},
    {"l2r_l2loss_svc", L2R_L2LOSS_SVC, 0.01, 2, 2},
    {"l2r_l1loss_svc_dual", L2R_L1LOSS_SVC_DUAL, 0.1, 2, 1},
    {"mcsvm_cs", MCSVM_CS, 0.1, 2, 0},
    {"l1r_l2loss_svc", L1R_L2LOSS_SVC, 0.01, 1, 2},
    {"l1r_lr", L1R_LR, 0.01, 1, 0},
    {"l2r_lr_dual", L2R_LR_DUAL, 0.1, 2, 0},
}};

// Rows of scores held at a time.
constexpr Index kScoreRows = 1024;

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

parameter MakeParameter(const LiblinearOptions& options) {
  const Solver& solver = FindSolver(options.solver);
  parameter p{};
  p.solver_type = solver.type;
  p.eps = options.eps.value_or(solver.eps);
  p.C = options.cost;
  p.p = 0.1;
  SetNewerMembers(p);
  return p;
}

// Weights and classes as LIBLINEAR orders them.
class LinearModel : public Model {
 public:
  LinearModel(const model& fitted, const Solver& solver, double bias, FitReport report)
      : labels_(Eigen::Map<const Eigen::VectorXi>(fitted.label, fitted.nr_class).cast<double>()),
        offsets_(Eigen::RowVectorXd::Zero(ScoreCount(fitted))) {
    const Index dim = fitted.nr_feature;
    const Index scores = offsets_.size();
    const Eigen::Map<const Matrix> all(fitted.w, dim + (bias >= 0 ? 1 : 0), scores);
    weights_ = all.topRows(dim);
    if (bias >= 0) offsets_ = bias * all.row(dim);
    regulariser_ = solver.norm == 1 ? all.lpNorm<1>() : 0.5 * all.squaredNorm();
    report_ = std::move(report);
  }

  Vector Predict(const Examples& x, int threads) const override {
    CheckFinite("liblinear", x);
    Vector labels(x.rows());
    ParallelFor(x.rows(), kScoreRows, threads, [&](Index begin, Index end) {
      const Matrix scores = Scores(x, begin, end - begin);
      for (Index i = begin; i < end; ++i) labels[i] = labels_[Choose(scores.row(i - begin))];
    });
    return labels;
  }

  // R(w) + cost · Σ max(0, 1 − y score)^power over rows and binary problems.
  void MeasureObjective(const TrainingSet& train, double cost, int power) {
    std::vector<double> losses(
        static_cast<std::size_t>((train.x.rows() + kScoreRows - 1) / kScoreRows));
    ParallelFor(train.x.rows(), kScoreRows, train.threads, [&](Index begin, Index end) {
      const Matrix scores = Scores(train.x, begin, end - begin);
      double loss = 0;
      for (Index i = begin; i < end; ++i) {
        for (Index k = 0; k < scores.cols(); ++k) {
          const double sign = train.y[i] == labels_[k] ? 1 : -1;
          const double hinge = std::max(0.0, 1 - sign * scores(i - begin, k));
          loss += power == 1 ? hinge : hinge * hinge;
        }
      }
      losses[static_cast<std::size_t>(begin / kScoreRows)] = loss;
    });
    double total = 0;
    for (const double loss : losses) total += loss;
    report_.primal_objective = regulariser_ + cost * total;
  }

 private:
  // Two classes share one score, its sign telling them apart; Crammer and Singer's have one each.
  static Index ScoreCount(const model& fitted) {
    const bool shared = fitted.nr_class == 2 && fitted.param.solver_type != MCSVM_CS;
    return shared ? 1 : fitted.nr_class;
  }

  Matrix Scores(const Examples& x, Index begin, Index count) const {
    MERCER_CHECK(x.cols() == weights_.rows());
    Matrix scores(count, weights_.cols());
    if (x.is_sparse()) {
      scores = x.sparse().middleRows(begin, count) * weights_;
    } else {
      scores.noalias() = x.dense().middleRows(begin, count) * weights_;
    }
    scores.rowwise() += offsets_;
    return scores;
  }

  // LIBLINEAR's rule: the first of two classes where its score is above 0, else the first best.
  Index Choose(const Eigen::Ref<const Eigen::RowVectorXd>& scores) const {
    if (labels_.size() == 2) return scores[0] > 0 ? 0 : 1;
    Index best = 0;
    scores.maxCoeff(&best);
    return best;
  }

  Vector labels_;               // of class k
  Matrix weights_;              // d × scores
  Eigen::RowVectorXd offsets_;  // the bias feature times its weights
  double regulariser_ = 0;
};

}  // namespace

std::vector<std::string> LiblinearSolvers() {
  std::vector<std::string> names;
  for (const Solver& solver : kSolvers) names.emplace_back(solver.name);
  return names;
}

LiblinearLearner::LiblinearLearner(const LiblinearOptions& options) : options_(options) {
  FindSolver(options.solver);
}

std::unique_ptr<Model> LiblinearLearner::Fit(const TrainingSet& train) const {
  CheckClassification("liblinear", train);
  const Solver& solver = FindSolver(options_.solver);
  const parameter p = MakeParameter(options_);
  std::unique_ptr<LinearModel> fitted;
  {
    auto rows = MakeNodeRows<feature_node>(train.x, 0, train.x.rows(), options_.bias);
    Vector labels = train.y;
    const bool has_bias = options_.bias >= 0;
    const problem data{.l = static_cast<int>(train.x.rows()),
                       .n = static_cast<int>(train.x.cols()) + (has_bias ? 1 : 0),
                       .y = labels.data(),
                       .x = rows.rows.data(),
                       .bias = options_.bias};
    if (const char* error = check_parameter(&data, &p)) {
      throw InvalidInput(std::string("learner 'liblinear': LIBLINEAR refuses its parameters: ") +
                         error);
    }
    const SolverSession session(train.seed);
    set_print_string_function(&SolverSession::Collect);
    const std::unique_ptr<model, FreeModel> raw(::train(&data, &p));
    fitted =
        std::make_unique<LinearModel>(*raw, solver, options_.bias, session.Report("liblinear"));
  }
  if (solver.power != 0) fitted->MeasureObjective(train, options_.cost, solver.power);
  return fitted;
}

double LiblinearLearner::EstimatedBytes(Index n, Index columns, double stored, Index m,
                                        const Kernel*) const {
  const Solver& solver = FindSolver(options_.solver);
  const auto rows = static_cast<double>(n);
  const double nodes = 16 * (stored + rows * (options_.bias >= 0 ? 2 : 1));
  // The l1r solvers work on a transposed copy. Labels, dual variables, order of the rows and their
  // copies per class; the weights and the vectors of the Newton solvers.
  const double copies = solver.norm == 1 ? 2 : 1;
  return copies * nodes + 100 * rows + 100 * static_cast<double>(columns) +
         16.0 * static_cast<double>(std::min(kScoreRows, std::max(n, m))) +
         8 * static_cast<double>(m);
}

}  // namespace mercer
