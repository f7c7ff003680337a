// SPDX-License-Identifier: BSD-3-Clause
// Recent files are kept with their full paths, so that they are found from any working folder; ids of
// scenarios stay as they are.
#include "widgets/kept_state.hpp"

#include <filesystem>

namespace grouser::desktop {

void remember_recent(KeptState& state, const std::string& path) {
  std::error_code error;
  const std::filesystem::path full = std::filesystem::absolute(path, error);
  const std::string text = std::filesystem::exists(full, error) ? full.string() : path;
  std::erase(state.recent, text);
  state.recent.insert(state.recent.begin(), text);
  if (state.recent.size() > 10) state.recent.resize(10);
}

}  // namespace grouser::desktop
