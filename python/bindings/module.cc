#include <exception>

#include "core/base/error.h"
#include "experiments/external/register_external.h"
#include "python/bindings/bindings.h"

namespace py = pybind11;

PYBIND11_MODULE(_mercer, module) {
  // Before anything looks at the registries. Its programs are never started from here.
  mercer::RegisterExternal();
  module.doc() = "The compiled part of mercer: what it has is for the package alone.";
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const mercer::InvalidInput& error) {
      PyErr_SetString(PyExc_ValueError, error.what());
    }
  });
  mercer::python::BindKernels(module);
  mercer::python::BindMaps(module);
  mercer::python::BindLearners(module);
  mercer::python::BindDoctor(module);
  mercer::python::BindResults(module);
}
