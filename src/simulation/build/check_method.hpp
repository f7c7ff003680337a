// SPDX-License-Identifier: BSD-3-Clause
// Which worlds an integrator carries.
#pragma once
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Throws InputError at integration.method where the world has what rkf45 cannot step: what touches at more than one point
/// at a time, and what decides at steps of one length. Call when all parts are there.
void check_method(const World& world);

}  // namespace grouser
