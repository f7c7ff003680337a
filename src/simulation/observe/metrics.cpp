// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/simulation/observe/metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"
#include "grouser/multibody/constraints/row_laws.hpp"
#include "grouser/simulation/observe/balance_metrics.hpp"
#include "grouser/simulation/observe/energy_verdict.hpp"
#include "grouser/simulation/observe/stance_notes.hpp"
#include "grouser/simulation/observe/walk_metrics.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/soil/wheel/rft_range.hpp"
#include "step/step_element.hpp"

namespace grouser {
namespace {

// Share of the duration at its end over which settled loads are averaged
constexpr double kSettledShare = 0.1;
constexpr double kToTheAxle = 0.98;  // share of the radius: the arc's laws end there
constexpr double kDriving = 1e-4;    // m/s rim speed from which a wheel counts as driving

const Joint& root_joint(const World& world) { return world.model->joints()[world.chassis.index]; }

Vec3 chassis_position(const World& world, const Simulation& s) {
  const Joint& root = root_joint(world);
  if (root.type == JointType::free) return s.state().motion.q.segment<3>(root.q_index + 4);
  return root.X_PJ * Vec3(root.axis * s.state().motion.q[root.q_index]);
}

Vec3 chassis_acceleration(const World& world, const Simulation& s) {
  const Joint& root = root_joint(world);
  if (root.type == JointType::free) return s.state().motion.a.segment<3>(root.v_index + 3);
  return root.axis * s.state().motion.a[root.v_index];
}

double chassis_tilt(const World& world, const Simulation& s) {
  const Joint& root = root_joint(world);
  if (root.type != JointType::free) return 0.0;
  const double* q = s.state().motion.q.data() + root.q_index;
  const double up = 1.0 - 2.0 * (q[1] * q[1] + q[2] * q[2]);  // z component of the body's z axis
  return math::acos(up);
}

}  // namespace

MetricsTracker::MetricsTracker(const Simulation& s)
    : sunk_(s.world().wheels.size(), false),
      deepest_(s.world().wheels.size(), 0.0),
      world_(s.world()),
      start_(chassis_position(s.world(), s)),
      last_(start_),
      tensions_(s.world().model->springs().size()),
      least_margin_(kNoMargin),
      lander_(s),
      landing_(s),
      struts_(s.world()),
      meshes_(s.world()),
      settled_from_(s.world().settings.duration * (1.0 - kSettledShare)) {
  if (s.step_count() == 0) stance_ = stance_notes(s);
  for (const Joint& joint : world_.model->joints())
    if (joint.type == JointType::revolute && joint.mode == CoordinateMode::dynamic &&
        world_.belongs(joint.child, world_.main_vehicle))
      suspension_.push_back(joint.v_index);
  for (std::size_t j = 0; j < world_.model->joints().size() && world_.main().wheel_count > 0; ++j) {
    const Joint& joint = world_.model->joints()[j];
    const bool limited =
        joint.nv == 1 && joint.mode == CoordinateMode::dynamic && joint.forces.limit_stiffness > 0.0;
    if (limited && world_.belongs(joint.child, world_.main_vehicle))
      stops_.push_back({static_cast<int>(j), 0.0});
  }
  rover_mass_ = world_.mass_of(world_.main_vehicle);
}

/// Observes accelerations of chassis and suspension, and how close the rover was to tipping.
void MetricsTracker::observe_handling(const Simulation& s) {
  const VecX& a = s.state().motion.a;
  for (int v : suspension_) peak_joint_acceleration_ = std::max(peak_joint_acceleration_, std::fabs(a[v]));
  peak_chassis_acceleration_ = std::max(peak_chassis_acceleration_, chassis_acceleration(world_, s).norm());
  const TipOver& tip = s.output().tip_over[static_cast<std::size_t>(world_.main_vehicle)];
  // in free fall nothing tips over
  if (world_.settings.gravity > 0.0 && stands(tip)) least_margin_ = std::min(least_margin_, tip.margin);
}

void MetricsTracker::observe_stops(const Simulation& s) {
  observed_ += s.state().motion.dt_prev;
  for (Stop& stop : stops_) {
    const Joint& joint = world_.model->joints()[static_cast<std::size_t>(stop.joint)];
    const double q = s.state().motion.q[joint.q_index];
    if (q > joint.forces.upper || q < joint.forces.lower) stop.time += s.state().motion.dt_prev;
  }
}

/// Notes on joints that spent most of the run on their stops.
std::vector<std::string> MetricsTracker::stop_notes() const {
  constexpr double kMostOfTheRun = 0.5;
  std::vector<std::string> notes;
  for (const Stop& stop : stops_)
    if (stop.time > kMostOfTheRun * observed_)
      notes.push_back(fmt::format("joint '{}' stood on its stop for {:.0f} % of the run",
                                  world_.model->joints()[static_cast<std::size_t>(stop.joint)].name,
                                  100.0 * stop.time / observed_));
  return notes;
}

/// Observes how far loops are open.
void MetricsTracker::observe_gaps(const Simulation& s) {
  for (const Row& row : world_.model->rows())
    if (row.kind == RowKind::point || row.kind == RowKind::distance)
      widest_gap_ = std::max(widest_gap_, std::fabs(calc_gap(row, s.state().motion.q, s.kinematics())));
}

void MetricsTracker::observe(const Simulation& s) {
  const StepOutput& out = s.output();
  const Vec3 position = chassis_position(world_, s);
  distance_ += (position - last_).head<2>().norm();
  last_ = position;
  max_tilt_ = std::max(max_tilt_, chassis_tilt(world_, s));
  for (std::size_t i = 0; i < out.records.size(); ++i)
    if (world_.parts[i].hull && world_.parts[i].vehicle == world_.main_vehicle)
      peak_sphere_force_ = std::max(peak_sphere_force_, out.records[i].force.norm());
  for (const Walker& walker : world_.walkers)
    for (const Walker::Leg& leg : walker.legs)
      most_foot_sinkage_ =
          std::max(most_foot_sinkage_, out.records[static_cast<std::size_t>(leg.record)].sinkage);
  observe_handling(s);
  observe_stops(s);
  if (!world_.settings.adaptive) least_contact_step_ = std::min(least_contact_step_, s.contact_step_limit());
  lander_.observe(s);
  landing_.observe(s);
  struts_.observe(s);
  if (!world_.settings.stabilisation.projects()) observe_gaps(s);
  meshes_.observe(s);
  const double dt = s.state().motion.dt_prev;  // the step length may change: averages are over time
  const bool settled = s.time() >= settled_from_;
  for (std::size_t i = 0; i < tensions_.size(); ++i) {
    tensions_[i].peak = std::max(tensions_[i].peak, out.tensions[i]);
    if (settled) tensions_[i].sum += dt * out.tensions[i];
  }
  double load = 0.0, pull = 0.0;
  for (std::size_t i = 0; i < out.wheels.size(); ++i) {
    const WheelOutput& w = out.wheels[i];
    peak_wheel_force_ = std::max(peak_wheel_force_, w.force.norm());
    max_sinkage_ = std::max(max_sinkage_, w.sinkage);
    peak_hub_displacement_ = std::max(peak_hub_displacement_, w.depth);
    if (w.surface == 0) deepest_[i] = std::max(deepest_[i], w.sinkage);
    if (w.sinkage >= kToTheAxle * world_.wheels[i].spec.geometry.radius) sunk_[i] = true;
    load += w.force.z();
    pull += w.longitudinal;
    const double rim = s.state().motion.v[world_.drives[i].drive_v] * world_.wheels[i].spec.geometry.radius;
    if (std::fabs(rim) > kDriving && w.has_slip()) {
      slip_sum_ += dt * (rim < 0.0 ? -1.0 : 1.0) * w.slip;
      slip_time_ += dt;
    }
  }
  if (settled) {
    load_sum_ += dt * load;
    pull_sum_ += dt * pull;
    load_time_ += dt;
  }
}

std::vector<std::string> MetricsTracker::notes() const {
  std::vector<std::string> notes = stance_;
  for (std::size_t i = 0; i < sunk_.size(); ++i)
    if (sunk_[i])
      notes.push_back("wheel " + world_.wheels[i].spec.name +
                      " sank to its axle: the soil does not carry it, its forces are beyond the law");
  for (std::string& note : stop_notes()) notes.push_back(std::move(note));
  for (const std::string& note : {depth_note(), step_note()})
    if (!note.empty()) notes.push_back(note);
  return notes;
}

/// Of a fixed step that was longer than a contact carried which the guard at load does not know: bodies' shapes, spheres, tools.
std::string MetricsTracker::step_note() const {
  const RunSettings& settings = world_.settings;
  // Beeman's limits are twice those of adaptive steps; those of RK4, 2.8 for a spring and a damper, 3.3 times.
  const double longest = (settings.integrator == IntegratorKind::rk4 ? 3.3 : 2.0) * least_contact_step_;
  if (settings.adaptive || settings.dt <= longest) return "";
  return fmt::format(
      "the stiffest contact that touched carries steps up to {:.2g} s, those of this run were {:.2g} s: its "
      "forces may ring or grow; shorten integration.step or set integration.adaptive",
      longest, settings.dt);
}

/// Of the wheel that went deepest for its width, where the ground has a soil by resistive force theory.
std::string MetricsTracker::depth_note() const {
  std::string note;
  double worst = 1.0;
  for (std::size_t i = 0; i < deepest_.size(); ++i) {
    const WheelSpec& wheel = world_.wheels[i].spec;
    if (!(deepest_[i] > worst * wheel.geometry.width)) continue;
    for (const int m : world_.terrain->ground_materials()) {
      const std::string found =
          rft_depth_note(world_.materials[static_cast<std::size_t>(m)], wheel.geometry, deepest_[i]);
      if (found.empty()) continue;
      note = found + " (wheel " + wheel.name + ")";
      worst = deepest_[i] / wheel.geometry.width;
      break;
    }
  }
  return note;
}

std::map<std::string, std::string> MetricsTracker::units(const Simulation& s) const {
  std::map<std::string, std::string> units{
      {"settled_load_sum", "N"}, {"drawbar_pull", "N"}, {"min_tip_over_margin", "deg"}};
  if (s.world().find_vehicle(VehicleRole::lander) >= 0) units["lander_min_tip_over_margin"] = "deg";
  landing_.add_units(s, units);
  for (const SpringElement& spring : world_.model->springs()) units[spring.name + "_tension"] = "N";
  for (const auto& [name, metric] : metrics(s)) units[name] = metric.unit;
  return units;
}

std::map<std::string, Metric> MetricsTracker::metrics(const Simulation& s) const {
  const Vec3 position = chassis_position(world_, s);
  std::map<std::string, Metric> m;
  m["peak_wheel_force"] = {peak_wheel_force_, "N"};
  m["peak_body_contact_force"] = {peak_sphere_force_, "N"};
  if (load_time_ > 0.0) {  // a verdict may end a run earlier
    m["settled_load_sum"] = {load_sum_ / load_time_, "N"};
    m["drawbar_pull"] = {pull_sum_ / load_time_, "N"};
  }
  m["weight"] = {rover_mass_ * world_.settings.gravity, "N"};
  m["energy_ledger_error"] = {energy_error(s.state().ledger), "-"};
  m["max_sinkage"] = {max_sinkage_, "m"};
  m["mean_slip"] = {slip_time_ > 0.0 ? slip_sum_ / slip_time_ : 0.0, "-"};
  m["distance"] = {distance_, "m"};
  m["displacement"] = {(position - start_).head<2>().norm(), "m"};
  m["climb"] = {position.z() - start_.z(), "m"};
  m["max_tilt"] = {max_tilt_ * kDegrees, "deg"};
  const StepStatistics steps = s.statistics();
  m["force_evaluations"] = {static_cast<double>(steps.force_evaluations), "-"};
  m["rejected_steps"] = {static_cast<double>(steps.rejected_steps), "-"};
  if (world_.settings.integrator == IntegratorKind::rkf45)
    m["steps_at_least"] = {static_cast<double>(steps.inaccurate_steps), "-"};
  m["smallest_step"] = {steps.smallest_step, "s"};
  m["largest_step"] = {steps.largest_step, "s"};
  m["motor_work"] = {s.state().ledger.motor_work, "J"};
  m["peak_hub_displacement"] = {peak_hub_displacement_, "m"};
  m["peak_chassis_acceleration"] = {peak_chassis_acceleration_, "m/s2"};
  if (!suspension_.empty()) m["peak_bogie_acceleration"] = {peak_joint_acceleration_, "rad/s2"};
  if (least_margin_ < kNoMargin) m["min_tip_over_margin"] = {least_margin_ * kDegrees, "deg"};
  lander_.add_to(m);
  landing_.add_to(s, m);
  struts_.add_to(s, m);
  if (!world_.settings.stabilisation.projects()) m["largest_loop_gap"] = {widest_gap_, "m"};
  meshes_.add_to(m);
  add_walk_metrics(s, m);
  if (!world_.walkers.empty()) m["most_foot_sinkage"] = {most_foot_sinkage_, "m"};
  add_balance_metrics(s, m);
  for (const auto& element : s.elements()) element->add_metrics(s.state(), m);
  for (std::size_t i = 0; i < tensions_.size(); ++i) {
    const std::string name = world_.model->springs()[i].name + "_tension";
    if (load_time_ > 0.0) m[name] = {tensions_[i].sum / load_time_, "N"};
    m[name + "_peak"] = {tensions_[i].peak, "N"};
  }
  return m;
}

}  // namespace grouser
