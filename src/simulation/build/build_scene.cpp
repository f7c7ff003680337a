// SPDX-License-Identifier: BSD-3-Clause
// Names, looks and channels of a world for viewers, and notes on what a scenario asks for beyond a law's
// limits or in vain.
#include "build_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "build_scm.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/name_pattern.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/shape/check/mesh_check.hpp"
#include "grouser/soil/laws/moduli_gravity.hpp"
#include "grouser/soil/wheel/rft_range.hpp"
#include "grouser/vehicle/spec/made_shapes.hpp"
#include "observe/channels.hpp"
#include "slope_warnings.hpp"
#include "step/step_element.hpp"

namespace grouser {

namespace {

/// Fastest commanded speed of a vehicle, m/s.
double fastest_of(const DriveSpec& drive) {
  double fastest = drive.follow ? drive.follow->speed : 0.0;
  for (const DrivePhase& phase : drive.phases) fastest = std::max(fastest, std::fabs(phase.speed));
  return fastest;
}

/// A setting of a rover's own motor where the scenario has another: it is never used.
void add_motor_note(const WorldSpec& spec, World& world) {
  for (const VehicleInWorld& vehicle : spec.vehicles)
    if (vehicle.role == VehicleRole::rover && !vehicle.other_motor) return;
  for (const Override& o : spec.overrides)
    if (o.key.rfind("rover.motor.", 0) == 0)
      world.scene.notes.push_back(
          origin_of(o) + " changes nothing: the scenario's own [motor] takes the place of the rover's");
}

/// Adds notes on soils and speeds beyond the limits of resistive force theory.
void add_rft_notes(const WorldSpec& spec, World& world) {
  std::vector<std::string>& notes = world.scene.notes;
  for (const SoilParams& soil : world.materials)
    for (const std::string& note : rft_soil_notes(soil)) notes.push_back(note);
  for (const int m : world.terrain->ground_materials())
    for (std::size_t v = 0; v < spec.vehicles.size(); ++v) {
      if (world.vehicles[v].spec.wheels.empty()) continue;
      const std::string note = rft_speed_note(world.materials[static_cast<std::size_t>(m)],
                                              world.vehicles[v].spec.wheels[0].geometry,
                                              fastest_of(spec.vehicles[v].drive), world.settings.gravity);
      if (!note.empty()) notes.push_back(note);
    }
}

/// Notes on what a soil's or a foot's file asks for and its law ignores or reads in another sense, and on
/// what the gravity changes.
void add_law_notes(World& world) {
  std::vector<std::string>& notes = world.scene.notes;
  // Notes concern feet only if some foot has the form.
  const auto has = [&](auto form) {
    return std::any_of(world.pads.begin(), world.pads.end(),
                       [&](const PadPart& pad) { return form(pad.spec); });
  };
  const bool grousers = has([](const PadSpec& pad) { return pad.form.grouser > 0.0; });
  const bool ankles = has([](const PadSpec& pad) { return pad.ankle; });
  const bool soles = has([](const PadSpec& pad) { return pad.form.share < 1.0; });
  for (const SoilParams& soil : world.materials) {
    if (const std::string note = soil_damping_note(soil); !note.empty()) notes.push_back(note);
    if (const std::string note = gravity_note(soil, world.settings.gravity); !note.empty())
      notes.push_back(note);
    const bool soft = soil.kind == SoilKind::soft, scm = soft && soil.law == SoilLaw::scm;
    if (grousers && (!soft || scm))
      notes.push_back(fmt::format("the grousers of feet add nothing on soil {} ({})", soil.id,
                                  scm ? "law scm" : kSoilKinds[static_cast<int>(soil.kind)]));
    if (ankles && scm)
      notes.push_back(fmt::format(
          "plates on ankles are pressed into soil {} (law scm) as balls of their radius", soil.id));
    // A cell under several parts bears the first of them alone (ScmContacts::find_nodes()).
    if (soles && scm)
      notes.push_back(fmt::format(
          "soles of feet are pressed into soil {} (law scm) as discs that overlap, and sink some 10 to 30 % "
          "deeper than a [[pad]] of their area, which presses as one disc",
          soil.id));
  }
}

/// The channels that the scenario's view.plots names, in its order, each once. A pattern with * names
/// several.
std::vector<std::string> shown_channels(const WorldSpec& spec, const std::vector<ChannelSpec>& channels) {
  std::vector<std::string> shown;
  for (const std::string& pattern : spec.plots) {
    bool known = false;
    for (const ChannelSpec& channel : channels) {
      if (!matches_channel(pattern, channel.name)) continue;
      known = true;
      if (std::count(shown.begin(), shown.end(), channel.name) == 0) shown.push_back(channel.name);
    }
    if (!known && !spec.plots_may_miss)
      throw InputError(spec.place_of("view.plots"),
                       "no channel '" + pattern + "'" + did_you_mean(pattern, channel_names(channels)),
                       "a channel name such as wheel/front_left/load, or a pattern such as wheel/*/load");
  }
  return shown;
}

/// "LABEL: METRIC", or "LABEL: WORD CHANNEL" with a word that says which of its values.
ShownNumber shown_number(const std::string& text, const std::string& place) {
  constexpr std::pair<const char*, ShownNumber::Of> kWords[] = {{"end ", ShownNumber::Of::end},
                                                                {"largest ", ShownNumber::Of::largest},
                                                                {"least ", ShownNumber::Of::least},
                                                                {"mean ", ShownNumber::Of::mean}};
  const std::size_t colon = text.find(": ");
  ShownNumber number;
  number.label = text.substr(0, colon);
  number.text = text;
  if (colon != std::string::npos) number.name = text.substr(colon + 2);
  for (const auto& [word, of] : kWords) {
    if (!number.name.starts_with(word)) continue;
    number.of = of;
    number.name.erase(0, std::string_view(word).size());
    break;
  }
  const bool channel = number.name.find('/') != std::string::npos;
  if (number.label.empty() || number.name.empty() || number.name.find(' ') != std::string::npos ||
      channel != (number.of != ShownNumber::Of::metric))
    throw InputError(
        place, "'" + text + "'",
        "'label: metric' (peak load: peak_wheel_force), or a label and end, largest, least or mean "
        "of a channel (settled load: end wheel/rear_left/load)");
  return number;
}

/// A number of a channel that is not there is refused here; start_simulation() refuses one of an unknown
/// metric.
void add_numbers(const WorldSpec& spec, Scene& scene) {
  const std::vector<std::string> channels = channel_names(scene.channels);
  for (const std::string& text : spec.numbers) {
    ShownNumber number = shown_number(text, spec.place_of("view.numbers"));
    if (!spec.plots_may_miss) number.place = spec.place_of("view.numbers");
    const bool known = number.of == ShownNumber::Of::metric ||
                       std::find(channels.begin(), channels.end(), number.name) != channels.end();
    // Numbers of a scenario with another rover may name what that rover lacks.
    if (!known && !spec.plots_may_miss)
      throw InputError(spec.place_of("view.numbers"),
                       "no channel '" + number.name + "'" + did_you_mean(number.name, channels),
                       "a channel name such as wheel/front_left/load");
    if (known) scene.numbers.push_back(std::move(number));
  }
}

/// Initial speeds belong to a free root (set_velocities in start.cpp); a root on a joint starts as its
/// [[motion]] does.
void add_start_notes(World& world) {
  for (const VehicleRuntime& vehicle : world.vehicles)
    if (!world.model->inboard(vehicle.root).kind.is_free() &&
        (vehicle.initial.velocity.norm() > 0.0 || vehicle.initial.spin.norm() > 0.0))
      world.scene.notes.push_back(fmt::format(
          "{}: its initial velocity and spin change nothing, because its root is not free but moves on the "
          "joint {}; a [[motion]] of that joint gives it a speed",
          vehicle.name, world.model->inboard(vehicle.root).name));
}

/// The flanks of a rut are ramps of two cells (lay_ruts()), so a narrow wheel's rut has no floor. Between
/// the middles of two cells it has b/2 of the depth for a width of b cells up to 1, and (1 + b)/4 up to 3.
void add_narrow_wheel_note(World& world) {
  const bool soft =
      std::ranges::any_of(world.grounds.models(), [](const auto& m) { return m->keeps_prints(); });
  if (!soft || !world.grounds.searched()) return;  // a grid of its own has a note of its own
  const double cell = world.grounds.untouched().cell();
  for (const WheelPart& wheel : world.wheels) {
    const double width = wheel.spec.geometry.width, cells = width / cell;
    if (!(cells < 3.0 - 1e-9)) continue;
    world.scene.notes.push_back(
        fmt::format("{} is {:g} m wide: ruts are kept in cells of {:g} m, and a wheel narrower than three "
                    "cells leaves too shallow a rut, here {:.0f} % of the depth that it presses or more",
                    wheel.spec.name, width, cell, cells < 1.0 ? 50.0 * cells : 25.0 * (1.0 + cells)));
    return;  // the wheels of most rovers are alike
  }
}

/// A mesh meets each shape as a body of its own, unlike wheels and spheres: the sides of a joint push at it.
void add_joint_note(World& world) {
  if (world.mesh.parts.empty()) return;
  const int shapes = static_cast<int>(world.terrain->shapes().size());
  int flush = 0;
  for (int k = 0; k < shapes; ++k) flush += !world.terrain->flush_with(k).empty();
  if (flush > 0)
    world.scene.notes.push_back(
        fmt::format("{} shapes lie flush with others: meshes feel the joints between them, and what slides "
                    "over one is braked; one shape in their place has no joint",
                    flush));
}

}  // namespace

void add_notes(const WorldSpec& spec, World& world) {
  add_start_notes(world);
  for (const SoilParams& soil : world.materials)
    if (soil.provisional)
      world.scene.notes.push_back(
          fmt::format("soil {} is provisional: {}", soil.id, soil.provisional_reason));
  add_rft_notes(spec, world);
  add_law_notes(world);
  add_motor_note(spec, world);
  for (const VehicleRuntime& vehicle : world.vehicles)
    for (const std::string& note : shape_notes(vehicle.spec)) world.scene.notes.push_back(note);
  for (const MeshPart& mesh : world.mesh.parts)
    if (const std::string hint = size_hint(mesh.spec.form->mesh); !hint.empty())
      world.scene.notes.push_back("mesh " + mesh.spec.name + ": " + hint);
  add_joint_note(world);
  add_narrow_wheel_note(world);
  for (const std::string& row : world.model->left_out())
    world.scene.notes.push_back(
        row + " says what others say already and is left out: the loop's loads are not unique");
  if (const Heightfield* ground = world.terrain->heightfield(); ground && !ground->spec().note.empty())
    world.scene.notes.push_back(ground->spec().note);
  // with half of what is enough a book may stay open, whatever the step
  if (const auto few = world.grounds.find_few_cells(world); few && few->cell > 2.0 * few->enough)
    world.scene.notes.push_back(
        fmt::format("{}: {:.2g} cells of {:.2g} m span {}, whose few nodes bear in jumps; "
                    "{:.2g} m carries it",
                    few->key, few->across, few->cell, few->part, few->enough));
  for (const std::string& note : slope_warnings(world)) world.scene.notes.push_back(note);
}

void build_scene(const WorldSpec& spec, World& world) {
  Scene& s = world.scene;
  s.name = world.settings.name;
  s.title = world.settings.title;
  s.group = world.settings.group;
  s.purpose = world.settings.purpose;
  s.duration = world.settings.duration;
  s.step = world.settings.dt;
  s.gravity = world.settings.gravity;
  // Vehicles, bodies and wheels.
  for (const VehicleRuntime& vehicle : world.vehicles) s.vehicle_titles.push_back(vehicle.spec.title);
  for (const int m : world.terrain->ground_materials())
    s.ground_soils.push_back(world.materials[static_cast<std::size_t>(m)].name);
  for (const Body& body : world.model->bodies()) s.body_names.push_back(body.name);
  s.followed_body = world.chassis.index;
  for (const WheelPart& w : world.wheels) {
    s.wheel_names.push_back(w.spec.name);
    s.wheel_bodies.push_back(w.body.index);
    s.wheel_radii.push_back(w.spec.geometry.radius);
  }
  // Places where forces are drawn, and spheres that a landing shows as hull.
  for (const ContactPart& part : world.parts)
    if (!part.name.empty())
      s.force_places.push_back({part.channels(), part.body.index, part.position, part.reach});
  for (const ContactPart& part : world.parts)
    if (part.kind == "sphere" && !part.supports)
      s.landing_hull.push_back({part.body.index, part.position, part.reach});
  // Visuals and ties.
  for (const VehicleRuntime& vehicle : world.vehicles)
    for (NamedVisual visual : vehicle.spec.visuals) {
      visual.shape.body = world.model->body(visual.body).index;
      s.visuals.push_back(visual.shape);
    }
  for (const SpringElement& spring : world.model->springs())
    s.ties.push_back({spring.name, spring.body_a.index, spring.body_b.index, spring.point_a, spring.point_b});
  // Ground, meshes, channels and what elements draw.
  s.terrain = world.terrain;
  const auto footprints = world.grounds.footprints();
  s.footprints.assign(footprints.begin(), footprints.end());
  s.mesh = world.mesh;
  s.vehicle_of_body = world.vehicle_of_body;
  s.channels = make_channels(world);
  for (const auto& element : make_step_elements(world)) element->add_to_scene(s);
  // The views that the scenario asks for, once all channels are known.
  s.shown_channels = shown_channels(spec, s.channels);
  add_numbers(spec, s);
}

}  // namespace grouser
