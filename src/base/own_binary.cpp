// SPDX-License-Identifier: BSD-3-Clause
// Path of the file that contains this code: the shared library by the dynamic linker's map, or the program
// itself by /proc (Linux).
#include "grouser/base/own_binary.hpp"

#include <dlfcn.h>
#include <link.h>

namespace grouser {
namespace fs = std::filesystem;

fs::path own_binary() {
  std::error_code ec;
  Dl_info info{};
  void* map = nullptr;
  const bool known = dladdr1(reinterpret_cast<void*>(&own_binary), &info, &map, RTLD_DL_LINKMAP) != 0 && map;
  // The linker gives the program itself no name.
  const char* const name = known ? static_cast<const link_map*>(map)->l_name : "";
  return *name ? fs::canonical(name, ec) : fs::read_symlink("/proc/self/exe", ec);
}

}  // namespace grouser
