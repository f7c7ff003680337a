// SPDX-License-Identifier: BSD-3-Clause
// Builds the matrix of one step by applying the step to unit states, and compares its spectral radius with
// 1: for every wheel alone on every soil, then for all wheels together. Stiffnesses are judged in loading
// and unloading.
#include "contact_stability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/math/eigenvalues.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/soil/force/ground_spring.hpp"
#include "rate_stability.hpp"

namespace grouser {
namespace {

// An undamped loop lies on the unit circle; rounding of the eigenvalue solver must not make the guard refuse
// it.
constexpr double kUnitCircle = 1.0 + 1e-7;
// s: shorter steps are judged like this one. A motion that is stable at this step is stable at shorter ones,
// and there rounding moves the eigenvalues, which are all near 1, more than any growth would.
constexpr double kShortestJudged = 1e-5;
// A motion that no spring holds (for example a wheel steering on the spot) gives a Jordan block at 1, which
// rounding splits by the third root of 1e-16.
constexpr double kUnitCircleOfVehicle = 1.0 + 5e-5;

// One step of the loop (hub and normal contact), linear in its state: x, v, a, a_prev, past u_wheel, past
// u_tot.
VecX step_once(const ContactLoop& loop, double dt, const VecX& in) {
  const int past = loop.stencil_points - 1;
  double age[kMaxStencilPoints] = {0.0}, w[kMaxStencilPoints];
  for (int i = 1; i <= past; ++i) age[i] = i * dt;
  backward_difference_weights(age, past, w);
  const double x = in[0], v = in[1], a = in[2], a_prev = in[3];
  // Beeman's predictor; Euler advances with the velocity at the start.
  const bool beeman = loop.integrator == IntegratorKind::beeman;
  const double x1 = x + dt * v + (beeman ? dt * dt * (2.0 / 3.0 * a - 1.0 / 6.0 * a_prev) : 0.0);
  // Backward differences of the past compressions.
  double past_w = 0.0, past_tot = 0.0;
  for (int i = 0; i < past; ++i) {
    past_w += w[i + 1] * in[4 + i];
    past_tot += w[i + 1] * in[4 + past + i];
  }
  const double beta = loop.beta_wheel + loop.beta_soil;
  const double u_w = (loop.k_soil * x1 + loop.beta_soil * (w[0] * x1 + past_tot) - beta * past_w) /
                     (loop.k_wheel + loop.k_soil + beta * w[0]);
  const double force = loop.k_wheel * u_w + loop.beta_wheel * (w[0] * u_w + past_w);
  // In adaptive runs the contact is linearly implicit: its damper acts at the end velocity.
  const bool implicit = beeman && loop.sliding == Sliding::mean;
  const double k_w = loop.k_wheel + loop.beta_wheel * w[0], k_s = loop.k_soil + loop.beta_soil * w[0];
  const double damper = implicit ? dt * k_w * k_s / (k_w + k_s) : 0.0;
  const double mean_to_base =
      dt * (8.0 / 12.0 * a - 1.0 / 12.0 * a_prev) - dt * (2.0 / 3.0 * a - 1.0 / 6.0 * a_prev);
  const double a1 = -(force + damper * mean_to_base) / (loop.mass + 5.0 / 12.0 * dt * damper);
  const double v1 = beeman ? v + dt * (5.0 / 12.0 * a1 + 8.0 / 12.0 * a - 1.0 / 12.0 * a_prev) : v + dt * a;
  // The memory moves by one step.
  VecX out(in.size());
  out << x1, v1, a1, a, in.tail(in.size() - 4);
  for (int i = past - 1; i > 0; --i) {
    out[4 + i] = in[4 + i - 1];
    out[4 + past + i] = in[4 + past + i - 1];
  }
  out[4] = u_w;
  out[4 + past] = x1;
  return out;
}

/// Spring of the ground under a wheel at its static load, N.
GroundSpring spring_under(const World& world, const WheelSpec& spec, const SoilParams& soil, double load) {
  return ground_spring(soil, spec.geometry, load, world.settings.gravity);
}

/// 2 where loading and unloading are to be judged, 1 where they are the same.
int stiffness_count(const World& world, const SoilParams& soil, double load) {
  for (const WheelPart& wheel : world.wheels) {
    const GroundSpring ground = spring_under(world, wheel.spec, soil, load);
    if (ground.unloading != ground.loading) return 2;
  }
  return 1;
}

}  // namespace

double spectral_radius(const ContactLoop& loop, double dt) {
  if (loop.integrator == IntegratorKind::rk4)
    return runge_kutta_radius(
        rate_matrix({loop.k_wheel, loop.beta_wheel, loop.k_soil, loop.beta_soil, 0.0, 0.0}, loop.mass, dt),
        dt);
  const int n = 4 + 2 * (loop.stencil_points - 1);
  MatX step(n, n);
  for (int i = 0; i < n; ++i) step.col(i) = step_once(loop, dt, VecX::Unit(n, i));
  return spectral_radius(step);
}

namespace {

/// Largest step of a grid below `limit` for which radius(dt), and that of every shorter step tried, is at
/// most 1.
template <class Radius>
double search_stable_step(double limit, int steps, double limit_radius, Radius&& radius) {
  // Steps are searched over this many powers of ten below the limit; 2.302585... is ln 10.
  constexpr double kDecades = 4.0;
  double best = 0.0;
  for (int i = 0; i <= steps; ++i) {
    const double dt =
        limit * math::exp((-1.0 + static_cast<double>(i) / steps) * kDecades * 2.302585092994046);
    if (radius(dt) > limit_radius) break;
    best = dt;
  }
  return best;
}

/// Remedy in words; works: the largest stable step, s, 0 if there is none.
std::string advice(double works) {
  return works > 0.0 ? fmt::format("at most {:.2g} s", works)
                     : "fewer stencil_points or more damping: no step works";
}

/// Contacts of all wheels on one material, with its loading (0) or unloading (1) stiffness.
VehicleContacts vehicle_contacts(const World& world, std::size_t material, double load, int stiffness) {
  const SoilParams& soil = world.materials[material];
  VehicleContacts contacts;
  for (const WheelPart& wheel : world.wheels) {
    const WheelSpec& spec = wheel.spec;
    const GroundSpring ground = spring_under(world, spec, soil, load);
    contacts.wheels.push_back(
        {spec.stiffness, spec.damping, stiffness == 0 ? ground.loading : ground.unloading, ground.damping,
         shear_stiffness(soil, spec.geometry, spec.tangential_stiffness, load, world.settings.gravity),
         wheel.laws[material].beta_tangential * spec.slices});
    contacts.points = std::max(contacts.points, spec.stencil_points);
  }
  return contacts;
}

/// Sliding of the run's contacts: adaptive runs use the mean of the step.
Sliding sliding_of(const World& world) {
  return world.settings.adaptive ? Sliding::mean : Sliding::predicted;
}

/// The loops of one wheel on one material, loading and unloading.
std::vector<ContactLoop> wheel_loops(const World& world, const WheelSpec& spec, const SoilParams& soil,
                                     double hub_mass, double load) {
  std::vector<ContactLoop> loops;
  const GroundSpring ground = spring_under(world, spec, soil, load);
  const auto add = [&](double k_soil) {
    loops.push_back({hub_mass, spec.stiffness, spec.damping, k_soil, ground.damping, spec.stencil_points,
                     world.settings.integrator, sliding_of(world)});
  };
  add(ground.loading);
  if (ground.unloading != ground.loading) add(ground.unloading);
  return loops;
}

/// The step that is judged, s.
double judged_step(const World& world) { return std::max(world.settings.contact_step(), kShortestJudged); }

/// The key that sets this step.
const char* step_key(const World& world) {
  return world.settings.adaptive ? "integration.adaptive.max_step" : "integration.step";
}

/// Throws InputError where all wheels together are unstable on one material.
void check_vehicle(const World& world, const ContactModes& modes, std::size_t material, double load,
                   int stiffness) {
  const VehicleContacts contacts = vehicle_contacts(world, material, load, stiffness);
  const auto radius = [&](double dt) {
    return modes.spectral_radius(contacts.wheels, contacts.points, world.settings.integrator, dt,
                                 sliding_of(world));
  };
  const double step = judged_step(world), now = radius(step);
  if (now <= kUnitCircleOfVehicle) return;
  constexpr int kSteps = 20;  // each requires an eigenvalue problem of the whole vehicle
  throw InputError(
      step_key(world),
      fmt::format("{} s, with which the wheels together ({} to {}) on {} blow up (spectral radius {:.4f})",
                  step, world.wheels.front().spec.name, world.wheels.back().spec.name,
                  world.materials[material].id, now),
      advice(search_stable_step(step, kSteps, kUnitCircleOfVehicle, radius)));
}

}  // namespace

double largest_stable_step(const ContactLoop& loop, double limit) {
  constexpr int kSteps = 200;
  return search_stable_step(limit, kSteps, kUnitCircle, [&](double dt) { return spectral_radius(loop, dt); });
}

void check_contact_stability(const World& world, const ContactModes& modes,
                             const std::vector<double>& hub_masses, double load) {
  const double step = judged_step(world);
  for (std::size_t i = 0; i < world.wheels.size(); ++i) {
    const WheelSpec& spec = world.wheels[i].spec;
    // A hub that cannot move has no loop.
    if (!std::isfinite(hub_masses[i])) continue;
    for (const SoilParams& soil : world.materials)
      for (const ContactLoop& loop : wheel_loops(world, spec, soil, hub_masses[i], load)) {
        const double radius = spectral_radius(loop, step);
        if (radius <= kUnitCircle) continue;
        throw InputError(step_key(world),
                         fmt::format("{} s, with which the contact of wheel {} on {} blows up (spectral "
                                     "radius {:.4f}, {:.1f} kg at the hub)",
                                     step, spec.name, soil.id, radius, hub_masses[i]),
                         advice(largest_stable_step(loop, step)));
      }
  }
  // All wheels together.
  for (std::size_t m = 0; m < world.materials.size(); ++m) {
    const int count = stiffness_count(world, world.materials[m], load);
    for (int stiffness = 0; stiffness < count; ++stiffness) check_vehicle(world, modes, m, load, stiffness);
  }
}

ContactGuard::ContactGuard(const World& world, const ContactModes& modes,
                           const std::vector<double>& hub_masses, double load)
    : world_(world), modes_(modes) {
  // The same loops and contacts as in check_contact_stability().
  for (std::size_t i = 0; i < world.wheels.size(); ++i) {
    if (!std::isfinite(hub_masses[i])) continue;
    for (const SoilParams& soil : world.materials)
      for (const ContactLoop& loop : wheel_loops(world, world.wheels[i].spec, soil, hub_masses[i], load))
        loops_.push_back(loop);
  }
  for (std::size_t m = 0; m < world.materials.size(); ++m) {
    const int count = stiffness_count(world, world.materials[m], load);
    for (int stiffness = 0; stiffness < count; ++stiffness)
      contacts_.push_back(vehicle_contacts(world, m, load, stiffness));
  }
}

bool ContactGuard::stable(double dt) const {
  return std::all_of(loops_.begin(), loops_.end(),
                     [&](const ContactLoop& loop) { return spectral_radius(loop, dt) <= kUnitCircle; }) &&
         std::all_of(contacts_.begin(), contacts_.end(), [&](const VehicleContacts& contacts) {
           return modes_.spectral_radius(contacts.wheels, contacts.points, world_.settings.integrator, dt,
                                         sliding_of(world_)) <= kUnitCircleOfVehicle;
         });
}

double find_stable_step(const ContactGuard& guard, double least, double limit) {
  constexpr double kGrowth = 1.1;
  constexpr std::size_t kOctave = 7;  // 1.1^7 = 1.95
  std::vector<double> steps{least};
  while (steps.back() * kGrowth < limit) steps.push_back(steps.back() * kGrowth);
  std::size_t stable = 0, next = kOctave;  // indices of steps; the shortest is accepted without a test
  for (; next < steps.size() && guard.stable(steps[next]); next += kOctave) stable = next;
  while (stable + 1 < std::min(next, steps.size()) && guard.stable(steps[stable + 1])) ++stable;
  return steps[stable];
}

}  // namespace grouser
