// SPDX-License-Identifier: BSD-3-Clause
// Tables of campaigns: written block by block to datasets of known length, texts shuffled and deflated;
// read whole, after their stated sizes were compared with the bytes of the file. The layout is that of
// table_file.cpp with an optional /axes folder.
#include "grouser/recording/run_file/table_stream.hpp"

#include <algorithm>
#include <new>
#include <optional>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "hdf5.hpp"

namespace grouser {
namespace {

using hdf5::check;
using hdf5::checked;
using hdf5::Handle;

constexpr hsize_t kStreamChunk = 16384;  // rows
constexpr unsigned kDeflation = 1;       // texts repeat: the first level has nearly all of it

/// Properties of a new object without the time of writing, which would differ from run to run.
Handle without_times(hid_t kind) {
  Handle options = checked(H5Pcreate(kind), "options");
  check(H5Pset_obj_track_times(options, false), "options");
  return options;
}

/// Texts one after the other, each padded with zeros to the same length.
std::string block_of(const std::vector<std::string>& texts, std::size_t bytes) {
  std::string block(bytes * texts.size(), '\0');
  for (std::size_t k = 0; k < texts.size(); ++k) texts[k].copy(block.data() + k * bytes, bytes);
  return block;
}

/// The bytes of a file that no column was found to need.
struct UncountedBytes {
  std::uint64_t left = 0;
  void take(std::uint64_t stored, const std::string& name) {
    if (stored > left) throw hdf5::Failure("'" + name + "' with more rows than the file has bytes for");
    left -= stored;
  }
};

/// Facts about a table that a reader knows before it reads it.
struct KnownSize {
  std::uint64_t rows;
  std::size_t columns;
};

/// Numbers are plain, the texts of a stream deflated.
Handle open_column(hid_t file, const std::string& path, hdf5::Storage& storage) {
  try {
    return hdf5::open_dataset(file, path, storage = hdf5::Storage::plain);
  } catch (const hdf5::Failure&) {
    return hdf5::open_dataset(file, path, storage = hdf5::Storage::deflated);
  }
}

/// Throws unless the file has bytes for all cells of a column.
void check_bytes(hid_t dataset, hdf5::Storage storage, std::uint64_t rows, std::uint64_t bytes_a_row,
                 UncountedBytes& uncounted, const std::string& name) {
  constexpr std::uint64_t kMostUnfolding = 1032;  // of deflate (zlib's manual): bytes out of one
  const std::uint64_t stored = H5Dget_storage_size(dataset),
                      unfolding = storage == hdf5::Storage::plain ? 1 : kMostUnfolding;
  uncounted.take(stored, name);
  if (rows > stored * unfolding / bytes_a_row)
    throw hdf5::Failure("'" + name + "' with more rows than the file has bytes for");
}

/// Reads a column of one dimension, of numbers or fixed-length texts; refuses everything else. `known`: the
/// size that the caller expects.
TableColumn read_column(hid_t file, const std::string& name, UncountedBytes& uncounted,
                        const std::optional<KnownSize>& known) {
  TableColumn column{.name = name, .unit = {}, .cells = {}};
  hdf5::Storage storage = hdf5::Storage::plain;
  const Handle dataset = open_column(file, "/table/" + name, storage);
  const Handle type = checked(H5Dget_type(dataset), name);
  const Handle space = checked(H5Dget_space(dataset), name);
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  if (H5Sget_simple_extent_ndims(space) != 1 || count < 0 || H5Tget_size(type) == 0)
    throw hdf5::Failure("'" + name + "' has an absurd size");
  if (known && (storage != hdf5::Storage::plain || static_cast<std::uint64_t>(count) != known->rows))
    throw hdf5::Failure("'" + name + "' has " + std::to_string(count) + " rows for " +
                        std::to_string(known->rows));
  check_bytes(dataset, storage, static_cast<std::uint64_t>(count), H5Tget_size(type), uncounted, name);
  if (H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0) {
    const std::size_t bytes = H5Tget_size(type);
    std::string block(bytes * static_cast<std::size_t>(count), '\0');
    if (count > 0)
      check(H5Dread(dataset, hdf5::string_type(bytes), H5S_ALL, H5S_ALL, H5P_DEFAULT, block.data()), name);
    std::vector<std::string> texts;
    for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
      const std::string text = block.substr(k * bytes, bytes);
      texts.push_back(text.substr(0, text.find_last_not_of('\0') + 1));
    }
    column.cells = std::move(texts);
    return column;
  }
  if (H5Tget_class(type) != H5T_FLOAT || H5Tget_size(type) != sizeof(double))
    throw hdf5::Failure("'" + name + "' is neither numbers nor texts");
  std::vector<double> numbers(static_cast<std::size_t>(count));
  if (count > 0)
    check(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()), name);
  if (hdf5::has_attribute(dataset, "unit")) column.unit = hdf5::read_text_attribute(dataset, "unit");
  column.cells = std::move(numbers);
  return column;
}

