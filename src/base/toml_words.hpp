// SPDX-License-Identifier: BSD-3-Clause
// Words of messages about TOML values and ranges, and the bytes that no text may hold. Private to the base
// module.
#pragma once
#include <toml++/toml.h>

#include <string>

#include "grouser/base/toml_input.hpp"

namespace grouser {

/// A value in words.
std::string describe(const toml::node& node);
/// "a number from 0 to 1 in m"
std::string range_text(const NumberRange& range);
/// Whether part of a key is the number of a list's element.
bool is_number(const std::string& part);
/// Name of an element of a list: its key `name`, or else its number.
std::string element_name(const toml::node& element, std::size_t index);
/// Names of files and messages end at a zero byte: "site.tif\\0" would open site.tif. Throws InputError.
void refuse_zero_bytes(const toml::node& node, const std::string& key, const std::string& file);

}  // namespace grouser
