#include <libsvm/svm.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/kernels/dot_product/polynomial.h"
#include "core/kernels/shift_invariant/gaussian.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/learner_entry.h"
#include "core/learners/training_checks.h"
#include "core/learners/wrapped/solver_session.h"
#include "core/linalg/memory.h"

namespace mercer {
namespace {

/// The problems of LIBSVM, in its order (svm-train -s).
enum class SvmType { kCSvc, kNuSvc, kOneClass, kEpsilonSvr, kNuSvr };

struct LibsvmOptions {
  SvmType type = SvmType::kCSvc;
  double cost = 1;       // C > 0 of 1/2 |w|² + C Σ loss; the offset is not regularised
  double nu = 0.5;       // ν in (0, 1], of the ν types and one_class
  double epsilon = 0.1;  // ≥ 0, half the width of the tube of epsilon_svr
  ClassWeights class_weights{};
  double eps = 0.001;      // tolerance of the optimality conditions, > 0
  double cache_mib = 100;  // of Gram columns, in MiB, > 0
  bool shrinking = true;
};

/// The support vector machines of LIBSVM (Chang & Lin 2011): C-SVC and ν-SVC, for more than two
/// classes by one against one; ε-SVR and ν-SVR, which predict values; and the one-class machine,
/// which learns from all rows whatever their labels and predicts 1 inside the region found, −1
/// outside. The linear, polynomial and Gaussian kernels are LIBSVM's own, evaluated on the fly from
/// the non-zeros: the same numbers as svm-train -t 0, -t 1 or -t 2. Every other kernel gets a Gram
/// matrix made by blocked products before training (16·n·(n+1) bytes) and before each block of test
/// rows: making it counts in fit and predict. Iterations are the sum over the pairs of classes, and
/// so is the dual objective, told to the six decimals that LIBSVM prints.
class LibsvmLearner : public Learner {
 public:
  explicit LibsvmLearner(const LibsvmOptions& options) : options_(options) {}

  Target target() const override;

  /// train.kernel must be given. Also throws InvalidInput where the kernel refuses a row, or ν is
  /// larger than the sizes of the classes allow. A weight of a class without rows is a warning.
  std::unique_ptr<Model> Fit(const TrainingSet& train) const override;

  double EstimatedBytes(const ProblemSize& size) const override;

