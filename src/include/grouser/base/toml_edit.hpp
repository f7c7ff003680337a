// SPDX-License-Identifier: BSD-3-Clause
// Changes values in the text of a TOML file and leaves the rest of it as people wrote it: comments, order,
// spacing.
#pragma once
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"

namespace grouser {

/// The text with the value at a dotted key replaced or added, as TomlTable::set() does it. If that cannot be
/// done in place (a key of an inline table) the text is written anew, without its comments. `file_name`: for
/// errors. Throws InputError.
std::string set_in_toml(const std::string& text, const std::string& file_name, const Override& change);

}  // namespace grouser
