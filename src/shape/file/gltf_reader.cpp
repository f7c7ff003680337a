// SPDX-License-Identifier: BSD-3-Clause
// glTF 2.0 (Khronos 2021): a scene's nodes as JSON with numbers in buffers, in one file: binary (.glb), or
// text whose buffers are written into it (data: in base64). It reads triangles (mode 4) with positions of
// single precision and their indices, each at its node's place. Any other uri would be another file and is
// refused; skins and morphs are not applied.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>

#include "grouser/base/json_text.hpp"
#include "grouser/math/pose.hpp"
#include "mesh_readers.hpp"

namespace grouser {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers of glTF are read as they are in memory");

using Json = nlohmann::json;
constexpr std::size_t kMostGltfNumber = std::size_t{1}
                                        << 32;  // of any count or place: sums of some stay exact
constexpr std::size_t kSinglePrecision = 5126, kByte = 5121, kShort = 5123, kLong = 5125;

/// Bytes of base64 (RFC 4648) until its end or filling; empty if a letter is invalid.
std::string decode_base64(std::string_view text) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::array<int, 256> value;
  value.fill(-1);
  for (std::size_t k = 0; k < kLetters.size(); ++k)
    value[static_cast<unsigned char>(kLetters[k])] = static_cast<int>(k);
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text.substr(0, text.find('='))) {
    const int six = value[static_cast<unsigned char>(c)];
    if (six < 0) return {};
    bits = (bits << 6) | static_cast<std::uint32_t>(six);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<char>((bits >> count) & 0xffU));
  }
  return bytes;
}

/// Numbers of one kind in a buffer.
struct GltfValues {
  const char* first = nullptr;
  std::size_t count = 0, stride = 0, component = 0;
};

/// Affine map from a mesh to the scene.
struct GltfPlace {
  Mat3 R = Mat3::Identity();  // any matrix
  Vec3 p = Vec3::Zero();
};

/// A parsed file, and the walk over its nodes that adds their triangles to the mesh.
class GltfFile {
 public:
  GltfFile(std::string_view bytes, MeshBuilder& mesh) : mesh_(mesh) {
    open(bytes);
    if (const Json* needs = find(root_, "extensionsRequired"); needs && !needs->empty())
      mesh_.refuse("extensionsRequired", needs->dump(-1, ' ', true, Json::error_handler_t::replace), "none");
    for (std::size_t k = 0; k < size_of("buffers"); ++k) open_buffer(k);
  }
  void read();

 private:
  /// The value of a key; null if there is none, or if this is no object.
  static const Json* find(const Json& object, const char* key) {
    if (!object.is_object()) return nullptr;
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
  }
  std::size_t size_of(const char* list) const {
    const Json* all = find(root_, list);
    return all && all->is_array() ? all->size() : 0;
  }
  /// An element of one of the file's lists; throws InputError if it does not exist.
  const Json& item(const char* list, std::size_t number, const std::string& where) const {
    if (number >= size_of(list))
      mesh_.refuse(where, fmt::format("{} {}", list, number),
                   fmt::format("one of {}, counted from 0", size_of(list)));
    return root_[list][number];
  }
  /// A whole number from 0 to 2^32.
  std::size_t number(const Json& value, const std::string& where) const {
    if (!value.is_number_unsigned()) mesh_.refuse(where, "another value", "a number from 0");
    if (const auto found = value.get<std::uint64_t>(); found > kMostGltfNumber)
      mesh_.refuse(where, fmt::format("{}", found), fmt::format("at most {}", kMostGltfNumber));
    return value.get<std::size_t>();
  }
  /// The whole number of a key, or `otherwise` if the object does not have it.
  std::size_t number_of(const Json& object, const char* key, std::size_t otherwise,
                        const std::string& where) const {
    const Json* value = find(object, key);
    return value ? number(*value, where + "." + key) : otherwise;
  }
  /// As above for a key that is required.
  std::size_t number_of(const Json& object, const char* key, const std::string& where) const {
    const Json* value = find(object, key);
    if (!value) mesh_.refuse(where, "nothing", std::string("`") + key + "`");
    return number(*value, where + "." + key);
  }
  void open(std::string_view bytes);
  void open_buffer(std::size_t k);
  GltfValues values(std::size_t accessor, const char* type, std::size_t components) const;
  bool read_numbers(const Json& node, const char* key, std::span<double> out, const std::string& where) const;
  GltfPlace place_of(const Json& node, const std::string& where) const;
  void add_nodes(std::vector<std::size_t> roots);
  void add_mesh(std::size_t number, const GltfPlace& place);
  void add_triangles(const Json& primitive, const GltfPlace& place, const std::string& where);

