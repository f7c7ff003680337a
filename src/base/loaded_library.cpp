// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/base/loaded_library.hpp"

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"

namespace grouser {

namespace fs = std::filesystem;

namespace {

/// Folders that may hold the library: beside the folder of a program that was built, under the prefix of one
/// that was installed, and under the prefix whose assets are used, for a program outside of it.
std::vector<fs::path> library_places(const fs::path& program) {
  const fs::path prefix = program.parent_path().parent_path(), installed = fs::path(GROUSER_LIBRARY_FOLDER);
  std::vector<fs::path> places{prefix / "lib", prefix / installed / "grouser"};
  const fs::path home = home_folder();  // PREFIX/share/grouser
  if (home.parent_path().filename() == "share")
    places.push_back(home.parent_path().parent_path() / installed / "grouser");
  return places;
}

/// A program that was put into a folder of anybody must not run what somebody else has put beside it. "": it may be loaded.
std::string why_not_owned(const fs::path& file, const fs::path& program) {
  struct stat of_file = {};
  struct stat of_program = {};
  if (stat(file.c_str(), &of_file) != 0 || stat(program.c_str(), &of_program) != 0)
    return std::strerror(errno);
  const uid_t owner = of_file.st_uid;
  return owner != 0 && owner != geteuid() && owner != of_program.st_uid
             ? "it belongs neither to this user nor to the owner of the program"
             : "";
}

}  // namespace

const void* load_library(const std::string& name, const std::string& does, unsigned long number) {
  std::error_code ec;
  const fs::path program = fs::read_symlink("/proc/self/exe", ec);
  const std::vector<fs::path> places = library_places(program);
  const std::string file_name = "libgrouser_" + name + ".so";
  fs::path file = places.front() / file_name;
  const auto refuse = [&](const std::string& why) {
    throw RunError(file.string() + ": the library that " + does + " cannot be loaded: " + why);
  };
  for (auto place = places.rbegin(); place != places.rend(); ++place)
    if (fs::exists(*place / file_name, ec)) file = *place / file_name;
  if (!fs::exists(file, ec)) refuse("no such file");
  if (const std::string why = why_not_owned(file, program); !why.empty()) refuse(why);
  void* const loaded = dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL);
  void* const entry = loaded ? dlsym(loaded, ("grouser_" + name + "_library").c_str()) : nullptr;
  if (!entry) {
    const char* const why = dlerror();
    refuse(why ? why : "no reason was given");
  }
  const void* const library = reinterpret_cast<const void* (*)(unsigned long)>(entry)(number);
  if (!library) refuse("it is of another build than this program");
  return library;
}

}  // namespace grouser
