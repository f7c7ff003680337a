// How deep JSON of anyone's may nest: copying and printing a tree of it go one call deeper with each level.
#pragma once
#include <string>
#include <string_view>

namespace grouser {

/// Throws InputError where arrays and objects lie more than 64 deep in one another; ours reach four.
void check_json_nesting(std::string_view json, const std::string& place);

}  // namespace grouser
