// SPDX-License-Identifier: BSD-3-Clause
// Robots under whole-body control: `[balance]`, `[stepup]` and `[[push]]` of a scenario, soles and torque actuators of a vehicle.
#pragma once
#include "grouser/base/toml_input.hpp"
#include "grouser/simulation/build/world_spec.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

BalanceSpec read_balance(const TomlTable& table);
StepupCourseSpec read_stepup_course(const TomlTable& table);
std::vector<PushSpec> read_pushes(const TomlTable& scenario);

/// What a number of [balance] is called, and where it stands: read and written by the same list.
struct BalanceKey {
  const char* key;
  double WholeBodySpec::*number;
  double most;
  const char* unit;
};
std::span<const BalanceKey> balance_keys();

/// Puts robots with soles on the world's joints and pads. Throws InputError.
void build_balance(const WorldSpec&, World&);

}  // namespace grouser
