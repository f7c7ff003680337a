// SPDX-License-Identifier: BSD-3-Clause
// Names as scenarios give them for several things at once.
#pragma once
#include <string>
#include <string_view>

namespace grouser {

/// Whether a name is the pattern, or begins as a pattern with * at its end does.
inline bool matches_pattern(const std::string& pattern, const std::string& name) {
  if (pattern.empty() || pattern.back() != '*') return name == pattern;
  return name.rfind(pattern.substr(0, pattern.size() - 1), 0) == 0;
}

/// Whether the path of a channel matches a pattern, in which each `*` matches any letters within one part of
/// the path: "wheel/*/slip".
inline bool matches_channel(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern.front() != '*')
    return !name.empty() && name.front() == pattern.front() &&
           matches_channel(pattern.substr(1), name.substr(1));
  for (std::size_t n = 0; n <= name.size(); ++n) {
    if (matches_channel(pattern.substr(1), name.substr(n))) return true;
    if (n < name.size() && name[n] == '/') return false;
  }
  return false;
}

}  // namespace grouser
