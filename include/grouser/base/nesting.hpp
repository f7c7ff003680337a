// Limit of the nesting depth of JSON from outside: copying and printing its tree recurse once per level.
#pragma once
#include <string>
#include <string_view>

namespace grouser {

/// Throws InputError if arrays and objects are nested more than 64 deep; ours reach four levels.
void check_json_nesting(std::string_view json, const std::string& place);

}  // namespace grouser
