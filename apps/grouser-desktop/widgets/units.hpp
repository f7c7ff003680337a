// SPDX-License-Identifier: BSD-3-Clause
// Numbers as people read them: the library's own (chart/units), under the window's names.
#pragma once
#include "grouser/chart/units.hpp"

namespace grouser::desktop {

using grouser::AngleUnit;
using grouser::behind_number;
using grouser::display_unit;
using grouser::DisplayUnit;
using grouser::EnergyUnit;
using grouser::field_text;
using grouser::field_unit;
using grouser::ForceUnit;
using grouser::LengthUnit;
using grouser::MassUnit;
using grouser::number_text;
using grouser::PressureUnit;
using grouser::quantity_unit;
using grouser::shown_text;
using grouser::ShownUnits;
using grouser::steady_number;
using grouser::steady_text;
using grouser::steady_unit;
using grouser::StiffnessUnit;
using grouser::time_left_text;
using grouser::time_text;
using grouser::value_text;
using grouser::without_negative_zero;

}  // namespace grouser::desktop
