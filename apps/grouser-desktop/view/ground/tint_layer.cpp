// SPDX-License-Identifier: BSD-3-Clause
// The tint is a texture of sRGB colours with their cover as alpha. Bands of rows that two pictures share by
// pointer are not uploaded again.
#include "view/ground/tint_layer.hpp"

#include <epoxy/gl.h>

namespace grouser::desktop {

TintLayer::~TintLayer() { glDeleteTextures(1, &texture_); }

void TintLayer::show(std::shared_ptr<const GroundTint> tint) {
  tint_ = std::move(tint);
  if (!tint_ || tint_ == uploaded_) return;
  const bool same_size = uploaded_ && tint_->columns == uploaded_->columns && tint_->rows == uploaded_->rows;
  if (!same_size) make_texture();
  for (std::size_t k = 0; k < tint_->bands.size(); ++k)
    if (!same_size || tint_->bands[k] != uploaded_->bands[k]) upload(k);
  uploaded_ = tint_;
}

/// An empty texture of the tint's size.
void TintLayer::make_texture() {
  if (texture_ == 0) glGenTextures(1, &texture_);
  glBindTexture(GL_TEXTURE_2D, texture_);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, tint_->columns, tint_->rows, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);  // cells have edges
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

/// Uploads the rows of one band.
void TintLayer::upload(std::size_t band) const {
  const std::vector<std::uint32_t>& texels = *tint_->bands[band];
  glBindTexture(GL_TEXTURE_2D, texture_);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, static_cast<int>(band) * GroundTint::kBandRows, tint_->columns,
                  static_cast<int>(texels.size()) / tint_->columns, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
}

void TintLayer::bind(GlProgram& program, int unit, const Vec3& origin) const {
  program.set("u_tint", unit);
  program.set("u_tinted", tint_ ? 1.0f : 0.0f);
  if (!tint_) return;
  const double width = tint_->columns * tint_->cell, height = tint_->rows * tint_->cell;
  program.set("u_tint_place",
              glm::vec4(tint_->west - origin.x(), tint_->north - origin.y(), 1.0 / width, 1.0 / height));
  glActiveTexture(GL_TEXTURE0 + static_cast<unsigned>(unit));
  glBindTexture(GL_TEXTURE_2D, texture_);
}

}  // namespace grouser::desktop
