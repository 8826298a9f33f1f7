#ifndef MERCER_PYTHON_BINDINGS_BINDINGS_H_
#define MERCER_PYTHON_BINDINGS_BINDINGS_H_

#include <pybind11/pybind11.h>

namespace mercer::python {

// The contents of the module mercer._mercer. The package's Python sources call it with checked
// arguments; users do not call it directly.
void BindKernels(pybind11::module_& module);
void BindMaps(pybind11::module_& module);
void BindLearners(pybind11::module_& module);
void BindDoctor(pybind11::module_& module);
void BindResults(pybind11::module_& module);

}  // namespace mercer::python

#endif  // MERCER_PYTHON_BINDINGS_BINDINGS_H_
