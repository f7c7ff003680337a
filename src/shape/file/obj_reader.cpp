// Wavefront OBJ: lines "v x y z" and "f a b c ...", corners counted from 1 or, negative, from the last vertex back; what stands
// behind a slash (textures, normals) and every other line is not read.
#include <fmt/format.h>

#include "mesh_readers.hpp"

namespace grouser {

void read_obj(std::string_view text, MeshBuilder& mesh) {
  WordReader words(text);
  std::vector<int> vertices, corners;
  for (; !words.at_end(); words.skip_line()) {
    const std::string_view kind = words.next_in_line();
    if (kind == "v") {
      Vec3 p;
      for (int k = 0; k < 3; ++k)
        if (const std::string_view number = words.next_in_line(); !read_number(number, p[k]))
          mesh.refuse(words.line(), fmt::format("\"{}\"", number), "three coordinates behind v");
      vertices.push_back(mesh.add_vertex(p));
    } else if (kind == "f") {
      corners.clear();
      for (std::string_view word = words.next_in_line(); !word.empty(); word = words.next_in_line()) {
        const auto count = static_cast<long long>(vertices.size());
        long long number = 0;
        const bool read = read_number(word.substr(0, word.find('/')), number);
        const long long place = number < 0 ? count + number : number - 1;
        if (!read || number == 0 || place < 0 || place >= count)
          mesh.refuse(words.line(), fmt::format("corner \"{}\"", word),
                      fmt::format("one of {} vertices", count));
        corners.push_back(vertices[static_cast<std::size_t>(place)]);
      }
      if (corners.size() < 3)
        mesh.refuse(words.line(), fmt::format("a face of {} corners", corners.size()), "three or more");
      mesh.add_polygon(corners);
    }
  }
}

}  // namespace grouser
