#include <pybind11/numpy.h>

#include <algorithm>
#include <string>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/linalg/memory.h"
#include "core/sequences/builtin_sequences.h"
#include "python/bindings/array_rows.h"
#include "python/bindings/bindings.h"
#include "python/bindings/named.h"

namespace mercer::python {
namespace py = pybind11;
namespace {

// Rows whose kernel values are computed at a time.
constexpr Index kGramRows = 128;

MatrixRef InPlace(py::array_t<double>& array) {
  return Eigen::Map<Matrix, Eigen::Unaligned, Eigen::OuterStride<>>(
      array.mutable_data(), array.shape(0), array.shape(1), Eigen::OuterStride<>(array.shape(1)));
}

py::array_t<double> GramOf(const NamedKernel& named, const py::object& x, const py::object& y,
                           int threads) {
  const ArrayRows rows(x), others(y);
  CheckFitsInMemory("the Gram matrix of " + named.kernel().Describe(),
                    8 * static_cast<double>(rows.rows()) * static_cast<double>(others.rows()));
  py::array_t<double> gram({rows.rows(), others.rows()});
  MatrixRef out = InPlace(gram);
  {
    const py::gil_scoped_release release;
    const Examples& against = others.All();
    ParallelFor(rows.rows(), kGramRows, threads, [&](Index begin, Index end) {
      Examples buffer;
      const HeldRows held = rows.Range(begin, end - begin, buffer);
      try {
        named.kernel().GramRows(*held.held, held.first, end - begin, against,
                                out.middleRows(begin, end - begin));
      } catch (const InvalidRow& fault) {
        throw fault.Shifted(begin - held.first);
      }
    });
  }
  return gram;
}

py::array_t<double> DiagonalOf(const NamedKernel& named, const py::object& x) {
  const ArrayRows rows(x);
  Vector diagonal;
  {
    const py::gil_scoped_release release;
    diagonal = named.kernel().Diagonal(rows.All());
  }
  return py::array_t<double>(diagonal.size(), diagonal.data());
}

py::array_t<double> PointsOf(const std::string& json, Index dim, Index count, std::uint64_t seed) {
  const NamedParams named = ReadObject(SequenceRegistry(), json);
  const auto set = MakePointSet(named.name, named.params, dim, count, seed);
  CheckFitsInMemory("the points of " + set->Describe(),
                    8 * static_cast<double>(set->size()) * static_cast<double>(set->dim()));
  py::array_t<double> points({set->size(), set->dim()});
  MatrixRef out = InPlace(points);
  {
    const py::gil_scoped_release release;
    set->Points(0, set->size(), out);
  }
  return points;
}

}  // namespace

void BindKernels(py::module_& module) {
  py::class_<NamedKernel>(module, "Kernel")
      .def(py::init<const std::string&>(), py::arg("json"))
      .def_property_readonly("json", &NamedKernel::json)
      .def("describe", [](const NamedKernel& named) { return named.kernel().Describe(); })
      .def("gram", &GramOf, py::arg("x"), py::arg("y"), py::arg("threads"))
      .def("diagonal", &DiagonalOf, py::arg("x"))
      .def(py::pickle([](const NamedKernel& named) { return py::make_tuple(named.json()); },
                      [](const py::tuple& state) {
                        return std::make_unique<NamedKernel>(state[0].cast<std::string>());
                      }));
  module.def("has_rule", &NamedKernel::HasRule, py::arg("json"));
  module.def("with_bandwidth", &NamedKernel::WithBandwidth, py::arg("json"));
  module.def(
      "resolve_kernel",
      [](const std::string& json, const py::object& given, std::uint64_t seed) {
        const ArrayRows rows(given);
        const py::gil_scoped_release release;
        return NamedKernel::Resolve(json, rows, seed);
      },
      py::arg("json"), py::arg("rows"), py::arg("seed"));
  module.def("points", &PointsOf, py::arg("json"), py::arg("d"), py::arg("n"), py::arg("seed"));
}

}  // namespace mercer::python
