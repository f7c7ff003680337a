// SPDX-License-Identifier: BSD-3-Clause
// Which worlds an integrator carries.
#pragma once
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Call when all parts are there. Throws InputError at integration.method where the world has what rkf45
/// cannot step: parts that touch at more than one point at a time, and parts that decide at steps of one
/// length.
void check_method(const World& world);

}  // namespace grouser
