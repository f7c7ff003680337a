// SPDX-License-Identifier: BSD-3-Clause
// Tables that are longer than memory, written a few rows at a time: the layout of write_table_hdf5(), its
// columns in chunks and texts deflated. The same rows give the same bytes, however they are handed over.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "grouser/recording/run_file/table_file.hpp"

namespace grouser {

struct StreamColumn {
  std::string name, unit;
  std::size_t text_bytes = 0;  ///< longest text; 0: numbers
};

/// Rows run through the grid of their axes, the last one fastest: /axes/NAME with its unit, /axis_order.
struct TableAxis {
  std::string name, unit;
  std::vector<double> values;
};

class TableStream {
 public:
  /// Makes the file under another name; it appears at close(). Throws RunError (cannot be written) or
  /// InputError (no place).
  TableStream(const std::filesystem::path& path, std::vector<StreamColumn> columns, std::uint64_t rows,
              const std::vector<std::pair<std::string, std::string>>& attributes,
              const std::vector<TableAxis>& axes = {});
  ~TableStream();
  TableStream(const TableStream&) = delete;
  TableStream& operator=(const TableStream&) = delete;
  /// The next rows, columns in the same order. Throws RunError.
  void append(const Table& rows);
  /// Throws RunError.
  void close();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// A table that write_table_hdf5() or a TableStream wrote, whole, without its axes. Throws InputError.
Table read_table_hdf5(const std::filesystem::path& path);

/// A table that write_table_hdf5() wrote, of which its reader knows the size. Sizes are compared with these
/// counts and with the bytes of the file before anything is read. Throws InputError.
Table read_table_hdf5(const std::filesystem::path& path, std::uint64_t rows, std::size_t columns);

}  // namespace grouser
