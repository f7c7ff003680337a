// SPDX-License-Identifier: BSD-3-Clause
// Letters of file names and labels, which archives write in either case. Private.
#pragma once
#include <cctype>
#include <string>

namespace grouser::terrain {

inline std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

inline std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

/// Whether a name is another and one word more: "site" and "site_img". In lower case.
inline bool one_word_apart(const std::string& a, const std::string& b) {
  const std::string &shorter = a.size() < b.size() ? a : b, &longer = a.size() < b.size() ? b : a;
  if (!longer.starts_with(shorter) || longer.size() == shorter.size()) return false;
  const char next = longer[shorter.size()];
  return next == '_' || next == '-' || next == '.';
}

/// Half a step of the last of so many digits behind the point.
inline double half_of_last(int decimals) {
  double step = 0.5;
  for (; decimals > 0; --decimals) step /= 10.0;
  for (; decimals < 0; ++decimals) step *= 10.0;
  return step;
}

}  // namespace grouser::terrain