  MeshBuilder& mesh_;
  Json root_;
  std::string_view binary_;  // of a .glb
  bool has_binary_ = false;
  std::vector<std::string> decoded_;
  std::vector<std::string_view> buffers_;
};

// Reads the JSON text and, from a .glb file, its binary part.
void GltfFile::open(std::string_view bytes) {
  std::string_view text = bytes;
  // A .glb file: a head of 12 bytes, then parts, each with its length and kind (specification, section 4.4).
  if (bytes.starts_with("glTF")) {
    const auto word_at = [&](std::size_t at) {
      std::uint32_t value = 0;
      if (bytes.size() < at + 4) mesh_.refuse("head", fmt::format("{} bytes", bytes.size()), "whole parts");
      std::memcpy(&value, bytes.data() + at, 4);
      return std::size_t{value};
    };
    if (word_at(4) != 2) mesh_.refuse("head", fmt::format("version {}", word_at(4)), "2");
    if (word_at(8) > bytes.size())
      mesh_.refuse("head", fmt::format("a length of {} bytes", word_at(8)),
                   fmt::format("at most the {} of the file", bytes.size()));
    constexpr std::size_t kTextPart = 0x4e4f534a, kBinaryPart = 0x004e4942, kHeadBytes = 12, kPartHead = 8;
    text = {};
    for (std::size_t at = kHeadBytes; at < word_at(8);) {
      const std::size_t size = word_at(at), kind = word_at(at + 4);
      if (size > bytes.size() - at - kPartHead)
        mesh_.refuse("head", fmt::format("a part of {} bytes", size), "parts that end within the file");
      const std::string_view part = bytes.substr(at + kPartHead, size);
      if (kind == kTextPart && text.empty()) text = part;
      if (kind == kBinaryPart && !has_binary_) binary_ = part, has_binary_ = true;
      at += kPartHead + size;
    }
  }
  // Parse within bounds, and check the version.
  constexpr JsonBounds kBounds{.values = 4'000'000};  // of large scenes; about 100 bytes each in memory
  root_ = parse_json<Json>(text, mesh_.place() + ": JSON", kBounds);
  if (!root_.is_object()) mesh_.refuse("head", "no JSON object", "a glTF 2.0 file");
  const Json* asset = find(root_, "asset");
  const Json* version = asset ? find(*asset, "version") : nullptr;
  if (!version || !version->is_string() || !version->get_ref<const std::string&>().starts_with("2."))
    mesh_.refuse("asset.version", "another one", "2.0");
  decoded_.resize(size_of("buffers"));
}

// Finds the bytes of a buffer: in its uri (base64), or in the binary part for the first buffer of a .glb
// file.
void GltfFile::open_buffer(std::size_t k) {
  const std::string where = fmt::format("buffer {}", k);
  const Json& buffer = item("buffers", k, where);
  const std::size_t length = number_of(buffer, "byteLength", where);
  std::string_view bytes = binary_;
  if (const Json* uri = find(buffer, "uri")) {
    const std::string text = uri->is_string() ? uri->get<std::string>() : "";
    const std::size_t comma = text.find(";base64,");
    if (!text.starts_with("data:") || comma == std::string::npos)
      mesh_.refuse(where, "another file", "its bytes within this one (.glb, or data: in base64)");
    decoded_[k] = decode_base64(std::string_view(text).substr(comma + 8));
    bytes = decoded_[k];
  } else if (k > 0 || !has_binary_) {
    mesh_.refuse(where, "no bytes", "those of a .glb file, or data: in base64");
  }
  if (bytes.size() < length)
    mesh_.refuse(where, fmt::format("{} bytes", bytes.size()),
                 fmt::format("{}, as its byteLength says", length));
  buffers_.push_back(bytes.substr(0, length));
}

