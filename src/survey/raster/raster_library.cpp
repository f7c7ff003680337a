#include "raster_library.hpp"

#include <dlfcn.h>

#include "grouser/base/error.hpp"

namespace grouser::terrain {
namespace {

/// In the folder lib beside that of the program, or where it was built.
std::filesystem::path library_file() {
  constexpr const char* kName = "libgrouser_gdal.so";
  std::error_code ec;
  const auto programs = std::filesystem::read_symlink("/proc/self/exe", ec).parent_path();
  const auto beside = programs.parent_path() / "lib" / kName;
  return std::filesystem::exists(beside, ec) ? beside : std::filesystem::path(GROUSER_LIBRARY_FOLDER) / kName;
}

// It stays until the program ends, as what it has made may.
const RasterLibrary& load() {
  const std::filesystem::path path = library_file();
  void* const file = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  void* const entry = file ? dlsym(file, kRasterLibraryEntry) : nullptr;
  if (!entry) {
    const char* const why = dlerror();
    throw RunError(path.string() + ": the library that reads rasters cannot be loaded" +
                   (why ? std::string(": ") + why : ""));
  }
  return *reinterpret_cast<RasterLibraryEntry>(entry)();
}

}  // namespace

const RasterLibrary& raster_library() {
  static const RasterLibrary& library = load();
  return library;
}

}  // namespace grouser::terrain
