// SPDX-License-Identifier: BSD-3-Clause
// Reads at most one PNG per picture of the window and keeps the texture; a missing file is remembered as 0.
#include "view/maps/thumbnails.hpp"

#include <epoxy/gl.h>

#include "grouser/base/asset_path.hpp"
#include "hal/image.hpp"

namespace grouser::desktop {

Thumbnails::~Thumbnails() {
  for (const auto& [id, texture] : textures_)
    if (texture) glDeleteTextures(1, &texture);
}

std::uintptr_t Thumbnails::of(const std::string& id) {
  if (const auto found = textures_.find(id); found != textures_.end()) return found->second;
  if (!may_read_) {
    waiting_ = true;
    return 0;
  }
  may_read_ = false;
  unsigned texture = 0;
  if (const std::optional<Image> image = read_png(folder_ / (id + ".png"))) {
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, image->width, image->height, 0, GL_RGB, GL_UNSIGNED_BYTE,
                 image->rgb.data());
    glGenerateMipmap(GL_TEXTURE_2D);
  }
  textures_[id] = texture;
  return texture;
}

std::filesystem::path scenario_pictures() {
  const std::filesystem::path installed = home_folder() / "pictures";
  std::error_code error;
  return std::filesystem::is_directory(installed, error) ? installed
                                                         : home_folder() / "docs" / "images" / "scenarios";
}

}  // namespace grouser::desktop