// Finds the values of an accessor and checks that all of them lie within their view. components: of one
// value.
GltfValues GltfFile::values(std::size_t accessor, const char* type, std::size_t components) const {
  const std::string where = fmt::format("accessor {}", accessor);
  const Json& of = item("accessors", accessor, where);
  const Json* told = find(of, "type");
  if (!told || *told != type) mesh_.refuse(where + ".type", "another one", type);
  if (find(of, "sparse")) mesh_.refuse(where, "sparse values", "all of them");
  GltfValues out;
  out.component = number_of(of, "componentType", where);
  out.count = number_of(of, "count", where);
  const std::size_t size = components * (out.component == kByte ? 1 : out.component == kShort ? 2 : 4);
  const std::size_t number = number_of(of, "bufferView", where);
  const std::string view_where = fmt::format("bufferView {}", number);
  const Json& view = item("bufferViews", number, where);
  const std::size_t buffer = number_of(view, "buffer", view_where);
  if (buffer >= buffers_.size())
    mesh_.refuse(view_where, fmt::format("buffer {}", buffer), fmt::format("one of {}", buffers_.size()));
  const std::size_t from = number_of(view, "byteOffset", 0, view_where),
                    length = number_of(view, "byteLength", view_where),
                    offset = number_of(of, "byteOffset", 0, where);
  out.stride = number_of(view, "byteStride", size, view_where);
  if (out.stride < size)
    mesh_.refuse(view_where + ".byteStride", fmt::format("{}", out.stride), fmt::format("{} or more", size));
  if (from + length > buffers_[buffer].size())
    mesh_.refuse(view_where, fmt::format("bytes to {}", from + length),
                 fmt::format("{} at most", buffers_[buffer].size()));
  // Numbers are at most 2^32, and counts at most the view's length, so that the sums stay exact in 64 bits.
  if (out.count > 0 && (out.count > length || offset + (out.count - 1) * out.stride + size > length))
    mesh_.refuse(where, fmt::format("{} values", out.count), fmt::format("as many as {} bytes hold", length));
  out.first = buffers_[buffer].data() + from + (out.count > 0 ? offset : 0);
  return out;
}

/// Reads a list of numbers; false if the key is missing. Throws InputError if it is another value.
bool GltfFile::read_numbers(const Json& node, const char* key, std::span<double> out,
                            const std::string& where) const {
  const Json* list = find(node, key);
  if (!list) return false;
  bool good = list->is_array() && list->size() == out.size();
  for (std::size_t k = 0; good && k < out.size(); ++k)
    if ((good = (*list)[k].is_number())) out[k] = (*list)[k].get<double>();
  if (!good) mesh_.refuse(where + "." + key, "another value", fmt::format("{} numbers", out.size()));
  return true;
}

/// Place of a node in its parent: its matrix (column by column), or translation, rotation and scale.
GltfPlace GltfFile::place_of(const Json& node, const std::string& where) const {
  GltfPlace place;
  std::array<double, 16> m{};
  if (read_numbers(node, "matrix", m, where)) {
    for (std::size_t column = 0; column < 3; ++column)
      for (std::size_t row = 0; row < 3; ++row)
        place.R(static_cast<int>(row), static_cast<int>(column)) = m[4 * column + row];
    place.p = Vec3(m[12], m[13], m[14]);
    return place;
  }
  std::array<double, 3> shift{}, scale{1.0, 1.0, 1.0};
  std::array<double, 4> turn{0.0, 0.0, 0.0, 1.0};
  read_numbers(node, "translation", shift, where);
  read_numbers(node, "scale", scale, where);
  if (read_numbers(node, "rotation", turn, where)) {
    const Eigen::Quaterniond q(turn[3], turn[0], turn[1], turn[2]);
    if (!(q.norm() > 0.5)) mesh_.refuse(where + ".rotation", "no quaternion", "a unit quaternion");
    place.R = q.normalized().toRotationMatrix();
  }
  place.R = place.R * Vec3(scale[0], scale[1], scale[2]).asDiagonal();
  place.p = Vec3(shift[0], shift[1], shift[2]);
  return place;
}

// Adds the meshes of all nodes below the roots. A node has one parent: a node that is met twice closes a loop
// or belongs to two parents.
void GltfFile::add_nodes(std::vector<std::size_t> roots) {
  struct Waiting {
    std::size_t node;
    GltfPlace parent;
  };
  std::vector<Waiting> waiting;
  // Reversed, so that the stack gives nodes in the order of the file.
  for (auto root = roots.rbegin(); root != roots.rend(); ++root) waiting.push_back({*root, {}});
  std::vector<bool> met(size_of("nodes"), false);
  while (!waiting.empty()) {
    const auto [number, parent] = waiting.back();
    waiting.pop_back();
    const std::string where = fmt::format("node {}", number);
    const Json& node = item("nodes", number, where);
    if (met[number]) mesh_.refuse(where, "two parents, or itself below it", "a tree of nodes");
    met[number] = true;
    const GltfPlace own = place_of(node, where), place{parent.R * own.R, parent.R * own.p + parent.p};
    if (find(node, "mesh")) add_mesh(number_of(node, "mesh", where), place);
    if (const Json* children = find(node, "children"))
      for (auto child = children->rbegin(); child != children->rend(); ++child)
        waiting.push_back({this->number(*child, where + ".children"), place});
  }
}