 private:
  LibsvmOptions options_;
};

bool PredictsValues(SvmType type) {
  return type == SvmType::kEpsilonSvr || type == SvmType::kNuSvr;
}

static_assert(C_SVC == 0 && NU_SVC == 1 && ONE_CLASS == 2 && EPSILON_SVR == 3 && NU_SVR == 4);

struct FreeModel {
  void operator()(svm_model* model) const { svm_free_and_destroy_model(&model); }
};
using ModelPointer = std::unique_ptr<svm_model, FreeModel>;

// Test rows handled together.
constexpr Index kPredictRows = 64;

// Rows of Gram values held beside the matrix that is being filled: 4 MiB.
Index FillRows(Index n) { return std::max<Index>(1, (Index{1} << 19) / n); }

svm_parameter BaseParameter(const LibsvmOptions& options) {
  svm_parameter parameter{};
  parameter.svm_type = static_cast<int>(options.type);
  parameter.kernel_type = PRECOMPUTED;
  parameter.cache_size = options.cache_mib;
  parameter.eps = options.eps;
  parameter.C = options.cost;
  parameter.nu = options.nu;
  parameter.p = options.epsilon;
  parameter.shrinking = options.shrinking ? 1 : 0;
  return parameter;
}

// The parameter for a kernel that LIBSVM evaluates itself, else nothing.
std::optional<svm_parameter> OwnKernel(const LibsvmOptions& options, const Kernel& kernel) {
  svm_parameter parameter = BaseParameter(options);
  parameter.kernel_type = POLY;
  if (dynamic_cast<const LinearKernel*>(&kernel) != nullptr) {
    parameter.kernel_type = LINEAR;
  } else if (const auto* k = dynamic_cast<const PolynomialKernel*>(&kernel)) {
    parameter.degree = static_cast<int>(k->degree());
    parameter.gamma = k->scale();
    parameter.coef0 = k->offset();
  } else if (const auto* h = dynamic_cast<const HomogeneousPolynomialKernel*>(&kernel)) {
    parameter.degree = static_cast<int>(h->degree());
    parameter.gamma = 1;
  } else if (const auto* g = dynamic_cast<const GaussianKernel*>(&kernel)) {
    parameter.kernel_type = RBF;
    parameter.gamma = g->gamma();
  } else {
    return std::nullopt;
  }
  return parameter;
}

// Iterations at which LIBSVM gives up on a problem of n rows. It says so past its print hook.
Index IterationLimit(Index n) { return std::max<Index>(10'000'000, 100 * n); }

// Coefficients of the support vectors, and offsets.
bool IsFinite(const svm_model& model) {
  const int outputs = model.nr_class - 1;
  const int pairs = model.nr_class * outputs / 2;
  for (int k = 0; k < outputs; ++k)
    if (!Eigen::Map<const Vector>(model.sv_coef[k], model.l).allFinite()) return false;
  return Eigen::Map<const Vector>(model.rho, pairs).allFinite();
}

// Trains while no other solver runs; the model points into the rows.
ModelPointer Train(const TrainingSet& train, svm_parameter parameter, const ClassWeights& weights,
                   std::vector<svm_node*>& rows, FitReport* report) {
  Vector labels = train.y;
  WeightArrays arrays("libsvm", weights, train.y);
  parameter.nr_weight = arrays.count();
  parameter.weight_label = arrays.labels.data();
  parameter.weight = arrays.values.data();
  const svm_problem problem{
      .l = static_cast<int>(rows.size()), .y = labels.data(), .x = rows.data()};
  if (const char* error = svm_check_parameter(&problem, &parameter)) {
    throw InvalidInput(std::string("learner 'libsvm': LIBSVM rejects its parameters: ") + error);
  }
  const SolverSession session(train.seed);
  svm_set_print_string_function(&SolverSession::Collect);
  ModelPointer model(svm_train(&problem, &parameter));
  *report = session.Report("libsvm", IterationLimit(problem.l));
  report->support_vectors = model->l;
  report->warnings.insert(report->warnings.end(), arrays.warnings.begin(), arrays.warnings.end());
  // The arrays end here, and the model holds a copy of the pointers.
  model->param.nr_weight = 0;
  model->param.weight_label = nullptr;
  model->param.weight = nullptr;
  CheckFitted("libsvm", *report, IsFinite(*model));
  return model;
}

// The kernel is LIBSVM's own: support vectors stay where the training rows are.
class OwnKernelModel : public Model {
 public:
  OwnKernelModel(const TrainingSet& train, const svm_parameter& parameter,
                 const ClassWeights& weights)
      : columns_(train.x.cols()), rows_(MakeNodeRows<svm_node>(train.x.All(), 0, train.x.rows())) {
    model_ = Train(train, parameter, weights, rows_.rows, &report_);
  }

  Vector Predict(const Examples& x, int threads) const override {
    MERCER_CHECK(x.cols() == columns_);
    CheckFinite("libsvm", x);
    Vector labels(x.rows());
    ParallelFor(x.rows(), kPredictRows, threads, [&](Index begin, Index end) {
      const auto block = MakeNodeRows<svm_node>(x, begin, end - begin);
      for (Index i = begin; i < end; ++i) {
        labels[i] = svm_predict(model_.get(), block.rows[static_cast<std::size_t>(i - begin)]);
      }
    });
    return labels;
  }

 private:
  Index columns_;
  NodeRows<svm_node> rows_;
  ModelPointer model_;
};

double GramBytes(double rows) { return 16 * rows * (rows + 1); }

// The training Gram matrix as LIBSVM takes it: row i is its serial i + 1, then K(i, 0) … K(i, n−1).
NodeRows<svm_node> GramNodes(const TrainingSet& train) {
  const Examples& x = train.x.All();
  const Index n = x.rows();
  const Index stride = n + 1;
  CheckFitsInMemory("learner 'libsvm' with " + std::to_string(n) + " training rows",
                    GramBytes(static_cast<double>(n)));
  NodeRows<svm_node> gram;
  gram.nodes = std::make_unique_for_overwrite<svm_node[]>(static_cast<std::size_t>(n * stride));
  svm_node* const nodes = gram.nodes.get();
  for (Index i = 0; i < n; ++i) gram.rows.push_back(nodes + i * stride);
  ParallelFor(n, FillRows(n), train.threads, [&](Index begin, Index end) {
    Matrix block(end - begin, n);
    train.kernel->GramRows(x, begin, end - begin, x, block);
    for (Index i = begin; i < end; ++i) {
      svm_node* row = nodes + i * stride;
      row[0] = {0, static_cast<double>(i + 1)};
      for (Index j = 0; j < n; ++j) row[j + 1] = {static_cast<int>(j + 1), block(i - begin, j)};
    }
  });
  return gram;
}

// The kernel is a Gram matrix made by us; only the support vectors are kept.
class PrecomputedModel : public Model {
 public:
  PrecomputedModel(const TrainingSet& train, const svm_parameter& parameter,
                   const ClassWeights& weights)
      : kernel_(*train.kernel) {
    NodeRows<svm_node> gram = GramNodes(train);
    model_ = Train(train, parameter, weights, gram.rows, &report_);
    KeepSupportVectors(train.x.All());
  }

