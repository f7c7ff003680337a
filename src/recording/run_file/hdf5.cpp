// SPDX-License-Identifier: BSD-3-Clause
// Errors of HDF5 are gathered from its own stack: the operating system's message, if there is one, else the
// innermost. A failure to get memory becomes std::bad_alloc. Reading compares type and size of every object
// with those of the caller's memory before it is filled.
#include "hdf5.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <mutex>
#include <new>

#include "deflated_chunks.hpp"

namespace grouser::hdf5 {
namespace {

/// The cause of a failure on HDF5's error stack: the innermost message, and that of the operating system if
/// there is one.
struct Cause {
  std::string innermost, system;
  bool no_memory = false;   // somewhere
  bool no_room_in = false;  // the innermost
};

/// Called by HDF5 for each entry of its stack, the innermost last.
herr_t note_cause(unsigned, const H5E_error2_t* error, void* place) {
  auto& cause = *static_cast<Cause*>(place);
  if (error->maj_num == H5E_RESOURCE && error->min_num == H5E_NOSPACE) cause.no_memory = true;
  cause.no_room_in = error->min_num == H5E_NOSPACE || error->min_num == H5E_CANTALLOC;
  if (!error->desc) return 0;
  cause.innermost = error->desc;
  constexpr std::string_view kMark = "error message = '";
  const auto begin = cause.innermost.find(kMark);
  if (begin == std::string::npos) return 0;
  const std::string said = cause.innermost.substr(begin + kMark.size());
  cause.system = said.substr(0, said.find('\''));
  return 0;
}

/// Throws the failure of the last call, with `what` before its cause.
[[noreturn]] void fail(const std::string& what) {
  Cause cause;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, note_cause, &cause);
  H5Eclear2(H5E_DEFAULT);
  if ((cause.no_memory || cause.no_room_in) && cause.system.empty()) throw std::bad_alloc();
  const std::string& told = cause.system.empty() ? cause.innermost : cause.system;
  throw Failure(told.empty() ? what : what + " (" + told + ")", cause.system);
}

void write_scalar_attribute(hid_t object, const std::string& name, hid_t type, const void* value) {
  const Handle space = checked(H5Screate(H5S_SCALAR), "dataspace");
  const Handle attribute = checked(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
                                   "attribute '" + name + "'");
  check(H5Awrite(attribute, type, value), "attribute '" + name + "'");
}

Handle open_attribute(hid_t object, const std::string& name) {
  return checked(H5Aopen(object, name.c_str(), H5P_DEFAULT), "no attribute '" + name + "'");
}

/// Throws Failure unless `good`: an attribute or dataset of another type or size must not be read into the
/// caller's memory.
void need(bool good, const std::string& what) {
  if (!good) throw Failure(what);
}

/// A single number of a class of types; HDF5 converts its width.
template <class T>
T read_scalar_attribute(hid_t object, const std::string& name, hid_t type) {
  const Handle attribute = open_attribute(object, name);
  const Handle file_type = checked(H5Aget_type(attribute), name);
  const Handle space = checked(H5Aget_space(attribute), name);
  need(H5Tget_class(file_type) == H5Tget_class(type) && H5Sget_simple_extent_npoints(space) == 1,
       "attribute '" + name + "' is not one number of the right type");
  T value{};
  check(H5Aread(attribute, type, &value), "attribute '" + name + "'");
  return value;
}

/// Bytes of a fixed-length text; refuses texts of variable length.
std::size_t fixed_text_bytes(hid_t type, const std::string& name) {
  need(H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0,
       "'" + name + "' is not a fixed-length text");
  return H5Tget_size(type);
}

/// The text without the zeros at its end.
std::string without_padding(const char* text, std::size_t bytes) {
  while (bytes > 0 && text[bytes - 1] == '\0') --bytes;
  return std::string(text, bytes);
}

/// Path of an object, or "?" where it has none.
std::string name_of(hid_t object) {
  const ssize_t length = H5Iget_name(object, nullptr, 0);
  if (length <= 0) return "?";
  std::string name(static_cast<std::size_t>(length) + 1, '\0');
  H5Iget_name(object, name.data(), name.size());
  name.pop_back();
  return name;
}

// One lock per process, because HDF5's own state is global. A thread that waits for the library holds the
// place in front of it, so that a thread which works in many pieces cannot take the library again before the
// waiting one has woken up.
std::mutex library, place_in_front;
thread_local int times_held = 0;

}  // namespace

