// SPDX-License-Identifier: BSD-3-Clause
// Rocks in batches: a picture shows those that a ray to the pixel meets, and draws few of those that it does not show.
#include "view/ground/rigid_ground.hpp"

#include <cstdlib>
#include <glm/gtc/matrix_transform.hpp>
#include <iostream>
#include <random>

#include "catch.hpp"
#include "desktop/demo_scene.hpp"
#include "hal/headless.hpp"
#include "skip.hpp"
#include "view/camera/camera.hpp"
#include "view/renderer.hpp"

using namespace grouser;
using namespace grouser::desktop;

namespace {

constexpr unsigned kSeed = 4711;

/// A plane with rocks of 0.1 to 1 m, boxes and hulls, turned anyhow, within `reach` of the middle; the rover far below it.
std::shared_ptr<const Scene> rocky_scene(int rocks, double reach) {
  std::mt19937 random(kSeed);
  std::uniform_real_distribution<double> place(-reach, reach), size(0.05, 0.5), turn(-1.0, 1.0);
  std::vector<RigidShape> boxes;
  for (int k = 0; k < rocks; ++k) {
    RigidShape box;
    box.name = "rock_" + std::to_string(k);
    const double x = place(random), y = place(random);
    box.half = Vec3(size(random), size(random), size(random));
    box.pose = {
        Eigen::Quaterniond(1.0, turn(random), turn(random), turn(random)).normalized().toRotationMatrix(),
        Vec3(x, y, 0.3)};
    box.colour = {0.9, 0.9, 0.95};
    if (k % 2 == 0) {  // every other one a hull of points on an ellipsoid
      std::vector<Vec3> points;
      for (int i = 0; i < 14; ++i) {
        const double px = turn(random), py = turn(random);
        points.push_back(box.half.cwiseProduct(Vec3(px, py, turn(random)).normalized()));
      }
      set_hull(hull_of(points, box.name), box.pose, box);
    }
    boxes.push_back(box);
  }
  auto scene = std::make_shared<Scene>(*test::demo_scene());
  scene->terrain = std::make_shared<Terrain>(BasePlane{}, 0, boxes);
  return scene;
}

Image picture(Renderer& renderer, const std::shared_ptr<const Scene>& scene, const Camera& camera) {
  Frame frame = test::demo_frame(*scene, 0.0);
  for (RigidTransform& X : frame.body_poses) X.p.z() -= 50.0;
  ViewInput input;
  input.scene = scene;
  input.frame = &frame;
  input.camera = camera;
  input.options.grid = input.options.shadows = false;
  input.options.samples = 1;
  renderer.draw(input, 320, 200);
  return renderer.read();
}

bool differ(const Image& a, const Image& b, int x, int y) {
  const auto at = 3 * (static_cast<std::size_t>(y) * 320 + static_cast<std::size_t>(x));
  int most = 0;
  for (std::size_t c = 0; c < 3; ++c)
    most = std::max(most, std::abs(static_cast<int>(a.rgb[at + c]) - static_cast<int>(b.rgb[at + c])));
  return most > 4;
}

}  // namespace

TEST_CASE("a ball is outside a view only if none of its points is in it") {
  std::mt19937 random(kSeed);
  std::uniform_real_distribution<float> place(-40.0f, 40.0f), unit(-1.0f, 1.0f), size(0.1f, 6.0f);
  const glm::mat4 views[] = {glm::perspective(0.6f, 1.6f, 0.1f, 60.0f) *
                                 glm::lookAt(glm::vec3(3, -9, 4), glm::vec3(0, 0, 0), glm::vec3(0, 0, 1)),
                             glm::ortho(-8.0f, 8.0f, -5.0f, 5.0f, 0.0f, 30.0f) *
                                 glm::lookAt(glm::vec3(0, 0, 12), glm::vec3(1, 2, 0), glm::vec3(0, 1, 0))};
  int outside = 0, balls = 0;
  for (const glm::mat4& view : views) {
    for (int k = 0; k < 2000; ++k) {
      const glm::vec3 center(place(random), place(random), place(random));
      const float radius = size(random);
      const bool told = is_outside(view, center, radius);
      outside += told ? 1 : 0;
      ++balls;
      for (int p = 0; told && p < 200; ++p) {
        const glm::vec3 way(unit(random), unit(random), unit(random));
        if (glm::length(way) > 1.0f) continue;
        const glm::vec4 clip = view * glm::vec4(center + radius * way, 1.0f);
        const bool seen = std::abs(clip.x) < clip.w && std::abs(clip.y) < clip.w && std::abs(clip.z) < clip.w;
        REQUIRE_FALSE(seen);
      }
    }
  }
  CHECK(outside > balls / 2);  // most of what lies about is not looked at
}

TEST_CASE("rocks are drawn where rays meet them, and what is not looked at is not drawn") {
  if (!HeadlessContext::available()) {
    std::cout << "SKIPPED: no EGL that gives OpenGL 3.3 here\n";
    test::skipped() = true;
    return;
  }
  const HeadlessContext context;
  const auto renderer = make_gl_renderer();
  const auto rocky = rocky_scene(600, 30.0), bare = rocky_scene(0, 30.0);
  Camera camera;
  camera.follow = false;
  camera.target = Vec3(0, 0, 0.3);
  camera.distance = 14.0;
  camera.pitch = 0.35;
  for (const bool parallel : {false, true}) {
    camera.parallel = parallel;
    const Image with = picture(*renderer, rocky, camera);
    const int triangles = renderer->triangles();
    const Image without = picture(*renderer, bare, camera);
    // Pixels of which all neighbours say the same are judged: no edge runs through them.
    int rocks = 0, ground = 0, wrong = 0;
    const auto meets = [&](int x, int y) {
      const double u = 2.0 * (x + 0.5) / 320 - 1.0, v = 1.0 - 2.0 * (y + 0.5) / 200;
      const Vec3 from = camera.ray_start(u, v, 1.6), way = camera.ray(u, v, 1.6);
      const auto any = find_hit(*rocky->terrain, from, way, 40.0),
                 plain = find_ground(*rocky->terrain, from, way, 40.0);
      return any && !(plain && (*any - *plain).norm() < 1e-6);
    };
    for (int y = 70; y < 198; y += 3) {  // nearer than 40 m
      for (int x = 2; x < 318; x += 3) {
        int near = 0;
        for (int n = 0; n < 9; ++n) near += meets(x + n % 3 - 1, y + n / 3 - 1) ? 1 : 0;
        if (near != 0 && near != 9) continue;
        const bool changed = differ(with, without, x, y);
        (near == 9 ? rocks : ground) += 1;
        wrong += changed == (near == 9) ? 0 : 1;
      }
    }
    INFO("rocks " << rocks << ", ground " << ground << ", wrong " << wrong);
    CHECK(rocks > 100);
    CHECK(ground > 1000);
    CHECK(wrong <= (rocks + ground) / 200);  // a side of a rock may be as bright as the ground
    // Looking up from outside of it, none.
    Camera away = camera;
    away.target = Vec3(0, 200, 0);
    const Image other = picture(*renderer, rocky, away);
    const int elsewhere = renderer->triangles();
    picture(*renderer, bare, away);
    CHECK(elsewhere == renderer->triangles());
    CHECK(triangles > elsewhere);
  }
}
