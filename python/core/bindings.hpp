// SPDX-License-Identifier: BSD-3-Clause
// grouser._core: the library's functions in the Python module. Each source binds one subject.
#pragma once
#include <pybind11/pybind11.h>

namespace grouser::python {

namespace py = pybind11;

/// Exceptions of the library become those of grouser.errors.
void bind_errors();
void bind_files(py::module_& module);
void bind_scenario(py::module_& module);
void bind_simulation(py::module_& module);
void bind_run_file(py::module_& module);
void bind_wheel(py::module_& module);
void bind_studies(py::module_& module);
void bind_campaigns(py::module_& module);
void bind_fit(py::module_& module);
void bind_terrain(py::module_& module);
void bind_legs(py::module_& module);

}  // namespace grouser::python