Lock::Lock() {
  if (times_held++ > 0) return;
  place_in_front.lock();
  library.lock();
  place_in_front.unlock();
  // At exit HDF5 would access files again whose writing failed, and crash.
  static const herr_t told = H5dont_atexit();
  static_cast<void>(told);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Lock::~Lock() {
  if (--times_held == 0) library.unlock();
}

void Handle::reset() {
  if (id_ < 0) return;
  // A file is closed at once, even with objects of it still open elsewhere.
  if (H5Iget_type(id_) == H5I_FILE)
    H5Fclose(id_);
  else
    H5Idec_ref(id_);
  id_ = -1;
}

Handle checked(hid_t id, const std::string& what) {
  if (id < 0) fail(what);
  return Handle(id);
}

void check(herr_t status, const std::string& what) {
  if (status < 0) fail(what);
}

Handle file_access() {
  Handle access = checked(H5Pcreate(H5P_FILE_ACCESS), "file access");
  check(H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110), "file format");
  check(H5Pset_file_locking(access, false, true), "file locking");
  // The pause between two attempts doubles, starting at 1 ns: 20 take 1 ms, HDF5's own 100 would never end.
  constexpr unsigned kReadAttempts = 20;
  check(H5Pset_metadata_read_attempts(access, kReadAttempts), "read attempts");
  return access;
}

Handle string_type(std::size_t bytes) {
  Handle type = checked(H5Tcopy(H5T_C_S1), "text type");
  check(H5Tset_size(type, std::max<std::size_t>(bytes, 1)), "text type");
  check(H5Tset_strpad(type, H5T_STR_NULLPAD), "text type");
  check(H5Tset_cset(type, H5T_CSET_UTF8), "text type");
  return type;
}

void write_attribute(hid_t object, const std::string& name, std::string_view text) {
  const std::string terminated(text);
  write_scalar_attribute(object, name, string_type(text.size()), terminated.c_str());
}
void write_attribute(hid_t object, const std::string& name, double value) {
  write_scalar_attribute(object, name, H5T_NATIVE_DOUBLE, &value);
}
void write_attribute(hid_t object, const std::string& name, std::uint64_t value) {
  write_scalar_attribute(object, name, H5T_NATIVE_UINT64, &value);
}

bool has_attribute(hid_t object, const std::string& name) {
  const htri_t exists = H5Aexists(object, name.c_str());
  if (exists < 0) H5Eclear2(H5E_DEFAULT);
  return exists > 0;
}

std::string read_text_attribute(hid_t object, const std::string& name) {
  constexpr std::size_t kMaxBytes = 16u << 20;  // longer than any text we put in an attribute
  const Handle attribute = open_attribute(object, name);
  const Handle type = checked(H5Aget_type(attribute), name);
  const Handle space = checked(H5Aget_space(attribute), name);
  const std::size_t bytes = fixed_text_bytes(type, name);
  need(bytes <= kMaxBytes && H5Sget_simple_extent_npoints(space) == 1,
       "attribute '" + name + "' is not one text");
  std::string text(bytes, '\0');
  const Handle memory_type = string_type(bytes);
  check(H5Aread(attribute, memory_type, text.data()), "attribute '" + name + "'");
  return without_padding(text.data(), bytes);
}

double read_number_attribute(hid_t object, const std::string& name) {
  return read_scalar_attribute<double>(object, name, H5T_NATIVE_DOUBLE);
}
std::uint64_t read_integer_attribute(hid_t object, const std::string& name) {
  return read_scalar_attribute<std::uint64_t>(object, name, H5T_NATIVE_UINT64);
}

Handle write_text(hid_t place, const std::string& name, std::string_view text) {
  const Handle type = string_type(text.size());
  const Handle space = checked(H5Screate(H5S_SCALAR), "dataspace");
  Handle dataset =
      checked(H5Dcreate2(place, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), name);
  const std::string terminated(text);
  check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, terminated.c_str()), name);
  return dataset;
}

std::string read_text(hid_t dataset) {
  const std::string name = name_of(dataset);
  const Handle file_type = checked(H5Dget_type(dataset), name);
  const Handle space = checked(H5Dget_space(dataset), name);
  const std::size_t bytes = fixed_text_bytes(file_type, name);
  need(H5Sget_simple_extent_npoints(space) == 1 && bytes <= file_bytes(dataset),
       "'" + name + "' has an absurd size");
  std::string text(bytes, '\0');
  const Handle memory_type = string_type(bytes);
  check(H5Dread(dataset, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()),
        "'" + name + "' cannot be read");
  return without_padding(text.data(), bytes);
}

void write_texts(hid_t place, const std::string& name, const std::vector<std::string>& texts) {
  std::size_t longest = 1;
  for (const auto& text : texts) longest = std::max(longest, text.size());
  std::string block(longest * texts.size(), '\0');
  for (std::size_t k = 0; k < texts.size(); ++k) texts[k].copy(block.data() + k * longest, longest);
  const hsize_t count = texts.size();
  const Handle type = string_type(longest);
  const Handle space = checked(H5Screate_simple(1, &count, nullptr), "dataspace");
  const Handle dataset =
      checked(H5Dcreate2(place, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), name);
  if (count > 0) check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, block.data()), name);
}

