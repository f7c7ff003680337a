// SPDX-License-Identifier: BSD-3-Clause
// One pass over a JSON text that counts its depth and its values without parsing it, so that a hostile file
// is refused before a parser allocates memory for it. Syntax is left to the parser.
#include "grouser/base/json_text.hpp"

#include <fmt/format.h>

#include "grouser/base/error.hpp"

namespace grouser {

void check_json_bounds(std::string_view json, const std::string& place, const JsonBounds& bounds) {
  int depth = 0;
  std::size_t values = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    // Brackets and commas inside strings do not count, nor does a quote behind a backslash.
    if (c == '"') in_text = !in_text;
    if (in_text && c == '\\') ++i;
    if (in_text) continue;
    const bool opens = c == '[' || c == '{';
    if (opens && ++depth > bounds.depth)
      throw InputError(place, "JSON nested deeper",
                       fmt::format("at most {} arrays and objects in one another", bounds.depth));
    if (c == ']' || c == '}') --depth;
    // Each of these comes before a key or a value, so their number bounds that of all values.
    if ((opens || c == ',' || c == ':') && ++values > bounds.values)
      throw InputError(place, "JSON of more keys and values", fmt::format("at most {}", bounds.values));
  }
}

}  // namespace grouser
