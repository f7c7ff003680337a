// SPDX-License-Identifier: BSD-3-Clause
// Start poses of the vehicles: put where the scenario says or lowered until they touch, then settled.
#include "grouser/simulation/build/start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "build_vehicles.hpp"
#include "elements/drive_commands.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/float_environment.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/contact/wheel_ground.hpp"
#include "grouser/multibody/constraints/closure.hpp"
#include "grouser/simulation/observe/goal_verdict.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "ramp_reach.hpp"
#include "settling.hpp"
#include "step/body_coordinates.hpp"
#include "step/ledger.hpp"
#include "step/step_loads.hpp"

namespace grouser {
namespace {

constexpr double kFirstLift = 50.0;  // m: highest start of the search for the ground
// m: lowest position of a root below the ground under it (its frame may be high up)
constexpr double kDeepest = 3.0;

/// Puts joints at the angles that the scenario or a stance sets.
void set_joint_angles(const World& world, MotionState& motion) {
  for (const auto& [name, value] : world.joint_angles) {
    const Joint& joint = world.model->joints()[world.model->joint(name).index];
    motion.q[joint.q_index] = value;
  }
}

/// Makes positions and velocities satisfy couplings and loop joints.
void close_loops(const World& world, Closure& closure, MotionState& motion) {
  RowFailure failure = closure.close_positions(motion.q);
  if (!failure) failure = closure.close_velocities(motion.q, motion.v);
  if (failure)
    throw InputError("initial", describe(*world.model, failure),
                     "joint angles and rates that the loop allows");
}

/// Refuses a start that loop joints brought beyond the stops of a joint. A position that was asked for may be
/// beyond them: stops are springs.
void check_stops(const World& world, const VecX& q) {
  const auto stated = [&](const Joint& joint) {
    return std::ranges::any_of(world.joint_angles, [&](const auto& a) { return a.first == joint.name; });
  };
  for (const Joint& joint : world.model->joints()) {
    if (joint.nv != 1 || joint.mode == CoordinateMode::prescribed || stated(joint)) continue;
    if (q[joint.q_index] >= joint.forces.lower && q[joint.q_index] <= joint.forces.upper) continue;
    const bool angular = joint.kind.hinge;
    const double scale = angular ? 57.29577951308232 : 1.0;
    throw InputError(
        "joint " + joint.name,
        fmt::format("{:.4g} {} where the loop joints close", scale * q[joint.q_index], angular ? "deg" : "m"),
        fmt::format(
            "a place between its stops, {:.4g} to {:.4g} {}: other points, lengths or initial positions",
            scale * joint.forces.lower, scale * joint.forces.upper, angular ? "deg" : "m"));
  }
}

/// Whether a vehicle's root moves freely; otherwise its joint places it.
bool is_free(const World& world, const VehicleRuntime& vehicle) {
  return world.model->inboard(vehicle.root).kind.is_free();
}

/// Puts a free root at a pose, world.
void set_root_pose(const World& world, const VehicleRuntime& vehicle, const RigidTransform& X,
                   MotionState& motion) {
  const int q = world.model->joints()[vehicle.root.index].q_index;
  const Quat orientation = to_quat(X.R);
  motion.q.segment<4>(q) =
      Eigen::Vector4d(orientation.w(), orientation.x(), orientation.y(), orientation.z());
  motion.q.segment<3>(q + 4) = X.p;
}

/// Sets the initial speeds; true if anything moves.
bool set_velocities(const World& world, MotionState& motion) {
  bool moving = false;
  for (const VehicleRuntime& vehicle : world.vehicles) {
    if (!is_free(world, vehicle)) continue;
    const int v = world.model->joints()[vehicle.root.index].v_index;
    motion.v.segment<3>(v) = vehicle.initial.spin;
    motion.v.segment<3>(v + 3) = vehicle.initial.velocity;
    moving = moving || vehicle.initial.spin.norm() > 0.0 || vehicle.initial.velocity.norm() > 0.0;
  }
  return moving;
}

using Elements = std::span<const std::unique_ptr<ContactElement>>;

/// Probe for whether any part of one vehicle touches with its root at height z.
class TouchProbe {
 public:
  TouchProbe(const World& world, Elements elements, int vehicle, const GroundMemory& ground)
      : world_(world), vehicle_(vehicle), elements_(elements), kinematics_(*world.model), shapes_(world) {
    instant_.now = &kinematics_;
    instant_.shape_poses = shapes_.all();
    instant_.terrain = world.terrain.get();
    instant_.ground = &ground;
  }