std::vector<std::string> read_texts(hid_t file, const std::string& name) {
  const Handle dataset = open_dataset(file, name);
  const Handle type = checked(H5Dget_type(dataset), name);
  const Handle space = checked(H5Dget_space(dataset), name);
  const std::size_t bytes = std::max<std::size_t>(fixed_text_bytes(type, name), 1);
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  need(H5Sget_simple_extent_ndims(space) == 1 && count >= 0 &&
           static_cast<std::uint64_t>(count) <= file_bytes(dataset) / bytes,
       "'" + name + "' has an absurd size");
  std::vector<std::string> texts;
  if (count == 0) return texts;
  std::string block(bytes * static_cast<std::size_t>(count), '\0');
  const Handle memory_type = string_type(bytes);
  check(H5Dread(dataset, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, block.data()),
        "'" + name + "' cannot be read");
  for (hssize_t k = 0; k < count; ++k) texts.push_back(without_padding(block.data() + k * bytes, bytes));
  return texts;
}

std::uint64_t file_bytes(hid_t object) {
  const Handle file = checked(H5Iget_file_id(object), "file");
  void* descriptor = nullptr;
  check(H5Fget_vfd_handle(file, H5P_DEFAULT, &descriptor), "file size");
  struct stat status {};
  need(descriptor && ::fstat(*static_cast<const int*>(descriptor), &status) == 0, "file size");
  return static_cast<std::uint64_t>(status.st_size);
}

Handle Column::create(hid_t file, const std::string& name, hid_t type, hsize_t width, hsize_t chunk_rows,
                      Storage storage) {
  const int rank = width > 1 ? 2 : 1;
  const hsize_t size[2] = {0, width}, limit[2] = {H5S_UNLIMITED, width}, chunk[2] = {chunk_rows, width};
  const Handle space = checked(H5Screate_simple(rank, size, limit), "dataspace");
  const Handle creation = checked(H5Pcreate(H5P_DATASET_CREATE), "dataset options");
  check(H5Pset_chunk(creation, rank, chunk), "chunk size");
  if (storage == Storage::deflated) set_deflate(creation, name);
  const Handle links = checked(H5Pcreate(H5P_LINK_CREATE), "link options");
  check(H5Pset_create_intermediate_group(links, 1), "link options");
  return checked(H5Dcreate2(file, name.c_str(), type, space, links, creation, H5P_DEFAULT),
                 "dataset " + name);
}

Column::Column(hid_t file, const std::string& name, hid_t memory_type, hsize_t width, Storage storage)
    : name_(name), memory_type_(memory_type), width_(width), storage_(storage) {
  // The chunk cache only needs to hold the chunk being filled and the next; the default is 1 MiB per dataset.
  constexpr std::size_t kSlots = 7, kCacheBytes = 128u << 10;
  const Handle access = checked(H5Pcreate(H5P_DATASET_ACCESS), "dataset options");
  check(H5Pset_chunk_cache(access, kSlots, kCacheBytes, 1.0), "chunk cache");
  dataset_ = open_dataset(file, name, storage, access);
  const Handle type = checked(H5Dget_type(dataset_), name);
  const Handle space = checked(H5Dget_space(dataset_), name);
  hsize_t size[2] = {0, 1};
  const int rank = H5Sget_simple_extent_ndims(space);
  need(rank == (width > 1 ? 2 : 1) && H5Sget_simple_extent_dims(space, size, nullptr) == rank &&
           size[1] == width,
       "dataset '" + name + "' has the wrong shape");
  need(H5Tget_class(type) == H5Tget_class(memory_type) && H5Tget_size(type) == H5Tget_size(memory_type),
       "dataset '" + name + "' has the wrong type");
  rows_ = size[0];
}

Handle Column::select(hsize_t first, hsize_t rows, Handle& memory_space) const {
  const hsize_t start[2] = {first, 0}, count[2] = {rows, width_};
  const int rank = width_ > 1 ? 2 : 1;
  Handle file_space = checked(H5Dget_space(dataset_), name_);
  check(H5Sselect_hyperslab(file_space, H5S_SELECT_SET, start, nullptr, count, nullptr), name_);
  memory_space = checked(H5Screate_simple(rank, count, nullptr), name_);
  return file_space;
}

void Column::append(const void* values, hsize_t rows) {
  if (rows == 0) return;
  const hsize_t size[2] = {rows_ + rows, width_};
  check(H5Dset_extent(dataset_, size), "dataset '" + name_ + "' cannot grow");
  Handle memory_space;
  const Handle file_space = select(rows_, rows, memory_space);
  check(H5Dwrite(dataset_, memory_type_, memory_space, file_space, H5P_DEFAULT, values),
        "dataset '" + name_ + "' cannot be written");
  rows_ += rows;
}

void Column::read(void* values, hsize_t first, hsize_t rows) const {
  if (rows == 0) return;
  need(first <= rows_ && rows <= rows_ - first, "dataset '" + name_ + "' is shorter than its count");
  if (storage_ == Storage::deflated) return read_deflated_rows(dataset_, first, rows, name_, values);
  Handle memory_space;
  const Handle file_space = select(first, rows, memory_space);
  check(H5Dread(dataset_, memory_type_, memory_space, file_space, H5P_DEFAULT, values),
        "dataset '" + name_ + "' cannot be read");
}

}  // namespace grouser::hdf5
