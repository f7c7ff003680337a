// SPDX-License-Identifier: BSD-3-Clause
// glTF 2.0 (Khronos Group 2021; ISO/IEC 12113:2022): sections 3.6 (buffers, accessors, sparse ones) and 4.4
// (binary files).
#include "glb_writer.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "grouser/base/version.hpp"

namespace grouser {
namespace {

static_assert(std::endian::native == std::endian::little,
              "numbers of glTF are written as they are in memory");

// glTF 2.0, section 5.1 and 5.11: types of components, uses of a view
constexpr int kFloat = 5126, kUnsignedInt = 5125, kVertices = 34962, kCorners = 34963;
constexpr std::uint32_t kGlbMagic = 0x46546C67, kGlbVersion = 2, kJsonChunk = 0x4E4F534A,
                        kBinChunk = 0x004E4942;
constexpr std::size_t kAlignment = 4;

/// Fills up to a multiple of four bytes.
void pad(std::string& bytes, char with) {
  bytes.resize((bytes.size() + kAlignment - 1) / kAlignment * kAlignment, with);
}

/// Appends a number as it is in memory, which glTF wants little endian.
void append_word(std::string& bytes, std::uint32_t word) {
  bytes.append(reinterpret_cast<const char*>(&word), sizeof word);
}

}  // namespace

GlbWriter::GlbWriter()
    : json_{{"asset", {{"version", "2.0"}, {"generator", std::string("Grouser ") + version()}}}} {}

int GlbWriter::add(const char* list, GltfJson entry) {
  json_[list].push_back(std::move(entry));
  return static_cast<int>(json_[list].size()) - 1;
}

int GlbWriter::view(const void* bytes, std::size_t size, int target) {
  pad(buffer_, '\0');
  GltfJson entry{{"buffer", 0}, {"byteOffset", buffer_.size()}, {"byteLength", size}};
  if (target != 0) entry["target"] = target;
  buffer_.append(static_cast<const char*>(bytes), size);
  return add("bufferViews", std::move(entry));
}

int GlbWriter::vertex_vectors(const Float3s& vectors) {
  // Bounds of each component, which positions must state.
  std::array<float, 3> low = vectors.front(), high = low;
  for (const auto& v : vectors)
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], v[k]);
      high[k] = std::max(high[k], v[k]);
    }
  return accessor({{"bufferView", view(vectors.data(), vectors.size() * sizeof vectors[0], kVertices)},
                   {"componentType", kFloat},
                   {"count", vectors.size()},
                   {"type", "VEC3"},
                   {"min", low},
                   {"max", high}});
}

int GlbWriter::sparse_vectors(std::size_t count, std::span<const std::uint32_t> places,
                              const Float3s& vectors) {
  std::array<float, 3> low{}, high{};  // most are zero
  for (const auto& v : vectors)
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], v[k]);
      high[k] = std::max(high[k], v[k]);
    }
  GltfJson entry{{"componentType", kFloat}, {"count", count}, {"type", "VEC3"}, {"min", low}, {"max", high}};
  if (!places.empty())
    entry["sparse"] = {
        {"count", places.size()},
        {"indices",
         {{"bufferView", view(places.data(), places.size_bytes(), 0)}, {"componentType", kUnsignedInt}}},
        {"values", {{"bufferView", view(vectors.data(), vectors.size() * sizeof vectors[0], 0)}}}};
  return accessor(std::move(entry));
}

int GlbWriter::triangles(std::span<const std::uint32_t> corners) {
  return accessor({{"bufferView", view(corners.data(), corners.size_bytes(), kCorners)},
                   {"componentType", kUnsignedInt},
                   {"count", corners.size()},
                   {"type", "SCALAR"}});
}

int GlbWriter::keys(std::span<const float> numbers, const char* type) {
  const std::size_t each = type[0] == 'S' ? 1 : static_cast<std::size_t>(type[3] - '0');
  GltfJson entry{{"bufferView", view(numbers.data(), numbers.size_bytes(), 0)},
                 {"componentType", kFloat},
                 {"count", numbers.size() / each},
                 {"type", type}};
  if (each == 1) {  // the times of keys need their bounds (section 3.11)
    const auto [low, high] = std::ranges::minmax(numbers);
    entry["min"] = {low};
    entry["max"] = {high};
  }
  return accessor(std::move(entry));
}

std::string GlbWriter::finish() {
  pad(buffer_, '\0');
  json_["buffers"] = {{{"byteLength", buffer_.size()}}};
  std::string json = json_.dump();
  pad(json, ' ');
  std::string bytes;
  append_word(bytes, kGlbMagic);
  append_word(bytes, kGlbVersion);
  // The file's header, and the heads of the two chunks.
  constexpr std::size_t kHeaders = 12 + 2 * 8;
  append_word(bytes, static_cast<std::uint32_t>(kHeaders + json.size() + buffer_.size()));
  append_word(bytes, static_cast<std::uint32_t>(json.size()));
  append_word(bytes, kJsonChunk);
  bytes += json;
  append_word(bytes, static_cast<std::uint32_t>(buffer_.size()));
  append_word(bytes, kBinChunk);
  return bytes + buffer_;
}

}  // namespace grouser
