// Numbers as people read them: files and channels are SI, a label may say mm, kN or degrees.
#pragma once
#include <string>

namespace grouser::desktop {

struct DisplayUnit {
  double factor = 1.0;  ///< shown = SI times this
  std::string label;
};

/// For values of this SI unit up to `largest` in size. "slip" is a slip ratio, shown in percent.
DisplayUnit display_unit(const std::string& unit, double largest);
/// The unit for display_unit() of a channel or metric: "slip" for a ratio whose name ends so, else its own.
std::string quantity_unit(const std::string& name, const std::string& unit);
/// The number alone in this unit, four figures: "12.30".
std::string shown_text(double value, const DisplayUnit& unit);
/// Value with unit, four figures: "12.3 mm".
std::string value_text(double value, const std::string& unit);
/// "-0.00" without its sign.
std::string without_negative_zero(std::string text);
/// A number with so many decimals.
std::string number_text(double value, int decimals);
/// "40 s left", "3 min left".
std::string time_left_text(double seconds);
/// Seconds with three decimals.
std::string time_text(double seconds);

}  // namespace grouser::desktop
