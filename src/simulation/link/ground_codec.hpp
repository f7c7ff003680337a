// SPDX-License-Identifier: BSD-3-Clause
// Tiles of ground memory among the messages of the live link: the cells that have a value, as float.
#pragma once
#include "bytes.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"

namespace grouser {

/// Layers of the ground that a viewer builds: the depth, and one that stays empty, because only a memory
/// with layers takes deposits, whose depth is negative.
inline constexpr int kSeenLayers = 2;

/// A tile's key, one bit per cell, and the depth of the cells whose bit is set, m.
void put_tile(ByteWriter& writer, TileKey key, std::span<const double> values);
inline constexpr std::size_t kLeastTileBytes = 8 + GroundMemory::kTileCells * 4;
inline constexpr std::size_t kMostTileBytes =
    kLeastTileBytes + GroundMemory::kTileCells * GroundMemory::kTileCells * 4;

/// Reads a tile into a ground; returns whether it is a new one. Throws InputError for a depth that is none.
bool read_tile(ByteReader& reader, GroundMemory& ground);

/// Keys of the tiles that differ between a copy of an earlier state and now; all where there was none.
std::vector<TileKey> differing_tiles(const GroundMemory* before, const GroundMemory& now);

}  // namespace grouser
