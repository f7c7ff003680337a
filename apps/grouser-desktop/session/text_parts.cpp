// SPDX-License-Identifier: BSD-3-Clause
// Splits at the sign and trims blanks, tabs and carriage returns.
#include "session/text_parts.hpp"

#include <sstream>

namespace grouser::desktop {

std::vector<std::string> text_parts(const std::string& text, char sign) {
  std::vector<std::string> parts;
  std::istringstream typed(text);
  for (std::string part; std::getline(typed, part, sign);) {
    const std::size_t first = part.find_first_not_of(" \t\r"), last = part.find_last_not_of(" \t\r");
    if (first != std::string::npos) parts.push_back(part.substr(first, last - first + 1));
  }
  return parts;
}

}  // namespace grouser::desktop
