// SPDX-License-Identifier: BSD-3-Clause
// Everything a run needs that does not change. Only build_world() makes one, from a WorldSpec that it has
// checked (simulation/build/scenario.hpp). Immutable and shared.
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grouser/base/input_document.hpp"
#include "grouser/base/toml_input.hpp"
#include "grouser/contact/contact_kinds.hpp"
#include "grouser/math/units.hpp"
#include "grouser/multibody/constrained/constrained_dynamics.hpp"
#include "grouser/multibody/integrators/integrator.hpp"
#include "grouser/simulation/step/frame.hpp"
#include "grouser/simulation/step/humanoid.hpp"
#include "grouser/simulation/step/landing.hpp"
#include "grouser/simulation/step/leg_control.hpp"
#include "grouser/simulation/step/strut.hpp"
#include "grouser/simulation/step/thrust.hpp"
#include "grouser/simulation/step/verdict.hpp"
#include "grouser/simulation/step/walker.hpp"
#include "grouser/terrain/surface/soil_stroke.hpp"
#include "grouser/vehicle/drive/drive_programme.hpp"
#include "grouser/vehicle/drive/hand_drive.hpp"
#include "grouser/vehicle/drive/joint_programme.hpp"
#include "grouser/vehicle/drive/waypoint_follower.hpp"
#include "grouser/vehicle/legs/servo_command.hpp"
#include "grouser/vehicle/spec/vehicle.hpp"

namespace grouser {

/// [integration.adaptive]: limits of a step (seed 000, section 3.1, 'Adaptive time step'). With rkf45 the
/// error's control chooses steps between min_step and max_step in which no body turns further than
/// max_rotation.
struct AdaptiveStep {
  double max_hub_displacement = 1e-4;  ///< allowed change of a contact's penetration in one step, m
  double min_step = 1e-4;              ///< s
  double max_step = 0.0;            ///< while anything touches, s; 0: the largest stable one, less a margin
  double max_step_on_bodies = 1e9;  ///< while a wheel stands on a moving body, s; found at load
  double max_flight_step = 0.1;     ///< while nothing touches, s
  double max_rotation = 2.0 * kDegree;  ///< of a body in one step of flight, rad
};

/// [orbit]: the world's axes go round with a point on a circular orbit.
struct OrbitSettings {
  double period = 0.0;          ///< s; 0: no orbit
  Vec3 radial = Vec3::UnitZ();  ///< away from the planet, unit
  Vec3 along = Vec3::UnitX();   ///< direction in which that point flies, unit, square to it
};

/// Coordinates in which a world moves: those of its joints, or those of every body on its own with joints as
/// rows (multibody/constrained).
enum class Formulation {
  tree,        ///< joint coordinates: the joints hold by construction
  constrained  ///< every body on its own, with joints as rows
};
/// The formulation's word in scenarios and reports.
inline const char* to_string(Formulation formulation) {
  return formulation == Formulation::tree ? "tree" : "constrained";
}

/// Channels whose greatest and least values between frames a recording keeps.
enum class PeakChoice {
  none,   ///< of no channel
  ready,  ///< that a step leaves ready, or that are computed from those with little work
  all     ///< of every channel
};

/// The choice's word in scenarios and reports.
inline const char* to_string(PeakChoice choice) {
  constexpr const char* kNames[] = {"none", "ready", "all"};
  return kNames[static_cast<int>(choice)];
}

/// The settings of a run that concern no single vehicle.
struct RunSettings {
  std::string name;                                    ///< of the scenario, as its file names it
  std::string title;                                   ///< as people read it
  std::string group;                                   ///< heading under which lists of scenarios show it
  std::string purpose;                                 ///< the question that it answers, in one line
  double duration = 0.0;                               ///< s
  double dt = 0.003;                                   ///< fixed step, and the step of settling, s
  RowChoice rows;                                      ///< of constrained coordinates
  RowStabilisation stabilisation;                      ///< of joint coordinates
  std::optional<AdaptiveStep> adaptive;                ///< always with rkf45
  ErrorTolerance tolerance;                            ///< of a step of rkf45
  IntegratorKind integrator = IntegratorKind::beeman;  ///< method of integration in time
  Formulation formulation = Formulation::tree;         ///< coordinates in which the world moves
  double gravity = 9.81;                               ///< m/s2, along -z
  OrbitSettings orbit;                   ///< rotation of the world's axes with an orbit; by default none
  double record_interval = 0.03;         ///< s
  double keyframe_interval = 1.0;        ///< s of simulated time
  bool durable = false;                  ///< each flush of a recording waits for the disk
  bool settle = true;                    ///< let all vehicles come to rest on their springs before t = 0
  bool refuse_unstable = true;           ///< spectral-radius guard at load
  PeakChoice peaks = PeakChoice::ready;  ///< channels whose extremes between frames are recorded

