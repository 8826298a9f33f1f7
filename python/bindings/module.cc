#include <exception>
#include <string>

#include "core/base/error.h"
#include "experiments/external/external_use.h"
#include "experiments/external/register_external.h"
#include "python/bindings/bindings.h"

namespace py = pybind11;

namespace {

/// A message that names an option of the program names what Python has instead.
std::string InPython(std::string message) {
  const std::string option = "expected --allow-external";
  if (const std::size_t at = message.find(option); at != message.npos)
    message.replace(at, option.size(), "expected mercer.allow_external()");
  return message;
}

}  // namespace

PYBIND11_MODULE(_mercer, module) {
  // Before anything looks at the registries. Programs are started only after allow_external.
  mercer::RegisterExternal();
  module.def("allow_external", &mercer::AllowExternalPrograms);
  module.doc() = "The compiled part of mercer: what it has is for the package alone.";
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const mercer::InvalidInput& error) {
      PyErr_SetString(PyExc_ValueError, InPython(error.what()).c_str());
    }
  });
  mercer::python::BindKernels(module);
  mercer::python::BindMaps(module);
  mercer::python::BindLearners(module);
  mercer::python::BindDoctor(module);
  mercer::python::BindResults(module);
}
