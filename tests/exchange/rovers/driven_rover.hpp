// SPDX-License-Identifier: BSD-3-Clause
// A vehicle's file on flat LETE sand, for tests that stand or drive it.
#pragma once
#include <fmt/format.h>

#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "rover_texts.hpp"

namespace grouser::test {

/// Position of the root's frame in the world, m.
inline Vec3 root_place(const Simulation& simulation) {
  return simulation.kinematics().body[static_cast<std::size_t>(simulation.world().main().root.index)].X_WB.p;
}

/// A rover that stands for a second and then drives ahead, m/s.
inline Simulation start_drive(const ScratchFolder& folder, const std::string& rover, double speed,
                              double duration) {
  const std::string text = fmt::format(
      "units = \"SI\"\nname = \"drive\"\nrover = \"{}\"\nduration = {}\ngravity = 9.81\n"
      "[integration]\nmethod = \"beeman\"\nstep = 0.001\n[terrain]\nkind = \"flat\"\nsoil = "
      "\"wong_LETE_sand\"\n"
      "[initial]\nposition = [0.0, 0.0]\n[drive]\nstart = 1.0\nspeed = {}\n",
      rover, duration, speed);
  const std::string scenario = (folder / "drive.toml").string();
  write_file_atomically(scenario, text);
  return start_simulation(load_world(scenario));
}

}  // namespace grouser::test