  Vector Predict(const Examples& x, int threads) const override {
    MERCER_CHECK(x.cols() == support_vectors_.cols());
    CheckFinite("libsvm", x);
    const Index support = support_vectors_.rows();
    Vector labels(x.rows());
    ParallelFor(x.rows(), kPredictRows, threads, [&](Index begin, Index end) {
      Matrix block(end - begin, support);
      kernel_.GramRows(x, begin, end - begin, support_vectors_, block);
      std::vector<svm_node> row(static_cast<std::size_t>(support) + 1, svm_node{0, 0});
      for (Index i = begin; i < end; ++i) {
        for (Index j = 0; j < support; ++j) {
          row[static_cast<std::size_t>(j) + 1].value = block(i - begin, j);
        }
        labels[i] = svm_predict(model_.get(), row.data());
      }
    });
    return labels;
  }

 private:
  // LIBSVM reads of a support vector only its serial: numbered afresh, the Gram matrix can go.
  void KeepSupportVectors(const Examples& x) {
    const auto count = static_cast<std::size_t>(model_->l);
    std::vector<Index> numbers(count);
    serials_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      numbers[i] = model_->sv_indices[i] - 1;
      serials_[i] = {0, static_cast<double>(i + 1)};
      model_->SV[i] = &serials_[i];
    }
    support_vectors_ = x.Select(numbers);
  }

