// SPDX-License-Identifier: BSD-3-Clause
// Two textures: depths, one texel per cell, and the direction of tracks, one texel per part of a tile. Both
// repeat, so a tile has a fixed place in them, and a tile whose data has not moved in memory is not
// uploaded again.
#include "view/ground/rut_layer.hpp"

#include <epoxy/gl.h>

#include <array>
#include <cmath>
#include <vector>

namespace grouser::desktop {
namespace {

constexpr int kSide = GroundMemory::kTileCells;

constexpr int kPart = 8,
              kPartsAlong = kSide / kPart;  // cells along a part of a tile whose tracks have one direction

/// The direction of what was pressed in each part of a tile: x, y of length 1; 0: nothing was. Across a track
/// depths change, along it they do not, so it is the direction of the least change (the lesser eigenvector of
/// the tensor of slopes). One of 32 directions, so that the prints of neighbours are one pattern.
using Directions = std::array<std::array<float, 2>, kPartsAlong * kPartsAlong>;
Directions track_directions(std::span<const double> depths) {
  struct Slopes {
    double xx = 0.0, xy = 0.0, yy = 0.0;
    void add(const Slopes& o, double weight) {
      xx += weight * o.xx, xy += weight * o.xy, yy += weight * o.yy;
    }
  };
  // The tensor of slopes of each part, and of the whole tile.
  std::array<Slopes, kPartsAlong * kPartsAlong> parts;
  Slopes whole;
  for (int j = 1; j + 1 < kSide; ++j)
    for (int i = 1; i + 1 < kSide; ++i) {
      const auto at = [&](int a, int b) { return depths[static_cast<std::size_t>(kSide * b + a)]; };
      const double gx = at(i + 1, j) - at(i - 1, j), gy = at(i, j + 1) - at(i, j - 1);
      const Slopes slopes{gx * gx, gx * gy, gy * gy};
      parts[static_cast<std::size_t>(kPartsAlong * (j / kPart) + i / kPart)].add(slopes, 1.0);
      whole.add(slopes, 1.0);
    }
  Directions directions{};
  if (whole.xx + whole.yy <= 0.0) return directions;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    parts[k].add(whole, 0.05);  // the middle of a wide track has no slopes of its own
    const double across = 0.5 * std::atan2(2.0 * parts[k].xy, parts[k].xx - parts[k].yy);
    constexpr double kStep = 3.14159265358979 / 32.0;
    const double along = kStep * std::round(across / kStep) + 16.0 * kStep;
    directions[k] = {static_cast<float>(std::cos(along)), static_cast<float>(std::sin(along))};
  }
  return directions;
}

/// x modulo the period, 0 to period.
double wrapped(double x, double period) { return x - period * std::floor(x / period); }

}  // namespace

RutLayer::RutLayer() {
  glGenTextures(1, &texture_);
  glBindTexture(GL_TEXTURE_2D, texture_);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_REPEAT);
  glGenTextures(1, &prints_);
  glBindTexture(GL_TEXTURE_2D, prints_);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_REPEAT);
  clear();
}

RutLayer::~RutLayer() {
  glDeleteTextures(1, &texture_);
  glDeleteTextures(1, &prints_);
}

void RutLayer::print_as(const Scene* scene) {
  grousers_ = 0.0f;
  if (!scene) return;
  for (const VisualShape& shape : scene->visuals)
    if (shape.kind == VisualKind::wheel && shape.count > 0 && shape.size.x() > 0.0 && shape.size.z() > 0.0) {
      grousers_ = static_cast<float>(shape.count / shape.size.x());
      return;
    }
}

/// No ruts and no prints; every tile is uploaded again.
void RutLayer::clear() {
  const std::vector<float> zeros(static_cast<std::size_t>(kTiles) * kSide * kTiles * kSide, 0.0f);
  glBindTexture(GL_TEXTURE_2D, texture_);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R16F, kTiles * kSide, kTiles * kSide, 0, GL_RED, GL_FLOAT, zeros.data());
  glBindTexture(GL_TEXTURE_2D, prints_);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RG16F, kTiles * kPartsAlong, kTiles * kPartsAlong, 0, GL_RG, GL_FLOAT,
               zeros.data());
  uploaded_.clear();
}

void RutLayer::update(std::shared_ptr<const GroundMemory> ground, const Vec3& focus, const Vec3& origin) {
  origin_ = origin;
  active_ = ground != nullptr;
  if (!ground) return;
  // The window follows the focus once it has moved by a quarter of its side.
  const double tile = ground->cell() * kSide;
  const bool moved = (focus - center_).head<2>().norm() > 0.25 * kTiles * tile;
  if (ground == shown_ && !moved) return;
  const bool other = !shown_ || shown_->cell() != ground->cell();
  const std::vector<TileKey> keys = ground->all_tiles();
  // A tile that vanished means that time went back: start afresh, as after a move of the window.
  if (moved || other || keys.size() < uploaded_.size()) {
    if (moved || other) center_ = focus;
    clear();
  }
  shown_ = std::move(ground);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  std::array<float, kSide * kSide> values;
  // Tiles within the window that have changed.
  for (const TileKey key : keys) {
    const Vec2 middle((key.i + 0.5) * tile, (key.j + 0.5) * tile);
    if ((middle - center_.head<2>()).cwiseAbs().maxCoeff() > 0.5 * (kTiles - 1) * tile) continue;
    const std::span<const double> depths = shown_->tile_values(key);
    if (depths.size() < values.size()) continue;  // the first layer is the depth
    const double*& last = uploaded_[key];
    if (last == depths.data()) continue;
    last = depths.data();
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<float>(depths[k]);
    const int i = ((key.i % kTiles) + kTiles) % kTiles, j = ((key.j % kTiles) + kTiles) % kTiles;
    glBindTexture(GL_TEXTURE_2D, texture_);
    glTexSubImage2D(GL_TEXTURE_2D, 0, i * kSide, j * kSide, kSide, kSide, GL_RED, GL_FLOAT, values.data());
    const Directions directions = track_directions(depths);
    glBindTexture(GL_TEXTURE_2D, prints_);
    glTexSubImage2D(GL_TEXTURE_2D, 0, i * kPartsAlong, j * kPartsAlong, kPartsAlong, kPartsAlong, GL_RG,
                    GL_FLOAT, directions.data());
  }
}

void RutLayer::bind(GlProgram& program, int unit, int print_unit) const {
  // The texture's period and the half side of the window, m; a side of 0 shows no ruts.
  const double cell = shown_ ? shown_->cell() : 0.02;
  const double period = kTiles * kSide * cell;
  const double half = active_ ? 0.5 * (kTiles - 1) * kSide * cell : 0.0;
  glActiveTexture(GL_TEXTURE0 + static_cast<unsigned>(unit));
  glBindTexture(GL_TEXTURE_2D, texture_);
  glActiveTexture(GL_TEXTURE0 + static_cast<unsigned>(print_unit));
  glBindTexture(GL_TEXTURE_2D, prints_);
  program.set("u_prints", print_unit);
  program.set("u_grousers", grousers_);
  program.set("u_ruts", unit);
  program.set("u_rut_window",
              glm::vec4(wrapped(origin_.x(), period), wrapped(origin_.y(), period), 1.0 / period, half));
  program.set("u_rut_center", glm::vec2(center_.x() - origin_.x(), center_.y() - origin_.y()));
  program.set("u_texel", static_cast<float>(cell));
}

}  // namespace grouser::desktop
