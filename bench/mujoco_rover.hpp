// SPDX-License-Identifier: BSD-3-Clause
// A world's rover as MuJoCo steps it, on rigid ground: the peer of the whole step. The MJCF is written from
// our own Model, wheels and terrain, so the two cannot drift apart: same bodies, masses, inertias, joints,
// limits and couplings; wheels are cylinders with the rim's radius and width, contact spheres are spheres,
// and nothing touches but the rover and the ground. Joints that our rover holds (steering, deployment) are
// welded and their bodies fused, which is the cheapest that MuJoCo can have it; or they are joints with
// servos, all bodies apart.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

struct mjModel_;
struct mjData_;

namespace grouser::bench {

enum class HeldJoints { welded, servoed };

/// Settings of MuJoCo, which always uses its Euler integrator and pyramidal friction cones, its cheapest.
struct MujocoSettings {
  double step = 0.003;  ///< s
  HeldJoints held = HeldJoints::welded;
  std::string solver = "Newton";  ///< or CG, PGS; Newton was the fastest on plane and height field
  double friction = 0.6;          ///< Coulomb, of wheels on the ground
};

/// The model as MJCF, welded joints at the angles of q. Throws RunError for what it does not carry over:
/// spring elements, spherical joints, more than one vehicle, shapes on the ground.
std::string mujoco_model_text(const World&, const VecX& q, const MujocoSettings&);

class MujocoRover {
 public:
  /// Starts at rest in the pose of `start`, lifted clear of the ground by 20 mm. Throws RunError with
  /// MuJoCo's words.
  MujocoRover(std::shared_ptr<const World> world, const SimulationState& start, const MujocoSettings&);
  ~MujocoRover();
  MujocoRover(MujocoRover&&) noexcept;

  /// Commands the drives as the world's programme commands ours at this time, s.
  void command(double time);
  void step();
  double time() const;
  Vec3 position() const;         ///< of the chassis frame, m
  double vertical_load() const;  ///< sum of the ground's forces on the rover, along z, N
  int coordinates() const;       ///< that MuJoCo solves for
  int contacts() const;
  /// Most contacts of one pair so far, of the 50 that MuJoCo keeps, and warnings: buffers full, bad numbers.
  int most_of_a_pair() const { return most_of_a_pair_; }
  int warnings() const;
  void count_pairs();
  void save();
  void restore();  ///< back to the state at save()

 private:
  std::shared_ptr<const World> world_;
  mjModel_* model_ = nullptr;
  mjData_ *data_ = nullptr, *saved_ = nullptr;
  int chassis_ = 0, most_of_a_pair_ = 0;
  std::vector<int> drives_;  // actuator of each of the world's wheels
};

}  // namespace grouser::bench
