// SPDX-License-Identifier: BSD-3-Clause
// Loads the library with GDAL when the first raster needs it (dlopen). It must be of the same build, which a
// number made of the sizes of shared structures shows, and must belong to this user, to root or to the owner
// of the program.
#include "raster_library.hpp"

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/own_binary.hpp"

namespace grouser::terrain {

namespace fs = std::filesystem;

namespace {

/// Throws RunError with the file and the reason.
[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
  throw RunError(file.string() + ": the library that reads rasters cannot be loaded: " + why);
}

/// Folders that may hold the library: beside the folder of a program that was built, under the prefix of one
/// that was installed, beside a module of Python, below the folder of the installed shared library, and under
/// the prefix whose assets are used, for a program outside of it.
std::vector<fs::path> library_places(const fs::path& program) {
  const fs::path prefix = program.parent_path().parent_path(), installed = fs::path(GROUSER_LIBRARY_FOLDER);
  std::vector<fs::path> places{prefix / "lib", prefix / installed / "grouser", program.parent_path(),
                               program.parent_path() / "grouser"};
  const fs::path home = home_folder();  // PREFIX/share/grouser
  if (home.parent_path().filename() == "share")
    places.push_back(home.parent_path().parent_path() / installed / "grouser");
  return places;
}

/// The library's file; throws RunError if none of the places has it.
fs::path library_file(const fs::path& program) {
  constexpr const char* kName = "libgrouser_gdal.so";
  std::error_code ec;
  const std::vector<fs::path> places = library_places(program);
  for (const fs::path& place : places)
    if (fs::exists(place / kName, ec)) return place / kName;
  refuse(places.front() / kName, "no such file");
}

/// Refuses a library that another user owns: a program in a shared folder must not load foreign code.
void check_owner(const fs::path& file, const fs::path& program) {
  struct stat of_file = {};
  struct stat of_program = {};
  if (stat(file.c_str(), &of_file) != 0 || stat(program.c_str(), &of_program) != 0)
    refuse(file, std::strerror(errno));
  const uid_t owner = of_file.st_uid;
  if (owner != 0 && owner != geteuid() && owner != of_program.st_uid)
    refuse(file, "it belongs neither to this user nor to the owner of the program");
}

// Loads the library, which stays until the program ends, because objects that it has made may.
const RasterLibrary& load() {
  const fs::path program = own_binary(), file = library_file(program);
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
