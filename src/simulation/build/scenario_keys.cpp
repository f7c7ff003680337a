// SPDX-License-Identifier: BSD-3-Clause
// The sections of a scenario, in the order in which they are written. Sections of vehicles, settings and
// verdicts have files of their own.
#include "scenario_keys.hpp"

#include "grouser/simulation/build/key_list.hpp"
#include "grouser/survey/make/terrain_input.hpp"
#include "grouser/terrain/surface/soil_map.hpp"

namespace grouser {

// [[release]].
void visit_keys(KeyVisitor& v, ReleaseSpec& r) {
  constexpr const char* kWhen[] = {"time", "touchdown"};
  v.choice({"on", "at a time, or after the main vehicle first touches anything"}, r.on_touchdown, kWhen);
  const NumberRange seconds{0.0, 1e9, false, "s"};
  if (const auto later = v.when(r.on_touchdown, "on = \"touchdown\""))
    v.number({"delay", "after the touch"}, r.time, seconds);
  if (const auto at = v.when(!r.on_touchdown, "on = \"time\""))
    v.number({"time", "of the run", Need::yes}, r.time, seconds);
  v.texts({"ties", "names of ties and springs that are cut, with * at the end for all that begin so"},
          r.ties);
}

// [landing].
void visit_keys(KeyVisitor& v, LandingSettings& l) {
  v.angle({"tilt_limit_deg", "beyond which it has rolled over"}, l.tilt_limit, {1.0, 180.0, false, "deg"});
  v.number({"rest_speed", "below which it is at rest"}, l.rest_speed, {0.0, 1e3, false, "m/s"});
  v.number({"rest_spin", "below which it is at rest"}, l.rest_spin, {0.0, 1e3, false, "rad/s"});
  v.number({"rest_hold", "for which it must be at rest"}, l.rest_hold, {0.0, 1e4, false, "s"});
  v.flag({"stop", "whether the run ends with the verdict"}, l.stop);
}

// [descent_thrust].
void visit_keys(KeyVisitor& v, ThrustSettings& t) {
  v.number({"force", "along the z axis of the lander", Need::yes}, t.force, {0.0, 1e7, false, "N"});
  v.number({"delay", "between the first touch and its end"}, t.delay, {0.0, 1e3, false, "s"});
  v.number({"tail", "time constant with which it fades"}, t.tail, {0.0, 1e3, false, "s"});
}

// [balance].
void visit_keys(KeyVisitor& v, BalanceSpec& b) {
  visit_keys(v, b.control);
  v.angle({"pelvis_pitch_deg", "that it keeps, nose down positive"}, b.pelvis_pitch,
          {-60.0, 60.0, false, "deg"});
  v.angle({"chest_pitch_deg", "that it keeps, nose down positive"}, b.chest_pitch,
          {-60.0, 60.0, false, "deg"});
  v.number({"hold", "that it must stand at the end"}, b.hold, {0.0, 1e4, false, "s"});
}

// [[push]].
void visit_keys(KeyVisitor& v, PushSpec& p) {
  v.text({"body", "that is pushed at its centre of mass", Need::yes}, p.body);
  v.numbers({"force", "in world axes", Need::yes}, {p.force.data(), 3}, any_number("N"));
  v.number({"start", "of the push", Need::yes}, p.start, {0.0, 1e9, false, "s"});
  v.number({"duration", "of the push", Need::yes}, p.duration, {0.0, 1e9, true, "s"});
}

// Keys of [terrain] for ground that deforms; `given` keeps one that a file has, for messages.
void visit_keys(KeyVisitor& v, ScmSpec& s) {
  if (v.reads())
    for (const char* key : {"scm_digging", "scm_shear", "scm_cell", "scm_width", "scm_surface"})
      if (v.has({key}, false)) s.given = key;
  v.number({"scm_cell", "spacing of the nodes"}, s.cell, {1e-4, 1.0, false, "m"});
  v.choice({"scm_shear", "law of shear"}, s.shear, kScmShears);
  v.flag({"scm_digging", "whether grousers carry soil away"}, s.digging);
  v.choice({"scm_width", "width in the pressure-sinkage law"}, s.width, kScmWidths);
  v.choice({"scm_surface", "of a wheel, that presses"}, s.surface, kScmSurfaces);
}

// Keys of [terrain] that apply to any ground. An empty word keeps the soils' own laws.
void visit_keys(KeyVisitor& v, GroundSpec& g) {
  std::vector<const char*> laws(std::begin(kSoilLaws), std::end(kSoilLaws));
  laws.push_back("");
  std::size_t law = g.soil_law ? static_cast<std::size_t>(*g.soil_law) : laws.size() - 1;
  v.choice({"soil_law", "of all soft soils in place of their own"}, law, laws);
  if (v.judges()) g.soil_law.reset();
  if (v.judges() && law + 1 < laws.size()) g.soil_law = static_cast<SoilLaw>(law);
  visit_keys(v, g.scm);
  v.flag({"any_gravity", "whether a gravity may differ from that of the body of the map"}, g.any_gravity);
}

void visit_soil_strokes(KeyVisitor& v, WorldSpec& spec) {
  const SoilMap* map = spec.ground.terrain ? spec.ground.terrain->soil_map() : nullptr;
  if (!map && v.reads() && v.has({"soil_stroke"}, false))
    v.refuse("soil_stroke", "soil strokes on a ground of one soil",
             "a terrain with a soil map (terrain.soil_map)");
  v.tables({"soil_stroke", "changes the soil map while the run goes on"}, spec.soil_strokes,
           [&](SoilStroke& stroke) { visit_stroke(v, stroke, map ? &map->legend() : nullptr); });
}

void visit_servo_commands(KeyVisitor& v, WorldSpec& spec) {
  v.tables({"servo_command", "angles that a walker's servos are given from outside"}, spec.servo_commands);
}

// [[soil_stroke]], [[servo_command]] and [terrain] have visitors of their own.
void visit_scenario(KeyVisitor& v, WorldSpec& spec) {
  v.texts({"set", "changes to the files that the scenario names: \"rover.wheel.radius=0.14\""},
          spec.file_changes);
  visit_settings(v, spec.run);
  visit_vehicles(v, spec);
  v.tables({"tie", "a spring, damper or rope between any two bodies or the world"}, spec.ties);
  v.tables({"release", "cuts ties and springs"}, spec.releases);
  v.tables({"motion", "leads prescribed joints that no wheel drives"}, spec.motions);
  v.tables({"hand_drive", "drives the main vehicle by hand from a time on"}, spec.hand_drive);
  v.optional({"verdict", "by what a run is judged"}, spec.verdict);
  v.optional({"landing", "how the first lander's landing is judged"}, spec.landing);
  v.optional({"descent_thrust", "the first lander's engine"}, spec.thrust);
  v.optional({"gait", "how the main vehicle walks"}, spec.gait);
  v.optional({"balance", "whole-body control of the main vehicle"}, spec.balance);
  v.optional({"stepup", "a step up onto a platform"}, spec.stepup);
  v.tables({"push", "a force on a body's centre of mass"}, spec.pushes);
  v.table({"view", "what the window shows first"}, [&] {
    v.texts({"plots", "channels that are plotted, with * for several"}, spec.plots);
    v.texts({"numbers", "answers to its question: \"label: metric\", \"label: largest channel\""},
            spec.numbers);
  });
}

std::vector<ListedSection> list_scenario_keys() {
  KeyLister lister;
  WorldSpec spec;
  visit_scenario(lister, spec);
  visit_soil_strokes(lister, spec);
  visit_servo_commands(lister, spec);
  lister.table({"terrain", "the ground"}, [&] {
    visit_keys(lister, spec.ground);
    visit_terrain(lister);
  });
  return lister.sections();
}

}  // namespace grouser
