// SPDX-License-Identifier: BSD-3-Clause
// The contact law of each wheel on each soil, divided among the wheel's slices; the dampers of its slip; the
// largest step of adaptive runs; and the guard against unstable steps (contact_stability.hpp).
#include "build_laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "contact_modes.hpp"
#include "contact_stability.hpp"
#include "grouser/base/error.hpp"
#include "grouser/multibody/dense/effective_masses.hpp"
#include "grouser/soil/force/ground_spring.hpp"

namespace grouser {
namespace {

/// Mass felt at each hub along the vertical, neutral pose, kg.
std::vector<double> calc_hub_masses(const World& world) {
  std::vector<double> masses;
  Kinematics kinematics(*world.model);
  const VecX q = world.model->neutral_q();
  calc_kinematics(*world.model, q, VecX::Zero(world.model->nv()), kinematics);
  const EffectiveMasses at_points(*world.model, q, kinematics);
  for (const WheelPart& wheel : world.wheels)
    masses.push_back(at_points.at(wheel.body, kinematics.body[wheel.body.index].X_WB.p, Vec3::UnitZ()));
  return masses;
}

/// The law of one slice of a wheel: stiffnesses and dampers of the wheel over the number of slices.
ContactLaw make_law(const World& world, const WheelSpec& spec, const SoilParams& soil) {
  ContactLaw law;
  law.soil = soil;
  law.wheel = spec.geometry;
  law.gravity = world.settings.gravity;
  law.stencil_points = spec.stencil_points;
  law.arc_points = spec.arc_points;
  law.width_fraction = 1.0 / spec.slices;
  law.k_wheel = spec.stiffness / spec.slices;
  law.beta_wheel = spec.damping / spec.slices;
  law.k_tangential = spec.tangential_stiffness / spec.slices;
  complete(law);
  return law;
}

/// The slip state's dampers on one material: the share of critical each wheel asks for, all shrunk together
/// where an explicit step could not carry them (dt c / m of the vehicle's fastest motion at most 0.3;
/// Beeman's limit is 1 without any spring).
void set_bristle_damping(World& world, const ContactModes& modes, std::size_t material, double load) {
  constexpr double kExplicitLimit = 0.3;
  std::vector<double> beta;
  for (std::size_t i = 0; i < world.wheels.size(); ++i) {
    const WheelSpec& spec = world.wheels[i].spec;
    // 2 zeta sqrt(k m), with m the mass that the vehicle presents at the wheel's bottom along its heading.
    const double k_t = shear_stiffness(world.materials[material], spec.geometry, spec.tangential_stiffness,
                                       load, world.settings.gravity);
    beta.push_back(2.0 * spec.bristle_damping_ratio * std::sqrt(k_t * modes.forward_mass(i)));
  }
  const double fastest = modes.fastest_damping(beta);
  double shrink = 1.0;
  if (world.settings.adaptive) {  // implicit, so nothing shrinks; but not between two moving bodies
    world.settings.adaptive->max_step_on_bodies =
        std::min(world.settings.adaptive->max_step_on_bodies, kExplicitLimit / fastest);
  } else if (world.settings.dt * fastest > kExplicitLimit) {
    shrink = kExplicitLimit / (world.settings.dt * fastest);
  }
  for (std::size_t i = 0; i < world.wheels.size(); ++i)
    world.wheels[i].laws[material].beta_tangential = shrink * beta[i] / world.wheels[i].spec.slices;
}

/// The largest step of an adaptive run where the scenario gives none: up the steps for as long as the contact
/// stays stable, since every shorter one will be taken too; then a margin for what the guard's linear loop on
/// level ground does not know.
void choose_max_step(World& world, const ContactModes& modes, const std::vector<double>& hub_masses,
                     double load) {
  constexpr double kMargin = 0.8, kLargest = 0.05;  // -, s
  const double min_step = world.settings.adaptive->min_step;
  const double best = find_stable_step(ContactGuard(world, modes, hub_masses, load), min_step, kLargest);
  world.settings.adaptive->max_step = std::max(kMargin * best, min_step);
}

/// Rejects springs of wheels and pads that an equal share of the vehicle's weight would press in by their
/// radius or more.
void check_carries(const World& world) {
  for (std::size_t v = 0; v < world.vehicles.size(); ++v) {
    const double mass = world.mass_of(static_cast<int>(v));
    const VehicleSpec& spec = world.vehicles[v].spec;
    const auto check = [&](const char* kind, const std::string& name, std::size_t count, double stiffness,
                           double radius) {
      const double load = mass * world.settings.gravity / static_cast<double>(count);
      if (load < stiffness * radius) return;
      throw InputError(fmt::format("{} '{}' of {}: stiffness", kind, name, spec.name),
                       fmt::format("{:g} N/m, which its {:.3g} N of the weight press in by {:.3g} m",
                                   stiffness, load, load / stiffness),
                       fmt::format("over {:.3g} N/m: the radius is {:g} m", load / radius, radius));
    };
    for (const WheelSpec& wheel : spec.wheels)
      check("wheel", wheel.name, spec.wheels.size(), wheel.stiffness, wheel.geometry.radius);
    for (const PadSpec& pad : spec.pads)
      check("pad", pad.name, spec.pads.size(), pad.stiffness / pad.form.share, pad.radius);
  }
}

}  // namespace

void build_laws(World& world) {
  check_carries(world);
  // Pads: the modulus of each soil must be positive for their width.
  for (const PadPart& pad : world.pads)
    for (const SoilParams& soil : world.materials)
      check_soil_for_width(soil, std::isnan(pad.spec.form.width) ? pad.spec.radius : pad.spec.form.width,
                           fmt::format("soil '{}' under pad '{}'", soil.id, pad.spec.name));
  // Equal share of the whole weight, N.
  const double load =
      world.model->total_mass() * world.settings.gravity / std::max<std::size_t>(1, world.wheels.size());
  for (const SoilParams& soil : world.materials)
    check_soil_for_gravity(soil, world.settings.gravity, "gravity");
  // Wheels: one law per soil.
  for (WheelPart& w : world.wheels)
    for (const SoilParams& soil : world.materials) {
      check_soil_for_width(soil, w.spec.geometry.width,
                           fmt::format("soil '{}' under wheel '{}'", soil.id, w.spec.name));
      w.laws.push_back(make_law(world, w.spec, soil));
      w.reach = std::max(w.reach, w.laws.back().radius - w.spec.geometry.radius);
    }
  // Without wheels there is nothing to judge; an adaptive run takes the fixed step as its longest.
  if (world.wheels.empty()) {
    if (world.settings.adaptive && world.settings.adaptive->max_step == 0.0)
      world.settings.adaptive->max_step = world.settings.dt;
    return;
  }
  // Dampers of slip come before the guard, which judges them.
  const ContactModes modes(world);
  const std::vector<double> hub_masses = calc_hub_masses(world);
  for (std::size_t m = 0; m < world.materials.size(); ++m) set_bristle_damping(world, modes, m, load);
  if (world.settings.adaptive && world.settings.adaptive->max_step == 0.0)
    choose_max_step(world, modes, hub_masses, load);
  if (world.settings.refuse_unstable) check_contact_stability(world, modes, hub_masses, load);
}

}  // namespace grouser
