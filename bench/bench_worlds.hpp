// SPDX-License-Identifier: BSD-3-Clause
// The scenarios that the whole step is measured on, and the clock: time of the processor, as others may use
// the machine.
#pragma once
#include <ctime>
#include <memory>
#include <string>

#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser::bench {

/// fixed: steps of 3 ms. adaptive: steps of at most that, which on flat soil is the same: what the control of
/// the steps costs. free: as long as they may be.
enum class Steps { fixed, adaptive, free };

/// The ExoMars rover on flat ground.
struct FlatDrive {
  Steps steps = Steps::fixed;
  double duration = 1e5;  ///< s
  std::string soil = "wong_LETE_sand";
  std::string integrator = "beeman";
  double speed = 0.011;  ///< m/s
  std::string law = {};  ///< terrain.soil_law; empty: that of the soil
  double aside = 0.0;    ///< m: y of the start. At 0 the wheels' edges lie on lines of a grid of 20 mm
};
std::shared_ptr<const World> flat_world(const FlatDrive&);
inline constexpr double kFieldCell = 0.25;
/// The same rover at 50 mm/s over the made Mars-like height field, whose cells are 0.25 m. cell: of the field
/// it drives on instead, sampled from that surface, m.
std::shared_ptr<const World> field_world(double duration, const std::string& soil, double cell = kFieldCell);

/// Steps to a time; the drive's start and the settling of ruts are over after kWarmUp. Throws RunError.
void run_to(Simulation&, double time);
Vec3 chassis_position(const Simulation&);  ///< m
inline constexpr double kWarmUp = 6.0;     // s

/// Seconds of processor time that this thread has used.
inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace grouser::bench
