// SPDX-License-Identifier: BSD-3-Clause
// Lists that a person types into one field.
#pragma once
#include <string>
#include <vector>

namespace grouser::desktop {

/// The parts of a text between a sign, without blanks around them; empty ones are left out.
std::vector<std::string> text_parts(const std::string& text, char sign);

}  // namespace grouser::desktop
