// SPDX-License-Identifier: BSD-3-Clause
// Judges an egress step by step: determines what each wheel stands on and where it is beside deck and ramps,
// as a snapshot for the rules in simulation/step/egress_verdict.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "grouser/math/elementary.hpp"
#include "grouser/simulation/step/egress_verdict.hpp"
#include "step/element_tools.hpp"
#include "step/step_element.hpp"

namespace grouser {

/// A contact of the rover's body at the moment at which it was found hung up; plain doubles.
struct HullTouch {
  double load = 0.0;                    ///< N; 0: it does not touch
  double other = -1.0, surface = -1.0;  ///< of its ContactRecord
};
template <>
struct MemoryOf<HullTouch> {
  static constexpr MemoryBlock block{"hull_touches", BlockRole::tally};
};

namespace {

constexpr double kPathStep = 0.01;  // m: shorter moves of the chassis are rocking, not progress
// Cosine: a steeper plate (a folded ramp) is a wall and is not driven on.
constexpr double kLevelEnough = 0.3;
constexpr double kReach = 0.5;  // m: a wheel farther from a plate's edge or height is unrelated to it

/// Looks at the rover after each step and keeps the verdict, with the path made and commanded, in the state.
class EgressWatch final : public StepElement {
 public:
  explicit EgressWatch(const World& world);
  void make_memory(SimulationState& state) const override {
    state.memory.assign<EgressMemory>(1);
    state.memory.assign<HullTouch>(hull_.size());
  }
  void check(const SimulationState& state, const std::string& place) const override;
  void finish(const StepMoment& now, SimulationState& state) override;
  std::optional<Verdict> verdict(const SimulationState& state) const override;
  VerdictRank rank() const override { return VerdictRank::egress; }
  bool ends_run(const SimulationState& state) const override {
    const EgressState& watch = state.first<EgressMemory>()->watch;
    return world_.verdict->stop && watch.verdict != EgressVerdict::none &&
           state.motion.time >= watch.time + kVerdictHold;
  }

 private:
  /// A top on which wheels may stand: a lander's shape and the body that carries it.
  struct Plate {
    const RigidShape* shape = nullptr;
    int owner = -1;
  };
  /// Adds the step to the distances made by the chassis and commanded to the rims, m.
  void count_path(const Kinematics& kinematics, double dt, const VecX& v, EgressMemory& memory) const;
  /// Support of one wheel, and its place beside the lander's plates.
  EgressWheel look_at(int wheel, const StepOutput& output, const Kinematics& kinematics) const;
  std::string hull_touches(const SimulationState& state) const;

