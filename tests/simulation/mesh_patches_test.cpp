// SPDX-License-Identifier: BSD-3-Clause
// Pressures between meshes, found from poses alone, as a viewer has them.
#include "grouser/contact/mesh_patches.hpp"

#include "catch.hpp"
#include "grouser/math/pose.hpp"
#include "grouser/simulation/observe/anchor_marks.hpp"
#include "grouser/simulation/observe/event_watch.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/terrain/surface/no_ground.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

constexpr double kStiffness = 2e9;  // Pa/m

/// A block of 200 x 100 x 100 mm on body 0.
MeshSet one_block() {
  MeshSet meshes;
  MeshPart part;
  auto form = std::make_shared<MeshForm>();
  form->mesh = with_short_edges(box_mesh({0.2, 0.1, 0.1}), 0.03);
  part.spec.form = form;
  part.spec.law.stiffness = kStiffness;
  part.body = BodyId{0};
  part.polygons = std::make_shared<const MeshDistance>(form->mesh);
  part.surface = part.polygons;
  meshes.parts.push_back(part);
  return meshes;
}

double sum_of_loads(const std::vector<PressedTriangle>& triangles) {
  double sum = 0.0;
  for (const PressedTriangle& t : triangles) sum += t.load();
  return sum;
}

/// s deep in a plane: its lower face is, and of its sides a strip of s whose mean depth is s / 2.
double load_of_block(double s) { return kStiffness * (s * 0.2 * 0.1 + 0.5 * s * s * 2.0 * (0.2 + 0.1)); }

/// Friction is marked on what is pressed, in its plane, and slides where the records say that something does.
void check_marks(const Simulation& s, const std::vector<PressedTriangle>& pressed) {
  const AnchorMarks anchors = find_anchor_marks(s);
  CHECK(anchors.step == s.step_count());
  REQUIRE_FALSE(anchors.marks.empty());
  std::size_t slides = 0;
  for (const AnchorMark& mark : anchors.marks) {
    slides += mark.slides ? 1 : 0;
    double off = 1e300, steep = 1.0;
    for (const PressedTriangle& t : pressed) {
      const double away = (mark.point - (t.corners[0] + t.corners[1] + t.corners[2]) / 3.0).norm();
      if (away >= off) continue;
      off = away;
      steep = mark.stretched.norm() > 0.0 ? std::fabs(mark.stretched.normalized().dot(t.normal)) : 0.0;
    }
    CHECK(off < 0.05);  // m: a polygon's middle from that of its part below the surface
    // friction acts across the elastic force, which leans with the fall of the depth beside the edges of the
    // sixteen sectors round a finger and round the bolt's sleeve, and the nearest triangle may be a
    // neighbour: two sectors, sin 45 degrees
    CHECK(steep < 0.71);
  }
  double most = 0.0, least = 1.0;
  for (const MeshOutput& mesh : s.output().meshes)
    if (mesh.polygons > 0) most = std::max(most, mesh.sliding), least = std::min(least, mesh.sliding);
  CHECK((slides > 0) == (most > 0.0));
  CHECK((slides < anchors.marks.size()) == (least < 1.0));
}

}  // namespace

TEST_CASE(
    "mesh patches: a block pressed into a plane carries c (s A + s^2 P / 2), its lower face at c s "
    "everywhere") {
  const auto terrain = std::make_shared<const Terrain>(BasePlane{}, 0, std::vector<RigidShape>{});
  MeshPatches patches(one_block(), terrain, {0}, {});
  const double s = 1e-3, area = 0.2 * 0.1;
  const RigidTransform pose{rotation_about(Vec3::UnitZ(), 0.3), Vec3(0.7, -0.2, 0.05 - s)};
  const std::vector<PressedTriangle>& found = patches.find(std::vector{pose});
  CHECK(sum_of_loads(found) == Approx(load_of_block(s)).epsilon(1e-9));
  double below = 0.0;
  for (const PressedTriangle& t : found) {
    if (t.normal.z() > -0.5) continue;
    below += t.area();
    for (const double p : t.pressure) CHECK(p == Approx(kStiffness * s).epsilon(1e-9));
    const Vec3 way = (t.corners[1] - t.corners[0]).cross(t.corners[2] - t.corners[0]).normalized();
    CHECK((way - t.normal).norm() < 1e-9);
  }
  CHECK(below == Approx(area).epsilon(1e-9));
  CHECK(patches.find(std::vector{RigidTransform{Mat3::Identity(), Vec3(0, 0, 0.0501)}}).empty());
}

