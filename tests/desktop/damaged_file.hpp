// SPDX-License-Identifier: BSD-3-Clause
// A run file in which one number is not what was recorded.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "catch.hpp"

namespace grouser::test {

/// Changes the last bit of the number where it stands last in the file.
inline void change_number(const std::filesystem::path& file, double number) {
  const auto bits = std::bit_cast<std::array<char, sizeof(double)>>(number);
  std::ifstream in(file, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(in), {});
  const auto place = std::find_end(bytes.begin(), bytes.end(), bits.begin(), bits.end());
  REQUIRE(place != bytes.end());
  *place = static_cast<char>(*place ^ 1);
  std::ofstream(file, std::ios::binary) << bytes;
}

}  // namespace grouser::test
