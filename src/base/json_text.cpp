// SPDX-License-Identifier: BSD-3-Clause
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
    if (c == '"') in_text = !in_text;
    if (in_text && c == '\\') ++i;
    if (in_text) continue;
    const bool opens = c == '[' || c == '{';
    if (opens && ++depth > bounds.depth)
      throw InputError(place, "JSON nested deeper",
                       fmt::format("at most {} arrays and objects in one another", bounds.depth));
    if (c == ']' || c == '}') --depth;
    // each of these stands before a key or a value
    if ((opens || c == ',' || c == ':') && ++values > bounds.values)
      throw InputError(place, "JSON of more keys and values", fmt::format("at most {}", bounds.values));
  }
}

}  // namespace grouser