TEST_CASE("mesh patches: shapes of the world and of other vehicles are pressed, a vehicle's own are not") {
  RigidShape plate;
  plate.half = Vec3(0.3, 0.3, 0.05);
  plate.pose.p = Vec3(0, 0, -0.05);  // its top at the origin of what carries it
  MeshSet meshes = one_block();
  meshes.shapes.push_back(std::make_shared<const MeshDistance>(box_mesh(2.0 * plate.half)));
  const auto terrain =
      std::make_shared<const Terrain>(BasePlane{.z0 = kOutOfReach}, 0, std::vector<RigidShape>{plate});
  const Vec3 at(0, 0, 0.05 - 1e-3);
  const auto load_on = [&](int owner, const RigidTransform& owner_pose, const Vec3& block,
                           std::vector<int> vehicles) {
    MeshPatches patches(meshes, terrain, std::move(vehicles), {owner});
    return sum_of_loads(patches.find(std::vector{RigidTransform{Mat3::Identity(), block}, owner_pose}));
  };
  const double wanted = load_of_block(1e-3);
  CHECK(load_on(-1, {}, at, {0, 1}) == Approx(wanted).epsilon(1e-9));
  const RigidTransform away{rotation_about(Vec3::UnitZ(), 0.7), Vec3(3, 1, 2)};
  MeshPatches moved(meshes, terrain, {0, 1}, {1});
  CHECK(sum_of_loads(moved.find(std::vector{away * RigidTransform{Mat3::Identity(), at}, away})) ==
        Approx(wanted).epsilon(1e-6));
  CHECK(load_on(1, {}, at, {0, 0}) == 0.0);
}

// A viewer has poses alone: dampers are missing, and a polygon's load is the sum over its corners' directions. Events: nothing
// lifts off where there is no ground.
TEST_CASE("mesh patches: pressures in a running docking carry what its crown and tool are recorded to load") {
  Simulation s = start("docking_smart_olev", {});
  const World& world = s.world();
  MeshPatches patches(world.mesh, world.terrain, world.vehicle_of_body, world.shape_owner);
  FrameWriter writer(world);
  EventWatch watch(s);
  for (const double time : {48.0, 55.0}) {
    while (s.time() < time) {
      REQUIRE(s.step() == StepStatus::ok);
      watch.observe(s);
    }
    Frame frame;
    writer.fill(s, frame);
    std::vector<double> load(static_cast<std::size_t>(world.mesh.records), 0.0);
    const std::vector<PressedTriangle>& pressed = patches.find(frame.body_poses);
    check_marks(s, pressed);
    for (const PressedTriangle& t : pressed) {
      REQUIRE(t.other >= 0);
      for (const int mesh : {t.mesh, t.other})
        load[static_cast<std::size_t>(world.mesh.parts[static_cast<std::size_t>(mesh)].record)] += t.load();
    }
    double most = 0.0;
    for (std::size_t i = 0; i < load.size(); ++i) {
      const ContactRecord& record = s.output().records[world.parts.size() - load.size() + i];
      INFO(world.parts[world.parts.size() - load.size() + i].name << " at " << time << " s");
      CHECK(load[i] == Approx(record.load).epsilon(0.02).margin(0.05));
      most = std::max(most, load[i]);
    }
    CHECK(most > 50.0);  // N: the crown draws, or there was nothing to compare
  }
  int contacts = 0;
  for (const RunEvent& event : watch.events()) {
    INFO(event.kind << " " << event.text);
    CHECK((event.kind == "contact" || event.kind == "parting"));
    contacts += event.kind == "contact" ? 1 : 0;
  }
  CHECK(contacts > 0);
}
