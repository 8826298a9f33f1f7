#include "core/base/error.h"
#include "core/maps/builtin_maps.h"
#include "python/bindings/bindings.h"
#include "python/bindings/drawn_map.h"
#include "python/bindings/named.h"

namespace mercer::python {
namespace py = pybind11;
namespace {

std::unique_ptr<DrawnMap> Fit(const std::string& kernel, const std::string& map,
                              Index num_random_features, std::uint64_t seed,
                              const py::object& given) {
  const ArrayRows rows(given);
  const py::gil_scoped_release release;
  return DrawnMap::Fit(kernel, map, num_random_features, seed, rows);
}

// Whether the map takes no D: a name as a config's object has it.
bool TakesNoCount(const std::string& json) {
  const NamedParams named = ReadObject(MapRegistry(), json);
  return MapRegistry().Get(named.name).traits.takes_no_count;
}

}  // namespace

void BindMaps(py::module_& module) {
  py::class_<DrawnMap>(module, "DrawnMap")
      .def_static("fit", &Fit, py::arg("kernel"), py::arg("map"), py::arg("D"), py::arg("seed"),
                  py::arg("rows"))
      .def("transform", &DrawnMap::Transform<double>, py::arg("rows"), py::arg("threads"))
      .def("transform_floats", &DrawnMap::Transform<float>, py::arg("rows"), py::arg("threads"))
      .def("transform_sparse", &DrawnMap::TransformSparse, py::arg("rows"), py::arg("threads"))
      .def_property_readonly(
          "kernel", [](const DrawnMap& drawn) { return ToJson(drawn.description().kernel); })
      .def_property_readonly("output_dim",
                             [](const DrawnMap& drawn) { return drawn.map().output_dim(); })
      .def_property_readonly("is_complex",
                             [](const DrawnMap& drawn) { return drawn.map().is_complex(); })
      .def_property_readonly("offset", [](const DrawnMap& drawn) { return drawn.map().offset(); })
      .def_property_readonly("note", [](const DrawnMap& drawn) { return drawn.map().note(); })
      .def_property_readonly("bytes", [](const DrawnMap& drawn) { return drawn.map().bytes(); })
      .def_property_readonly(
          "is_float",
          [](const DrawnMap& drawn) { return drawn.map().storage() == FeatureStorage::kFloat32; })
      .def(py::pickle([](const DrawnMap& drawn) { return drawn.State(); },
                      [](const py::tuple& state) { return DrawnMap::FromState(state); }));
  module.def("takes_no_count", &TakesNoCount, py::arg("json"));
}

}  // namespace mercer::python
