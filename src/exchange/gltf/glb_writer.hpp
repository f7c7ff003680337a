// SPDX-License-Identifier: BSD-3-Clause
// A binary glTF 2.0 file in the making: one buffer, its accessors, and the JSON that names them.
#pragma once
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace grouser {

using GltfJson = nlohmann::ordered_json;
using Float3s = std::vector<std::array<float, 3>>;

class GlbWriter {
 public:
  GlbWriter();
  /// Vectors of a vertex, with their bounds (which positions must have); returns the accessor.
  int vertex_vectors(const Float3s& vectors);
  /// The same, all zero but for some.
  int sparse_vectors(std::size_t count, std::span<const std::uint32_t> places, const Float3s& vectors);
  int triangles(std::span<const std::uint32_t> corners);
  /// Numbers of an animation. type: "SCALAR", "VEC3", "VEC4".
  int keys(std::span<const float> numbers, const char* type);

  /// Adds an entry to "nodes", "meshes", "materials" or "animations"; returns its number.
  int add(const char* list, GltfJson entry);
  GltfJson& at(const char* list, int number) { return json_[list][static_cast<std::size_t>(number)]; }
  GltfJson& json() { return json_; }
  /// The whole file.
  std::string finish();

 private:
  int view(const void* bytes, std::size_t size, int target);
  int accessor(GltfJson entry) { return add("accessors", std::move(entry)); }

  GltfJson json_;
  std::string buffer_;
};

}  // namespace grouser
