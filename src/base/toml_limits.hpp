// SPDX-License-Identifier: BSD-3-Clause
// Bounds on a TOML text before it is parsed: the parser, and the destructor of its tree, recurse once per
// part of a dotted key, and search a list of tables at each part. Private.
#pragma once
#include <string>
#include <string_view>

namespace grouser {

inline constexpr int kMostKeyParts = 16;       // "a.b.c" has three
inline constexpr int kMostNesting = 16;        // depth of nested arrays and inline tables
inline constexpr int kMostTables = 50'000;     // [headers] and parts of dotted keys
inline constexpr int kMostValues = 2'000'000;  // keys and elements of arrays

/// Throws InputError with file and line if the text exceeds one of them. Other errors are left to the parser,
/// which stops at the first one and has then read no further than this function.
void check_toml_limits(std::string_view text, const std::string& file);

/// Applies the same bound on parts to the key of an override.
void check_key_parts(std::string_view key, const std::string& place);

}  // namespace grouser
