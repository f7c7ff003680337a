#include "hal/image.hpp"

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/output_files.hpp"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include <stb_image_write.h>
#pragma GCC diagnostic pop

namespace grouser::desktop {

void write_png(const std::filesystem::path& path, const Image& image) {
  std::string bytes;
  const auto append = [](void* context, void* data, int size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                               static_cast<std::size_t>(size));
  };
  stbi_write_png_to_func(append, &bytes, image.width, image.height, 3, image.rgb.data(), image.width * 3);
  write_file_atomically(path, marked_png(bytes));
}

}  // namespace grouser::desktop
