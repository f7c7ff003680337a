#include "build_scm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/contact/step_limits.hpp"
#include "grouser/soil/wheel/scm_wheel.hpp"
#include "grouser/terrain/memory/soil_layers.hpp"

namespace grouser {
namespace {

constexpr double kMostBytes = 2.0e9;  // that the nodes around the wheels may take

bool deforms(const SoilParams& soil) { return soil.kind == SoilKind::soft && soil.law == SoilLaw::scm; }

/// Whether the base ground deforms: all of it or none.
bool check_soils(const WorldSpec& spec, const World& world) {
  const std::vector<int> materials = world.terrain->ground_materials();
  const auto soil_of = [&](int material) -> const SoilParams& {
    return world.materials[static_cast<std::size_t>(material)];
  };
  const auto first =
      std::find_if(materials.begin(), materials.end(), [&](int m) { return deforms(soil_of(m)); });
  if (first == materials.end()) {
    if (spec.ground.scm.place.empty()) return false;
    throw InputError(spec.ground.scm.place, "a ground without the law scm",
                     "soil_law = \"scm\", or a soil whose law that is");
  }
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

/// Nodes that are held around each wheel, and the tiles of one metre of its track.
void check_memory(const World& world, double cell, const std::string& place) {
  constexpr double kReach = 0.2;             // m around a wheel
  constexpr double kNodeBytes = 8.0 * 40.0;  // layers, footprint and flow of a node
  double bytes = 0.0;
  for (const WheelPart& wheel : world.wheels) {
    const double side = 2.0 * (wheel.spec.geometry.radius + wheel.spec.geometry.width + kReach) / cell;
    bytes += side * side * kNodeBytes;
  }
  if (bytes <= kMostBytes) return;
  throw InputError(place,
                   fmt::format("{:g} m, which takes {:.3g} GB around {} wheels and more along their tracks",
                               cell, 1e-9 * bytes, world.wheels.size()),
                   fmt::format("at least {:.2g} m, for {:.0f} GB", cell * std::sqrt(bytes / kMostBytes),
                               1e-9 * kMostBytes));
}

// What an explicit step can carry of a spring: a quarter of what it could for one wheel alone, as the wheels of a bogie move its
// mass together, and shear comes on top.
constexpr double kCarriedShare = 0.25 * kSpringLimit * kSpringLimit;

/// How the springs of friction are carried.
struct FrictionStep {
  double softest = 0.0;   ///< to which they must be softened for the run's own step, s; 0: as they are
  double longest = 0.01;  ///< in which steps the start is settled, which is explicit, s
};

/// As a step carries it. mass: that the wheel's hub feels, kg.
ScmLaw law_of(const WheelSpec& wheel, const SoilParams& soil, const ScmSpec& spec, double mass,
              double gravity, FrictionStep& step) {
  const double area = wheel.geometry.width * wheel.geometry.radius;  // a contact's area is smaller
  ScmLaw law = scm_law(soil, wheel.geometry, gravity, {spec.shear, spec.digging});
  if (step.softest > 0.0)
    law.shear_stiffness =
        std::min(law.shear_stiffness, kCarriedShare * mass / (step.softest * step.softest * area));
  step.longest = std::min(step.longest, std::sqrt(kCarriedShare * mass / (law.shear_stiffness * area)));
  law.damping_time = std::min(wheel.damping / wheel.stiffness,
                              kDamperLimit * mass / (step.longest * area * law.shear_stiffness));
  return law;
}

}  // namespace

ScmSpec read_scm(const TomlTable& t) {
  ScmSpec spec;
  for (const char* key : {"scm_digging", "scm_shear", "scm_cell"})
    if (t.has(key)) spec.place = t.place(key);
  spec.cell = t.number_or("scm_cell", spec.cell, {1e-4, 1.0, false, "m"});
  spec.shear = static_cast<ScmShear>(
      t.choice_or("scm_shear", kScmShears[0], {std::begin(kScmShears), std::end(kScmShears)}));
  spec.digging = t.boolean_or("scm_digging", spec.digging);
  return spec;
}

void build_scm(const WorldSpec& spec, World& world) {
  if (!check_soils(spec, world)) return;
  const ScmSpec& scm = spec.ground.scm;
  check_memory(world, scm.cell, scm.place);
  world.scm.emplace().cell = scm.cell;
  const NeutralMasses masses(*world.model);
  // Beeman's method takes contacts linearly implicit here (World::implicit_contacts())
  FrictionStep step{.longest = world.settings.dt};
  if (world.settings.integrator != IntegratorKind::beeman) step.softest = world.settings.dt;
  for (const WheelPart& wheel : world.wheels) {
    const double mass = masses.smallest_at(wheel.body, Vec3::Zero());
    world.scm->rims.push_back({wheel.spec.stiffness, wheel.spec.damping});
    std::vector<ScmLaw>& laws = world.scm->laws.emplace_back();
    for (const SoilParams& soil : world.materials)
      laws.push_back(deforms(soil) ? law_of(wheel.spec, soil, scm, mass, world.settings.gravity, step)
                                   : ScmLaw{});
  }
  world.scm->explicit_step = step.longest;
}

}  // namespace grouser
