// SPDX-License-Identifier: BSD-3-Clause
// One free body upon a fixed one, as MuJoCo has it: the peer of tests/shape/body_motions.hpp.
#pragma once
#include <string>
#include <vector>

#include "grouser/math/types.hpp"
#include "grouser/shape/mesh/triangle_mesh.hpp"

struct mjModel_;
struct mjData_;

namespace grouser::bench {

/// A geometry of the free body in MJCF, by its type and sizes, and what it does.
struct MujocoMotion {
  std::string geometry;  ///< attributes of its <geom>
  Vec3 at = Vec3::Zero(), v = Vec3::Zero(), w = Vec3::Zero();
  double step = 1e-4;
};

class MujocoBody {
 public:
  /// Upon a plane.
  explicit MujocoBody(const MujocoMotion&, double friction, double density);
  /// Convex pieces upon the same, fixed ones; the free body is `above` higher.
  MujocoBody(const std::vector<TriangleMesh>& pieces, const Vec3& above, double friction, double density,
             double step);
  ~MujocoBody();
  MujocoBody(const MujocoBody&) = delete;
  MujocoBody& operator=(const MujocoBody&) = delete;

  void step();
  double time() const;
  Vec3 position() const, velocity() const, spin() const;
  int contacts() const;

 private:
  void load(const std::string& text);
  mjModel_* model_ = nullptr;
  mjData_* data_ = nullptr;
};

}  // namespace grouser::bench
