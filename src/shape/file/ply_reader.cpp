// SPDX-License-Identifier: BSD-3-Clause
// PLY (Turk 1994): a head in text that names elements and their properties, then their values as text or in
// binary. It reads x, y, z of "vertex" and the list "vertex_indices" or "vertex_index" of "face".
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>

#include "grouser/shape/check/mesh_check.hpp"
#include "mesh_readers.hpp"

namespace grouser {
namespace {

enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

/// The type of a name, old or new; nothing if it is unknown.
std::optional<PlyType> type_named(std::string_view name) {
  constexpr const char* kNames[][2] = {{"char", "int8"},     {"uchar", "uint8"},   {"short", "int16"},
                                       {"ushort", "uint16"}, {"int", "int32"},     {"uint", "uint32"},
                                       {"float", "float32"}, {"double", "float64"}};
  for (std::size_t k = 0; k < std::size(kNames); ++k)
    if (is_word(name, kNames[k][0]) || is_word(name, kNames[k][1])) return static_cast<PlyType>(k);
  return std::nullopt;
}

/// One value of an element, or a list of values with their count before them.
struct PlyProperty {
  std::string name;
  PlyType type = PlyType::float32;
  std::optional<PlyType> count;  // of a list
};

struct PlyElement {
  std::string name;
  long long count = 0;
  std::vector<PlyProperty> properties;
};

struct PlyHead {
  bool text = false, big = false;
  std::vector<PlyElement> elements;
  std::size_t size = 0;  // bytes, until the values
};

std::string small_letters(std::string_view word) {
  std::string small(word);
  for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return small;
}

/// Offset of the first value: behind the end of the head's last line, which ends as its first one does.
std::size_t behind_head(std::string_view bytes, std::size_t at) {
  const std::size_t first = bytes.find_first_of("\r\n");
  const bool both = bytes.substr(first).starts_with("\r\n");
  const std::size_t end = bytes.find_first_of("\r\n", at);
  if (end == std::string_view::npos) return bytes.size();
  return end + (both && bytes.substr(end).starts_with("\r\n") ? 2 : 1);
}

/// Reads the line of a property, which belongs to the last element.
void add_property(WordReader& words, PlyHead& head, const MeshBuilder& mesh) {
  if (head.elements.empty()) mesh.refuse(words.line(), "a property", "an element before it");
  PlyProperty property;
  std::string_view word = words.next_in_line();
  if (is_word(word, "list")) {
    property.count = type_named(words.next_in_line());
    if (!property.count) mesh.refuse(words.line(), "a list of no known type", "such as list uchar int");
    word = words.next_in_line();
  }
  const auto type = type_named(word);
  if (!type)
    mesh.refuse(words.line(), fmt::format("type \"{}\"", word), "such as float, double, int or uchar");
  property.type = *type;
  property.name = small_letters(words.next_in_line());
  head.elements.back().properties.push_back(std::move(property));
}

/// Reads the line of an element: its name and count; its properties follow.
PlyElement read_element_line(WordReader& words, const MeshBuilder& mesh) {
  PlyElement element;
  element.name = small_letters(words.next_in_line());
  const std::string_view count = words.next_in_line();
  if (!read_number(count, element.count) || element.count < 0)
    mesh.refuse(words.line(), fmt::format("\"{}\"", count), "a number of elements");
  return element;
}

/// Reads the head up to "end_header". Other lines, such as comments, are passed over.
PlyHead read_ply_head(std::string_view bytes, const MeshBuilder& mesh) {
  PlyHead head;
  WordReader words(bytes);
  if (!is_word(words.next(), "ply")) mesh.refuse(words.line(), "another word", "ply");
  bool known = false;
  for (words.skip_line(); !words.at_end(); words.skip_line()) {
    const std::string_view kind = words.next_in_line();
    if (is_word(kind, "end_header")) {
      head.size = behind_head(bytes, words.place());
      if (!known) mesh.refuse("head", "no format", "ascii, binary_little_endian or binary_big_endian");
      return head;
    }
    if (is_word(kind, "format")) {
      const std::string format = small_letters(words.next_in_line());
      known = format == "ascii" || format == "binary_little_endian" || format == "binary_big_endian";
      head.text = format == "ascii";
      head.big = format == "binary_big_endian";
    } else if (is_word(kind, "element")) {
      head.elements.push_back(read_element_line(words, mesh));
    } else if (is_word(kind, "property")) {
      add_property(words, head, mesh);
    }
  }
  mesh.refuse("head", "no end", "end_header");
}

/// The values behind the head, one after the other, as text or in binary of either byte order.
class PlyValues {
 public:
  PlyValues(std::string_view bytes, const PlyHead& head, const MeshBuilder& mesh)
      : bytes_(bytes.substr(head.size)), words_(bytes_), text_(head.text), big_(head.big), mesh_(mesh) {}

  /// The next value; throws InputError at the end or at a word that is not a number.
  double next(PlyType type) {
    if (!text_) return next_binary(type);
    const std::string_view word = words_.next();
    double value = 0.0;
    if (!read_number(word, value))
      mesh_.refuse("values, " + words_.line(), word.empty() ? "the end" : fmt::format("\"{}\"", word),
                   "a number");
    return value;
  }

