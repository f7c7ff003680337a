// SPDX-License-Identifier: BSD-3-Clause
// libsdformat, where it is there, reads the SDF of every shipped rover with the same masses, inertias and
// poses.
#include <sdf/sdf.hh>

#include "catch.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/exchange/rovers/rover_export.hpp"
#include "grouser/exchange/rovers/sdf.hpp"
#include "rover_texts.hpp"

using namespace grouser;

namespace {

RigidTransform sdformat_pose(const ignition::math::Pose3d& pose) {
  const auto& q = pose.Rot();
  return {to_matrix(normalised(Quat(q.W(), q.X(), q.Y(), q.Z()))),
          Vec3(pose.Pos().X(), pose.Pos().Y(), pose.Pos().Z())};
}

void check_link(const RoverDescription& ours, const DescribedLink& link, const sdf::Model& model) {
  const sdf::Link* other = model.LinkByName(link.name);
  REQUIRE(other);
  CHECK(other->Inertial().MassMatrix().Mass() == link.mass);
  const ignition::math::Matrix3d moi = other->Inertial().MassMatrix().Moi();
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k)
      CHECK(moi(static_cast<std::size_t>(i), static_cast<std::size_t>(k)) == link.inertia(i, k));
  CHECK((sdformat_pose(other->Inertial().Pose()).p - link.com).norm() == 0.0);
  ignition::math::Pose3d pose;
  CHECK(other->SemanticPose().Resolve(pose, "__model__").empty());
  // angles go through quaternions of theirs: a few roundings for each joint above
  CHECK((sdformat_pose(pose).p - ours.X_RL(link.name).p).norm() < 1e-13);
  CHECK((sdformat_pose(pose).R - ours.X_RL(link.name).R).norm() < 1e-13);
}

}  // namespace

TEST_CASE("libsdformat reads the SDF of every shipped rover with the same masses and poses",
          "[exchange][rover]") {
  for (const std::string& id : asset_ids("rovers")) {
    CAPTURE(id);
    const VehicleSpec vehicle = load_vehicle(resolve_asset(id, "rovers").string());
    const RoverDescription ours = describe_vehicle(vehicle);
    sdf::Root root;
    for (const sdf::Error& error : root.LoadSdfString(sdf_text(ours))) FAIL(error.Message());
    REQUIRE(root.Model());
    CHECK(root.Model()->LinkCount() == ours.links.size());
    CHECK(root.Model()->JointCount() == ours.joints.size() + ours.loops.size());
    for (const DescribedLink& link : ours.links) check_link(ours, link, *root.Model());
  }
}