  /// Longest step while anything touches, s.
  double contact_step() const { return adaptive ? adaptive->max_step : dt; }
};

/// The role of a vehicle in its world: decides the names of its channels and who is judged.
enum class VehicleRole {
  rover,  ///< driven; judged by its egress or its path
  lander  ///< judged by its landing
};
/// The role's word in scenarios and reports.
inline const char* to_string(VehicleRole role) { return role == VehicleRole::rover ? "rover" : "lander"; }

/// The initial placement of a vehicle.
struct InitialPlacement {
  Vec3 position = Vec3::Zero();  ///< of the root's frame, m; if on_ground, z is a clearance above first touch
  bool on_ground = true;         ///< lowered until some part is just clear of what is below
  std::string on = {};  ///< name of the vehicle in whose frame position and angles are; "": the world
  double roll = 0.0;    ///< about x, rad
  double pitch = 0.0;   ///< about y, nose down positive, rad
  double yaw = 0.0;     ///< about z from east, to the left positive, rad
  Vec3 velocity = Vec3::Zero();  ///< m/s, world; applied after settling
  Vec3 spin = Vec3::Zero();      ///< rad/s, body axes
  double max_ramp_drop = 0.5;    ///< m: a ramp that ends higher above the ground is rejected
};

/// The drive and the steering of a wheel.
struct WheelDrive {
  int drive_q = -1;                 ///< of the drive in q
  int drive_v = -1;                 ///< of the drive in v
  int steer_q = -1;                 ///< of the steering in q; -1: not steered
  int steer_v = -1;                 ///< of the steering in v; -1: not steered
  WheelProgramme programme;         ///< spin and steering that are commanded over time
  std::optional<MotorLaw> motor{};  ///< none: the drive is ideal
};

/// One tree of the world's forest.
struct VehicleRuntime {
  VehicleSpec spec;                       ///< its names begin with `prefix`
  VehicleRole role = VehicleRole::rover;  ///< its role among the vehicles
  std::string name = {};                  ///< in this world, such as "rover"
  std::string prefix =
      {};       ///< of the names of its parts and channels: "" for the first of a role, or "name_"
  BodyId root;  ///< its root body in the model
  InitialPlacement initial = {};  ///< its place at the start
  int stands_on = -1;             ///< vehicle that `initial.on` names, -1: the ground
  int first_wheel = 0;            ///< its first wheel among the world's
  int wheel_count = 0;            ///< number of its wheels
  double turning_axle = 0.0;      ///< x of the middle of the turning axle in the root's frame, m
};

/// Cuts ties at a given time, or some time after the main vehicle first touches anything.
struct Release {
  std::vector<int> springs;   ///< indices of the model's springs
  double time = 0.0;          ///< s; with on_touchdown the delay after touchdown
  bool on_touchdown = false;  ///< true: `time` counts from the main vehicle's first touch
};

/// A prescribed joint that follows a programme.
struct LedCoordinate {
  int q = -1;                ///< of the joint in q
  int v = -1;                ///< of the joint in v
  JointMotionSignal signal;  ///< position, rate and second rate over time, rad or m
};

/// A prescribed joint that keeps its initial position.
struct HeldCoordinate {
  int q = -1;             ///< of the joint in q
  int v = -1;             ///< of the joint in v
  double position = 0.0;  ///< that it keeps, rad or m
};

/// Commands of a scenario, in order of their times.
struct TimedCommands {
  std::vector<HandCommand> hand;     ///< drive by hand
  std::vector<ServoCommand> servos;  ///< angles for a walker's servos
};

struct WorldSpec;
struct ExternalDrive;  // external_drive.hpp

/// The contact scene with its vehicles, and how they are driven, watched and recorded.
class World : public ContactScene, public std::enable_shared_from_this<World> {
 public:
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  RunSettings settings;                  ///< duration, step, gravity, recording
  std::vector<VehicleRuntime> vehicles;  ///< in the order of the spec

