// SPDX-License-Identifier: BSD-3-Clause
// JSON from outside: its depth and size are bounded before a tree of it is made, since copying and printing
// that tree recurse once per level and each value takes about a hundred bytes.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace grouser {

struct JsonBounds {
  int depth = 64;                  ///< arrays and objects in one another; ours reach four levels
  std::size_t values = 1'000'000;  ///< keys and values together
};

/// Throws InputError where a text goes beyond the bounds. place: the file, for the message.
void check_json_bounds(std::string_view json, const std::string& place, const JsonBounds& bounds = {});

/// The tree of a text within the bounds; discarded (is_discarded()) where the text is no JSON. Throws
/// InputError as check_json_bounds().
template <class Json>
Json parse_json(std::string_view text, const std::string& place, const JsonBounds& bounds = {}) {
  check_json_bounds(text, place, bounds);
  return Json::parse(text.begin(), text.end(), nullptr, false);
}

}  // namespace grouser
