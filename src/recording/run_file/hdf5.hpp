// SPDX-License-Identifier: BSD-3-Clause
// Thin RAII over the HDF5 C API: handles, error texts, attributes, fixed-length strings and extendible
// columns. Everything here throws hdf5::Failure, or std::bad_alloc where HDF5 finds no memory; the callers
// convert it into InputError (reading) or RunError (writing). An opened file may come from anyone: nothing
// here leaves the file or trusts a size that it states (docs/security.md).
#pragma once
#include <hdf5.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace grouser::hdf5 {

/// Any failure of HDF5 or of a check; callers turn it into an error that names the file.
struct Failure : std::runtime_error {
  explicit Failure(const std::string& what, std::string system_ = "")
      : std::runtime_error(what), system(std::move(system_)) {}
  /// The operating system's message if the disk was the cause ("No space left on device").
  std::string cause() const { return system.empty() ? what() : system; }

  std::string system;
};

/// Held by every function of the module that uses HDF5, which is not thread-safe. Also silences HDF5's own
/// output.
class Lock {
 public:
  Lock();
  ~Lock();
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
};
[[nodiscard]] inline Lock lock() { return {}; }

/// Owns an HDF5 id of any kind.
class Handle {
 public:
  Handle() = default;
  explicit Handle(hid_t id) : id_(id) {}
  Handle(Handle&& other) noexcept : id_(other.id_) { other.id_ = -1; }
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Handle() { reset(); }
  operator hid_t() const { return id_; }
  bool valid() const { return id_ >= 0; }
  /// Releases the id without closing it.
  hid_t release() { return std::exchange(id_, -1); }
  void reset();  ///< files are closed for good, everything else loses one reference

 private:
  hid_t id_ = -1;
};

/// The id as a handle (of any kind); throws Failure with `what` and HDF5's reason if it is negative.
Handle checked(hid_t id, const std::string& what);
/// The same for calls that return a status.
void check(herr_t status, const std::string& what);

/// File access: format of HDF5 1.10 (needed for single-writer mode), without HDF5's locks (file_lock.hpp has
/// ours), and with few attempts at metadata that do not match their checksum.
Handle file_access();

/// Opens an object of the file by its whole path. Every step must be a hard link: no link to another file,
/// and no link that another program resolves. Throws Failure: no such object, or one that is not as we write
/// them.
Handle open_group(hid_t file, const std::string& path);
/// Permitted storage of numbers in the file: plain (in one block or in chunks), or in deflated chunks.
enum class Storage { plain, deflated };
Handle open_dataset(hid_t file, const std::string& path, Storage storage = Storage::plain,
                    hid_t access = H5P_DEFAULT);
/// A fixed-length UTF-8 string type, padded with zeros; at least one byte.
Handle string_type(std::size_t bytes);

void write_attribute(hid_t object, const std::string& name, std::string_view text);
void write_attribute(hid_t object, const std::string& name, double value);
void write_attribute(hid_t object, const std::string& name, std::uint64_t value);
bool has_attribute(hid_t object, const std::string& name);
std::string read_text_attribute(hid_t object, const std::string& name);
double read_number_attribute(hid_t object, const std::string& name);
std::uint64_t read_integer_attribute(hid_t object, const std::string& name);

/// Scalar text dataset.
Handle write_text(hid_t place, const std::string& name, std::string_view text);
std::string read_text(hid_t dataset);
/// One-dimensional dataset of texts (possibly none).
void write_texts(hid_t place, const std::string& name, const std::vector<std::string>& texts);
std::vector<std::string> read_texts(hid_t file, const std::string& path);

/// Bytes the file has on disk, whatever it states: the bound for every count that it states about itself.
std::uint64_t file_bytes(hid_t file);

/// A dataset that grows by rows, of one number or `width` numbers each.
class Column {
 public:
  /// Makes it in `file` (including the folders of its path); width 1 is one-dimensional.
  static Handle create(hid_t file, const std::string& name, hid_t type, hsize_t width, hsize_t chunk_rows,
                       Storage storage = Storage::plain);
  Column() = default;
  /// Opens it; memory_type is the type of the caller's numbers and must be of the same class as that in the
  /// file.
  Column(hid_t file, const std::string& name, hid_t memory_type, hsize_t width = 1,
         Storage storage = Storage::plain);

  void append(const void* values, hsize_t rows);
  void read(void* values, hsize_t first, hsize_t rows) const;
  hsize_t rows() const { return rows_; }
  const std::string& name() const { return name_; }
  hid_t dataset() const { return dataset_; }

 private:
  Handle select(hsize_t first, hsize_t rows, Handle& memory_space) const;

  std::string name_;
  Handle dataset_;
  hid_t memory_type_ = -1;  // a predefined type or one that outlives the column
  hsize_t width_ = 1;
  hsize_t rows_ = 0;
  Storage storage_ = Storage::plain;
};

}  // namespace grouser::hdf5
