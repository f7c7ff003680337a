// SPDX-License-Identifier: BSD-3-Clause
// Textures of tiles, at most kMostTiles, the longest unused dropped first. While wanted tiles are missing,
// the tiles of the generation before and coarser ones are drawn below them.
#include "view/maps/map_textures.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <iterator>

namespace grouser::desktop {
namespace {

constexpr std::size_t kMostTiles = 160;     // 40 MB
constexpr std::size_t kTilesAPicture = 12;  // sent up, 3 MB

/// Uploads a picture; `smooth`: it is interpolated where it is magnified.
unsigned new_texture(int columns, int rows, const std::uint32_t* pixels, bool smooth) {
  unsigned name = 0;
  glGenTextures(1, &name);
  glBindTexture(GL_TEXTURE_2D, name);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, smooth ? GL_LINEAR : GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, columns, rows, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  return name;
}

}  // namespace

MapTextures::~MapTextures() { clear(); }

void MapTextures::drop(std::map<TileKey, Texture>& from) {
  for (const auto& [key, texture] : from) glDeleteTextures(1, &texture.name);
  from.clear();
}

void MapTextures::clear() {
  drop(tiles_);
  drop(stale_);
  waiting_.clear();
  if (base_) glDeleteTextures(1, &base_);
  base_ = 0;
}

void MapTextures::begin_generation(int generation) {
  generation_ = generation;
  drop(stale_);
  std::swap(tiles_, stale_);
  waiting_.clear();
}

void MapTextures::set_base(int columns, int rows, const std::vector<std::uint32_t>& pixels) {
  if (base_) glDeleteTextures(1, &base_);
  base_ = new_texture(columns, rows, pixels.data(), true);
}

/// Drops the tiles that were not drawn for longest.
void MapTextures::drop_oldest() {
  while (tiles_.size() > kMostTiles) {
    const auto oldest = std::min_element(tiles_.begin(), tiles_.end(), [](const auto& a, const auto& b) {
      return a.second.used < b.second.used;
    });
    glDeleteTextures(1, &oldest->second.name);
    tiles_.erase(oldest);
  }
}

void MapTextures::add(std::vector<PaintedTile> tiles) {
  ++picture_;
  std::move(tiles.begin(), tiles.end(), std::back_inserter(waiting_));
  // A few tiles per picture, so that none takes long.
  const std::size_t count = std::min(waiting_.size(), kTilesAPicture);
  for (std::size_t k = 0; k < count; ++k) {
    const PaintedTile& tile = waiting_[k];
    Texture& texture = tiles_[tile.key];
    if (texture.name) glDeleteTextures(1, &texture.name);
    texture = {new_texture(tile.columns, tile.rows, tile.pixels.data(), false), tile.columns, tile.rows,
               picture_};
  }
  waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(count));
  drop_oldest();
}

std::vector<TileKey> MapTextures::missing(const std::vector<TileKey>& wanted) const {
  std::vector<TileKey> keys;
  for (const TileKey& key : wanted) {
    const bool waits = std::any_of(waiting_.begin(), waiting_.end(),
                                   [&](const PaintedTile& tile) { return tile.key == key; });
    if (!tiles_.contains(key) && !waits) keys.push_back(key);
  }
  return keys;
}

PlacedPicture MapTextures::place(const MapShape& map, const TileKey& key, const Texture& texture) {
  const double side = static_cast<double>(kTileSide) * key.stride;
  const double west = key.column * side, north = key.row * side;
  return {texture.name, west, north, std::min<double>(map.columns, west + texture.columns * key.stride),
          std::min<double>(map.rows, north + texture.rows * key.stride)};
}

std::vector<PlacedPicture> MapTextures::placed(const MapShape& map, const std::vector<TileKey>& wanted,
                                               bool with_base) {
  std::vector<PlacedPicture> pictures;
  if (with_base && base_)
    pictures.push_back({base_, 0.0, 0.0, static_cast<double>(map.columns), static_cast<double>(map.rows)});
  if (wanted.empty()) return pictures;
  // Once all wanted tiles are there, older ones are not needed.
  const bool complete =
      std::all_of(wanted.begin(), wanted.end(), [&](const TileKey& k) { return tiles_.contains(k); });
  if (complete) drop(stale_);
  if (!complete) {
    const int layer = wanted.front().layer, stride = wanted.front().stride;
    const auto add_all = [&](const std::map<TileKey, Texture>& from) {
      for (auto it = from.rbegin(); it != from.rend(); ++it)  // coarse ones first
        if (it->first.layer == layer) pictures.push_back(place(map, it->first, it->second));
    };
    add_all(stale_);
    for (auto it = tiles_.rbegin(); it != tiles_.rend(); ++it)
      if (it->first.layer == layer && it->first.stride > stride)
        pictures.push_back(place(map, it->first, it->second));
  }
  for (const TileKey& key : wanted) {
    const auto found = tiles_.find(key);
    if (found == tiles_.end()) continue;
    found->second.used = picture_;
    pictures.push_back(place(map, key, found->second));
  }
  return pictures;
}

}  // namespace grouser::desktop
