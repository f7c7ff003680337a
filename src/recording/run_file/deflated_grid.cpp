// SPDX-License-Identifier: BSD-3-Clause
// The chunk size follows from the grid's size alone, so that a reader knows what to expect of each piece.
#include "deflated_grid.hpp"

#include <algorithm>

#include "deflated_chunks.hpp"

namespace grouser {
namespace {

using hdf5::check;
using hdf5::checked;
using hdf5::Failure;
using hdf5::Handle;

constexpr hsize_t kTile = 256;
/// Size of a chunk in cells.
struct ChunkShape {
  hsize_t rows, columns;
  std::size_t cells() const { return rows * columns; }
  std::size_t bytes() const { return cells() * sizeof(float); }
};

ChunkShape shape_for(const hsize_t size[2]) { return {std::min(size[0], kTile), std::min(size[1], kTile)}; }

}  // namespace

Handle write_deflated_grid(hid_t group, const std::string& name, const hsize_t size[2], const float* values) {
  const ChunkShape shape = shape_for(size);
  const hsize_t chunk[2] = {shape.rows, shape.columns};
  const Handle space = checked(H5Screate_simple(2, size, nullptr), name);
  const Handle creation = checked(H5Pcreate(H5P_DATASET_CREATE), name);
  check(H5Pset_chunk(creation, 2, chunk), name);
  hdf5::set_deflate(creation, name);
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
      hdf5::read_deflated_chunk(dataset, offset, sizeof(float), place,
                                {reinterpret_cast<unsigned char*>(piece.data()), shape.bytes()});
      // a chunk at the border is stored whole
      const hsize_t rows = std::min(shape.rows, size[0] - row),
                    columns = std::min(shape.columns, size[1] - column);
      for (hsize_t r = 0; r < rows; ++r)
        std::copy_n(piece.data() + r * shape.columns, columns, values.data() + (row + r) * size[1] + column);
    }
  return values;
}

}  // namespace grouser
