// SPDX-License-Identifier: BSD-3-Clause
// Catch2 of any version that Debian has: 2.13 (Debian 12) and 3 (from Debian 13 on), by the names of version
// 3. Tests include this header and no other of Catch2.
#pragma once
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>

namespace Catch::Matchers {
inline auto ContainsSubstring(const std::string& part, CaseSensitive::Choice sensitive = CaseSensitive::Yes) {
  return Contains(part, sensitive);
}
}  // namespace Catch::Matchers
#endif