  /// Initial positions of any one-coordinate joints, rad or m
  std::vector<std::pair<std::string, double>> joint_angles;
  std::vector<WheelDrive> drives;             ///< one per wheel
  std::vector<HeldCoordinate> held;           ///< prescribed joints that keep their initial positions
  std::vector<LedCoordinate> led;             ///< prescribed joints that follow programmes
  std::vector<Release> releases;              ///< ties that are cut during the run
  std::optional<VerdictSettings> verdict;     ///< rules by which the run is judged; none: it has no verdict
  std::optional<ThrustSettings> thrust;       ///< of the first lander's engine
  std::optional<LandingSettings> landing;     ///< rules for the first lander's landing
  std::vector<LegControl> leg_controls;       ///< controllers of landing legs, with their settings
  std::vector<Strut> struts;                  ///< struts with cores of honeycomb or with shock absorbers
  std::vector<Walker> walkers;                ///< vehicles with legs and a gait
  std::vector<Humanoid> humanoids;            ///< vehicles with two feet under whole-body control
  std::vector<Push> pushes;                   ///< forces that act on bodies for some time
  std::vector<RigidTransform> walker_shapes;  ///< poses of the ground's shapes, for walkers that look ahead
  std::shared_ptr<const WaypointFollower> follower;  ///< null: the programmes drive
  int following_vehicle = 0;                         ///< that the follower drives
  std::shared_ptr<const HandDrive> hand_drive;       ///< of the main vehicle; null: it has no driven wheels

  /// Drives of the vehicle that is commanded from outside; null: none is.
  std::shared_ptr<const ExternalDrive> external;
  TimedCommands commands;                ///< of the scenario, to the main vehicle
  std::vector<SoilStroke> soil_strokes;  ///< of the scenario, in order of their times
  int main_vehicle = 0;  ///< the first rover, or else the first vehicle: metrics without a prefix are its own
  BodyId chassis;        ///< root of the main vehicle
  Scene scene;           ///< names and shapes that viewers and recorders need before the first frame
  std::shared_ptr<const WorldSpec> spec;  ///< that it was built from

  /// Documents that a run file stores, from which the same world can be built; empty if the spec names no
  /// documents
  std::vector<InputDocument> documents;
  std::vector<Override> overrides;           ///< settings that were applied after the documents
  std::vector<std::filesystem::path> files;  ///< files it was read from: no output may be one of them

  /// Whether steps of Beeman's method take the contacts linearly implicit: where steps are long because they
  /// adapt, or the ground is stiffer, or what it carries lighter, than a fixed step carries.
  bool implicit_contacts() const { return settings.adaptive || grounds.is_implicit(*this); }

  /// Index of the first vehicle of a role, or of the one with a name; -1: none.
  int find_vehicle(VehicleRole role) const {
    for (std::size_t i = 0; i < vehicles.size(); ++i)
      if (vehicles[i].role == role) return static_cast<int>(i);
    return -1;
  }
  /// Index of the vehicle with a name; -1: none.
  int find_vehicle(std::string_view name) const {
    for (std::size_t i = 0; i < vehicles.size(); ++i)
      if (vehicles[i].name == name) return static_cast<int>(i);
    return -1;
  }
  /// The main vehicle.
  const VehicleRuntime& main() const { return vehicles[static_cast<std::size_t>(main_vehicle)]; }
  /// Whether a body belongs to a vehicle.
  bool belongs(BodyId body, int vehicle) const {
    return vehicle_of_body[static_cast<std::size_t>(body.index)] == vehicle;
  }
  /// Mass of all bodies of a vehicle, kg.
  double mass_of(int vehicle) const {
    double mass = 0.0;
    for (std::size_t b = 0; b < vehicle_of_body.size(); ++b)
      if (vehicle_of_body[b] == vehicle) mass += model->bodies()[b].mass;
    return mass;
  }
  /// The number of a wheel among those that may be driven by hand; -1: it is another vehicle's.
  int hand_wheel(std::size_t wheel) const {
    const int i = static_cast<int>(wheel) - main().first_wheel;
    return hand_drive && i >= 0 && i < main().wheel_count ? i : -1;
  }
  /// Whether the follower commands a wheel; its segment is the wheel's number among those of its vehicle.
  bool follows(std::size_t wheel) const {
    if (!follower) return false;
    const VehicleRuntime& led_vehicle = vehicles[static_cast<std::size_t>(following_vehicle)];
    const int i = static_cast<int>(wheel) - led_vehicle.first_wheel;
    return i >= 0 && i < led_vehicle.wheel_count;
  }

 private:
  friend class WorldBuilder;  // of simulation/build
  World() = default;
};

}  // namespace grouser
