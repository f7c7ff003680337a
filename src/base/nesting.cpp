#include "grouser/base/nesting.hpp"

#include <fmt/format.h>

#include "grouser/base/error.hpp"

namespace grouser {

void check_json_nesting(std::string_view json, const std::string& place) {
  constexpr int kMost = 64;
  int depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') in_text = !in_text;
    if (in_text && c == '\\') ++i;
    if (in_text) continue;
    if ((c == '[' || c == '{') && ++depth > kMost)
      throw InputError(place, "JSON nested deeper",
                       fmt::format("at most {} arrays and objects in one another", kMost));
    if (c == ']' || c == '}') --depth;
  }
}

}  // namespace grouser