/// All columns in the order of /columns; refuses columns of different lengths.
Table read_table(hid_t file, const std::optional<KnownSize>& known) {
  Table table;
  UncountedBytes uncounted{hdf5::file_bytes(file)};
  const std::vector<std::string> names = hdf5::read_texts(file, "/columns");
  if (known && names.size() != known->columns)
    throw hdf5::Failure(std::to_string(names.size()) + " columns for " + std::to_string(known->columns));
  for (const std::string& name : names) table.columns.push_back(read_column(file, name, uncounted, known));
  for (const TableColumn& column : table.columns)
    if (column.size() != table.row_count()) throw hdf5::Failure("columns of different lengths");
  return table;
}

/// Opens a regular file with the file access of run files.
Handle open_table(const std::filesystem::path& path) {
  std::error_code ec;
  if (!std::filesystem::is_regular_file(path, ec)) throw hdf5::Failure("no regular file");
  return checked(H5Fopen(path.c_str(), H5F_ACC_RDONLY, hdf5::file_access()), "no HDF5 file");
}

/// Runs `read` on the opened file; failures become errors that name it.
template <class Read>
auto reading(const std::filesystem::path& path, const Read& read) {
  const auto held = hdf5::lock();
  try {
    const Handle file = open_table(path);
    return read(file);
  } catch (const hdf5::Failure& failure) {
    throw InputError(path.string(), failure.what(), "a table that Grouser wrote");
  } catch (const std::bad_alloc&) {
    throw InputError(path.string() + ": not enough memory to read this table");
  }
}

}  // namespace

struct TableStream::Impl {
  explicit Impl(const std::filesystem::path& path) : pending(path) {}
  PendingFile pending;
  std::vector<StreamColumn> columns;
  std::vector<Handle> datasets;
  Handle file;
  hsize_t rows = 0, done = 0;

  /// Makes the file with all datasets at their full length, still empty.
  void make(const std::vector<std::pair<std::string, std::string>>& attributes,
            const std::vector<TableAxis>& axes) {
    file = checked(H5Fcreate(pending.temporary().c_str(), H5F_ACC_TRUNC, without_times(H5P_FILE_CREATE),
                             hdf5::file_access()),
                   pending.path().string());
    for (const auto& [name, text] : attributes) hdf5::write_attribute(file, name, text);
    checked(H5Gcreate2(file, "table", H5P_DEFAULT, without_times(H5P_GROUP_CREATE), H5P_DEFAULT), "table");
    for (const StreamColumn& column : columns) make_column(column);
    std::vector<std::string> names;
    for (const StreamColumn& column : columns) names.push_back(column.name);
    write_names("columns", names);
    if (!axes.empty()) make_axes(axes);
  }

