// SPDX-License-Identifier: BSD-3-Clause
// Text for the TOML files that the programs write.
#pragma once
#include <string>
#include <string_view>

namespace grouser {

/// A TOML basic string (TOML 1.0.0, String): in quotes, with the required escapes.
std::string toml_string(std::string_view text);

/// One table of a document that has no errors, as the text of a document with nothing else in it.
std::string toml_table(std::string_view document, std::string_view name);

}  // namespace grouser
