// Settling by kinetic damping (Otter, Cassell & Hobbs 1966, dynamic relaxation): the loop itself runs on with
// a share of the velocity taken away at each step, until nothing moves; what the run starts from is then in
// equilibrium under exactly the laws it goes on with. The time spent is not part of the run.
#include "initial_state.hpp"

#include <fmt/format.h>

#include <cmath>

#include "channels.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"

namespace grouser {
namespace {

constexpr double kDampingTime = 0.0285;  // s: velocities fade with this time constant while settling
constexpr double kMaxSettleTime = 24.0;  // s
constexpr int kReleases = 4;             // times the wheels' shear is let go while settling
constexpr double kRestSpeed = 2e-7;  // m/s (and rad/s): at rest; below 1 micrometre in the time a run watches
constexpr double kFirstLift = 50.0;  // m: highest start of the search for the ground

void set_initial_coordinates(const World& world, MotionState& motion) {
  const Joint& root = world.model->joints()[world.chassis.index];
  const InitialPlacement& start = world.initial;
  for (const auto& [name, value] : start.joint_angles) {
    const Joint& joint = world.model->joints()[world.model->joint(name).index];
    motion.q[joint.q_index] = value;
  }
  const Quat orientation = to_quat(rotation_from_rpy(start.roll, start.pitch, start.yaw));
  motion.q.segment<4>(root.q_index) =
      Eigen::Vector4d(orientation.w(), orientation.x(), orientation.y(), orientation.z());
  motion.q.segment<3>(root.q_index + 4) = start.position;
  motion.v.segment<3>(root.v_index) = start.spin;
  motion.v.segment<3>(root.v_index + 3) = start.velocity;
}

/// Whether any wheel or sphere touches, with the root at height z.
bool touches(const World& world, MotionState& motion, double z, const GroundMemory& ground) {
  const Joint& root = world.model->joints()[world.chassis.index];
  motion.q[root.q_index + 6] = z;
  Kinematics kinematics(*world.model);
  calc_kinematics(*world.model, motion.q, motion.v, kinematics);
  std::vector<RigidTransform> shapes;
  for (std::size_t i = 0; i < world.terrain->shapes().size(); ++i) {
    const int owner = world.shape_owner[i];
    shapes.push_back(owner < 0 ? world.terrain->shapes()[i].pose
                               : kinematics.body[owner].X_WB * world.terrain->shapes()[i].pose);
  }
  std::array<ArcContact, kMaxArcContacts> arcs;
  for (const WheelRuntime& wheel : world.wheels) {
    const RigidTransform& X = kinematics.body[wheel.body.index].X_WB;
    for (double offset : wheel.slice_offsets) {
      const WheelDisc disc{X.p + offset * X.R.col(1), X.R.col(1), wheel.spec.geometry.radius};
      const int count = find_arc_contacts(*world.terrain, ground, shapes, disc, arcs);
      HeightSample sample;
      if (count < 0 || !world.terrain->height(disc.center.x(), disc.center.y(), sample))
        throw InputError("initial.position",
                         fmt::format("wheel {} at x = {:.2f} m, y = {:.2f} m, outside the terrain",
                                     wheel.spec.name, X.p.x(), X.p.y()),
                         "a start where all wheels stand on the terrain");
      if (count > 0 || disc.center.z() < sample.z) return true;
    }
  }
  SphereContact contact;
  for (const SphereRuntime& sphere : world.spheres)
    if (find_sphere_contact(*world.terrain, shapes,
                            kinematics.body[sphere.body.index].X_WB * sphere.spec.position,
                            sphere.spec.radius, contact))
      return true;
  return false;
}

/// Lowers the rover until something is just about to touch, then lifts it by the clearance asked for.
void lower_to_ground(const World& world, MotionState& motion, const GroundMemory& ground) {
  const Joint& root = world.model->joints()[world.chassis.index];
  const double x = world.initial.position.x(), y = world.initial.position.y();
  HeightSample sample;
  if (!world.terrain->height(x, y, sample))
    throw InputError("initial.position", fmt::format("x = {:.2f} m, y = {:.2f} m, outside the terrain", x, y),
                     "a place on the terrain");
  double high = sample.z + kFirstLift, low = sample.z - 1.0;
  if (touches(world, motion, high, ground))
    throw InputError("initial.position", "ground or a shape 50 m above the start", "a start in the open");
  // from above in coarse steps, so that a deck or a step is met before the ground under it
  constexpr double kCoarse = 0.02;
  for (double z = std::min(high, sample.z + 5.0); z > low; z -= kCoarse)
    if (touches(world, motion, z, ground)) {
      low = z;
      high = z + kCoarse;
      break;
    }
  for (int i = 0; i < 40; ++i) {
    const double middle = 0.5 * (low + high);
    (touches(world, motion, middle, ground) ? low : high) = middle;
  }
  motion.q[root.q_index + 6] = high + world.initial.position.z();
}

void check_clear(const World& world, MotionState motion, const GroundMemory& ground) {
  const double z = world.initial.position.z();
  constexpr double kAllowed = 0.05;  // m: a wheel may start pressed in by this much
  if (touches(world, motion, z + kAllowed, ground))
    throw InputError("initial.position", fmt::format("z = {:.3f} m: the rover starts inside the ground", z),
                     "a start above the ground, or on_ground = true");
}

/// Runs until nothing moves (or the time for it is over); the fastest coordinate at the end.
double settle_once(const World& world, ContactSystem& system, IntegratorWorkspace& integrator,
                   SimulationState& state) {
  const double dt = world.settings.dt;
  const double kept = math::exp(-dt / kDampingTime);
  const int max_steps = static_cast<int>(kMaxSettleTime / dt),
            least_steps = static_cast<int>(5.0 * kDampingTime / dt);
  double fastest = 0.0;
  Kinematics kinematics(*world.model);
  for (int i = 0; i < max_steps; ++i) {
    calc_kinematics(*world.model, state.motion.q, state.motion.v, kinematics);
    for (const WheelRuntime& wheel : world.wheels) {
      const Vec3& p = kinematics.body[wheel.body.index].X_WB.p;
      state.ground.reserve_ahead(p.x(), p.y(), 2.0 * wheel.spec.geometry.radius);
    }
    system.begin(state);
    state.motion.time = -dt;  // the drives' clock stands at 0 while settling
    const StepStatus status = advance(IntegratorKind::euler, system, dt, state.motion, integrator);
    if (status != StepStatus::ok)
      throw InputError(
          "initial",
          fmt::format("the rover does not come to rest: {} {}", to_string(status), system.failure()),
          "a start from which it settles, or settle = false");
    system.accept(state);
    state.motion.v *= kept;
    fastest = state.motion.v.cwiseAbs().maxCoeff();
    if (fastest < kRestSpeed && i > least_steps) break;
  }
  return fastest;
}

void settle(const World& world, ContactSystem& system, IntegratorWorkspace& integrator,
            SimulationState& state) {
  double fastest = settle_once(world, system, integrator, state);
  // wheels put down locked hold the suspension wedged between them: let their shear go and settle again; what
  // a slope needs comes back, what only pulled one wheel against another does not
  for (int i = 0; i < kReleases; ++i) {
    for (ContactSlot& slot : state.slots) slot.memory.zeta_x = slot.memory.zeta_y = 0.0;
    fastest = settle_once(world, system, integrator, state);
  }
  constexpr double kStillMoving = 1e-3;
  if (fastest > kStillMoving)
    throw InputError("initial", fmt::format("the rover still moves at {:.3g} m/s after settling", fastest),
                     "a start on which it can stand (gentler slope, more friction), or settle = false");
  state.motion.time = 0.0;
  state.motion.v.setZero();
  state.motion.a.setZero();
  state.motion.a_prev.setZero();
  state.motion.dt_prev = world.settings.dt;
  state.motion.history = 2;  // at rest: the accelerations before the start are known to be zero
}

}  // namespace

SimulationState make_initial_state(const World& world, ContactSystem& system,
                                   IntegratorWorkspace& integrator) {
  SimulationState state;
  state.motion = MotionState::at_rest(*world.model, system.aux_size());
  state.slots.resize(world.slot_count);
  state.spheres.resize(world.spheres.size());
  set_initial_coordinates(world, state.motion);
  system.prescribe(0.0, state.motion.q, state.motion.v, state.motion.a);
  if (world.initial.on_ground) {
    lower_to_ground(world, state.motion, state.ground);
  } else {
    check_clear(world, state.motion, state.ground);
  }
  if (world.settings.settle) settle(world, system, integrator, state);
  state.ground.clear_changed();
  system.begin(state);
  system.pack_aux(state, state.motion.aux);
  Kinematics kinematics(*world.model);
  calc_kinematics(*world.model, state.motion.q, state.motion.v, kinematics);
  const StepStatus status = system.evaluate(0.0, state.motion.q, state.motion.v, state.motion.aux);
  if (status != StepStatus::ok) throw InputError("initial", system.failure(), "a start on the terrain");
  start_ledger(world, system, kinematics, state);
  return state;
}

}  // namespace grouser