  /// Writes the values of each axis below /axes, and their order.
  void make_axes(const std::vector<TableAxis>& axes) {
    checked(H5Gcreate2(file, "axes", H5P_DEFAULT, without_times(H5P_GROUP_CREATE), H5P_DEFAULT), "axes");
    std::vector<std::string> names;
    for (const TableAxis& axis : axes) {
      names.push_back(axis.name);
      const hsize_t count = axis.values.size();
      const Handle space = checked(H5Screate_simple(1, &count, nullptr), axis.name);
      const Handle dataset = checked(H5Dcreate2(file, ("axes/" + axis.name).c_str(), H5T_NATIVE_DOUBLE, space,
                                                H5P_DEFAULT, without_times(H5P_DATASET_CREATE), H5P_DEFAULT),
                                     axis.name);
      check(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, axis.values.data()),
            axis.name);
      hdf5::write_attribute(dataset, "unit", axis.unit);
    }
    write_names("axis_order", names);
  }

  /// Writes a list of names as a dataset.
  void write_names(const char* place, const std::vector<std::string>& names) {
    std::size_t longest = 1;
    for (const std::string& name : names) longest = std::max(longest, name.size());
    const hsize_t count = names.size();
    const Handle space = checked(H5Screate_simple(1, &count, nullptr), place);
    const Handle type = hdf5::string_type(longest);
    const Handle dataset = checked(
        H5Dcreate2(file, place, type, space, H5P_DEFAULT, without_times(H5P_DATASET_CREATE), H5P_DEFAULT),
        place);
    check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, block_of(names, longest).data()), place);
  }

  /// Makes one dataset; a column without rows is not chunked.
  void make_column(const StreamColumn& column) {
    const Handle space = checked(H5Screate_simple(1, &rows, nullptr), "dataspace");
    const Handle creation = without_times(H5P_DATASET_CREATE);
    if (rows > 0) {
      const hsize_t chunk = std::min(rows, kStreamChunk);
      check(H5Pset_chunk(creation, 1, &chunk), "chunk size");
      if (column.text_bytes > 0) check(H5Pset_shuffle(creation), "shuffle");
      if (column.text_bytes > 0) check(H5Pset_deflate(creation, kDeflation), "deflation");
    }
    const Handle type = column.text_bytes > 0 ? hdf5::string_type(column.text_bytes)
                                              : checked(H5Tcopy(H5T_NATIVE_DOUBLE), "type");
    datasets.push_back(checked(
        H5Dcreate2(file, ("table/" + column.name).c_str(), type, space, H5P_DEFAULT, creation, H5P_DEFAULT),
        column.name));
    if (column.text_bytes == 0) hdf5::write_attribute(datasets.back(), "unit", column.unit);
  }

  /// Writes a block of rows behind those that are written already.
  void append(const Table& more) {
    const hsize_t count = more.row_count();
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const Handle space = checked(H5Dget_space(datasets[k]), columns[k].name);
      const Handle memory = checked(H5Screate_simple(1, &count, nullptr), "dataspace");
      check(H5Sselect_hyperslab(space, H5S_SELECT_SET, &done, nullptr, &count, nullptr), columns[k].name);
      if (const auto* texts = std::get_if<std::vector<std::string>>(&more.columns[k].cells))
        check(H5Dwrite(datasets[k], hdf5::string_type(columns[k].text_bytes), memory, space, H5P_DEFAULT,
                       block_of(*texts, columns[k].text_bytes).data()),
              columns[k].name);
      else
        check(H5Dwrite(datasets[k], H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT,
                       std::get<std::vector<double>>(more.columns[k].cells).data()),
              columns[k].name);
    }
    done += count;
  }

  /// Runs `work` under the library's lock; failures become errors that name the file.
  template <class Work>
  void writing(const Work& work) {
    const auto held = hdf5::lock();
    try {
      work();
    } catch (const hdf5::Failure& failure) {
      throw RunError(pending.path().string() + ": cannot be written: " + failure.cause());
    }
  }
};

TableStream::TableStream(const std::filesystem::path& path, std::vector<StreamColumn> columns,
                         std::uint64_t rows,
                         const std::vector<std::pair<std::string, std::string>>& attributes,
                         const std::vector<TableAxis>& axes)
    : impl_(std::make_unique<Impl>(path)) {
  impl_->columns = std::move(columns);
  impl_->rows = rows;
  impl_->writing([&] { impl_->make(attributes, axes); });
}

TableStream::~TableStream() {
  const auto held = hdf5::lock();
  impl_.reset();
}

void TableStream::append(const Table& rows) {
  if (rows.row_count() > 0) impl_->writing([&] { impl_->append(rows); });
}

void TableStream::close() {
  impl_->writing([&] {
    impl_->datasets.clear();
    check(H5Fclose(impl_->file.release()), impl_->pending.path().string());  // a full disk is noticed here
  });
  impl_->pending.commit();
}

Table read_table_hdf5(const std::filesystem::path& path) {
  return reading(path, [](hid_t file) { return read_table(file, std::nullopt); });
}

Table read_table_hdf5(const std::filesystem::path& path, std::uint64_t rows, std::size_t columns) {
  return reading(path, [&](hid_t file) { return read_table(file, KnownSize{rows, columns}); });
}

}  // namespace grouser
