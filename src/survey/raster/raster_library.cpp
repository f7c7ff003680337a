#include "raster_library.hpp"

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "grouser/base/error.hpp"

namespace grouser::terrain {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
  throw RunError(file.string() + ": the library that reads rasters cannot be loaded: " + why);
}

/// In the folder lib beside that of the program, or where it was built.
fs::path library_file(const fs::path& program) {
  constexpr const char* kName = "libgrouser_gdal.so";
  const fs::path beside = program.parent_path().parent_path() / "lib" / kName;
  const fs::path built = fs::path(GROUSER_LIBRARY_FOLDER) / kName;
  std::error_code ec;
  if (fs::exists(beside, ec)) return beside;
  if (!fs::exists(built, ec)) refuse(beside, "no such file");
  return built;
}

/// A program that was put into a folder of anybody must not run what somebody else has put beside it.
void check_owner(const fs::path& file, const fs::path& program) {
  struct stat of_file = {};
  struct stat of_program = {};
  if (stat(file.c_str(), &of_file) != 0 || stat(program.c_str(), &of_program) != 0)
    refuse(file, std::strerror(errno));
  const uid_t owner = of_file.st_uid;
  if (owner != 0 && owner != geteuid() && owner != of_program.st_uid)
    refuse(file, "it belongs neither to this user nor to the owner of the program");
}

// It stays until the program ends, as what it has made may.
const RasterLibrary& load() {
  std::error_code ec;
  const fs::path program = fs::read_symlink("/proc/self/exe", ec), file = library_file(program);
  check_owner(file, program);
  void* const loaded = dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL);
  void* const entry = loaded ? dlsym(loaded, kRasterLibraryEntry) : nullptr;
  if (!entry) {
    const char* const why = dlerror();
    refuse(file, why ? why : "no reason was given");
  }
  const RasterLibrary* const library = reinterpret_cast<RasterLibraryEntry>(entry)(kRasterLibraryNumber);
  if (!library) refuse(file, "it is of another build than this program");
  return *library;
}

}  // namespace

const RasterLibrary& raster_library() {
  static const RasterLibrary& library = load();
  return library;
}

}  // namespace grouser::terrain
