#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <numeric>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/learners/builtin_learners.h"
#include "core/learners/kernel/kernel_expansion.h"
#include "core/learners/kernel/support_vector_model.h"
#include "python/bindings/array_rows.h"
#include "python/bindings/bindings.h"
#include "python/bindings/named.h"

namespace mercer::python {
namespace py = pybind11;
namespace {

Vector LabelsOf(const py::array_t<double, py::array::c_style | py::array::forcecast>& y, Index n) {
  if (y.ndim() != 1 || y.shape(0) != n) {
    throw InvalidInput("labels: " + std::to_string(y.size()) + " for " + std::to_string(n) +
                       " rows; expected one for each row");
  }
  return Eigen::Map<const Vector>(y.data(), n);
}

py::dict Facts(const Model& model) {
  const FitReport& report = model.report();
  py::dict facts;
  facts["iterations"] = report.iterations;
  facts["primal_objective"] = report.primal_objective;
  facts["dual_objective"] = report.dual_objective;
  facts["warnings"] = report.warnings;
  return facts;
}

using Labels = py::array_t<double, py::array::c_style | py::array::forcecast>;

// Fits a learner of the registry, as a config's object names it, without the GIL.
std::unique_ptr<Model> Fit(const std::string& json, const Kernel* kernel, const ArrayRows& rows,
                           const Labels& labels, std::uint64_t seed, int threads) {
  const NamedParams named = ReadObject(LearnerRegistry(), json);
  const Vector y = LabelsOf(labels, rows.rows());
  const py::gil_scoped_release release;
  return MakeLearner(named.name, named.params)
      ->Fit({.x = rows, .y = y, .kernel = kernel, .seed = seed, .threads = threads});
}

py::dict FitLinear(const std::string& json, const py::object& given, const Labels& labels,
                   std::uint64_t seed, int threads) {
  const ArrayRows rows(given);
  const auto model = Fit(json, nullptr, rows, labels, seed, threads);
  const auto* linear = dynamic_cast<const LinearModel*>(model.get());
  MERCER_CHECK(linear != nullptr);
  py::dict fitted = Facts(*model);
  fitted["weights"] = ToArray(linear->weights().weights);
  fitted["intercept"] =
      ToArray(Vector(linear->weights().bias * linear->weights().bias_weights.transpose()));
  fitted["labels"] = ToArray(linear->weights().labels);
  return fitted;
}

// The vectors of any term once, ascending, and their coefficients of all scores.
void AddSupport(const SupportVectorModel& model, py::dict& fitted) {
  std::vector<Index> numbers;
  for (const KernelTerms& terms : model.terms())
    numbers.insert(numbers.end(), terms.vectors.begin(), terms.vectors.end());
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  Matrix coefficients = Matrix::Zero(static_cast<Index>(numbers.size()), model.offsets().size());
  for (const KernelTerms& terms : model.terms()) {
    for (std::size_t i = 0; i < terms.vectors.size(); ++i) {
      const auto at = std::lower_bound(numbers.begin(), numbers.end(), terms.vectors[i]);
      for (std::size_t k = 0; k < terms.outputs.size(); ++k)
        coefficients(at - numbers.begin(), terms.outputs[k]) +=
            terms.coefficients(static_cast<Index>(i), static_cast<Index>(k));
    }
  }
  fitted["support"] =
      py::array_t<std::int64_t>(static_cast<py::ssize_t>(numbers.size()), numbers.data());
  fitted["coefficients"] = ToArray(coefficients);
  fitted["offsets"] = ToArray(model.offsets());
  fitted["labels"] = model.labels();
}

py::dict FitKernelMachine(const std::string& json, const NamedKernel& kernel,
                          const py::object& given, const Labels& labels, std::uint64_t seed,
                          int threads) {
  const ArrayRows rows(given);
  const auto model = Fit(json, &kernel.kernel(), rows, labels, seed, threads);
  py::dict fitted = Facts(*model);
  if (const auto* support = dynamic_cast<const SupportVectorModel*>(model.get())) {
    AddSupport(*support, fitted);
    return fitted;
  }
  const auto* expansion = dynamic_cast<const KernelExpansion*>(model.get());
  MERCER_CHECK(expansion != nullptr);
  fitted["coefficients"] = ToArray(expansion->coefficients().weights);
  return fitted;
}

/// s_c(z) = Σ_i a_ic k(x_i, z) for any rows z: what kernel machines predict from.
class KernelScorer {
 public:
  /// `coefficients` has a row for each of the rows and a column for each score.
  KernelScorer(const std::string& kernel, const py::object& given, const Labels& coefficients)
      : kernel_(kernel), scores_(Pack(kernel_.kernel(), ArrayRows(given), coefficients)) {}

  py::array Scores(const py::object& given, int threads) const {
    const ArrayRows rows(given);
    Matrix scores(rows.rows(), scores_.outputs());
    {
      const py::gil_scoped_release release;
      ParallelFor(rows.rows(), kRows, threads, [&](Index begin, Index end) {
        Examples buffer;
        const HeldRows held = rows.Range(begin, end - begin, buffer);
        try {
          kernel_.kernel().Diagonal(*held.held);  // throws where a row is outside the domain
        } catch (const InvalidRow& fault) {
          throw fault.Shifted(begin);
        }
        scores_.Scores(*held.held, held.first, end - begin, scores.middleRows(begin, end - begin));
      });
    }
    return ToArray(scores);
  }

 private:
  static constexpr Index kRows = 96;

  static KernelScores Pack(const Kernel& kernel, const ArrayRows& rows,
                           const Labels& coefficients) {
    MERCER_CHECK(coefficients.ndim() == 2 && coefficients.shape(0) == rows.rows());
    const Index outputs = coefficients.shape(1);
    KernelTerms terms;
    terms.vectors.resize(static_cast<std::size_t>(rows.rows()));
    std::iota(terms.vectors.begin(), terms.vectors.end(), Index{0});
    terms.outputs.resize(static_cast<std::size_t>(outputs));
    std::iota(terms.outputs.begin(), terms.outputs.end(), Index{0});
    terms.coefficients = Eigen::Map<const Matrix>(coefficients.data(), rows.rows(), outputs);
    const Examples& x = rows.All();
    KernelArithmetic arithmetic = ChooseArithmetic(kernel, x, kernel.Diagonal(x), 1);
    if (arithmetic == KernelArithmetic::kFloats) arithmetic = KernelArithmetic::kDoubles;
    return KernelScores(kernel, x, {&terms, 1}, outputs, arithmetic);
  }

  NamedKernel kernel_;
  KernelScores scores_;
};

}  // namespace

void BindLearners(py::module_& module) {
  module.def("fit_linear", &FitLinear, py::arg("learner"), py::arg("rows"), py::arg("labels"),
             py::arg("seed"), py::arg("threads"));
  module.def("fit_kernel_machine", &FitKernelMachine, py::arg("learner"), py::arg("kernel"),
             py::arg("rows"), py::arg("labels"), py::arg("seed"), py::arg("threads"));
  py::class_<KernelScorer>(module, "KernelScorer")
      .def(py::init<const std::string&, const py::object&, const Labels&>(), py::arg("kernel"),
           py::arg("rows"), py::arg("coefficients"))
      .def("scores", &KernelScorer::Scores, py::arg("rows"), py::arg("threads"));
}

}  // namespace mercer::python
