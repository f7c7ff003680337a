// SPDX-License-Identifier: BSD-3-Clause
// A tile as one bit per cell, row by row, and the depth of those cells that differ from zero.
#include "ground_codec.hpp"

#include <array>
#include <cmath>

namespace grouser {
namespace {

constexpr int kSide = GroundMemory::kTileCells;
constexpr double kDeepest = 1000.0;          // m: no wheel sinks deeper, no soil is heaped higher
constexpr std::int32_t kFarthest = 1 << 24;  // tiles from the origin

}  // namespace

// Only the depth is put of ground with layers, negative where soil was deposited.
void put_tile(ByteWriter& writer, TileKey key, std::span<const double> layers) {
  const std::span<const double> values = layers.first(kSide * kSide);
  writer.put(key.i);
  writer.put(key.j);
  std::array<std::uint32_t, kSide> rows{};
  for (int k = 0; k < kSide * kSide; ++k)
    if (values[static_cast<std::size_t>(k)] != 0.0)
      rows[static_cast<std::size_t>(k / kSide)] |= 1u << (k % kSide);
  for (const std::uint32_t row : rows) writer.put(row);
  for (const double value : values)
    if (value != 0.0) writer.put(static_cast<float>(value));
}

bool read_tile(ByteReader& reader, GroundMemory& ground) {
  TileKey key;
  key.i = reader.number<std::int32_t>();
  key.j = reader.number<std::int32_t>();
  if (std::abs(static_cast<double>(key.i)) > kFarthest || std::abs(static_cast<double>(key.j)) > kFarthest)
    reader.refuse("a tile " + std::to_string(key.i) + ", " + std::to_string(key.j), "one near the origin");
  // Only cells whose bit is set follow; all others have depth 0.
  std::array<std::uint32_t, kSide> rows{};
  for (std::uint32_t& row : rows) row = reader.number<std::uint32_t>();
  std::array<double, kSeenLayers * kSide * kSide> values{};
  for (int k = 0; k < kSide * kSide; ++k) {
    if (!(rows[static_cast<std::size_t>(k / kSide)] >> (k % kSide) & 1u)) continue;
    const auto depth = static_cast<double>(reader.number<float>());
    if (!(std::fabs(depth) <= kDeepest)) reader.refuse("a depth that is none", "-1000 to 1000 m");
    values[static_cast<std::size_t>(k)] = depth;
  }
  const bool is_new = ground.tile_values(key).empty();
  ground.load_tile(key, values);
  return is_new;
}

std::vector<TileKey> differing_tiles(const GroundMemory* before, const GroundMemory& now) {
  std::vector<TileKey> keys = now.all_tiles();
  if (!before) return keys;
  // Copies share the tiles that neither has written since.
  std::erase_if(keys, [&](const TileKey& key) {
    return before->tile_values(key).data() == now.tile_values(key).data();
  });
  return keys;
}

}  // namespace grouser
