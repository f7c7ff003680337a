// STL: binary, 80 bytes of any kind, the number of triangles (32 bits), 50 bytes a triangle; or text, which begins with "solid".
#include <fmt/format.h>

#include <cstdint>
#include <cstring>

#include "mesh_readers.hpp"

namespace grouser {
namespace {

constexpr std::size_t kHead = 84, kTriangle = 50, kNormal = 12;

template <class Number>
Number number_at(std::string_view bytes, std::size_t at) {
  Number value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

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
    mesh.add_polygon(corners);
  }
}

void read_text_stl(std::string_view text, MeshBuilder& mesh) {
  WordReader words(text);
  words.skip_line();
  std::vector<int> corners;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (word == "outer") corners.clear();
    if (word == "vertex") {
      Vec3 p;
      for (int k = 0; k < 3; ++k)
        if (const std::string_view number = words.next_in_line(); !read_number(number, p[k]))
          mesh.refuse(words.line(), fmt::format("\"{}\"", number), "three coordinates behind vertex");
      corners.push_back(mesh.add_vertex(p));
    }
    if (word == "endloop") {
      if (corners.size() != 3)
        mesh.refuse(words.line(), fmt::format("a triangle of {} corners", corners.size()), "three");
      mesh.add_polygon(corners);
    }
  }
}

}  // namespace

void read_stl(std::string_view bytes, MeshBuilder& mesh) {
  const bool has_head = bytes.size() >= kHead;
  const std::size_t told = has_head ? number_at<std::uint32_t>(bytes, kHead - 4) : 0;
  if (has_head && bytes.size() == kHead + told * kTriangle) return read_binary_stl(bytes, mesh);
  if (bytes.starts_with("solid")) return read_text_stl(bytes, mesh);
  if (!has_head)
    mesh.refuse("head", fmt::format("{} bytes", bytes.size()),
                "at least 84, or a text that begins with solid");
  mesh.refuse("head", fmt::format("{} triangles in {} bytes", told, bytes.size()),
              fmt::format("{} bytes for so many", kHead + told * kTriangle));
}

}  // namespace grouser