  const Kernel& kernel_;
  Examples support_vectors_;
  std::vector<svm_node> serials_;
  ModelPointer model_;
};

// LIBSVM keeps kernel values as floats. |k(x, y)|² ≤ k(x, x) k(y, y): where the diagonal is in the
// range of a float, no value is infinite.
void CheckFloatRange(const Vector& diagonal) {
  for (Index i = 0; i < diagonal.size(); ++i) {
    if (diagonal[i] <= std::numeric_limits<float>::max()) continue;
    throw InvalidInput("learner 'libsvm': the kernel of row " + std::to_string(i) +
                       " with itself is " + FormatNumber(diagonal[i]) +
                       "; expected at most 3.4e38, as LIBSVM keeps kernel values as floats "
                       "(scale the rows, or use exact_blocked)");
  }
}

std::unique_ptr<Model> FitLibsvm(const LibsvmOptions& options, const TrainingSet& train) {
  if (const auto parameter = OwnKernel(options, *train.kernel))
    return std::make_unique<OwnKernelModel>(train, *parameter, options.class_weights);
  return std::make_unique<PrecomputedModel>(train, BaseParameter(options), options.class_weights);
}

double LibsvmBytes(const LibsvmOptions& options, const ProblemSize& size) {
  MERCER_CHECK(size.kernel != nullptr);
  const double rows = size.rows();
  const double others = PredictsValues(options.type) ? 0 : static_cast<double>(size.classes) - 1;
  // Labels, dual variables, gradients, and of each class against the others the coefficients and
  // their copies; the cache never holds more than the whole matrix of floats, but always two
  // columns.
  const double solver = ((PredictsValues(options.type) ? 300 : 184) + 16 * others) * rows;
  const double cache = std::max(8 * rows, std::min(options.cache_mib * 1048576, 4 * rows * rows));
  if (OwnKernel(options, *size.kernel)) {
    const double row_nodes = 16 * (size.width() + 1);
    return 16 * (size.stored + rows) + solver + cache + size.predicted_bytes() +
           kPredictRows * row_nodes;
  }
  const double gram = GramBytes(rows);
  const double fill = 8 * static_cast<double>(FillRows(std::max<Index>(size.n, 1))) * rows;
  const double support_vectors = 16 * size.stored + 16 * rows;
  const double predict = (8.0 * kPredictRows + 16) * rows;
  return gram + solver + std::max({cache, fill, support_vectors + predict}) +
         size.predicted_bytes();
}

// The names of the types, in the order of SvmType and of LIBSVM's numbers.
constexpr std::array<const char*, 5> kTypes = {"c_svc", "nu_svc", "one_class", "epsilon_svr",
                                               "nu_svr"};

SvmType ParseType(const std::string& name) {
  const auto* found =
      std::find_if(kTypes.begin(), kTypes.end(), [&](const char* type) { return name == type; });
  MERCER_CHECK(found != kTypes.end());
  return static_cast<SvmType>(found - kTypes.begin());
}

bool UsesNu(SvmType type) { return type != SvmType::kCSvc && type != SvmType::kEpsilonSvr; }

// Throws InvalidInput for a parameter that the type does not use.
std::unique_ptr<Learner> MakeLibsvm(const Params& params) {
  LibsvmOptions options{.cost = params.Get("cost").AsNumber(),
                        .class_weights = ParseClassWeights("libsvm", params.Find("class_weights")),
                        .eps = params.Get("eps").AsNumber(),
                        .cache_mib = params.Get("cache_mib").AsNumber(),
                        .shrinking = params.Get("shrinking").AsBool()};
  const ParamValue* type = params.Find("type");
  if (type != nullptr) options.type = ParseType(type->AsText());
  const auto refuse_unless = [&](bool used, const std::string& name, const char* by) {
    if (used || params.Find(name) == nullptr) return;
    throw InvalidInput("learner 'libsvm': type " +
                       std::string(kTypes[static_cast<std::size_t>(options.type)]) + " has no " +
                       name + "; expected it with " + by + " only");
  };
  refuse_unless(UsesNu(options.type), "nu", "nu_svc, nu_svr and one_class");
  refuse_unless(options.type == SvmType::kEpsilonSvr, "epsilon", "epsilon_svr");
  refuse_unless(options.type == SvmType::kCSvc, "class_weights", "c_svc");
  if (const ParamValue* nu = params.Find("nu")) options.nu = nu->AsNumber();
  if (const ParamValue* epsilon = params.Find("epsilon")) options.epsilon = epsilon->AsNumber();
  return std::make_unique<LibsvmLearner>(options);
}

Target LibsvmLearner::target() const {
  return PredictsValues(options_.type) ? Target::kValues : Target::kClasses;
}

std::unique_ptr<Model> LibsvmLearner::Fit(const TrainingSet& train) const {
  MERCER_CHECK(train.kernel != nullptr);
  if (options_.type == SvmType::kCSvc || options_.type == SvmType::kNuSvc) {
    CheckClassification("libsvm", train);
  } else {
    CheckRegression("libsvm", train);
  }
  CheckFloatRange(train.kernel->Diagonal(train.x.All()));
  return FitLibsvm(options_, train);
}

double LibsvmLearner::EstimatedBytes(const ProblemSize& size) const {
  return LibsvmBytes(options_, size);
}

}  // namespace

LearnerEntry LibsvmEntry() {
  LearnerEntry entry;
  entry.name = "libsvm";
  entry.summary =
      "LIBSVM's kernel SVM: classification (several classes one against one), regression or one "
      "class";
  entry.citation = "Chang & Lin 2011";
  entry.params = {
      {.name = "type",
       .kind = ParamKind::kText,
       .help = "the problem by LIBSVM's own name; epsilon_svr and nu_svr predict values, one_class "
               "1 or -1; absent: c_svc",
       .optional = true,
       .absence = "c_svc",
       .choices = {kTypes.begin(), kTypes.end()}},
      CostSpec("C of 1/2 |w|^2 + C sum of losses; nu_svc and one_class have none"),
      {.name = "nu",
       .help = "nu of nu_svc, nu_svr and one_class; absent: 0.5, as in svm-train",
       .optional = true,
       .min = 0,
       .max = 1,
       .open_min = true},
      {.name = "epsilon",
       .help = "half the width of the tube of epsilon_svr; absent: 0.1, as in svm-train",
       .optional = true,
       .min = 0},
      ClassWeightsSpec(),
      EpsSpec("tolerance of the optimality conditions", 0.001),
      CacheSpec("kernel columns", 100),
      ShrinkingSpec(),
  };
  entry.kernel_machine = true;
  entry.make = &MakeLibsvm;
  return entry;
}

}  // namespace mercer
