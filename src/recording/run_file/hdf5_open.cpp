// SPDX-License-Identifier: BSD-3-Clause
// Opens objects in a file that may come from anyone. HDF5 by itself follows links, external files and views
// of other files, loads filters by their number, and does not terminate on damaged old kinds of index. Run
// files have none of these, so all of them are refused (docs/security.md). Paths are followed name by name.
#include <string>

#include "hdf5.hpp"

namespace grouser::hdf5 {
namespace {

constexpr hsize_t kMostChunkBytes = hsize_t{128} << 20;  // of the largest ground tile that a header may state

/// Throws unless `name` in `place` is an object of this file itself.
void need_hard_link(hid_t place, const std::string& name, const std::string& path) {
  H5L_info_t info{};
  check(H5Lget_info(place, name.c_str(), &info, H5P_DEFAULT), "no object '" + path + "'");
  if (info.type != H5L_TYPE_HARD)
    throw Failure("'" + path + "' is a link to another place, which is not followed");
}

/// Opens one group; refuses one whose index is a symbol table, which run files do not have.
Handle open_group_in(hid_t place, const std::string& name, const std::string& path) {
  Handle group = checked(H5Gopen2(place, name.c_str(), H5P_DEFAULT), "no group '" + path + "'");
  H5G_info_t info{};
  check(H5Gget_info(group, &info), "group '" + path + "'");
  if (info.storage_type == H5G_STORAGE_TYPE_SYMBOL_TABLE)
    throw Failure("group '" + path + "' is of an old kind that run files do not have");
  return group;
}

/// The group that contains the last name of `path`.
Handle open_parent(hid_t file, const std::string& path) {
  Handle place = open_group_in(file, "/", "/");
  for (std::size_t begin = 1, end; (end = path.find('/', begin)) != std::string::npos; begin = end + 1) {
    const std::string name = path.substr(begin, end - begin), so_far = path.substr(0, end);
    need_hard_link(place, name, so_far);
    place = open_group_in(place, name, so_far);
  }
  return place;
}

/// The part behind the last slash.
std::string last_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// Refuses filters on a plain dataset, and on a deflated one others than shuffle, then deflate.
void need_filters(hid_t creation, Storage storage, const std::string& path) {
  const int count = H5Pget_nfilters(creation);
  const auto filter = [&](unsigned k) {
    unsigned flags = 0;
    std::size_t values = 0;
    return H5Pget_filter2(creation, k, &flags, &values, nullptr, 0, nullptr, nullptr);
  };
  const bool good = storage == Storage::plain
                        ? count == 0
                        : count == 2 && filter(0) == H5Z_FILTER_SHUFFLE && filter(1) == H5Z_FILTER_DEFLATE;
  if (!good) throw Failure("'" + path + "' is packed in a way that run files do not have");
}

/// Refuses old kinds of chunk index, and chunks larger than any that a run file has.
void need_sane_chunks(hid_t dataset, hid_t creation, const std::string& path) {
  H5D_chunk_index_t index = H5D_CHUNK_IDX_BTREE;
  check(H5Dget_chunk_index_type(dataset, &index), "dataset '" + path + "'");
  if (index == H5D_CHUNK_IDX_BTREE)
    throw Failure("dataset '" + path + "' has an index of an old kind that run files do not have");
  const Handle type = checked(H5Dget_type(dataset), path);
  hsize_t size[2] = {0, 0}, bytes = H5Tget_size(type);
  const int rank = H5Pget_chunk(creation, 2, size);
  for (int k = 0; k < rank && k < 2; ++k) {
    if (size[k] == 0 || bytes == 0 || size[k] > kMostChunkBytes / bytes)
      throw Failure("dataset '" + path + "' has an absurd size");
    bytes *= size[k];
  }
  if (rank < 1 || rank > 2) throw Failure("dataset '" + path + "' has the wrong shape");
}

}  // namespace

Handle open_group(hid_t file, const std::string& path) {
  const Handle parent = open_parent(file, path);
  need_hard_link(parent, last_name(path), path);
  return open_group_in(parent, last_name(path), path);
}

Handle open_dataset(hid_t file, const std::string& path, Storage storage, hid_t access) {
  const Handle parent = open_parent(file, path);
  need_hard_link(parent, last_name(path), path);
  Handle dataset = checked(H5Dopen2(parent, last_name(path).c_str(), access), "no dataset '" + path + "'");
  const Handle creation = checked(H5Dget_create_plist(dataset), path);
  const H5D_layout_t layout = H5Pget_layout(creation);
  const bool chunked = layout == H5D_CHUNKED;
  if ((!chunked && layout != H5D_CONTIGUOUS) || H5Pget_external_count(creation) != 0)
    throw Failure("dataset '" + path + "' does not keep its numbers in this file");
  if (storage == Storage::deflated && !chunked) throw Failure("dataset '" + path + "' is not in chunks");
  need_filters(creation, storage, path);
  if (chunked) need_sane_chunks(dataset, creation, path);
  return dataset;
}

}  // namespace grouser::hdf5
