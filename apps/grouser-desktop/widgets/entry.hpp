// SPDX-License-Identifier: BSD-3-Clause
// Reads the text that a person types into a field of a number: arithmetic, units, clock times. Nothing is
// changed in silence: a text that is not understood is refused with the reason.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace grouser::desktop {

/// Unit, range and form of the number in a field.
struct EntryField {
  std::string unit;  ///< as files write it: "m", "deg", "m/s2", "N m"; empty: unknown, "-": a plain number
  double least = -1e300, most = 1e300;  ///< in that unit
  bool whole = false;                   ///< no fractions
  bool as_in_file = false;              ///< shown in `unit`, whatever units were chosen for the window
};

/// Either a value in the field's unit, or why there is none.
struct Entry {
  std::optional<double> value;
  std::string refusal;
};

/// Understands numbers ("1.5", "1e-3", "0,5"), + - * / and parentheses, units ("12 mm", "15 deg", "3 km/h",
/// "2 m + 5 cm"), which are converted into the field's, and in a field of time "1:05" and "1:02:03". A number
/// without a unit is in the field's.
Entry parse_entry(std::string_view text, const EntryField& field);

/// The unit of a number in a scenario file, found from the end of its key ("_deg", "_rpm") or from the first
/// word of the remark beside it ("m/s2, downwards"); empty if neither gives one.
std::string unit_of_key(const std::string& key, const std::string& remark);

}  // namespace grouser::desktop
