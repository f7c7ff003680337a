// SPDX-License-Identifier: BSD-3-Clause
// A field into which a number is typed, with what parse_entry() understands.
#pragma once
#include <optional>

#include "widgets/entry.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// Shows `text`, a number in the field's unit (which may stand behind it), until somebody types. Where
/// another unit is chosen for the window, text and limits are shown in that one, and a plain number is taken
/// in it. Returns the value in the field's own unit when Enter is pressed or the field is left; an entry that
/// is refused changes nothing, and the reason is shown at the field.
std::optional<double> entry_field(const Ui& ui, const char* id, const std::string& text,
                                  const EntryField& field);

}  // namespace grouser::desktop
