#include <pybind11/stl.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/data/generators.h"
#include "core/kernels/builtin_kernels.h"
#include "core/kernels/shift_invariant/bandwidth.h"
#include "core/maps/builtin_maps.h"
#include "experiments/doctor/diagnosis.h"
#include "experiments/doctor/render.h"
#include "python/bindings/array_rows.h"
#include "python/bindings/bindings.h"
#include "python/bindings/called_map.h"
#include "python/bindings/named.h"

namespace mercer::python {
namespace py = pybind11;
namespace {

struct Rows {
  Examples examined;  // those whose pairs are compared
  Examples train;     // what maps are drawn from
};

// As `mercer doctor` takes them: of the rows given a seeded sample where they are many; or made
// ones, uniform in the unit ball of ten dimensions.
Rows RowsOf(const py::object& given, Index max_rows, const DoctorOptions& options) {
  if (given.is_none()) {
    const Index train = std::max<Index>(1000, 2 * options.num_random_features);
    return {Generate("unit_ball", {{"n", 20}, {"d", 10}}, options.seed).x,
            Generate("unit_ball", {{"n", train}, {"d", 10}}, options.seed + 1).x};
  }
  Examples all = ArrayRows(given).All();
  RandomStream stream(options.seed, StreamPurpose::kGramRows, 0);
  std::vector<Index> numbers = RandomPermutation(stream, all.rows());
  if (all.rows() > max_rows) numbers.resize(static_cast<std::size_t>(max_rows));
  Examples examined = all.Select(numbers);
  return {std::move(examined), std::move(all)};
}

std::unique_ptr<Kernel> KernelOf(const std::string& json, const Rows& rows, std::uint64_t seed) {
  const NamedParams named = ReadObject(KernelRegistry(), json);
  auto kernel = MakeKernel(named.name, ResolveBandwidth(named.params, rows.train, seed));
  kernel->Diagonal(rows.train);  // throws where a row is outside the domain
  return kernel;
}

py::tuple JsonAndText(const Diagnosis& diagnosis) {
  return py::make_tuple(DiagnosisJson({diagnosis}), DiagnosisText(diagnosis));
}

DoctorOptions OptionsOf(Index num_random_features, Index draws, std::uint64_t seed, double delta) {
  const auto expect = [](bool holds, const std::string& what) {
    if (!holds) throw InvalidInput("doctor: " + what);
  };
  expect(num_random_features >= 1,
         "D is " + std::to_string(num_random_features) + "; expected at least 1");
  expect(draws >= 10, "draws is " + std::to_string(draws) +
                          "; expected at least 10, for an estimate of the variance");
  expect(delta > 0 && delta < 1,
         "delta is " + FormatNumber(delta) + "; expected a number between 0 and 1");
  return {.num_random_features = num_random_features, .draws = draws, .seed = seed, .delta = delta};
}

py::tuple DiagnoseMap(const std::string& kernel_json, const std::string& map_json,
                      const py::object& given, Index max_rows, Index num_random_features,
                      Index draws, std::uint64_t seed, double delta) {
  const DoctorOptions options = OptionsOf(num_random_features, draws, seed, delta);
  const Rows rows = RowsOf(given, max_rows, options);
  Diagnosis diagnosis;
  {
    const py::gil_scoped_release release;
    const auto kernel = KernelOf(kernel_json, rows, seed);
    const NamedParams map = ReadObject(MapRegistry(), map_json);
    const auto spec = MakeMapSpec(map.name, map.params);
    spec->CheckKernel(*kernel);
    diagnosis = Diagnose({map.name, *spec, spec->Traits(MapRegistry().Get(map.name).traits),
                          *kernel, rows.examined, rows.train},
                         options);
  }
  return JsonAndText(diagnosis);
}

// `faults` were found beforehand.
py::tuple DiagnoseCalled(const std::string& name, const py::object& draw,
                         const std::vector<std::string>& faults, bool unbiased, bool deterministic,
                         bool data_dependent, const std::string& kernel_json,
                         const py::object& given, Index max_rows, Index num_random_features,
                         Index draws, std::uint64_t seed, double delta) {
  const DoctorOptions options = OptionsOf(num_random_features, draws, seed, delta);
  const Rows rows = RowsOf(given, max_rows, options);
  const auto kernel = KernelOf(kernel_json, rows, seed);
  const CalledMapSpec spec(name, draw, rows.train);
  const MapTraits traits{
      .unbiased = unbiased, .deterministic = deterministic, .data_dependent = data_dependent};
  Diagnosis diagnosis = Diagnose({name, spec, traits, *kernel, rows.examined, rows.train}, options);
  diagnosis.faults.insert(diagnosis.faults.begin(), faults.begin(), faults.end());
  return JsonAndText(diagnosis);
}

}  // namespace

void BindDoctor(py::module_& module) {
  module.def("diagnose_map", &DiagnoseMap, py::arg("kernel"), py::arg("map"), py::arg("rows"),
             py::arg("max_rows"), py::arg("D"), py::arg("draws"), py::arg("seed"),
             py::arg("delta"));
  module.def("diagnose_called", &DiagnoseCalled, py::arg("name"), py::arg("draw"),
             py::arg("faults"), py::arg("unbiased"), py::arg("deterministic"),
             py::arg("data_dependent"), py::arg("kernel"), py::arg("rows"), py::arg("max_rows"),
             py::arg("D"), py::arg("draws"), py::arg("seed"), py::arg("delta"));
  // The rows that the doctor makes where none are given, for checks of one's own.
  module.def("doctor_rows", [](Index num_random_features, std::uint64_t seed) {
    const Rows rows =
        RowsOf(py::none(), 0, {.num_random_features = num_random_features, .seed = seed});
    return py::make_tuple(ToArrays(rows.examined), ToArrays(rows.train));
  });
}

}  // namespace mercer::python
