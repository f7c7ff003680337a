// SPDX-License-Identifier: BSD-3-Clause
// Chinese, Japanese and Korean characters: only those that are shown are drawn, because a font has 20,000.
#pragma once
#include <string_view>

namespace grouser::desktop {

/// Notes what is about to be shown. Where a character is not drawn yet, apply_theme() is to be called again,
/// between two pictures.
void note_characters(std::string_view text);
bool characters_are_missing();

}  // namespace grouser::desktop
