// SPDX-License-Identifier: BSD-3-Clause
#include "view/ground/rut_layer.hpp"

#include <epoxy/gl.h>

#include <array>
#include <cmath>
#include <vector>

namespace grouser::desktop {
namespace {

constexpr int kSide = GroundMemory::kTileCells;

double wrapped(double x, double period) { return x - period * std::floor(x / period); }

}  // namespace

RutLayer::RutLayer() {
  glGenTextures(1, &texture_);
  glBindTexture(GL_TEXTURE_2D, texture_);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_REPEAT);
  clear();
}

RutLayer::~RutLayer() { glDeleteTextures(1, &texture_); }

void RutLayer::clear() {
  const std::vector<float> zeros(static_cast<std::size_t>(kTiles) * kSide * kTiles * kSide, 0.0f);
  glBindTexture(GL_TEXTURE_2D, texture_);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R16F, kTiles * kSide, kTiles * kSide, 0, GL_RED, GL_FLOAT, zeros.data());
  uploaded_.clear();
}

void RutLayer::update(std::shared_ptr<const GroundMemory> ground, const Vec3& focus, const Vec3& origin) {
  origin_ = origin;
  active_ = ground != nullptr;
  if (!ground) return;
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
  glBindTexture(GL_TEXTURE_2D, texture_);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  std::array<float, kSide * kSide> values;
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
    glTexSubImage2D(GL_TEXTURE_2D, 0, i * kSide, j * kSide, kSide, kSide, GL_RED, GL_FLOAT, values.data());
  }
}

void RutLayer::bind(GlProgram& program, int unit) const {
  const double cell = shown_ ? shown_->cell() : 0.02;
  const double period = kTiles * kSide * cell;
  const double half = active_ ? 0.5 * (kTiles - 1) * kSide * cell : 0.0;
  glActiveTexture(GL_TEXTURE0 + static_cast<unsigned>(unit));
  glBindTexture(GL_TEXTURE_2D, texture_);
  program.set("u_ruts", unit);
  program.set("u_rut_window",
              glm::vec4(wrapped(origin_.x(), period), wrapped(origin_.y(), period), 1.0 / period, half));
  program.set("u_rut_center", glm::vec2(center_.x() - origin_.x(), center_.y() - origin_.y()));
  program.set("u_texel", static_cast<float>(cell));
}

}  // namespace grouser::desktop
