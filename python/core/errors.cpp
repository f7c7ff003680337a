// SPDX-License-Identifier: BSD-3-Clause
// InputError keeps its parts (place, found, expected) as attributes; a cancelled work becomes
// KeyboardInterrupt, any other error of the library RunFailed.
#include <filesystem>

#include "bindings.hpp"
#include "grouser/base/error.hpp"
#include "values.hpp"

namespace grouser::python {
namespace {

/// Raises errors.NAME(message, ...).
template <class... Parts>
void raise(const char* name, const Parts&... parts) {
  const py::object type = py::module_::import("grouser.errors").attr(name);
  const py::object error = type(text_of(parts)...);
  PyErr_SetObject(type.ptr(), error.ptr());
}

/// Raises the Python exception of a C++ one; exceptions of other kinds are left to pybind11.
void translate(std::exception_ptr pointer) {
  try {
    if (pointer) std::rethrow_exception(pointer);
  } catch (const InputError& error) {
    const InputFault& fault = error.fault();
    raise("InputError", std::string(error.what()), fault.place, fault.found, fault.expected);
  } catch (const Interrupted& error) {
    PyErr_SetString(PyExc_KeyboardInterrupt, error.what());
  } catch (const Error& error) {
    raise("RunFailed", std::string(error.what()));
  } catch (const std::filesystem::filesystem_error& error) {
    const std::string place = error.path1().string(), found = error.code().message(),
                      expected = "a path that can be used";
    raise("InputError", place + ": found " + found + ", expected " + expected, place, found, expected);
  }
}

}  // namespace

void bind_errors() { py::register_exception_translator(translate); }

}  // namespace grouser::python
