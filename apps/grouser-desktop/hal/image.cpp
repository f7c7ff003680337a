// SPDX-License-Identifier: BSD-3-Clause
// PNG files by the stb libraries, whose code is compiled here. Pictures that are written carry a mark, by
// which the program knows its own files when it would replace one.
#include "hal/image.hpp"

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/output_files.hpp"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wshadow"
#include <stb_image_write.h>
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb_image.h>
#pragma GCC diagnostic pop

namespace grouser::desktop {

namespace {

/// Each pixel's colour with its alpha behind it.
std::vector<std::uint8_t> woven(const Image& image) {
  std::vector<std::uint8_t> rgba;
  rgba.reserve(4 * image.alpha.size());
  for (std::size_t k = 0; k < image.alpha.size(); ++k) {
    rgba.insert(rgba.end(), {image.rgb[3 * k], image.rgb[3 * k + 1], image.rgb[3 * k + 2], image.alpha[k]});
  }
  return rgba;
}

}  // namespace

void write_png(const std::filesystem::path& path, const Image& image) {
  std::string bytes;
  const auto append = [](void* context, void* data, int size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                               static_cast<std::size_t>(size));
  };
  const int channels = image.alpha.empty() ? 3 : 4;
  const std::vector<std::uint8_t> rgba = woven(image);
  stbi_write_png_to_func(append, &bytes, image.width, image.height, channels,
                         image.alpha.empty() ? image.rgb.data() : rgba.data(), image.width * channels);
  write_file_atomically(path, marked_png(bytes));
}

std::optional<Image> read_png(const std::filesystem::path& path) {
  Image image;
  int channels = 0;
  stbi_uc* pixels = stbi_load(path.c_str(), &image.width, &image.height, &channels, 3);
  if (!pixels) return std::nullopt;
  image.rgb.assign(pixels, pixels + 3 * static_cast<std::size_t>(image.width) * image.height);
  stbi_image_free(pixels);
  return image;
}

}  // namespace grouser::desktop
