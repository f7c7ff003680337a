// SPDX-License-Identifier: BSD-3-Clause
// A drop rig: a ball or a disc that falls straight onto level undisturbed soil, until it comes to a stop for
// the first time. It is a run of its own: a body with a [[foot]] (ball) or a [[pad]] (disc), a flat ground
// of one soil, no settling; so all that a lander's foot does on this soil it does too, by any law. The body
// is rigid but for a spring that yields by a two hundredth of the depth.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "grouser/base/input_document.hpp"
#include "grouser/mission/rigs/uncertain_soil.hpp"
#include "grouser/recording/run_file/table_file.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

enum class DropShape { sphere, disc };
inline constexpr const char* kDropShapes[] = {"sphere", "disc"};

struct DropTest {
  DropShape shape = DropShape::sphere;
  double radius = kUnset;    ///< m
  double mass = kUnset;      ///< kg
  double speed = 0.0;        ///< down, when it touches, m/s
  double gravity = 9.81;     ///< m/s2
  double scm_cell = kUnset;  ///< of the law scm, m; unset: a quarter of the radius
};
/// Mass of a homogeneous sphere of a density (kg/m3), kg.
double sphere_mass(double radius, double density);

struct DropFall {
  double depth = kUnset;         ///< of the lowest point below the ground as it was, when it stops, m
  double peak_force = kUnset;    ///< largest force of the ground on the body, N
  double time = kUnset;          ///< from the touch to the stop, s
  double energy_error = kUnset;  ///< how far the energy book is open, -
  double step = 0.0;             ///< of the run, s
  Band depth_band{}, force_band{}, time_band{};  ///< where the soil is uncertain
  int draws = 0, lost = 0;                       ///< of these bands; lost: those that did not stop
};

/// Scenario, body and soil of the run, which `grouser run` repeats. Throws InputError.
std::vector<InputDocument> drop_documents(const SoilParams& soil, const DropTest& test);
/// Their world.
std::shared_ptr<const World> drop_world(const SoilParams& soil, const DropTest& test);

struct DropRunOptions {
  std::function<bool()> cancelled = {};
  std::function<void(double done, double total)> progress = {};
  int draws = kBandDraws;  ///< of an uncertain soil
  int threads = 1;
};
/// Throws InputError (soil, body), RunError (a step failed, or it does not stop within a hundred times the
/// time that it should take) and Interrupted.
DropFall drop_body(const SoilParams& soil, const DropTest& test, const std::function<bool()>& cancelled = {});
/// The same with bands. Draws with which the body does not stop are counted as lost.
DropFall drop_body(const UncertainSoil& soil, const DropTest& test, const DropRunOptions& options);

/// A fall at one speed by one law.
struct DropRow {
  SoilLaw law = SoilLaw::bekker;
  double speed = 0.0;  ///< m/s
  DropFall fall;
};
/// Falls in the order law, speed (m/s); the test's own speed is not used.
std::vector<DropRow> drop_bodies(const std::vector<UncertainSoil>& laws, DropTest test,
                                 const std::vector<double>& speeds, const DropRunOptions& options);

/// The rows as a table; bands have columns where the soil is uncertain.
Table drop_table(const std::vector<DropRow>& rows);
/// Begin of the header of its CSV.
inline constexpr const char* kDropCsvBegin = "law,speed [m/s],depth [m],";

}  // namespace grouser