 private:
  /// The next binary value.
  template <class Number>
  double as() {
    if (bytes_.size() - at_ < sizeof(Number)) mesh_.refuse("values", "the end of the file", "more of them");
    char raw[sizeof(Number)];
    std::memcpy(raw, bytes_.data() + at_, sizeof raw);
    at_ += sizeof raw;
    if (big_ != (std::endian::native == std::endian::big)) std::reverse(std::begin(raw), std::end(raw));
    Number value;
    std::memcpy(&value, raw, sizeof value);
    return static_cast<double>(value);
  }
  double next_binary(PlyType type) {
    switch (type) {
      case PlyType::int8:
        return as<std::int8_t>();
      case PlyType::uint8:
        return as<std::uint8_t>();
      case PlyType::int16:
        return as<std::int16_t>();
      case PlyType::uint16:
        return as<std::uint16_t>();
      case PlyType::int32:
        return as<std::int32_t>();
      case PlyType::uint32:
        return as<std::uint32_t>();
      case PlyType::float32:
        return as<float>();
      case PlyType::float64:
        break;
    }
    return as<double>();
  }

  std::string_view bytes_;
  WordReader words_;
  bool text_, big_;
  const MeshBuilder& mesh_;
  std::size_t at_ = 0;
};

/// Reads one element. A scalar goes to take(number of its property, value), a list to take_list(property,
/// values).
template <class Take, class TakeList>
void read_element(const PlyElement& element, PlyValues& values, const MeshBuilder& mesh, const Take& take,
                  const TakeList& take_list) {
  constexpr double kMostCorners = 1000.0;
  std::vector<double> list;
  for (std::size_t k = 0; k < element.properties.size(); ++k) {
    const PlyProperty& property = element.properties[k];
    if (!property.count) {
      take(k, values.next(property.type));
      continue;
    }
    const double count = values.next(*property.count);
    if (!(count >= 0.0 && count <= kMostCorners))
      mesh.refuse("element " + element.name, fmt::format("a list of {:g}", count),
                  fmt::format("0 to {:g}", kMostCorners));
    list.clear();
    for (double i = 0.0; i < count; i += 1.0) list.push_back(values.next(property.type));
    take_list(property, list);
  }
}

/// The axis of a coordinate; -1 for any other property.
int axis_of(const PlyProperty& property) {
  return property.name == "x" ? 0 : property.name == "y" ? 1 : property.name == "z" ? 2 : -1;
}

/// Lists of vertices, kept until all vertices are read: faces may precede them.
class PlyFaces {
 public:
  void add(const std::vector<double>& list, const MeshBuilder& mesh) {
    if (ends_.size() == kMostMeshFaces)
      mesh.refuse("element face", fmt::format("over {} faces", kMostMeshFaces), "fewer");
    numbers_.insert(numbers_.end(), list.begin(), list.end());
    ends_.push_back(numbers_.size());
  }
  /// Adds the faces to the mesh. vertices: the mesh's number of each vertex of the file.
  void lay(const std::vector<int>& vertices, MeshBuilder& mesh) const {
    std::vector<int> corners;
    std::size_t at = 0;
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      const std::string where = fmt::format("face {}", i + 1);
      corners.clear();
      for (; at < ends_[i]; ++at) {
        if (!(numbers_[at] >= 0.0 && numbers_[at] < static_cast<double>(vertices.size())) ||
            numbers_[at] != std::floor(numbers_[at]))
          mesh.refuse(where, fmt::format("vertex {:g}", numbers_[at]),
                      fmt::format("one of {}, counted from 0", vertices.size()));
        corners.push_back(vertices[static_cast<std::size_t>(numbers_[at])]);
      }
      if (corners.size() < 3) mesh.refuse(where, fmt::format("{} corners", corners.size()), "three or more");
      mesh.add_polygon(corners, where);
    }
  }

 private:
  std::vector<double> numbers_;
  std::vector<std::size_t> ends_;  // of each list
};

}  // namespace

void read_ply(std::string_view bytes, MeshBuilder& mesh) {
  bytes = plain_text(bytes, mesh);
  const PlyHead head = read_ply_head(bytes, mesh);
  PlyValues values(bytes, head, mesh);
  PlyFaces faces;
  std::vector<int> vertices;
  for (const PlyElement& element : head.elements) {
    if (element.name == "tristrips" && element.count > 0)
      mesh.refuse("element tristrips", "strips of triangles", "faces: let another program part the strips");
    // An element without properties takes no bytes.
    if (element.properties.empty()) continue;
    for (long long i = 0; i < element.count; ++i) {
      Vec3 p = Vec3::Zero();
      const auto take = [&](std::size_t k, double value) {
        if (const int axis = axis_of(element.properties[k]); axis >= 0) p[axis] = value;
      };
      const auto take_corners = [&](const PlyProperty& property, const std::vector<double>& list) {
        if (element.name == "face" && property.name.starts_with("vertex_ind")) faces.add(list, mesh);
      };
      read_element(element, values, mesh, take, take_corners);
      if (element.name == "vertex") vertices.push_back(mesh.add_vertex(p));
    }
  }
  faces.lay(vertices, mesh);
}

}  // namespace grouser
