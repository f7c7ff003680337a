// SPDX-License-Identifier: BSD-3-Clause
// Winches (vehicle/spec/equipment.hpp): a cable of free length L from a drum to a point l away, which only
// pulls:
//   T = k (l - L) + d (l' - u)   for l > L, where that is positive; L' = u, the speed of paying out.
// If T would pass the limit of the drum's clutch, T stays at the limit F, and after the step the clutch has
// slipped to L = l - F/k. Its slip takes the energy F dL, the damper d (l' - u)^2; the drum puts in -T u.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/contact/step_limits.hpp"
#include "step/element_tools.hpp"
#include "step/step_element.hpp"

namespace grouser {

/// State of one cable; plain doubles.
struct WinchMemory {
  double length = 0.0;        ///< of the free cable, m
  double damper_power = 0.0;  ///< at the end of the last step, W
};
template <>
struct MemoryOf<WinchMemory> {
  static constexpr MemoryBlock block{"winches"};
};
/// Extremes of one winch since the start.
struct WinchTally {
  double most_tension = 0.0;  ///< N
  double slipped = 0.0;       ///< cable that its clutch let out, m
};
template <>
struct MemoryOf<WinchTally> {
  static constexpr MemoryBlock block{"winch_tally", BlockRole::tally};
};

namespace {

/// Winches of all vehicles; cables read their length at the step's start and pay out within the step.
class Winches final : public StepElement {
 public:
  explicit Winches(const World& world);
  bool empty() const { return winches_.empty(); }

  void make_memory(SimulationState& state) const override;
  void begin(const SimulationState& state) override {
    memory_ = state.all<WinchMemory>();
    from_ = state.motion.time;
  }
  void hold(bool holding) override { holding_ = holding; }
  void apply(const ForceInstant& now, Loads& loads) override;
  StoredEnergy stored(const SimulationState& state, const Kinematics& kinematics) const override;
  double power(const SimulationState& state, const StepMoment& now) const override;
  void book(const StepMoment& now, SimulationState& state) const override;
  void put_channels(ChannelSink& sink, const ChannelSource& from) const override;
  void add_to_scene(Scene& scene) const override;
  void add_metrics(const SimulationState& state, Metrics& metrics) const override;
  void add_notes(const SimulationState& state, std::vector<std::string>& notes) const override;

 private:
  static constexpr std::size_t kNoBody = static_cast<std::size_t>(-1);
  /// A winch, the bodies at both ends, and the prefix of its channels.
  struct Winch {
    WinchSpec spec;
    std::size_t body, to;  // to: kNoBody is the world
    std::string prefix;    // of its channels
  };
  /// A cable at one moment.
  struct Reading {
    Vec3 from, to;              // its ends, world, m
    double distance = 0.0;      // m
    double spring = 0.0;        // elastic part of the tension, N
    double tension = 0.0;       // N
    double damper_power = 0.0;  // W
  };
  /// Tension and losses at a free length, m, and speed of paying out, m/s; zero for a slack cable.
  static Reading read(const Winch& winch, double length, double speed, const Kinematics& kinematics);
  /// The body at the far end, kNoBody for the world. Throws InputError for an unknown name.
  std::size_t far_end(const VehicleRuntime& vehicle, const WinchSpec& spec, const std::string& place) const;
  /// Refuses a cable too stiff for the step.
  void check_step(const Winch& winch) const;
  /// Speed of paying out, m/s.
  double speed_at(const Winch& winch, double time) const {
    return holding_ ? 0.0 : value_at(winch.spec.speed, time);
  }
  /// Cable paid out between two times, m; exact where the speed has no corner between them.
  double paid_out(const Winch& winch, double from, double to) const {
    return 0.5 * (to - from) * (speed_at(winch, from) + speed_at(winch, to));
  }

