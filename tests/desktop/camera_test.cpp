// SPDX-License-Identifier: BSD-3-Clause
// The camera keeps its promises: what is grabbed stays under the pointer, the horizon is level, the ground is
// below.
#include "view/camera/camera.hpp"

#include <algorithm>
#include <cmath>

#include "catch.hpp"
#include "desktop/demo_scene.hpp"
#include "view/ground/terrain_lod.hpp"

using namespace grouser;
using namespace grouser::desktop;

namespace {

/// Where a point appears, -1..1.
Vec2 seen_at(const Camera& camera, const Vec3& p, double aspect) {
  const Vec3 d = p - camera.eye();
  const double t = std::tan(0.5 * camera.fov), depth = d.dot(camera.forward());
  return {d.dot(camera.right()) / (depth * t * aspect), d.dot(camera.up()) / (depth * t)};
}

}  // namespace

TEST_CASE("camera: orbit keeps the pivot in its place, zoom keeps the point under the pointer") {
  Camera camera;
  camera.frame(CameraPreset::iso, Vec3(1, 2, 0.5), 1.5, 0.3);
  const Vec3 pivot(1.4, 1.7, 0.2);
  const Vec2 before = seen_at(camera, pivot, 1.6);
  camera.orbit_about(pivot, 0.4, -0.2);
  CHECK((seen_at(camera, pivot, 1.6) - before).norm() < 1e-12);
  camera.zoom_to(pivot, 0.5);
  CHECK((seen_at(camera, pivot, 1.6) - before).norm() < 1e-12);
  CHECK(std::fabs(camera.right().z()) < 1e-15);  // level horizon
}

TEST_CASE("camera: pan moves a point at that depth with the pointer") {
  Camera camera;
  camera.frame(CameraPreset::side, Vec3::Zero(), 1.0, 0.0);
  const Vec3 p = camera.target;
  const Vec2 before = seen_at(camera, p, 1.5);
  camera.pan(0.2, -0.1, 1.5, camera.distance);
  CHECK((seen_at(camera, p, 1.5) - before - Vec2(0.2, -0.1)).norm() < 1e-12);
}

TEST_CASE("camera: a ray through a pixel goes where the pixel shows") {
  Camera camera;
  camera.frame(CameraPreset::follow, Vec3(0, 0, 1), 1.0, 0.0);
  const Vec3 p = camera.eye() + 7.0 * camera.ray(0.3, -0.6, 1.6);
  CHECK((seen_at(camera, p, 1.6) - Vec2(0.3, -0.6)).norm() < 1e-12);
}

TEST_CASE("camera: without perspective sizes do not depend on depth, and the mouse's promises hold") {
  Camera camera;
  camera.frame(CameraPreset::iso, Vec3(1, 2, 0.5), 1.5, 0.3);
  camera.parallel = true;
  const double aspect = 1.6;
  // A metre to the right is as long in the picture near as far, and at the target as long as in perspective.
  const auto length = [&](double depth) {
    const Vec3 p = camera.eye() + depth * camera.forward();
    return (*camera.project(p + camera.right(), aspect) - *camera.project(p, aspect)).x();
  };
  CHECK(length(1.0) == Approx(length(100.0)).epsilon(1e-12));
  CHECK(length(camera.distance) == Approx((seen_at(camera, camera.target + camera.right(), aspect) -
                                           seen_at(camera, camera.target, aspect))
                                              .x()));
  // A ray begins and ends where the pixel shows.
  for (const double along : {0.5, 30.0}) {
    const Vec3 p = camera.ray_start(0.3, -0.6, aspect) + along * camera.ray(0.3, -0.6, aspect);
    CHECK((*camera.project(p, aspect) - Vec2(0.3, -0.6)).norm() < 1e-12);
  }
  const Vec3 pivot(1.4, 1.7, 0.2);
  const Vec2 before = *camera.project(pivot, aspect);
  camera.orbit_about(pivot, 0.4, -0.2);
  CHECK((*camera.project(pivot, aspect) - before).norm() < 1e-12);
  camera.zoom_to(pivot, 0.5);
  CHECK((*camera.project(pivot, aspect) - before).norm() < 1e-12);
  camera.pan(0.2, -0.1, aspect, 77.0);
  CHECK((*camera.project(pivot, aspect) - before - Vec2(0.2, -0.1)).norm() < 1e-12);
}

