// SPDX-License-Identifier: BSD-3-Clause
// "0:1:0.05" on the command line: a range of numbers, ends included; "0.3" is one number; "0,0.1,0.5" a list.
#pragma once
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"

namespace grouser::cli {

/// Throws InputError naming the option: not numbers, not finite, a step that is zero or points away, over
/// 10000 numbers, a number outside `allowed`.
std::vector<double> parse_number_range(const std::string& option, const std::string& text,
                                       NumberRange allowed);

/// One finite number within `allowed`.
double parse_number(const std::string& option, const std::string& text, NumberRange allowed);

/// Reads `count` numbers with commas between them; `form` names them in errors: "W,H in m". Throws
/// InputError.
std::vector<double> parse_numbers(const std::string& option, const std::string& text, std::size_t count,
                                  const std::string& form);

}  // namespace grouser::cli
