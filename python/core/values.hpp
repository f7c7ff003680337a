// SPDX-License-Identifier: BSD-3-Clause
// Values of the library as Python has them: texts, arrays that own what they show, tables.
#pragma once
#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/recording/run_file/table_file.hpp"

namespace grouser::python {

namespace py = pybind11;

/// A Python text of UTF-8; bytes that are not UTF-8 are replaced.
py::str text_of(const std::string& text);
py::list texts_of(const std::vector<std::string>& texts);

/// A read-only array of the vector's own numbers, in rows of `columns` where that is not 0. It lives as long
/// as anybody has it.
py::object array_of(std::vector<double> numbers, std::size_t columns = 0);
py::object array_of(std::vector<std::uint64_t> numbers);
py::object array_of(std::vector<float> numbers, std::size_t columns);
py::object array_of(std::vector<std::uint8_t> numbers, std::size_t columns);

/// A list of (name, unit, cells): an array of numbers or a list of texts.
py::list columns_of(Table table);
/// Rows of `part` below those of `table`, which may be empty.
void add_rows(Table& table, const Table& part);

/// Objects of the class come from the library's functions alone. Python's own `__new__`, called by name,
/// would make one with nothing behind it, which ends the interpreter; here it raises TypeError.
void forbid_new(const py::object& type);

/// Settings as Python hands them over, in their order: key and text of the value.
using Settings = std::vector<std::pair<std::string, std::string>>;
std::vector<Override> overrides_of(const Settings& settings);

}  // namespace grouser::python
