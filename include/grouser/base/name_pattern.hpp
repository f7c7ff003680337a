// Names as scenarios give them for several things at once.
#pragma once
#include <string>

namespace grouser {

/// Whether a name is the pattern, or begins as a pattern with * at its end does.
inline bool matches_pattern(const std::string& pattern, const std::string& name) {
  if (pattern.empty() || pattern.back() != '*') return name == pattern;
  return name.rfind(pattern.substr(0, pattern.size() - 1), 0) == 0;
}

}  // namespace grouser
