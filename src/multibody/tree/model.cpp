// SPDX-License-Identifier: BSD-3-Clause
// Look-ups by name, and the step of the coordinates along a motion, in which a ball joint's quaternion is
// multiplied by exp(phi) and all other coordinates add.
#include "grouser/multibody/tree/model.hpp"

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

/// Index of the first of this name; -1: none.
template <typename Named>
int find_index(const std::vector<Named>& all, const std::string& name) {
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].name == name) return static_cast<int>(i);
  return -1;
}

/// The same; throws InputError with the known names where there is none.
template <typename Named>
int index_or_throw(const std::vector<Named>& all, const std::string& name, const std::string& kind) {
  const int index = find_index(all, name);
  if (index >= 0) return index;
  std::string known;
  for (const auto& one : all) known += (known.empty() ? "" : ", ") + one.name;
  throw InputError(kind, "'" + name + "'", "one of: " + known);
}

// q (+) phi of a unit quaternion stored as w, x, y, z.
void rotate_quaternion(const double* q, const Vec3& phi, double* result) {
  const Quat rotated = normalised(Quat(q[0], q[1], q[2], q[3]) * quat_exp(phi));
  result[0] = rotated.w();
  result[1] = rotated.x();
  result[2] = rotated.y();
  result[3] = rotated.z();
}

}  // namespace

std::optional<BodyId> Model::find_body(const std::string& name) const {
  const int index = find_index(bodies_, name);
  return index < 0 ? std::nullopt : std::optional(BodyId{index});
}

std::optional<JointId> Model::find_joint(const std::string& name) const {
  const int index = find_index(joints_, name);
  return index < 0 ? std::nullopt : std::optional(JointId{index});
}

BodyId Model::body(const std::string& name) const { return {index_or_throw(bodies_, name, "body")}; }
JointId Model::joint(const std::string& name) const { return {index_or_throw(joints_, name, "joint")}; }

void Model::integrate(const VecX& q, const VecX& delta, VecX& result) const {
  for (const Joint& joint : joints_) {
    const double* from = q.data() + joint.q_index;
    const double* by = delta.data() + joint.v_index;
    double* to = result.data() + joint.q_index;
    // A ball has four positions and three rates, and comes before the turns and slides of its joint.
    if (joint.kind.ball) {
      rotate_quaternion(from, Vec3(by[0], by[1], by[2]), to);
      from += 4, by += 3, to += 4;
    }
    for (int k = 0; k < joint.kind.turns + joint.kind.slides; ++k) to[k] = from[k] + by[k];
  }
}

FourBarPose pose_at(const Model& model, const EmbeddedLoop& loop, const VecX& q) {
  const auto turn = [&](int joint) {
    return math::sincos(q[model.joints()[static_cast<std::size_t>(joint)].q_index]);
  };
  return place_bars(loop.bars, turn(loop.driver), turn(loop.coupler), turn(loop.follower));
}

}  // namespace grouser
