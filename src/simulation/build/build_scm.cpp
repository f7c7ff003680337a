// SPDX-License-Identifier: BSD-3-Clause
// Parts that press on ground of the Soil Contact Model: wheels as rims, pads as soles or balls, spheres as
// balls, each with its law per soil. Checks soils and memory, and softens friction to what the run's steps
// carry.
#include "build_scm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "grouser/base/error.hpp"
#include "grouser/contact/deforming_ground.hpp"
#include "grouser/contact/step_limits.hpp"
#include "grouser/soil/wheel/scm_wheel.hpp"
#include "grouser/terrain/memory/soil_layers.hpp"

namespace grouser {
namespace {

constexpr double kMostBytes = 2.0e9;  // that the nodes around the parts may take

/// Whether a soil follows the Soil Contact Model.
bool deforms(const SoilParams& soil) { return soil.kind == SoilKind::soft && soil.law == SoilLaw::scm; }

/// Whether the base ground deforms: all of it or none.
bool check_soils(const WorldSpec& spec, const World& world) {
  const std::vector<int> materials = world.terrain->ground_materials();
  const auto soil_of = [&](int material) -> const SoilParams& {
    return world.materials[static_cast<std::size_t>(material)];
  };
  const auto first =
      std::find_if(materials.begin(), materials.end(), [&](int m) { return deforms(soil_of(m)); });
  // Settings of the model without such a ground are a mistake.
  if (first == materials.end()) {
    if (spec.ground.scm.given.empty()) return false;
    throw InputError(spec.place_of("terrain." + spec.ground.scm.given), "a ground without the law scm",
                     "soil_law = \"scm\", or a soil whose law that is");
  }
  // All soils of the ground must follow it.
  for (const int material : materials) {
    const SoilParams& soil = soil_of(material);
    if (deforms(soil)) continue;
    throw InputError(
        spec.place,
        fmt::format("soil '{}' of another law beside '{}' of the law scm", soil.id, soil_of(*first).id),
        "one law for the whole ground: what deforms is a grid without gaps");
  }
  return true;
}

/// Throws InputError where the nodes around all parts would take more than kMostBytes. Tracks come on top.
void check_memory(const ScmGround& ground, const std::string& place) {
  constexpr double kReach = 0.2;             // m around a part
  constexpr double kNodeBytes = 8.0 * 40.0;  // layers, footprint and flow of a node
  double bytes = 0.0;
  for (const PressFootprint& part : ground.parts) {
    const double side = 2.0 * (part.radius + part.width + kReach) / ground.cell;
    bytes += side * side * kNodeBytes;
  }
  if (bytes <= kMostBytes) return;
  throw InputError(
      place,
      fmt::format(
          "{:g} m, which takes {:.3g} GB around {} wheels, pads and spheres and more along their tracks",
          ground.cell, 1e-9 * bytes, ground.parts.size()),
      fmt::format("at least {:.2g} m, for {:.0f} GB", ground.cell * std::sqrt(bytes / kMostBytes),
                  1e-9 * kMostBytes));
}

// Stiffness that an explicit step can carry, as a share of mass / step^2: a quarter of that for one wheel
// alone, because the wheels of a bogie move its mass together, and shear comes on top.
constexpr double kCarriedShare = 0.25 * kSpringLimit * kSpringLimit;

/// Limits of the steps with which the springs of friction are carried.
struct FrictionStep {
  double softest = 0.0;   ///< to which they must be softened for the run's own step, s; 0: as they are
  double longest = 0.01;  ///< in which steps the start is settled, which is explicit, s
};

/// Softens a part's laws to what a step carries. mass: that its body feels there, kg; area: more than a
/// contact of it has, m2.
void soften(PressFootprint& part, const World& world, double mass, double area, FrictionStep& step) {
  for (std::size_t m = 0; m < part.laws.size(); ++m) {
    if (!deforms(world.materials[m])) continue;
    ScmLaw& law = part.laws[m];
    if (step.softest > 0.0)
      law.shear_stiffness =
          std::min(law.shear_stiffness, kCarriedShare * mass / (step.softest * step.softest * area));
    step.longest = std::min(step.longest, std::sqrt(kCarriedShare * mass / (law.shear_stiffness * area)));
    law.damping_time = std::min(part.rim.damping / part.rim.stiffness,
                                kDamperLimit * mass / (step.longest * area * law.shear_stiffness));
  }
}

/// A wheel as a rim of its radius, or of its grousers' tips if the ground is pressed by those.
PressFootprint wheel_part(const WheelPart& wheel, const World& world, const ScmSpec& spec) {
  const WheelGeometry& g = wheel.spec.geometry;
  const bool by_tips = spec.surface == ScmSurface::tips && g.grouser_count > 0.0;
  PressFootprint part{.body = wheel.body.index,
                      .radius = g.radius + (by_tips ? g.grouser_height : 0.0),
                      .width = g.width,
                      .rim = {wheel.spec.stiffness, wheel.spec.damping}};
  for (const SoilParams& soil : world.materials)
    part.laws.push_back(deforms(soil)
                            ? scm_law(soil, g, world.settings.gravity, {spec.shear, spec.digging, spec.width})
                            : ScmLaw{});
  return part;
}

/// A pad, foot or sphere. b of (3) is the shorter side of its footprint, from a cell to its diameter; on
/// soils whose k_c is so far below 0 that a narrow plate would find nothing, its diameter.
PressFootprint round_part(const std::string& title, PressFootprint part, const World& world,
                          const ScmSpec& spec) {
  part.width = 2.0 * part.radius;
  for (const SoilParams& soil : world.materials) {
    if (!deforms(soil)) {
      part.laws.push_back({});
      continue;
    }
    check_soil_for_width(soil, part.width, fmt::format("soil '{}' under {}", soil.id, title));
    const ScmWidth width = sinkage_modulus(soil, spec.cell) > 0.0 ? ScmWidth::footprint : ScmWidth::wheel;
    part.laws.push_back(scm_law(soil, {.radius = part.radius, .width = part.width}, world.settings.gravity,
                                {spec.shear, false, width}));
  }
  return part;
}

/// Whether a leg walks on a pad: then it is a ball whose middle lies above the sole by its radius, as hard
/// ground sees it. A foot that is a ball is one on any body.
bool is_ball(const World& world, const PadPart& pad) {
  if (pad.spec.form.ball) return true;
  const auto vehicle =
      static_cast<std::size_t>(world.vehicle_of_body[static_cast<std::size_t>(pad.body.index)]);
  const std::vector<LegSpec>& legs = world.vehicles[vehicle].spec.legs;
  return std::any_of(legs.begin(), legs.end(), [&](const LegSpec& leg) { return leg.foot == pad.spec.name; });
}

/// A pad as a sole at its place, or as a ball whose centre lies above it by the radius.
PressFootprint pad_part(const PadPart& pad, const World& world, const ScmSpec& spec) {
  const bool ball = is_ball(world, pad);
  return round_part(fmt::format("pad '{}'", pad.spec.name),
                    {.body = pad.body.index,
                     .radius = pad.spec.radius,
                     .rim = {pad.spec.stiffness, pad.spec.damping},
                     .form = ball ? PressForm::ball : PressForm::sole,
                     .position = pad.spec.position + (ball ? pad.spec.radius : 0.0) * Vec3::UnitZ()},
                    world, spec);
}

/// A contact sphere as a ball.
PressFootprint sphere_part(const SpherePart& sphere, const World& world, const ScmSpec& spec) {
  return round_part("a contact sphere",
                    {.body = sphere.body.index,
                     .radius = sphere.spec.radius,
                     .rim = {sphere.spec.stiffness, sphere.spec.damping},
                     .form = PressForm::ball,
                     .position = sphere.spec.position},
                    world, spec);
}

}  // namespace

std::shared_ptr<const GroundModel> build_deforming_ground(const WorldSpec& spec, const World& world) {
  if (!check_soils(spec, world)) return nullptr;
  const ScmSpec& scm = spec.ground.scm;
  ScmGround ground{.cell = scm.cell};
  std::vector<PressFootprint>& parts = ground.parts;
  for (const WheelPart& wheel : world.wheels) parts.push_back(wheel_part(wheel, world, scm));
  for (const SpherePart& sphere : world.spheres) parts.push_back(sphere_part(sphere, world, scm));
  for (const PadPart& pad : world.pads) parts.push_back(pad_part(pad, world, scm));
  check_memory(ground, spec.place_of("terrain.scm_cell"));
  const NeutralMasses masses(*world.model);
  // Beeman's method takes contacts linearly implicit here (World::implicit_contacts()); others are explicit.
  FrictionStep step{.longest = world.settings.dt};
  if (world.settings.integrator != IntegratorKind::beeman) step.softest = world.settings.dt;
  for (PressFootprint& part : parts) {
    const double mass = masses.smallest_at(BodyId{part.body}, part.position);
    // Largest area of a contact: width or half circumference, times the radius.
    const double across = part.form == PressForm::rim ? part.width : std::numbers::pi * part.radius;
    // A sole as deep as its radius has twice its own area about its edge.
    const double edge = part.form == PressForm::sole ? 3.0 : 1.0;
    soften(part, world, mass, edge * across * part.radius, step);
  }
  ground.explicit_step = step.longest;
  return make_deforming_ground(std::move(ground));
}

}  // namespace grouser
