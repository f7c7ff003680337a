// SPDX-License-Identifier: BSD-3-Clause
// The struts of vehicles: crushable cores and shock absorbers between two bodies (vehicle/spec/strut.hpp).
// Forces come from the memory at the step's start; book() crushes and slips to the lengths at its end.
#include <cmath>

#include "grouser/simulation/step/strut.hpp"
#include "step/element_tools.hpp"
#include "step/step_element.hpp"

namespace grouser {
namespace {

/// Velocity of the point p, world, of a body, m/s.
Vec3 velocity_of(const Kinematics& kinematics, BodyId body, const Vec3& p) {
  return kinematics.body[static_cast<std::size_t>(body.index)].velocity_at(p);
}

/// Force of a shock absorber, N, and the energy stored in its spring and seal, J. shorter: shortening, m,
/// rate: its rate, m/s, slider: where the seal sticks, m.
void read_absorber(const StrutSpec& spec, double shorter, double rate, double slider, StrutReading& r) {
  const SpringForce spring = spring_force(spec.absorber.spring, spec.stiffness, shorter);
  const double damper = damper_force(spec.absorber.damper, rate);
  const double stretch = shorter - slide_seal(spec.absorber.friction, spec.stiffness, shorter, slider);
  r.force = spring.force + damper + spec.stiffness * stretch;
  r.stored = spring.stored + 0.5 * spec.stiffness * stretch * stretch;
  r.damper_power = damper * rate;
}

/// Force of the core on the side to which the strut is deformed, N, and the energy stored in it, J.
void read_cores(const StrutSpec& spec, double shorter, double rate, const StrutMemory& memory,
                StrutReading& r) {
  const bool pressed = shorter > 0.0;
  const SideForce side =
      pressed ? side_force(spec.compression, spec.stiffness, spec.damping, shorter, rate, memory.compressed)
              : side_force(spec.tension, spec.stiffness, spec.damping, -shorter, -rate, memory.stretched);
  r.force = pressed ? side.force : -side.force;
  r.stored = side.stored;
  r.damper_power = side.damping_power;
}

/// Crushes the cores to the present length; returns what that took, J.
double crush(const StrutSpec& spec, double shorter, StrutMemory& m) {
  const double compressed = crush_core(spec.compression, spec.stiffness, shorter, m.compressed);
  const double stretched = crush_core(spec.tension, spec.stiffness, -shorter, m.stretched);
  const double lost = crush_work(spec.compression, m.compressed, compressed) +
                      crush_work(spec.tension, m.stretched, stretched);
  m.compressed = compressed;
  m.stretched = stretched;
  m.crush_loss += lost;
  return lost;
}

/// Lets the seals slip to the present length; returns what that took, J.
double slip_seal(const StrutSpec& spec, double shorter, StrutMemory& m) {
  const double slider = slide_seal(spec.absorber.friction, spec.stiffness, shorter, m.slider);
  const double lost = spec.absorber.friction * std::fabs(slider - m.slider);
  m.slider = slider;
  m.friction_loss += lost;
  return lost;
}

}  // namespace

StrutReading read_strut(const Strut& strut, const StrutMemory& memory, const Kinematics& kinematics) {
  const StrutSpec& spec = strut.spec;
  StrutReading r;
  r.point_a = kinematics.body[static_cast<std::size_t>(strut.body_a.index)].X_WB * spec.point_a;
  r.point_b = kinematics.body[static_cast<std::size_t>(strut.body_b.index)].X_WB * spec.point_b;
  const Vec3 along = r.point_b - r.point_a;
  r.length = along.norm();
  // Without a direction there is no force.
  if (!(r.length > 0.0)) return r;
  const double shorter = spec.free_length - r.length;
  const double rate = along.dot(velocity_of(kinematics, strut.body_a, r.point_a) -
                                velocity_of(kinematics, strut.body_b, r.point_b)) /
                      r.length;
  if (spec.absorber.empty())
    read_cores(spec, shorter, rate, memory, r);
  else
    read_absorber(spec, shorter, rate, memory.slider, r);
  return r;
}

namespace {

/// The struts of all vehicles; their losses count as those of joints.
class Struts final : public StepElement {
 public:
  explicit Struts(const World& world) : world_(world) {
    for (const Strut& strut : world.struts) prefix_.push_back("strut/" + strut.spec.name + "/");
  }

