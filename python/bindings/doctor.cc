#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "experiments/doctor/examine.h"
#include "experiments/doctor/render.h"
#include "python/bindings/array_rows.h"
#include "python/bindings/bindings.h"
#include "python/bindings/called_map.h"
#include "python/bindings/named.h"

namespace mercer::python {
namespace py = pybind11;
namespace {

// The rows given, in memory; nullopt for made ones.
std::optional<Examples> OwnRows(const py::object& given) {
  if (given.is_none()) return std::nullopt;
  return ArrayRows(given).All();
}

RowChoice ChoiceOf(const std::optional<Examples>& given, Index max_rows) {
  return {.given = given ? &*given : nullptr, .max_rows = max_rows};
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
  const std::optional<Examples> rows = OwnRows(given);
  Diagnosis diagnosis;
  {
    const py::gil_scoped_release release;
    diagnosis = Examine(ReadObject(KernelRegistry(), kernel_json),
                        ReadObject(MapRegistry(), map_json), ChoiceOf(rows, max_rows), options);
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
  const std::optional<Examples> own = OwnRows(given);
  const DoctorRows rows(ChoiceOf(own, max_rows), data_dependent ? num_random_features : 0, seed);
  const auto kernel = KernelOn(rows.train(), ReadObject(KernelRegistry(), kernel_json), seed);
  const CalledMapSpec spec(name, draw, rows.train());
  const MapTraits traits{
      .unbiased = unbiased, .deterministic = deterministic, .data_dependent = data_dependent};
  Diagnosis diagnosis =
      Diagnose({name, spec, traits, *kernel, rows.examined(), rows.train()}, options);
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
  // The rows that the doctor makes where none are given, for checks of one's own; D is 0 for a map
  // that needs no training rows.
  module.def("doctor_rows", [](Index num_random_features, std::uint64_t seed) {
    const DoctorRows rows({}, num_random_features, seed);
    return py::make_tuple(ToArrays(rows.examined()), ToArrays(rows.train()));
  });
}

}  // namespace mercer::python
