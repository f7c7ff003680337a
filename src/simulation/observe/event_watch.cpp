// SPDX-License-Identifier: BSD-3-Clause
// Events of a run from step to step: touch and flight of parts, meetings of meshes, cut ties, commands from
// outside and the verdict. Commands and strokes are recorded without limit, because a rerun needs each.
#include "grouser/simulation/observe/event_watch.hpp"

#include <fmt/format.h>

#include <utility>

#include "grouser/simulation/step/drive_memory.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/servos.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"
#include "grouser/terrain/surface/no_ground.hpp"

namespace grouser {
namespace {

/// Time of the last command to servos from outside, s; negative: none ever.
double servos_taken_at(const SimulationState& state) {
  const ServoMemory* memory = state.first<ServoMemory>();
  return memory ? memory->taken_at : -1.0;
}

constexpr double kAirborne = 0.02;  // s; shorter gaps are chatter of a lightly loaded wheel
constexpr double kParted = 0.5;     // s; what rattles stays in contact
constexpr std::size_t kMostEvents = 20000;

/// Whether some part of a hull touches.
bool touches_by_hull(const World& world, const StepOutput& out) {
  for (std::size_t i = 0; i < world.parts.size(); ++i)
    if (world.parts[i].hull && out.records[i].touches()) return true;
  return false;
}

}  // namespace

EventWatch::EventWatch(const Simulation& simulation)
    : parts_(simulation.world().parts.size()),
      released_(simulation.released_ties()),
      judged_(simulation.verdict().has_value()),
      commanded_at_(simulation.state().hand.state.taken_at),
      servos_told_at_(servos_taken_at(simulation.state())) {
  tell_strokes(simulation);  // of the run that this one continues: its soils need each
}

// Strokes that were painted since the last call.
void EventWatch::tell_strokes(const Simulation& simulation) {
  const auto& painted = simulation.state().soils.painted;
  if (!painted) return;
  for (; strokes_told_ < painted->strokes.size(); ++strokes_told_) {
    const SoilStroke& stroke = *painted->strokes[strokes_told_];
    for (std::string& text : soil_stroke_texts(stroke.operation))
      events_.push_back({stroke.time, kSoilStrokeEvent, std::move(text)});
  }
}

/// Commands to servos are recorded however many there are, as those by hand: a rerun needs each.
void EventWatch::tell_servos(const Simulation& simulation) {
  const SimulationState& state = simulation.state();
  const double taken_at = servos_taken_at(state);
  if (taken_at == servos_told_at_) return;
  servos_told_at_ = taken_at;
  for (std::string& text : servo_command_texts(told_angles(*main_walker(simulation.world()), state)))
    events_.push_back({servos_told_at_, kServoEvent, std::move(text)});
}

// Up to kMostEvents events, beyond which further ones are dropped.
void EventWatch::tell(double time, const char* kind, std::string text) {
  if (events_.size() < kMostEvents) events_.push_back({time, kind, std::move(text)});
}

/// A time in the air is reported when it ends; so is the first touch of a part that began in the air. The
/// name is made only for a report, as this is called for every part after every step.
template <class Name>
void EventWatch::observe_touch(Touch& touch, bool touches, double time, const Name& name) {
  if (!touches) {
    if (touch.airborne_since == kOnGround) touch.airborne_since = time;
    return;
  }
  const double since = touch.airborne_since;
  if (since != kOnGround && time - since >= kAirborne) {
    const std::string who = name();
    tell(since, "lift_off", who);
    tell(time, "touchdown", fmt::format("{} after {:.3f} s in the air", who, time - since));
  }
  touch.airborne_since = kOnGround;
}

/// Meshes begin in contact with nothing; that they part is known once they have been apart for a while.
void EventWatch::observe_meeting(Touch& touch, const ContactRecord& record, const World& world, double time,
                                 const std::string& who) {
  if (record.touches()) {
    std::string what =
        record.other < 0 ? "the ground" : world.model->bodies()[static_cast<std::size_t>(record.other)].name;
    if (record.surface > 0) what = world.terrain->shapes()[static_cast<std::size_t>(record.surface) - 1].name;
    if (!touch.met) tell(time, "contact", fmt::format("{} meets {}", who, what));
    touch.met = true;
    touch.airborne_since = kOnGround;
    return;
  }
  if (!touch.met) return;
  if (touch.airborne_since == kOnGround) touch.airborne_since = time;
  if (time - touch.airborne_since < kParted) return;
  tell(touch.airborne_since, "parting", who + " touches nothing more");
  touch = Touch{};
}

void EventWatch::observe(const Simulation& simulation) {
  const World& world = simulation.world();
  const StepOutput& out = simulation.output();
  const double t = simulation.time();
  const std::size_t first_mesh = world.parts.size() - static_cast<std::size_t>(world.mesh.records);
  // Parts with a name; meshes have their own kind of event.
  for (std::size_t i = 0; i < world.parts.size(); ++i) {
    if (world.parts[i].name.empty()) continue;
    if (i >= first_mesh)
      observe_meeting(parts_[i], out.records[i], world, t, world.parts[i].name);
    else
      observe_touch(parts_[i], out.records[i].touches(), t, [&] { return world.parts[i].title(); });
  }
  // A vehicle without wheels reports its hull instead.
  if (out.wheels.empty() && has_ground(*world.terrain))
    observe_touch(hull_, touches_by_hull(world, out), t, [] { return std::string("the hull"); });
  const std::vector<std::uint8_t>& released = simulation.released_ties();
  for (std::size_t i = 0; i < released.size(); ++i) {
    if (released[i] && !released_[i]) tell(t, "release", "tie " + world.scene.ties[i].name);
  }
  released_ = released;
  const HandDriveState& hand = simulation.state().hand.state;
  if (hand.taken_at != commanded_at_) {
    commanded_at_ = hand.taken_at;
    // Recorded however many there are: a rerun needs each.
    events_.push_back({hand.taken_at, kHandDriveEvent, hand_command_text(commanded(hand))});
  }
  tell_servos(simulation);
  tell_strokes(simulation);
  if (const auto verdict = judged_ ? std::nullopt : simulation.verdict()) {
    judged_ = true;
    tell(verdict->time, "verdict", verdict->name + ": " + verdict->reason);
  }
}

}  // namespace grouser
