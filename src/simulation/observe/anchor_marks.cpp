// SPDX-License-Identifier: BSD-3-Clause
// Marks of the points to which sliding friction of meshes is anchored: the middle of each anchored triangle,
// with the anchor's displacement turned from the surface's frame into world axes.
#include "grouser/simulation/observe/anchor_marks.hpp"

#include <optional>

#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {
namespace {

/// The mesh whose polygons touch and the attitude of the surface's frame, by a number as MeshContacts gives
/// it: first pairs of meshes, then for each mesh the ground and the shapes.
struct Meeting {
  int mesh = 0;
  Mat3 surface = Mat3::Identity();
};

/// The meeting with this number; nothing for one that this world does not have, as a run that continues in a
/// changed world remembers.
std::optional<Meeting> meeting_of(const World& world, const Kinematics& kinematics, int number) {
  const auto body = [&](int index) -> const RigidTransform& {
    return kinematics.body[static_cast<std::size_t>(index)].X_WB;
  };
  const auto pairs = static_cast<int>(world.mesh.pairs.size());
  if (number < pairs) {
    const MeshPair& pair = world.mesh.pairs[static_cast<std::size_t>(number)];
    const MeshPart& surface = world.mesh.parts[static_cast<std::size_t>(pair.surface)];
    return Meeting{pair.polygons, body(surface.body.index).R * surface.spec.pose.R};
  }
  // Each mesh has one number for the ground and one for every shape.
  const int stride = 1 + static_cast<int>(world.mesh.shapes.size());
  const int shape = (number - pairs) % stride - 1;
  Meeting meeting{(number - pairs) / stride};
  if (meeting.mesh >= static_cast<int>(world.mesh.parts.size())) return std::nullopt;
  if (shape < 0) return meeting;
  const int owner = world.shape_owner[static_cast<std::size_t>(shape)];
  meeting.surface = world.terrain->shapes()[static_cast<std::size_t>(shape)].pose.R;
  if (owner >= 0) meeting.surface = body(owner).R * meeting.surface;
  return meeting;
}

}  // namespace

AnchorMarks find_anchor_marks(const Simulation& simulation) {
  const World& world = simulation.world();
  AnchorMarks all{simulation.step_count(), {}};
  for (const MeshAnchor& anchor : simulation.state().contacts.anchors) {
    // Anchors in use precede the free ones.
    if (anchor.pair < 0.0) break;
    const auto meeting = meeting_of(world, simulation.kinematics(), static_cast<int>(anchor.pair));
    if (!meeting) continue;
    const MeshPart& part = world.mesh.parts[static_cast<std::size_t>(meeting->mesh)];
    const TriangleMesh& mesh = part.polygons->mesh();
    // The mesh may have changed since the anchor was made.
    const auto face = static_cast<std::size_t>(anchor.face);
    if (face >= mesh.faces.size()) continue;
    const Vec3 middle = (mesh.corner(face, 0) + mesh.corner(face, 1) + mesh.corner(face, 2)) / 3.0;
    const RigidTransform& X_WB = simulation.kinematics().body[static_cast<std::size_t>(part.body.index)].X_WB;
    all.marks.push_back({X_WB * (part.spec.pose * middle),
                         meeting->surface * Vec3(anchor.x, anchor.y, anchor.z), anchor.sliding != 0.0});
  }
  return all;
}

}  // namespace grouser
