// Everything a run needs that does not change: what load_world() makes of a scenario. Immutable and shared.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "grouser/multibody/integrator.hpp"
#include "grouser/simulation/frame.hpp"
#include "grouser/simulation/scenario.hpp"
#include "grouser/soil/contact.hpp"
#include "grouser/terrain/terrain.hpp"
#include "grouser/terrain/wheel_arc.hpp"
#include "grouser/vehicle/drive_programme.hpp"
#include "grouser/vehicle/rover.hpp"

namespace grouser {

/// Surfaces that one slice of a wheel can remember at once.
inline constexpr int kSlotsPerSlice = 3;

struct RunSettings {
  std::string name, title;
  double duration = 0.0;  ///< s
  double dt = 0.003;      ///< s
  IntegratorKind integrator = IntegratorKind::beeman;
  double gravity = 9.81;           ///< m/s2, along -z
  double record_interval = 0.03;   ///< s
  double keyframe_interval = 1.0;  ///< s of simulated time
  bool settle = true;              ///< let the rover come to rest on its springs before t = 0
  bool refuse_unstable = true;     ///< spectral-radius guard at load
};

/// How the run starts.
struct InitialPlacement {
  Vec3 position = Vec3::Zero();  ///< of the chassis frame, m; z is a clearance above first touch if on_ground
  bool on_ground = true;         ///< lowered until a wheel is just clear of the ground
  double roll = 0.0, pitch = 0.0, yaw = 0.0;  ///< rad
  Vec3 velocity = Vec3::Zero();               ///< m/s, world
  Vec3 spin = Vec3::Zero();                   ///< rad/s, body axes
  std::vector<std::pair<std::string, double>>
      joint_angles;  ///< rad or m, dynamic or prescribed joints by name
};

/// One wheel as the loop uses it.
struct WheelRuntime {
  WheelSpec spec;
  BodyId body;
  int drive_q = -1, drive_v = -1;
  int steer_q = -1, steer_v = -1;  ///< -1: not steered
  WheelProgramme programme;
  std::vector<double> slice_offsets{};  ///< along the axle, m
  std::vector<ContactLaw> laws{};       ///< one a material
  int first_slot = 0;                   ///< slots of slice k start at first_slot + k * kSlotsPerSlice
};

struct SphereRuntime {
  SphereSpec spec;
  BodyId body;
};

/// A prescribed joint that keeps its initial position.
struct HeldCoordinate {
  int q = -1, v = -1;
  double position = 0.0;
};

class World : public std::enable_shared_from_this<World> {
 public:
  RunSettings settings;
  InitialPlacement initial;
  RoverSpec rover;
  std::shared_ptr<const Model> model;
  std::shared_ptr<const Terrain> terrain;
  std::vector<int> shape_owner;       ///< body index of each shape's owner, -1 the world
  std::vector<SoilParams> materials;  ///< by index of the terrain's material numbers
  std::vector<WheelRuntime> wheels;
  std::vector<SphereRuntime> spheres;
  std::vector<HeldCoordinate> held;
  BodyId chassis;
  int slot_count = 0;
  Scene scene;
  std::vector<InputDocument> documents;  ///< what a run file stores
  std::vector<Override> overrides;
};

}  // namespace grouser
