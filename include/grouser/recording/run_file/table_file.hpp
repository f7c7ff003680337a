// SPDX-License-Identifier: BSD-3-Clause
// A table of results as CSV and as HDF5 that any reader opens: one dataset per column under /table, with its
// unit as attribute; texts about the whole as attributes of the file. The same table gives the same bytes.
#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace grouser {

/// Numbers (NaN: none; an empty cell in CSV) or texts, one per row.
struct TableColumn {
  std::string name;  ///< "soil.phi_deg", "distance"; a '/' makes a folder in HDF5
  std::string unit;  ///< "m", "-"; empty for texts
  std::variant<std::vector<double>, std::vector<std::string>> cells;
  std::size_t size() const;
};

struct Table {
  std::vector<TableColumn> columns;  ///< all of the same length
  std::vector<std::pair<std::string, std::string>> attributes;
  std::size_t row_count() const { return columns.empty() ? 0 : columns.front().size(); }
};

/// CSV text by RFC 4180; the header has "name [unit]". A number is the shortest text that reads back to it.
std::string to_csv(const Table&);
/// Both files appear only when complete. Throw RunError (cannot be written).
void write_table_csv(const std::filesystem::path&, const Table&);
void write_table_hdf5(const std::filesystem::path&, const Table&);

/// A table that to_csv() wrote, without axes and attributes. Throws InputError (file:line).
Table read_table_csv(const std::filesystem::path&);

}  // namespace grouser
