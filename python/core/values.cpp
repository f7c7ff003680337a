// SPDX-License-Identifier: BSD-3-Clause
// Arrays share the memory of the vector that they are made of: a capsule owns it and frees it with the last
// array. They are read-only.
#include "values.hpp"

#include <pybind11/numpy.h>

#include <iterator>

namespace grouser::python {
namespace {

/// An array that owns the vector's memory; rows of `columns` numbers, or one dimension for 0.
template <class Number>
py::object owned_array(std::vector<Number> numbers, std::size_t columns) {
  auto kept = std::make_unique<std::vector<Number>>(std::move(numbers));
  const auto count = static_cast<py::ssize_t>(kept->size());
  const Number* const data = kept->data();
  const py::capsule owner(kept.release(),
                          [](void* vector) { delete static_cast<std::vector<Number>*>(vector); });
  std::vector<py::ssize_t> shape{count};
  if (columns > 0) shape = {count / static_cast<py::ssize_t>(columns), static_cast<py::ssize_t>(columns)};
  py::array_t<Number> array(shape, data, owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

template <class Cell>
void append(std::vector<Cell>& cells, const std::vector<Cell>& more) {
  cells.insert(cells.end(), more.begin(), more.end());
}

}  // namespace

py::str text_of(const std::string& text) {
  PyObject* const decoded =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (!decoded) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(decoded);
}

py::list texts_of(const std::vector<std::string>& texts) {
  py::list list;
  for (const std::string& text : texts) list.append(text_of(text));
  return list;
}

py::object array_of(std::vector<double> numbers, std::size_t columns) {
  return owned_array(std::move(numbers), columns);
}
py::object array_of(std::vector<std::uint64_t> numbers) { return owned_array(std::move(numbers), 0); }
py::object array_of(std::vector<float> numbers, std::size_t columns) {
  return owned_array(std::move(numbers), columns);
}
py::object array_of(std::vector<std::uint8_t> numbers, std::size_t columns) {
  return owned_array(std::move(numbers), columns);
}

py::list columns_of(Table table) {
  py::list list;
  for (TableColumn& column : table.columns) {
    py::object cells;
    if (auto* const numbers = std::get_if<std::vector<double>>(&column.cells))
      cells = array_of(std::move(*numbers));
    else
      cells = texts_of(std::get<std::vector<std::string>>(column.cells));
    list.append(py::make_tuple(text_of(column.name), text_of(column.unit), cells));
  }
  return list;
}

void add_rows(Table& table, const Table& part) {
  if (table.columns.empty()) {
    table = part;
    return;
  }
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    auto& cells = table.columns[c].cells;
    if (auto* const numbers = std::get_if<std::vector<double>>(&cells))
      append(*numbers, std::get<std::vector<double>>(part.columns[c].cells));
    else
      append(std::get<std::vector<std::string>>(cells),
             std::get<std::vector<std::string>>(part.columns[c].cells));
  }
}

void forbid_new(const py::object& type) {
  const std::string name = py::str(type.attr("__name__"));
  const py::cpp_function refuse(
      [name](const py::args&, const py::kwargs&) -> py::object {
        throw py::type_error("grouser._core." + name + " is not made by calling it");
      },
      py::name("__new__"));
  type.attr("__new__") = py::module_::import("builtins").attr("staticmethod")(refuse);
}

std::vector<Override> overrides_of(const Settings& settings) {
  std::vector<Override> overrides;
  for (const auto& [key, value] : settings) overrides.push_back({key, value, key + " = " + value});
  return overrides;
}

}  // namespace grouser::python