TEST_CASE("camera: pressed on the ground it stands still, and it does not go where nothing is seen") {
  const auto terrain = test::demo_terrain();
  Camera camera;
  camera.frame(CameraPreset::side, Vec3(5, 3, 0.5), 2.0, 0.0);
  const Vec3 target = camera.target;
  for (int k = 0; k < 300; ++k) {
    camera.orbit_above(target, 0.0, -0.01, terrain.get(), 0.1);
    camera.stay_above(*terrain, 0.1);
  }
  CHECK((camera.target - target).norm() < 1e-9);
  const double pitch = camera.pitch;
  camera.orbit_above(target, 0.0, -0.01, terrain.get(), 0.1);
  CHECK(camera.pitch == pitch);
  camera.farthest = 80.0;
  for (int k = 0; k < 100; ++k) camera.zoom_to(target, 1.2);
  CHECK(camera.distance == Approx(80.0));
}

TEST_CASE("camera: patches of a view without perspective cover what it shows") {
  const auto terrain = test::demo_terrain();
  Camera camera;
  camera.frame(CameraPreset::iso, Vec3(5, 3, 0), 3.0, 0.0);
  camera.parallel = true;
  const double aspect = 1.6;
  const LodDomain domain = make_lod_domain(*terrain, camera.target);
  const auto keys = select_patches(*terrain, domain, camera, aspect, camera.target, {});
  for (const double u : {-0.95, 0.0, 0.95})
    for (const double v : {-0.95, 0.0, 0.95}) {
      const auto ground =
          find_ground(*terrain, camera.ray_start(u, v, aspect), camera.ray(u, v, aspect), 500.0);
      if (!ground) continue;
      CHECK(std::any_of(keys.begin(), keys.end(), [&](const PatchKey& key) {
        const Vec2 off = ground->head<2>() - domain.patch_center(key);
        return std::max(std::fabs(off.x()), std::fabs(off.y())) <= 0.5 * domain.patch_size(key.level) + 1e-9;
      }));
    }
}

TEST_CASE("camera: stays above the ground, find_hit finds ground and boxes") {
  const auto terrain = test::demo_terrain();
  Camera camera;
  camera.frame(CameraPreset::side, Vec3(5, 3, 0), 2.0, 0.0);
  camera.pitch = -0.3;
  camera.stay_above(*terrain, 0.1);
  HeightSample ground;
  REQUIRE(terrain->height(camera.eye().x(), camera.eye().y(), ground));
  CHECK(camera.eye().z() >= ground.z + 0.1 - 1e-9);
  const auto hit = find_hit(*terrain, Vec3(-4, 2, 6), Vec3(0.2, 0.1, -1).normalized(), 100.0);
  REQUIRE(hit);
  REQUIRE(terrain->height(hit->x(), hit->y(), ground));
  CHECK(hit->z() == Approx(ground.z).margin(1e-5));
  const auto on_box = find_hit(*terrain, Vec3(1.7, 0.9, 5), Vec3(0, 0, -1), 100.0);
  REQUIRE(on_box);
  CHECK(on_box->z() == Approx(0.2).margin(1e-9));  // centre 0.05 m, half height 0.15 m
  CHECK_FALSE(find_hit(*terrain, Vec3(0, 0, 5), Vec3(0, 0, 1), 100.0));
}

TEST_CASE("level of detail: few patches, fine near the rover, vertices on the ground") {
  const auto terrain = test::demo_terrain();
  Camera camera;
  camera.frame(CameraPreset::follow, Vec3(0, 0, 0.3), 1.2, 0.0);
  const LodDomain domain = make_lod_domain(*terrain, Vec3::Zero());
  const auto keys = select_patches(*terrain, domain, camera, 1.6, Vec3::Zero(), {90, true});
  CHECK(keys.size() > 10);
  CHECK(keys.size() <= 90);
  // The patch under the rover, wherever the eye is.
  const auto under = std::find_if(keys.begin(), keys.end(), [&](PatchKey key) {
    const double reach = 0.5 * domain.patch_size(key.level);
    return (domain.patch_center(key) - Vec2(0.1, 0.1)).cwiseAbs().maxCoeff() <= reach;
  });
  REQUIRE(under != keys.end());
  CHECK(domain.patch_size(under->level) / kPatchQuads <= 2.0 * domain.finest);
  const PatchMesh mesh = make_patch(*terrain, domain, keys.front());
  const Vec2 center = domain.patch_center(keys.front());
  for (std::size_t k = 0; k < (kPatchQuads + 1) * (kPatchQuads + 1); ++k) {
    HeightSample s;
    REQUIRE(terrain->height(center.x() + mesh.vertices[k].x, center.y() + mesh.vertices[k].y, s));
    CHECK(mesh.base_z + mesh.vertices[k].z == Approx(s.z).margin(1e-5));  // float
  }
  const auto indices = make_patch_indices();
  CHECK(indices.size() == 3u * (2 * kPatchQuads * kPatchQuads + 8 * kPatchQuads));
  for (const std::uint16_t i : indices) CHECK(i < mesh.vertices.size());
}
