// SPDX-License-Identifier: BSD-3-Clause
// Pieces are read raw (H5Dread_chunk) and undone here in the reverse order of the filters: inflate into a
// buffer of the expected size, then unshuffle. The stored size and the ratio of sizes are checked before
// memory is taken.
#include "deflated_chunks.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstring>

namespace grouser::hdf5 {
namespace {

constexpr unsigned kDeflateLevel = 2;        // terrain compresses to about half; higher levels only cost time
constexpr double kMostCompression = 1032.0;  // zlib's own bound
constexpr hsize_t kMostPieceBytes = hsize_t{16} << 20;

/// The stored bytes of the piece that begins at `offset`; left_out: mask of the filters not applied to it.
std::vector<unsigned char> read_stored(hid_t dataset, const hsize_t* offset, std::size_t bytes_unpacked,
                                       std::uint32_t& left_out, const std::string& place) {
  hsize_t stored = 0;
  check(H5Dget_chunk_storage_size(dataset, offset, &stored), place);
  // deflate adds a few bytes to data that it cannot compress
  if (stored == 0 || stored > bytes_unpacked + bytes_unpacked / 64 + 1024)
    throw Failure(place + " has a piece of an absurd size");
  std::vector<unsigned char> bytes(stored);
  check(H5Dread_chunk(dataset, H5P_DEFAULT, offset, &left_out, bytes.data()), place + " cannot be read");
  return bytes;
}

/// Decompresses to exactly that many bytes.
std::vector<unsigned char> inflated(const std::vector<unsigned char>& packed, std::size_t bytes,
                                    const std::string& place) {
  std::vector<unsigned char> out(bytes);
  uLongf length = bytes;
  if (::uncompress(out.data(), &length, packed.data(), packed.size()) != Z_OK || length != bytes)
    throw Failure(place + " has a damaged piece");
  return out;
}

/// Undoes HDF5's shuffle, which stores all first bytes of the numbers, then all second bytes, and so on.
void unshuffle(const std::vector<unsigned char>& bytes, std::size_t number_bytes,
               std::span<unsigned char> out) {
  const std::size_t n = out.size() / number_bytes;
  for (std::size_t b = 0; b < number_bytes; ++b)
    for (std::size_t k = 0; k < n; ++k) out[k * number_bytes + b] = bytes[b * n + k];
}

}  // namespace

void set_deflate(hid_t creation, const std::string& place) {
  check(H5Pset_shuffle(creation), place);
  check(H5Pset_deflate(creation, kDeflateLevel), place);
}

void read_deflated_chunk(hid_t dataset, const hsize_t* offset, std::size_t number_bytes,
                         const std::string& place, std::span<unsigned char> numbers) {
  constexpr std::uint32_t kShuffle = 1, kDeflate = 2;  // bits of the filters in the mask
  std::uint32_t left_out = 0;
  std::vector<unsigned char> bytes = read_stored(dataset, offset, numbers.size(), left_out, place);
  if (!(left_out & kDeflate)) bytes = inflated(bytes, numbers.size(), place);
  if (bytes.size() != numbers.size()) throw Failure(place + " has a piece of the wrong size");
  if (left_out & kShuffle)
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
  else
    unshuffle(bytes, number_bytes, numbers);
}

void read_deflated_rows(hid_t dataset, hsize_t first, hsize_t rows, const std::string& name, void* numbers) {
  const std::string place = "'" + name + "'";
  const Handle creation = checked(H5Dget_create_plist(dataset), place);
  const Handle type = checked(H5Dget_type(dataset), place);
  const Handle space = checked(H5Dget_space(dataset), place);
  hsize_t chunk[2] = {0, 1}, size[2] = {0, 1};
  const int rank = H5Sget_simple_extent_dims(space, size, nullptr);
  const std::size_t number_bytes = H5Tget_size(type), row_bytes = number_bytes * size[1];
  // Pieces must be whole rows of bounded size.
  if (rank < 1 || rank > 2 || H5Pget_chunk(creation, rank, chunk) != rank || chunk[1] != size[1] ||
      row_bytes == 0 || chunk[0] > kMostPieceBytes / row_bytes)
    throw Failure(place + " has pieces of the wrong shape");
  const double stored = static_cast<double>(H5Dget_storage_size(dataset));
  if (static_cast<double>(size[0]) * static_cast<double>(row_bytes) >
      kMostCompression * stored + static_cast<double>(chunk[0] * row_bytes))
    throw Failure(place + " has an absurd size");
  std::vector<unsigned char> piece(chunk[0] * row_bytes);
  auto* out = static_cast<unsigned char*>(numbers);
  // Piece by piece: of the first and the last one only a part is wanted.
  for (hsize_t row = first, end = first + rows; row < end;) {
    const hsize_t begin = row / chunk[0] * chunk[0], offset[2] = {begin, 0};
    read_deflated_chunk(dataset, offset, number_bytes, place, piece);
    const hsize_t taken = std::min(begin + chunk[0], end) - row;
    std::memcpy(out, piece.data() + (row - begin) * row_bytes, taken * row_bytes);
    out += taken * row_bytes;
    row += taken;
  }
}

}  // namespace grouser::hdf5
