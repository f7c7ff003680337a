// SPDX-License-Identifier: BSD-3-Clause
// Wavefront OBJ: lines "v x y z" and "f a b c ...". Corners are counted from 1 or, if negative, back from the
// last vertex before the line; whatever follows a slash (textures, normals) and every other line is not read.
// Faces may precede their vertices, so vertices are read first.
#include <fmt/format.h>

#include "mesh_readers.hpp"

namespace grouser {
namespace {

/// The mesh's number of each vertex, in the order of the file.
std::vector<int> read_vertices(std::string_view text, MeshBuilder& mesh) {
  std::vector<int> vertices;
  WordReader words(text, WordRules::obj);
  for (; !words.at_end(); words.skip_line()) {
    if (!is_word(words.next_in_line(), "v")) continue;
    Vec3 p;
    for (int k = 0; k < 3; ++k)
      if (const std::string_view number = words.next_in_line(); !read_number(number, p[k]))
        mesh.refuse(words.line(), fmt::format("\"{}\"", number), "three coordinates behind v");
    vertices.push_back(mesh.add_vertex(p));
  }
  return vertices;
}

/// Reads the corners of a face and adds it. before: number of vertices above this line, from which negative
/// numbers count.
void read_face(WordReader& words, const std::vector<int>& vertices, std::size_t before,
               std::vector<int>& corners, MeshBuilder& mesh) {
  const std::string line = words.line();
  corners.clear();
  for (std::string_view word = words.next_in_line(); !word.empty(); word = words.next_in_line()) {
    const auto count = static_cast<long long>(vertices.size());
    long long number = 0;
    const bool read = read_number(word.substr(0, word.find('/')), number);
    const long long place = number < 0 ? static_cast<long long>(before) + number : number - 1;
    if (!read || number == 0 || place < 0 || place >= count)
      mesh.refuse(words.line(), fmt::format("corner \"{}\"", word), fmt::format("one of {} vertices", count));
    corners.push_back(vertices[static_cast<std::size_t>(place)]);
  }
  if (corners.size() < 3)
    mesh.refuse(line, fmt::format("a face of {} corners", corners.size()), "three or more");
  mesh.add_polygon(corners, line);
}

}  // namespace

void read_obj(std::string_view bytes, MeshBuilder& mesh) {
  const std::string_view text = plain_text(bytes, mesh);
  const std::vector<int> vertices = read_vertices(text, mesh);
  std::vector<int> corners;
  std::size_t before = 0;
  WordReader words(text, WordRules::obj);
  for (; !words.at_end(); words.skip_line()) {
    const std::string_view kind = words.next_in_line();
    if (is_word(kind, "v")) ++before;
    if (is_word(kind, "f")) read_face(words, vertices, before, corners, mesh);
  }
}

}  // namespace grouser
