// SPDX-License-Identifier: BSD-3-Clause
// Colours of events by their kinds; unknown kinds are dim.
#include "widgets/run_colors.hpp"

#include "widgets/theme.hpp"

namespace grouser::desktop {

ImU32 event_color(const std::string& kind) {
  if (kind == "lift_off" || kind == "parting") return line_color(0);
  if (kind == "touchdown" || kind == "contact") return line_color(2);
  if (kind == "release") return line_color(3);
  if (kind == "warning") return palette::kWarning;
  if (kind == "failure") return palette::kError;
  if (kind == "verdict") return palette::kText;
  return palette::kDim;
}

ImU32 verdict_color(VerdictTone tone) {
  return tone == VerdictTone::good  ? palette::kGood
         : tone == VerdictTone::bad ? palette::kError
                                    : palette::kWarning;
}

}  // namespace grouser::desktop
