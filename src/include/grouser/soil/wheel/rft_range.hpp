// SPDX-License-Identifier: BSD-3-Clause
// Notes for reports on wheels and soils outside the limits of resistive force theory. Limits: friction angle
// 17 to 42 degrees (mu from 0.3 to 0.9), dry grains (cohesion at most 0.3 kPa), depth up to the intruder's
// width, Froude number v / sqrt(g L) up to 0.4 (Agarwal et al. 2021, 2023).
#pragma once
#include <string>
#include <vector>

#include "grouser/soil/wheel/wheel_reaction.hpp"

namespace grouser {

inline constexpr double kMostFroude = 0.4;

/// One sentence for each limit that the soil itself passes; none if it follows another law.
std::vector<std::string> rft_soil_notes(const SoilParams& soil);

/// Note that a wheel's sinkage (m) is above its width; "" if it is not, or if the soil follows another law.
std::string rft_depth_note(const SoilParams& soil, const WheelGeometry& wheel, double sinkage);

/// Note that a wheel's speed (m/s) is above Froude's limit, with L its radius; "" if it is not, or if the
/// soil follows another law.
std::string rft_speed_note(const SoilParams& soil, const WheelGeometry& wheel, double speed, double gravity);

}  // namespace grouser
