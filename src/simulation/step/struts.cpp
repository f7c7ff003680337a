// SPDX-License-Identifier: BSD-3-Clause
#include "struts.hpp"

#include <cmath>

namespace grouser {
namespace {

Vec3 velocity_of(const Kinematics& kinematics, BodyId body, const Vec3& p) {
  return kinematics.body[static_cast<std::size_t>(body.index)].velocity_at(p);
}

void add_force(const Kinematics& kinematics, BodyId body, const Vec3& p, const Vec3& force, Loads& loads) {
  const auto b = static_cast<std::size_t>(body.index);
  loads.on_body[b].force += force;
  loads.on_body[b].moment += (p - kinematics.body[b].X_WB.p).cross(force);
}

/// Force of a shock absorber, and what is stored in it.
void read_absorber(const StrutSpec& spec, double shorter, double rate, double slider, StrutReading& r) {
  const SpringForce spring = spring_force(spec.absorber.spring, spec.stiffness, shorter);
  const double damper = damper_force(spec.absorber.damper, rate);
  const double stretch = shorter - slide_seal(spec.absorber.friction, spec.stiffness, shorter, slider);
  r.force = spring.force + damper + spec.stiffness * stretch;
  r.stored = spring.stored + 0.5 * spec.stiffness * stretch * stretch;
  r.damper_power = damper * rate;
}

/// Force of what the core holds, and what is stored in it.
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
  const Vec3 way = r.point_b - r.point_a;
  r.length = way.norm();
  if (!(r.length > 0.0)) return r;
  const double shorter = spec.free_length - r.length;
  const double rate = way.dot(velocity_of(kinematics, strut.body_a, r.point_a) -
                              velocity_of(kinematics, strut.body_b, r.point_b)) /
                      r.length;
  if (spec.absorber.empty())
    read_cores(spec, shorter, rate, memory, r);
  else
    read_absorber(spec, shorter, rate, memory.slider, r);
  return r;
}

void apply_struts(const World& world, const std::vector<StrutMemory>& memory, const Kinematics& kinematics,
                  Loads& loads) {
  for (std::size_t i = 0; i < world.struts.size(); ++i) {
    const Strut& strut = world.struts[i];
    const StrutReading r = read_strut(strut, memory[i], kinematics);
    if (r.force == 0.0) continue;
    const Vec3 on_b = r.force / r.length * (r.point_b - r.point_a);
    add_force(kinematics, strut.body_a, r.point_a, -on_b, loads);
    add_force(kinematics, strut.body_b, r.point_b, on_b, loads);
  }
}

double strut_energy(const World& world, const std::vector<StrutMemory>& memory,
                    const Kinematics& kinematics) {
  double energy = 0.0;
  for (std::size_t i = 0; i < world.struts.size(); ++i)
    energy += read_strut(world.struts[i], memory[i], kinematics).stored;
  return energy;
}

void update_struts(const World& world, const Kinematics& kinematics, double dt, SimulationState& state) {
  for (std::size_t i = 0; i < world.struts.size(); ++i) {
    const StrutSpec& spec = world.struts[i].spec;
    StrutMemory& m = state.struts[i];
    const StrutReading r = read_strut(world.struts[i], m, kinematics);
    const double shorter = spec.free_length - r.length;
    const double lost = spec.absorber.empty() ? crush(spec, shorter, m) : slip_seal(spec, shorter, m);
    const double damping = 0.5 * dt * (m.damper_power + r.damper_power);
    m.damper_loss += damping;
    m.damper_power = r.damper_power;
    state.ledger.joint_dissipation += lost + damping;
    state.ledger.absolute_work += lost + damping;
  }
}

}  // namespace grouser
