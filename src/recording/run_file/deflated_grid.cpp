// SPDX-License-Identifier: BSD-3-Clause
#include "deflated_grid.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstring>

namespace grouser {
namespace {

using hdf5::check;
using hdf5::checked;
using hdf5::Failure;
using hdf5::Handle;

constexpr hsize_t kTile = 256;
constexpr unsigned kDeflateLevel = 2;  // terrain compresses to about half; higher levels only cost time

struct ChunkShape {
  hsize_t rows, columns;
  std::size_t cells() const { return rows * columns; }
  std::size_t bytes() const { return cells() * sizeof(float); }
};

ChunkShape shape_for(const hsize_t size[2]) { return {std::min(size[0], kTile), std::min(size[1], kTile)}; }

// The stored bytes of the chunk that begins at `offset`, and whether each filter was left out for it.
std::vector<unsigned char> read_stored(hid_t dataset, const hsize_t offset[2], const ChunkShape& shape,
                                       std::uint32_t& left_out, const std::string& place) {
  hsize_t stored = 0;
  check(H5Dget_chunk_storage_size(dataset, offset, &stored), place);
  // deflate adds a few bytes to data that it cannot compress
  if (stored == 0 || stored > shape.bytes() + shape.bytes() / 64 + 1024)
    throw Failure(place + " has a piece of an absurd size");
  std::vector<unsigned char> bytes(stored);
  check(H5Dread_chunk(dataset, H5P_DEFAULT, offset, &left_out, bytes.data()), place + " cannot be read");
  return bytes;
}

std::vector<unsigned char> inflated(const std::vector<unsigned char>& packed, std::size_t bytes,
                                    const std::string& place) {
  std::vector<unsigned char> out(bytes);
  uLongf length = bytes;
  if (::uncompress(out.data(), &length, packed.data(), packed.size()) != Z_OK || length != bytes)
    throw Failure(place + " has a damaged piece");
  return out;
}

// HDF5's shuffle stores all first bytes first, then all second bytes, ...
void unshuffle(const std::vector<unsigned char>& bytes, std::vector<float>& values) {
  const std::size_t n = values.size();
  auto* out = reinterpret_cast<unsigned char*>(values.data());
  for (std::size_t b = 0; b < sizeof(float); ++b)
    for (std::size_t k = 0; k < n; ++k) out[k * sizeof(float) + b] = bytes[b * n + k];
}

void read_chunk(hid_t dataset, const hsize_t offset[2], const std::string& place, std::vector<float>& values,
                const ChunkShape& shape) {
  constexpr std::uint32_t kShuffle = 1, kDeflate = 2;  // bits of the filters in the mask
  std::uint32_t left_out = 0;
  std::vector<unsigned char> bytes = read_stored(dataset, offset, shape, left_out, place);
  if (!(left_out & kDeflate)) bytes = inflated(bytes, shape.bytes(), place);
  if (bytes.size() != shape.bytes()) throw Failure(place + " has a piece of the wrong size");
  if (left_out & kShuffle)
    std::memcpy(values.data(), bytes.data(), bytes.size());
  else
    unshuffle(bytes, values);
}

}  // namespace

Handle write_deflated_grid(hid_t group, const std::string& name, const hsize_t size[2], const float* values) {
  const ChunkShape shape = shape_for(size);
  const hsize_t chunk[2] = {shape.rows, shape.columns};
  const Handle space = checked(H5Screate_simple(2, size, nullptr), name);
  const Handle creation = checked(H5Pcreate(H5P_DATASET_CREATE), name);
  check(H5Pset_chunk(creation, 2, chunk), name);
  check(H5Pset_shuffle(creation), name);
  check(H5Pset_deflate(creation, kDeflateLevel), name);
  Handle dataset = checked(
      H5Dcreate2(group, name.c_str(), H5T_IEEE_F32LE, space, H5P_DEFAULT, creation, H5P_DEFAULT), name);
  check(H5Dwrite(dataset, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), name);
  return dataset;
}

std::vector<float> read_deflated_grid(hid_t dataset, const hsize_t size[2], const std::string& name) {
  const std::string place = "'" + name + "'";
  const ChunkShape shape = shape_for(size);
  const Handle creation = checked(H5Dget_create_plist(dataset), place);
  const Handle type = checked(H5Dget_type(dataset), place);
  hsize_t chunk[2] = {0, 0};
  if (H5Pget_chunk(creation, 2, chunk) != 2 || chunk[0] != shape.rows || chunk[1] != shape.columns ||
      H5Tequal(type, H5T_IEEE_F32LE) <= 0)
    throw Failure(place + " has the wrong shape or type");
  std::vector<float> values(size[0] * size[1]), piece(shape.cells());
  for (hsize_t row = 0; row < size[0]; row += shape.rows)
    for (hsize_t column = 0; column < size[1]; column += shape.columns) {
      const hsize_t offset[2] = {row, column};
      read_chunk(dataset, offset, place, piece, shape);
      // a chunk at the border is stored whole
      const hsize_t rows = std::min(shape.rows, size[0] - row),
                    columns = std::min(shape.columns, size[1] - column);
      for (hsize_t r = 0; r < rows; ++r)
        std::copy_n(piece.data() + r * shape.columns, columns, values.data() + (row + r) * size[1] + column);
    }
  return values;
}

}  // namespace grouser