  const World& world_;
  std::vector<Winch> winches_;
  std::span<const WinchMemory> memory_;  // of the step's start
  double from_ = 0.0;                    // time of the step's start, s
  bool holding_ = false;                 // settling: the drum is at rest
};

Winches::Winches(const World& world) : world_(world) {
  for (const VehicleRuntime& vehicle : world.vehicles)
    for (const WinchSpec& spec : vehicle.spec.equipment.winches) {
      const std::string place = "winch '" + spec.name + "'";
      winches_.push_back({spec, body_of(world, spec.body, place), far_end(vehicle, spec, place),
                          "winch/" + spec.name + "/"});
      check_step(winches_.back());
    }
}

std::size_t Winches::far_end(const VehicleRuntime& vehicle, const WinchSpec& spec,
                             const std::string& place) const {
  if (spec.to == "world") return kNoBody;
  if (const int other = world_.find_vehicle(std::string_view(spec.to)); other >= 0)
    return static_cast<std::size_t>(world_.vehicles[static_cast<std::size_t>(other)].root.index);
  // a body of its own vehicle may be named without the vehicle's prefix
  const bool own = world_.model->find_body(vehicle.prefix + spec.to).has_value();
  return body_of(world_, own ? vehicle.prefix + spec.to : spec.to, place);
}

void Winches::check_step(const Winch& winch) const {
  const auto& bodies = world_.model->bodies();
  // Reduced mass of both ends; the world is infinitely heavy.
  const double a = bodies[winch.body].mass;
  const double mass = winch.to == kNoBody ? a : a * bodies[winch.to].mass / (a + bodies[winch.to].mass);
  const double longest = kSpringLimit / std::sqrt(winch.spec.stiffness / mass);
  const double step = world_.settings.adaptive ? std::max(world_.settings.adaptive->max_step,
                                                          world_.settings.adaptive->max_flight_step)
                                               : world_.settings.dt;
  if (step > longest && mass > 0.0)
    throw InputError(
        "winch '" + winch.spec.name + "'",
        fmt::format("a cable of {:g} N/m on {:.3g} kg in steps of {:g} s", winch.spec.stiffness, mass, step),
        fmt::format("steps up to {:.2g} s, or a softer cable", longest));
}

Winches::Reading Winches::read(const Winch& winch, double length, double speed,
                               const Kinematics& kinematics) {
  const BodyMotion& body = kinematics.body[winch.body];
  Reading r;
  r.from = body.X_WB * winch.spec.point;
  // Velocity of the far end over the near one.
  Vec3 velocity = -body.velocity_at(r.from);
  r.to = winch.spec.to_point;
  if (winch.to != kNoBody) {
    const BodyMotion& other = kinematics.body[winch.to];
    r.to = other.X_WB * winch.spec.to_point;
    velocity += other.velocity_at(r.to);
  }
  const Vec3 along = r.to - r.from;
  r.distance = along.norm();
  if (!(r.distance > length)) return r;
  // Stretching of the cable itself: the ends part, less the speed of paying out.
  const double stretching = along.dot(velocity) / r.distance - speed;
  const double limit = winch.spec.force_limit > 0.0 ? winch.spec.force_limit : kNever;
  r.spring = std::min(winch.spec.stiffness * (r.distance - length), limit);
  r.tension = std::clamp(r.spring + winch.spec.damping * stretching, 0.0, limit);
  r.damper_power = (r.tension - r.spring) * stretching;
  return r;
}

void Winches::make_memory(SimulationState& state) const {
  state.memory.assign<WinchMemory>(winches_.size());
  state.memory.assign<WinchTally>(winches_.size());
  for (std::size_t i = 0; i < winches_.size(); ++i)
    state.all<WinchMemory>()[i].length = winches_[i].spec.length;
}

void Winches::apply(const ForceInstant& now, Loads& loads) {
  for (std::size_t i = 0; i < winches_.size(); ++i) {
    const Winch& winch = winches_[i];
    const double length = memory_[i].length + paid_out(winch, from_, now.time);
    const Reading r = read(winch, length, speed_at(winch, now.time), now.kinematics);
    if (r.tension == 0.0) continue;
    const Vec3 force = r.tension / r.distance * (r.to - r.from);
    add_force_at(now.kinematics, winch.body, r.from, force, loads);
    if (winch.to != kNoBody) add_force_at(now.kinematics, winch.to, r.to, -force, loads);
  }
}

StoredEnergy Winches::stored(const SimulationState& state, const Kinematics& kinematics) const {
  double energy = 0.0;
  for (std::size_t i = 0; i < winches_.size(); ++i) {
    const double spring = read(winches_[i], state.all<WinchMemory>()[i].length, 0.0, kinematics).spring;
    energy += 0.5 * spring * spring / winches_[i].spec.stiffness;
  }
  return {.springs = energy};
}

double Winches::power(const SimulationState& state, const StepMoment& now) const {
  double power = 0.0;
  for (std::size_t i = 0; i < winches_.size(); ++i) {
    const double speed = speed_at(winches_[i], state.motion.time);
    power -= speed * read(winches_[i], state.all<WinchMemory>()[i].length, speed, now.kinematics).tension;
  }
  return power;
}

/// The drum turns, the clutch slips where the cable is stretched beyond its limit, and losses enter the
/// book.
void Winches::book(const StepMoment& now, SimulationState& state) const {
  const double time = state.motion.time;
  for (std::size_t i = 0; i < winches_.size(); ++i) {
    const Winch& winch = winches_[i];
    WinchMemory& m = state.all<WinchMemory>()[i];
    WinchTally& tally = state.all<WinchTally>()[i];
    m.length += paid_out(winch, time - now.dt, time);
    const Reading r = read(winch, m.length, speed_at(winch, time), now.kinematics);
    double lost = 0.5 * now.dt * (m.damper_power + r.damper_power);
    m.damper_power = r.damper_power;
    const double limit = winch.spec.force_limit;
    // Beyond the clutch's limit the cable slips to the length at which its spring holds the limit.
    if (const double slack = r.distance - limit / winch.spec.stiffness; limit > 0.0 && slack > m.length) {
      lost += limit * (slack - m.length);
      tally.slipped += slack - m.length;
      m.length = slack;
    }
    tally.most_tension = std::max(tally.most_tension, r.tension);
    state.ledger.joint_dissipation += lost;
    state.ledger.absolute_work += lost;
  }
}

void Winches::put_channels(ChannelSink& sink, const ChannelSource& from) const {
  for (std::size_t i = 0; i < winches_.size(); ++i) {
    const double length = from.state->all<WinchMemory>()[i].length;
    const Reading r =
        read(winches_[i], length, speed_at(winches_[i], from.state->motion.time), *from.kinematics);
    sink(winches_[i].prefix, "tension", "N", "of its cable", r.tension);
    sink(winches_[i].prefix, "length", "m", "of its free cable", length);
    sink(winches_[i].prefix, "distance", "m", "between the ends of its cable", r.distance);
  }
}

void Winches::add_to_scene(Scene& scene) const {
  for (const Winch& winch : winches_)
    scene.ties.push_back({winch.spec.name, static_cast<int>(winch.body),
                          winch.to == kNoBody ? -1 : static_cast<int>(winch.to), winch.spec.point,
                          winch.spec.to_point});
}

void Winches::add_metrics(const SimulationState& state, Metrics& metrics) const {
  for (std::size_t i = 0; i < winches_.size(); ++i) {
    const WinchTally& tally = state.all<WinchTally>()[i];
    metrics[winches_[i].spec.name + "_peak_tension"] = {tally.most_tension, "N"};
    if (winches_[i].spec.force_limit > 0.0)
      metrics[winches_[i].spec.name + "_slipped"] = {tally.slipped, "m"};
  }
}

void Winches::add_notes(const SimulationState& state, std::vector<std::string>& notes) const {
  for (std::size_t i = 0; i < winches_.size(); ++i)
    if (const double slipped = state.all<WinchTally>()[i].slipped; slipped > 0.0)
      notes.push_back(fmt::format("the clutch of winch '{}' slipped by {:.3g} m at {:g} N",
                                  winches_[i].spec.name, slipped, winches_[i].spec.force_limit));
}

}  // namespace

std::unique_ptr<StepElement> make_winches(const World& world) {
  auto element = std::make_unique<Winches>(world);
  if (element->empty()) return nullptr;
  return element;
}

}  // namespace grouser