  const World& world_;
  const VehicleRuntime* rover_;           // the vehicle that is judged
  std::vector<Plate> plates_;             // surfaces of landers
  std::vector<std::uint8_t> is_landers_;  // one per shape
  std::vector<std::size_t> hull_;         // contact parts of the rover's body
  std::vector<std::string> wheel_names_;  // of the rover; wheels are numbered as its own
  std::array<EgressWheel, kMaxEgressWheels> wheels_;
};

EgressWatch::EgressWatch(const World& world)
    : world_(world), rover_(&world.vehicles[static_cast<std::size_t>(world.verdict->vehicle)]) {
  // Shapes of landers are the plates: deck and ramps.
  for (std::size_t i = 0; i < world.shape_owner.size(); ++i) {
    const int owner = world.shape_owner[i];
    is_landers_.push_back(owner >= 0 &&
                          world.vehicles[world.vehicle_of_body[owner]].role == VehicleRole::lander);
    if (is_landers_.back()) plates_.push_back({&world.terrain->shapes()[i], owner});
  }
  for (std::size_t i = 0; i < world.parts.size(); ++i)
    if (world.parts[i].hull && world.parts[i].vehicle == world.verdict->vehicle) hull_.push_back(i);
  for (const WheelSpec& wheel : rover_->spec.wheels) wheel_names_.push_back(wheel.name);
}

void EgressWatch::check(const SimulationState& state, const std::string& place) const {
  const EgressState& watch = state.first<EgressMemory>()->watch;
  // The reason of this verdict names a wheel.
  const double first = watch.verdict == EgressVerdict::slid_off ? 0.0 : -1.0;  // -1: none
  need(is_index(watch.verdict.number(), 0.0, static_cast<double>(EgressVerdict::timed_out)) &&
           is_index(watch.wheel, first, rover_->wheel_count - 1.0),
       place, fmt::format("verdict {:g} by wheel {:g}", watch.verdict.number(), watch.wheel),
       "a verdict, and a wheel of the rover");
  for (const HullTouch& touch : state.all<HullTouch>())
    need(touch.load >= 0.0 &&
             is_index(touch.other, -1.0, static_cast<double>(world_.model->bodies().size()) - 1.0) &&
             is_index(touch.surface, -1.0, static_cast<double>(world_.terrain->shapes().size())),
         place,
         fmt::format("a contact of {:g} N with body {:g}, surface {:g}", touch.load, touch.other,
                     touch.surface),
         "a load of 0 N or more, a body and a surface of this world");
}

void EgressWatch::count_path(const Kinematics& kinematics, double dt, const VecX& v,
                             EgressMemory& memory) const {
  const Vec3& p = kinematics.body[rover_->root.index].X_WB.p;
  if (!memory.started) {
    memory.started = true;
    memory.anchor_x = p.x(), memory.anchor_y = p.y();
  }
  // Distance in the plane, counted in moves that are longer than rocking.
  const double dx = p.x() - memory.anchor_x, dy = p.y() - memory.anchor_y;
  const double moved = std::sqrt(dx * dx + dy * dy);
  if (moved >= kPathStep) {
    memory.progress += moved;
    memory.anchor_x = p.x(), memory.anchor_y = p.y();
  }
  // Commanded distance: the mean over the wheels of the rims' path.
  double rim = 0.0;
  for (int i = 0; i < rover_->wheel_count; ++i) {
    const int wheel = rover_->first_wheel + i;
    rim += std::fabs(v[world_.drives[wheel].drive_v]) * world_.wheels[wheel].spec.geometry.radius;
  }
  if (rover_->wheel_count > 0) memory.commanded += dt * rim / static_cast<double>(rover_->wheel_count);
}

EgressWheel EgressWatch::look_at(int index, const StepOutput& output, const Kinematics& kinematics) const {
  const WheelOutput& found = output.wheels[rover_->first_wheel + index];
  const WheelPart& wheel = world_.wheels[rover_->first_wheel + index];
  const Vec3& hub = kinematics.body[wheel.body.index].X_WB.p;
  EgressWheel result;
  // The carrying surface: 0 is the terrain, other numbers are shapes.
  const bool carried = found.load > 0.0;
  result.on_lander = carried && found.surface > 0 && is_landers_[found.surface - 1];
  result.on_ground = carried && !result.on_lander;
  result.beyond_lander = true;
  // Place over each plate that is level enough: on it, beside it across its y axis, or off it.
  for (const Plate& plate : plates_) {
    const RigidTransform X = kinematics.body[plate.owner].X_WB * plate.shape->pose;
    const Vec3 up = X.R.transpose() * Vec3::UnitZ(), p = X.R.transpose() * (hub - X.p);
    if (up.z() < kLevelEnough) continue;
    const Vec3& half = plate.shape->half;
    const Vec3 below = p - (p.z() - half.z()) / up.z() * up;  // vertically under the hub on the plate's top
    const bool along = std::fabs(below.x()) <= half.x(), across = std::fabs(below.y()) <= half.y();
    if (along && across) result.beyond_lander = false;
    const double out = std::fabs(below.y()) - half.y(),
                 lowest = p.z() - half.z() - wheel.spec.geometry.radius;
    if (along && !across && out < kReach && lowest < kReach) {
      result.beside = true;
      result.drop = std::max(result.drop, -lowest);
    }
  }
  // A wheel beside a ramp but above the deck is not beside the lander.
  if (!result.beyond_lander) result.beside = false, result.drop = 0.0;
  return result;
}

/// Contacts of the rover's body, heaviest first: "mesh belly on rock_12, sphere of chassis on the ground".
std::string EgressWatch::hull_touches(const SimulationState& state) const {
  // Sorted by falling load; equal texts appear once.
  std::vector<std::pair<double, std::string>> found;
  const std::span<const HullTouch> touches = state.all<HullTouch>();
  for (std::size_t i = 0; i < touches.size(); ++i) {
    if (!(touches[i].load > 0.0)) continue;
    const ContactPart& part = world_.parts[hull_[i]];
    const auto body = [&](double b) { return world_.model->bodies()[static_cast<std::size_t>(b)].name; };
    std::string on = touches[i].other >= 0.0 ? body(touches[i].other) : "the ground";
    if (touches[i].surface > 0.0)
      on = world_.terrain->shapes()[static_cast<std::size_t>(touches[i].surface) - 1].name;
    found.emplace_back(
        -touches[i].load,
        (part.name.empty() ? part.kind + " of " + body(part.body.index) : part.title()) + " on " + on);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string text;
  for (const auto& [load, touch] : found)
    if (text.find(touch) == std::string::npos) text += (text.empty() ? "" : ", ") + touch;
  return text;
}

void EgressWatch::finish(const StepMoment& step, SimulationState& state) {
  const StepOutput& output = step.output;
  const Kinematics& kinematics = step.kinematics;
  EgressMemory& memory = *state.first<EgressMemory>();
  if (memory.watch.verdict != EgressVerdict::none) return;
  count_path(kinematics, state.motion.dt_prev, state.motion.v, memory);
  // The snapshot for the rules: attitude, margin, load on the hull, distances, wheels.
  EgressSnapshot now;
  now.time = state.motion.time;
  const double up = kinematics.body[rover_->root.index].X_WB.R(2, 2);
  now.tilt = math::acos(std::clamp(up, -1.0, 1.0));
  const TipOver& tip = output.tip_over[world_.verdict->vehicle];
  if (tip.from >= 0) now.tip_margin = tip.margin;  // in flight there is no statement about tipping
  for (const std::size_t i : hull_) now.belly_force += output.records[i].force.norm();
  now.progress = memory.progress;
  now.commanded = memory.commanded;
  // Without a lander no wheel is beyond one.
  const bool lander = world_.find_vehicle(VehicleRole::lander) >= 0;
  for (int i = 0; i < rover_->wheel_count; ++i) {
    wheels_[i] = look_at(i, output, kinematics);
    wheels_[i].beyond_lander = wheels_[i].beyond_lander && lander;
  }
  now.wheels = {wheels_.data(), static_cast<std::size_t>(rover_->wheel_count)};
  watch_egress(world_.verdict->limits, now, memory.watch);
  if (memory.watch.verdict != EgressVerdict::hung_up) return;
  // The contacts stay in the state, so that a run that goes on from it can name them.
  const std::span<HullTouch> touches = state.all<HullTouch>();
  for (std::size_t i = 0; i < hull_.size(); ++i) {
    const ContactRecord& record = output.records[hull_[i]];
    touches[i] = {record.load, static_cast<double>(record.other), static_cast<double>(record.surface)};
  }
}

std::optional<Verdict> EgressWatch::verdict(const SimulationState& state) const {
  const EgressState& watch = state.first<EgressMemory>()->watch;
  if (watch.verdict == EgressVerdict::none) return std::nullopt;
  Verdict verdict{to_string(watch.verdict), watch.time,
                  egress_reason(world_.verdict->limits, watch, wheel_names_)};
  if (watch.verdict != EgressVerdict::hung_up) return verdict;
  if (const std::string touches = hull_touches(state); !touches.empty()) verdict.reason += ": " + touches;
  return verdict;
}

}  // namespace

std::unique_ptr<StepElement> make_egress_watch(const World& world) {
  if (!world.verdict) return nullptr;
  return std::make_unique<EgressWatch>(world);
}

}  // namespace grouser
