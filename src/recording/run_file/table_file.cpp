// SPDX-License-Identifier: BSD-3-Clause
// A table as CSV or HDF5. In HDF5 each column is a dataset below /table, with texts of fixed length padded
// with zeros; /columns keeps the order. Nothing of the time of writing is stored, so equal tables give
// equal bytes.
#include "grouser/recording/run_file/table_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/csv_field.hpp"
#include "hdf5.hpp"

namespace grouser {
namespace {

using hdf5::check;
using hdf5::checked;
using hdf5::Handle;

/// A cell for CSV; empty for NaN.
std::string cell_text(const TableColumn& column, std::size_t row) {
  if (const auto* texts = std::get_if<std::vector<std::string>>(&column.cells))
    return csv_field((*texts)[row]);
  const double value = std::get<std::vector<double>>(column.cells)[row];
  return std::isnan(value) ? "" : fmt::format("{}", value);
}

/// Properties of anything that is created: without the time of writing, which would differ from run to run.
Handle timeless(hid_t kind) {
  Handle options = checked(H5Pcreate(kind), "options");
  check(H5Pset_obj_track_times(options, false), "options");
  return options;
}

/// Makes the folders of a dataset's path.
void make_folders(hid_t file, const std::string& name) {
  for (std::size_t end = name.find('/'); end != std::string::npos; end = name.find('/', end + 1)) {
    const std::string folder = name.substr(0, end);
    if (H5Lexists(file, folder.c_str(), H5P_DEFAULT) <= 0)
      checked(H5Gcreate2(file, folder.c_str(), H5P_DEFAULT, timeless(H5P_GROUP_CREATE), H5P_DEFAULT), folder);
  }
}

/// A one-dimensional dataset.
Handle create_dataset(hid_t file, const std::string& name, hid_t type, hsize_t count) {
  make_folders(file, name);
  const Handle space = checked(H5Screate_simple(1, &count, nullptr), "dataspace");
  return checked(
      H5Dcreate2(file, name.c_str(), type, space, H5P_DEFAULT, timeless(H5P_DATASET_CREATE), H5P_DEFAULT),
      "dataset '" + name + "'");
}

/// A dataset of numbers with its unit as an attribute.
void write_number_list(hid_t file, const std::string& name, const std::string& unit,
                       const std::vector<double>& values) {
  const Handle dataset = create_dataset(file, name, H5T_NATIVE_DOUBLE, values.size());
  check(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), name);
  hdf5::write_attribute(dataset, "unit", unit);
}

/// A dataset of texts as long as the longest one.
void write_text_list(hid_t file, const std::string& name, const std::vector<std::string>& texts) {
  std::size_t longest = 1;
  for (const auto& text : texts) longest = std::max(longest, text.size());
  std::string block(longest * texts.size(), '\0');
  for (std::size_t k = 0; k < texts.size(); ++k) texts[k].copy(block.data() + k * longest, longest);
  const Handle type = hdf5::string_type(longest);
  const Handle dataset = create_dataset(file, name, type, texts.size());
  check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, block.data()), name);
}

/// A column below /table; slashes in its name make folders.
void write_column(hid_t file, const TableColumn& column) {
  const std::string name = "table/" + column.name;
  if (const auto* texts = std::get_if<std::vector<std::string>>(&column.cells))
    write_text_list(file, name, *texts);
  else
    write_number_list(file, name, column.unit, std::get<std::vector<double>>(column.cells));
}

/// Names of the columns in their order.
std::vector<std::string> names_of(const Table& table) {
  std::vector<std::string> names;
  for (const auto& column : table.columns) names.push_back(column.name);
  return names;
}

/// Writes the whole file at a temporary path.
void write_file(const std::string& path, const Table& table) {
  Handle file =
      checked(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, timeless(H5P_FILE_CREATE), hdf5::file_access()), path);
  for (const auto& [name, text] : table.attributes) hdf5::write_attribute(file, name, text);
  for (const auto& column : table.columns) write_column(file, column);
  write_text_list(file, "columns", names_of(table));  // a folder does not store the order
  check(H5Fclose(file.release()), path);              // a full disk is noticed here
}

}  // namespace

std::size_t TableColumn::size() const {
  return std::visit([](const auto& values) { return values.size(); }, cells);
}

std::string to_csv(const Table& table) {
  std::string text;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const TableColumn& column = table.columns[c];
    const std::string name = column.unit.empty() ? column.name : column.name + " [" + column.unit + "]";
    text += (c ? "," : "") + csv_field(name);
  }
  text += "\n";
  for (std::size_t row = 0; row < table.row_count(); ++row) {
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      text += (c ? "," : "") + cell_text(table.columns[c], row);
    text += "\n";
  }
  return text;
}

void write_table_csv(const std::filesystem::path& path, const Table& table) {
  write_file_atomically(path, to_csv(table));
}

void write_table_hdf5(const std::filesystem::path& path, const Table& table) {
  const auto held = hdf5::lock();
  with_temporary_file(path, [&](const std::filesystem::path& temporary) {
    try {
      write_file(temporary.string(), table);
    } catch (const hdf5::Failure& failure) {
      throw RunError(path.string() + ": cannot be written: " + failure.cause());
    }
  });
}

}  // namespace grouser