  bool touches(MotionState& motion, double z) {
    const VehicleRuntime& vehicle = world_.vehicles[vehicle_];
    motion.q[world_.model->joints()[vehicle.root.index].q_index + 6] = z;
    calc_kinematics(*world_.model, motion.q, motion.v, kinematics_);
    shapes_.place(kinematics_);
    instant_.q = &motion.q;
    instant_.v = &motion.v;
    return std::any_of(elements_.begin(), elements_.end(), [&](const auto& element) {
      return element->touches(instant_, vehicle_, "initial.position");
    });
  }

 private:
  const World& world_;
  int vehicle_;
  Elements elements_;
  Kinematics kinematics_;
  ShapePoses shapes_;
  ContactInstant instant_;
};

/// Lowers the vehicle until some part is just about to touch, then lifts it by the requested clearance.
void lower_to_ground(const World& world, Elements elements, int vehicle, const RigidTransform& X,
                     MotionState& motion, const GroundMemory& ground) {
  TouchProbe probe(world, elements, vehicle, ground);
  HeightSample sample;
  if (!world.terrain->height(X.p.x(), X.p.y(), sample))
    throw InputError("initial.position",
                     fmt::format("x = {:.2f} m, y = {:.2f} m, outside the terrain", X.p.x(), X.p.y()),
                     "a place on the terrain");
  // Search between a height in the open and one below the ground.
  double high = sample.z + kFirstLift, low = sample.z - kDeepest;
  if (probe.touches(motion, high))
    throw InputError("initial.position", "ground or a shape 50 m above the start", "a start in the open");
  // From above in coarse steps, so that a deck or a step is met before the ground under it. A vehicle that
  // reaches so far down that it touches at the usual height is lowered from the height in the open.
  constexpr double kCoarse = 0.02, kUsualLift = 5.0;  // m
  double z = sample.z + kUsualLift;
  if (probe.touches(motion, z)) z = high;
  for (z -= kCoarse; z > low; z -= kCoarse)
    if (probe.touches(motion, z)) {
      low = z;
      high = z + kCoarse;
      break;
    }
  // Bisection to rounding; `high` is the side without contact.
  for (int i = 0; i < 40; ++i) {
    const double middle = 0.5 * (low + high);
    (probe.touches(motion, middle) ? low : high) = middle;
  }
  motion.q[world.model->joints()[world.vehicles[vehicle].root.index].q_index + 6] =
      high + world.vehicles[vehicle].initial.position.z();
}

/// Throws InputError for a vehicle that starts in the ground deeper than kAllowed.
void check_clear(const World& world, Elements elements, int vehicle, double z, MotionState motion,
                 const GroundMemory& ground) {
  constexpr double kAllowed = 0.05;  // m: a wheel may start pressed in by this much
  TouchProbe probe(world, elements, vehicle, ground);
  // Both must touch: a vehicle lifted alone could meet what lies close above it.
  if (probe.touches(motion, z) && probe.touches(motion, z + kAllowed))
    throw InputError(
        "initial.position",
        fmt::format("z = {:.3f} m: {} starts inside the ground", z, world.vehicles[vehicle].spec.name),
        "a start above the ground, or on_ground = true");
}

/// Places one vehicle as its placement says, also on another that has been placed already.
void place(const World& world, Elements elements, int index, MotionState& motion,
           const GroundMemory& ground) {
  const VehicleRuntime& vehicle = world.vehicles[index];
  if (!is_free(world, vehicle)) return;
  RigidTransform X = stated_pose(vehicle.initial);
  // On a carrier the placement is in the frame of the carrier's root.
  if (vehicle.stands_on >= 0) {
    Kinematics kinematics(*world.model);
    calc_kinematics(*world.model, motion.q, motion.v, kinematics);
    const VehicleRuntime& carrier = world.vehicles[static_cast<std::size_t>(vehicle.stands_on)];
    X = kinematics.body[carrier.root.index].X_WB * X;
  }
  set_root_pose(world, vehicle, X, motion);
  if (vehicle.initial.on_ground) {
    lower_to_ground(world, elements, index, X, motion, ground);
  } else {
    check_clear(world, elements, index, X.p.z(), motion, ground);
  }
}

/// Vehicles that others may stand on come first: landers, then rovers on the ground, then those on other
/// vehicles.
std::vector<int> order_of_placing(const World& world) {
  std::vector<int> order;
  const auto add = [&](VehicleRole role, bool carried) {
    for (std::size_t i = 0; i < world.vehicles.size(); ++i)
      if (world.vehicles[i].role == role && (world.vehicles[i].stands_on >= 0) == carried)
        order.push_back(static_cast<int>(i));
  };
  for (const bool carried : {false, true})
    for (const VehicleRole role : {VehicleRole::lander, VehicleRole::rover}) add(role, carried);
  return order;
}

/// Puts vehicles that wait for their turn out of reach of the others.
void put_aside(const World& world, MotionState& motion) {
  constexpr double kFarUp = 1e6;  // m, for each
  for (std::size_t i = 0; i < world.vehicles.size(); ++i)
    if (is_free(world, world.vehicles[i]))
      motion.q[world.model->joints()[world.vehicles[i].root.index].q_index + 6] =
          kFarUp * static_cast<double>(i + 1);
}

/// All memory of a run before its first step, with the model in its neutral position.
SimulationState neutral_state(const World& world, const StepLoads& loads) {
  SimulationState state;
  state.motion = MotionState::at_rest(*world.model, loads.aux_size());
  state.contacts = untouched(world);
  state.ground = world.grounds.untouched();
  for (const auto& element : loads.elements()) element->make_memory(state);
  return state;
}

}  // namespace

SimulationState blank_state(const World& world) {
  SimulationState state = neutral_state(world, StepLoads(world, Formulation::tree));
  if (world.settings.formulation == Formulation::constrained) take_bodies_apart(world, state);
  if (world.settings.adaptive) state.next_dt = world.settings.dt;  // part of the state from the start on
  return state;
}

SimulationState make_initial_state(const World& world, const std::function<bool()>& cancelled) {
  check_path_on_terrain(world);
  StepLoads loads(world, Formulation::tree);  // placing and settling are the business of joints
  IntegratorWorkspace integrator(*world.model, loads.aux_size(), world.settings.stabilisation);
  SimulationState state = neutral_state(world, loads);
  // Joint angles of the scenario, with drives at rest, and loops that close on them.
  set_joint_angles(world, state.motion);
  loads.hold(true);
  loads.begin(state, 0.0);
  loads.prescribe(0.0, state.motion.q, state.motion.v, state.motion.a);
  Closure closure(*world.model);
  close_loops(world, closure, state.motion);
  check_stops(world, state.motion.q);
  // Elements take their memory from these positions.
  for (const auto& element : loads.elements()) element->make_memory(state);
  // Vehicles are placed one by one and then settle together.
  put_aside(world, state.motion);
  for (const int i : order_of_placing(world))
    place(world, loads.contacts().elements(), i, state.motion, state.ground);
  if (world.settings.settle) settle(world, loads, integrator, state, cancelled);
  // Speeds come after settling; loops must carry them.
  loads.hold(false);
  if (set_velocities(world, state.motion)) state.motion.restart();
  loads.prescribe(0.0, state.motion.q, state.motion.v, state.motion.a);
  close_loops(world, closure, state.motion);
  state.ground.clear_changed();
  Kinematics kinematics(*world.model);
  calc_kinematics(*world.model, state.motion.q, state.motion.v, kinematics);
  // Elements see where the vehicles stand.
  for (const auto& element : loads.elements()) element->start(kinematics, state);
  // Forces at the start, from which energy book and watches begin.
  loads.begin(state, 0.0);
  loads.begin_rates(state, 0.0, state.motion.aux);
  const StepStatus status = loads.evaluate(state.motion);
  if (status == StepStatus::not_closed)
    throw InputError("initial", loads.failure(), "a start off the loop's dead points");
  if (status != StepStatus::ok) throw InputError("initial", loads.failure(), "a start on the terrain");
  const StepMoment now{loads.output(), kinematics, loads.effort()};
  start_ledger(world, loads, now, state);
  for (const auto& element : loads.elements()) element->look(now, state);
  world.grounds.empty_books(state.contacts);
  check_ramps_reach(world, state);
  if (world.settings.formulation == Formulation::constrained) take_bodies_apart(world, state);
  return state;
}

namespace {

/// Throws InputError where the scenario asks for a number that is no metric of its runs.
void check_numbers(const Simulation& simulation) {
  std::map<std::string, std::string> units;
  for (const ShownNumber& number : simulation.scene().numbers) {
    if (number.of != ShownNumber::Of::metric || number.place.empty()) continue;
    if (units.empty()) units = MetricsTracker(simulation).units(simulation);
    if (units.count(number.name)) continue;
    std::vector<std::string> known;
    for (const auto& [name, unit] : units) known.push_back(name);
    throw InputError(number.place, "no metric '" + number.name + "'" + did_you_mean(number.name, known),
                     "a metric of the run: " + word_list(known));
  }
}

}  // namespace

Simulation start_simulation(std::shared_ptr<const World> world, const std::function<bool()>& cancelled) {
  const StandardArithmetic arithmetic;
  SimulationState start = make_initial_state(*world, cancelled);
  Simulation simulation(std::move(world), std::move(start));
  check_goals(simulation);
  check_numbers(simulation);
  return simulation;
}

}  // namespace grouser
