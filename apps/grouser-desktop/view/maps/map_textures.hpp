// SPDX-License-Identifier: BSD-3-Clause
// The pieces of a map on the graphics card. Only the window's thread has it; a few pieces are sent up for
// each picture.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "view/maps/map_camera.hpp"

namespace grouser::desktop {

/// A texture and the part of the map that it shows, in cells.
struct PlacedPicture {
  std::uintptr_t texture = 0;
  double west = 0.0, north = 0.0, east = 0.0, south = 0.0;
};

class MapTextures {
 public:
  MapTextures() = default;
  ~MapTextures();
  MapTextures(const MapTextures&) = delete;
  MapTextures& operator=(const MapTextures&) = delete;

  /// Marks all pieces painted so far as out of date; they are shown until newer ones come.
  void begin_generation(int generation);
  int generation() const { return generation_; }
  /// Takes tiles of this generation and sends a few up.
  void add(std::vector<PaintedTile> tiles);
  /// The whole map, coarse, under its tiles.
  void set_base(int columns, int rows, const std::vector<std::uint32_t>& pixels);
  void clear();
  /// Some tiles wait for the next picture.
  bool waiting() const { return !waiting_.empty(); }

  /// Those of these tiles that are not here yet.
  std::vector<TileKey> missing(const std::vector<TileKey>& wanted) const;
  /// The pictures to draw for these tiles, in this order: the base, out-of-date or coarser pieces, the tiles.
  std::vector<PlacedPicture> placed(const MapShape& map, const std::vector<TileKey>& wanted, bool with_base);

 private:
  struct Texture {
    unsigned name = 0;
    int columns = 0, rows = 0;
    std::uint64_t used = 0;
  };
  void drop(std::map<TileKey, Texture>& from);
  void drop_oldest();
  static PlacedPicture place(const MapShape& map, const TileKey& key, const Texture& texture);

  std::map<TileKey, Texture> tiles_, stale_;
  std::vector<PaintedTile> waiting_;
  unsigned base_ = 0;
  int generation_ = -1;
  std::uint64_t picture_ = 0;
};

}  // namespace grouser::desktop