  void make_memory(SimulationState& state) const override {
    state.memory.assign<StrutMemory>(world_.struts.size());
  }
  void begin(const SimulationState& state) override { memory_ = state.all<StrutMemory>(); }
  void apply(const ForceInstant& now, Loads& loads) override;
  StoredEnergy stored(const SimulationState& state, const Kinematics& kinematics) const override;
  void book(const StepMoment& now, SimulationState& state) const override;
  void put_channels(ChannelSink& sink, const ChannelSource& from) const override;
  void add_to_scene(Scene& scene) const override;

 private:
  const World& world_;
  std::span<const StrutMemory> memory_;  // of the step's start
  std::vector<std::string> prefix_;      // of each strut's channels
};

void Struts::apply(const ForceInstant& now, Loads& loads) {
  for (std::size_t i = 0; i < world_.struts.size(); ++i) {
    const Strut& strut = world_.struts[i];
    const StrutReading r = read_strut(strut, memory_[i], now.kinematics);
    if (r.force == 0.0) continue;
    const Vec3 on_b = r.force / r.length * (r.point_b - r.point_a);
    add_force_at(now.kinematics, static_cast<std::size_t>(strut.body_a.index), r.point_a, -on_b, loads);
    add_force_at(now.kinematics, static_cast<std::size_t>(strut.body_b.index), r.point_b, on_b, loads);
  }
}

StoredEnergy Struts::stored(const SimulationState& state, const Kinematics& kinematics) const {
  double energy = 0.0;
  const std::span<const StrutMemory> memory = state.all<StrutMemory>();
  for (std::size_t i = 0; i < world_.struts.size(); ++i)
    energy += read_strut(world_.struts[i], memory[i], kinematics).stored;
  return {.springs = energy};
}

/// Cores crush and seals slip to the new lengths.
void Struts::book(const StepMoment& now, SimulationState& state) const {
  const std::span<StrutMemory> memory = state.all<StrutMemory>();
  for (std::size_t i = 0; i < world_.struts.size(); ++i) {
    const StrutSpec& spec = world_.struts[i].spec;
    StrutMemory& m = memory[i];
    const StrutReading r = read_strut(world_.struts[i], m, now.kinematics);
    const double shorter = spec.free_length - r.length;
    const double lost = spec.absorber.empty() ? crush(spec, shorter, m) : slip_seal(spec, shorter, m);
    const double damping = 0.5 * now.dt * (m.damper_power + r.damper_power);
    m.damper_loss += damping;
    m.damper_power = r.damper_power;
    state.ledger.joint_dissipation += lost + damping;
    state.ledger.absolute_work += lost + damping;
  }
}

void Struts::put_channels(ChannelSink& sink, const ChannelSource& from) const {
  for (std::size_t i = 0; i < world_.struts.size(); ++i) {
    const StrutMemory& memory = from.state->all<StrutMemory>()[i];
    const StrutReading now = read_strut(world_.struts[i], memory, *from.kinematics);
    sink(prefix_[i], "force", "N", "pushes the ends apart", now.force);
    sink(prefix_[i], "length", "m", "between its ends", now.length);
    sink(prefix_[i], "crushed", "m", "of the core for compression", memory.compressed);
    sink(prefix_[i], "crushed_in_tension", "m", "of the core for tension", memory.stretched);
  }
}

void Struts::add_to_scene(Scene& scene) const {
  for (const Strut& strut : world_.struts)
    if (strut.spec.radius > 0.0)
      scene.ties.push_back({strut.spec.name, strut.body_a.index, strut.body_b.index, strut.spec.point_a,
                            strut.spec.point_b, strut.spec.radius});
}

}  // namespace

std::unique_ptr<StepElement> make_struts(const World& world) {
  if (world.struts.empty()) return nullptr;
  return std::make_unique<Struts>(world);
}

}  // namespace grouser