void GltfFile::add_mesh(std::size_t number, const GltfPlace& place) {
  const std::string where = fmt::format("mesh {}", number);
  const Json* parts = find(item("meshes", number, where), "primitives");
  if (!parts || !parts->is_array()) mesh_.refuse(where, "nothing", "`primitives`");
  for (const Json& part : *parts) add_triangles(part, place, where);
}

// A place that mirrors turns the winding, too (section 3.7.4 of the specification).
void GltfFile::add_triangles(const Json& primitive, const GltfPlace& place, const std::string& where) {
  if (const std::size_t mode = number_of(primitive, "mode", 4, where); mode != 4)
    mesh_.refuse(where + ".mode", fmt::format("{}", mode), "4: triangles");
  const Json* attributes = find(primitive, "attributes");
  if (!attributes) mesh_.refuse(where, "nothing", "`attributes`");
  const GltfValues points = values(number_of(*attributes, "POSITION", where), "VEC3", 3);
  if (points.component != kSinglePrecision) mesh_.refuse(where + ".POSITION", "another type", "5126: float");
  // Without indices the points follow one another.
  GltfValues indices{.count = points.count};
  if (find(primitive, "indices")) {
    indices = values(number_of(primitive, "indices", where), "SCALAR", 1);
    if (indices.component != kByte && indices.component != kShort && indices.component != kLong)
      mesh_.refuse(where + ".indices", "another type", "5121, 5123 or 5125: whole numbers from 0");
  }
  if (indices.count % 3 != 0)
    mesh_.refuse(where, fmt::format("{} corners", indices.count), "three for each triangle");
  // Corners one by one; every third one completes a triangle.
  const bool mirrored = place.R.determinant() < 0.0;
  std::vector<int> corners(3);
  for (std::size_t k = 0; k < indices.count; ++k) {
    std::size_t index = k;
    if (indices.first) {
      std::uint32_t raw = 0;  // little-endian, as the file
      std::memcpy(&raw, indices.first + k * indices.stride,
                  indices.component == kByte    ? 1
                  : indices.component == kShort ? 2
                                                : 4);
      index = raw;
    }
    if (index >= points.count)
      mesh_.refuse(fmt::format("triangle {}", mesh_.faces() + 1), fmt::format("vertex {}", index),
                   fmt::format("one of {}, counted from 0", points.count));
    float at[3];
    std::memcpy(at, points.first + index * points.stride, sizeof at);
    corners[k % 3] = mesh_.add_vertex(place.R * Vec3(at[0], at[1], at[2]) + place.p);
    if (k % 3 != 2) continue;
    if (mirrored) std::swap(corners[1], corners[2]);
    mesh_.add_polygon(corners, where);
  }
}

// The scene that is to be shown; without any, every node that has no parent.
void GltfFile::read() {
  std::vector<std::size_t> roots;
  if (size_of("scenes") > 0) {
    const Json& scene = item("scenes", number_of(root_, "scene", 0, "scene"), "scene");
    if (const Json* nodes = find(scene, "nodes"))
      for (const Json& node : *nodes) roots.push_back(number(node, "scene.nodes"));
    return add_nodes(std::move(roots));
  }
  // No scene: nodes that are no other node's child.
  std::vector<bool> is_child(size_of("nodes"), false);
  for (std::size_t k = 0; k < is_child.size(); ++k)
    if (const Json* children = find(root_["nodes"][k], "children"))
      for (const Json& child : *children)
        if (const std::size_t number = this->number(child, fmt::format("node {}.children", k));
            number < is_child.size())
          is_child[number] = true;
  for (std::size_t k = 0; k < is_child.size(); ++k)
    if (!is_child[k]) roots.push_back(k);
  add_nodes(std::move(roots));
}

}  // namespace

void read_gltf(std::string_view bytes, MeshBuilder& mesh) { GltfFile(bytes, mesh).read(); }

}  // namespace grouser
