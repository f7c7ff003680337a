// SPDX-License-Identifier: BSD-3-Clause
// STL. Binary: 80 bytes of any kind, the number of triangles (32 bits), 50 bytes per triangle. Text begins
// with "solid", in small or capital letters, possibly after blanks. A file whose length fits its count is
// binary.
#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <cstring>

#include "mesh_readers.hpp"

namespace grouser {
namespace {

static_assert(std::endian::native == std::endian::little, "binary STL is read as it is in memory");

constexpr std::size_t kHead = 84, kTriangle = 50, kNormal = 12;

/// A number at an offset in bytes; the file's byte order, little-endian, is taken for that of the machine.
template <class Number>
Number number_at(std::string_view bytes, std::size_t at) {
  Number value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

/// Reads as many triangles as the count says; their normals are not used.
void read_binary_stl(std::string_view bytes, MeshBuilder& mesh) {
  const auto count = number_at<std::uint32_t>(bytes, kHead - 4);
  std::vector<int> corners(3);
  for (std::size_t t = 0; t < count; ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t at = kHead + t * kTriangle + kNormal + 12 * k;
      const auto part = [&](std::size_t axis) {
        return static_cast<double>(number_at<float>(bytes, at + 4 * axis));
      };
      corners[k] = mesh.add_vertex({part(0), part(1), part(2)});
    }
    mesh.add_polygon(corners, "");
  }
}

/// Reads the corners of each loop; all words but "vertex" and the ends of loops are passed over.
void read_text_stl(std::string_view text, MeshBuilder& mesh) {
  WordReader words(text);
  std::vector<int> corners;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    // The name of a solid may contain any words.
    if (is_word(word, "solid") || is_word(word, "endsolid")) words.skip_line();
    if (is_word(word, "outer")) corners.clear();
    if (is_word(word, "vertex")) {
      Vec3 p;
      for (int k = 0; k < 3; ++k)
        if (const std::string_view number = words.next_in_line(); !read_number(number, p[k]))
          mesh.refuse(words.line(), fmt::format("\"{}\"", number), "three coordinates behind vertex");
      corners.push_back(mesh.add_vertex(p));
    }
    if (is_word(word, "endloop")) {
      if (corners.size() != 3)
        mesh.refuse(words.line(), fmt::format("a triangle of {} corners", corners.size()), "three");
      mesh.add_polygon(corners, words.line());
    }
  }
}

/// A binary head may begin with "solid", too, but its count of triangles has a zero byte, which no text has.
bool is_text(std::string_view bytes) { return bytes.substr(0, kHead).find('\0') == std::string_view::npos; }

}  // namespace

void read_stl(std::string_view bytes, MeshBuilder& mesh) {
  // The file's length decides first: texts and binary files can both begin with "solid".
  const bool has_head = bytes.size() >= kHead;
  const std::size_t told = has_head ? number_at<std::uint32_t>(bytes, kHead - 4) : 0;
  const std::size_t needed = kHead + told * kTriangle;
  if (has_head && bytes.size() == needed) return read_binary_stl(bytes, mesh);
  const std::string_view text = plain_text(bytes, mesh);
  // Text, or an error that says why it is neither.
  const std::string_view first = is_text(text) ? WordReader(text).next() : std::string_view();
  if (is_word(first, "solid")) return read_text_stl(text, mesh);
  if (is_text(text) && !first.empty())
    mesh.refuse("line 1", fmt::format("\"{}\"", first), "a text that begins with solid");
  if (!has_head)
    mesh.refuse("head", fmt::format("{} bytes", bytes.size()),
                "at least 84, or a text that begins with solid");
  // Some programs leave bytes behind the last triangle. Whole triangles there would mean that the count is
  // wrong.
  const bool more = told > 0 && bytes.size() > needed;
  if (more && (bytes.size() - needed) % kTriangle != 0) return read_binary_stl(bytes, mesh);
  mesh.refuse("head", fmt::format("a count of {} triangles in {} bytes", told, bytes.size()),
              fmt::format("{} bytes for so many{}", needed,
                          more ? fmt::format("; there is room for {}", (bytes.size() - kHead) / kTriangle)
                               : std::string()));
}

}  // namespace grouser
