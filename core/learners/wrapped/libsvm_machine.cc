#include "core/learners/wrapped/libsvm_machine.h"

#include <libsvm/svm.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/kernels/dot_product/polynomial.h"
#include "core/kernels/shift_invariant/gaussian.h"
#include "core/learners/training_checks.h"
#include "core/learners/wrapped/node_rows.h"
#include "core/learners/wrapped/solver_session.h"

namespace mercer {
namespace {

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
    throw InvalidInput(std::string("learner 'libsvm': LIBSVM refuses its parameters: ") + error);
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
  return model;
}

// The kernel is LIBSVM's own: support vectors stay where the training rows are.
class OwnKernelModel : public Model {
 public:
  OwnKernelModel(const TrainingSet& train, const svm_parameter& parameter,
                 const ClassWeights& weights)
      : columns_(train.x.cols()), rows_(MakeNodeRows<svm_node>(train.x, 0, train.x.rows())) {
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

// The training Gram matrix as LIBSVM takes it: row i is its serial i + 1, then K(i, 0) … K(i, n−1).
NodeRows<svm_node> GramNodes(const TrainingSet& train) {
  const Index n = train.x.rows();
  const Index stride = n + 1;
  NodeRows<svm_node> gram;
  gram.nodes = std::make_unique_for_overwrite<svm_node[]>(static_cast<std::size_t>(n * stride));
  svm_node* const nodes = gram.nodes.get();
  for (Index i = 0; i < n; ++i) gram.rows.push_back(nodes + i * stride);
  ParallelFor(n, FillRows(n), train.threads, [&](Index begin, Index end) {
    Matrix block(end - begin, n);
    train.kernel->GramRows(train.x, begin, end - begin, train.x, block);
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
    KeepSupportVectors(train.x);
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

}  // namespace

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
  const double gram = 16 * rows * (rows + 1);
  const double fill = 8 * static_cast<double>(FillRows(std::max<Index>(size.n, 1))) * rows;
  const double support_vectors = 16 * size.stored + 16 * rows;
  const double predict = (8.0 * kPredictRows + 16) * rows;
  return gram + solver + std::max({cache, fill, support_vectors + predict}) +
         size.predicted_bytes();
}

}  // namespace mercer
