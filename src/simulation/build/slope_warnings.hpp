// Soil that is steeper than its own angle of friction would slide by itself: a run on it says so.
#pragma once
#include <string>
#include <vector>

#include "grouser/simulation/step/world.hpp"

namespace grouser {
std::vector<std::string> slope_warnings(const World& world);
}  // namespace grouser
