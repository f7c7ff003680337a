// Bounds on a TOML text before it is parsed: the parser and the destructor of its tree go one call deeper
// with each part of a dotted key, and search a list of tables at each of them. Private.
#pragma once
#include <string>
#include <string_view>

namespace grouser {

inline constexpr int kMostKeyParts = 16;       // "a.b.c" has three
inline constexpr int kMostNesting = 16;        // arrays and inline tables in one another
inline constexpr int kMostTables = 50'000;     // [headers] and parts of dotted keys
inline constexpr int kMostValues = 2'000'000;  // keys and elements of arrays

/// Throws InputError with file and line where the text is beyond one of them. What is wrong otherwise is left
/// to the parser, which stops at the first fault and has read no further than this.
void check_toml_limits(std::string_view text, const std::string& file);

/// For the key of an override: the same bound on its parts.
void check_key_parts(std::string_view key, const std::string& place);

}  // namespace grouser
