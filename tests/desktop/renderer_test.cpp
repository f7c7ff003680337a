// The real renderer without a display: the picture shows something, and drawing it twice gives the same bits.
#include "view/renderer.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <iostream>

#include "desktop/demo_scene.hpp"
#include "hal/headless.hpp"
#include "skip.hpp"
#include "view/bounds.hpp"

using namespace grouser;
using namespace grouser::desktop;

namespace {

double grey_deviation(const Image& image) {
  double sum = 0.0, squares = 0.0;
  for (const std::uint8_t value : image.rgb) {
    sum += value;
    squares += static_cast<double>(value) * value;
  }
  const double n = static_cast<double>(image.rgb.size());
  return std::sqrt(squares / n - sum * sum / (n * n));
}

ViewInput demo_view(std::shared_ptr<const Scene> scene, const Frame& frame, CameraPreset preset,
                    double radius) {
  ViewInput input;
  input.scene = std::move(scene);
  input.frame = &frame;
  input.ground = test::demo_ground(frame.time);
  input.camera.frame(preset, frame.body_poses[0].p + Vec3(0, 0, 0.4), radius, 0.0);
  input.options.forces = true;
  return input;
}

bool have_egl() {
  if (HeadlessContext::available()) return true;
  std::cout << "SKIPPED: no EGL that gives OpenGL 3.3 here\n";
  test::skipped() = true;
  return false;
}

}  // namespace

TEST_CASE("headless picture: not uniform, and bit-identical when drawn twice") {
  if (!have_egl()) return;
  const HeadlessContext context;
  const auto scene = test::demo_scene();
  const Frame frame = test::demo_frame(*scene, 2.5);
  std::vector<Image> images;
  for (int run = 0; run < 2; ++run) {
    const auto renderer = make_gl_renderer();
    renderer->draw(demo_view(scene, frame, CameraPreset::follow, 1.2), 640, 400);
    images.push_back(renderer->read());
    CHECK(renderer->triangles() > 10000);
    CHECK(renderer->triangles() < 110000);
  }
  CHECK(images[0].rgb == images[1].rgb);
  CHECK(grey_deviation(images[0]) > 10.0);
  for (const CameraPreset preset : {CameraPreset::side, CameraPreset::top, CameraPreset::iso}) {
    const auto renderer = make_gl_renderer();
    renderer->draw(demo_view(scene, frame, preset, 1.2), 320, 200);
    CHECK(renderer->read().rgb.size() == 3u * 320 * 200);
    CHECK(grey_deviation(renderer->read()) > 10.0);
  }
}

TEST_CASE("headless picture: shadows, tracks and force arrows each change it") {
  if (!have_egl()) return;
  const HeadlessContext context;
  const auto scene = test::demo_scene();
  const Frame frame = test::demo_frame(*scene, 5.0);
  const auto renderer = make_gl_renderer();
  const auto picture = [&](const ViewInput& input) {
    renderer->draw(input, 320, 200);
    return renderer->read().rgb;
  };
  const ViewInput all = demo_view(scene, frame, CameraPreset::follow, 1.2);
  ViewInput without_shadow = all, without_ruts = all, without_forces = all;
  without_shadow.options.shadows = false;
  without_ruts.ground = nullptr;
  without_forces.options.forces = false;
  const auto base = picture(all);
  CHECK(base != picture(without_shadow));
  CHECK(base != picture(without_ruts));
  CHECK(base != picture(without_forces));
  CHECK(base == picture(all));
}

namespace {

/// Pixels of two pictures that differ by more than rounding.
int differing(const Image& a, const Image& b) {
  int count = 0;
  for (std::size_t k = 0; k + 2 < a.rgb.size(); k += 3) {
    int most = 0;
    for (std::size_t c = 0; c < 3; ++c)
      most = std::max(most, std::abs(static_cast<int>(a.rgb[k + c]) - static_cast<int>(b.rgb[k + c])));
    count += most > 12 ? 1 : 0;
  }
  return count;
}

/// The rover with a deck on its chassis, a metre ahead and a metre up.
std::shared_ptr<const Scene> scene_with_deck() {
  auto scene = std::make_shared<Scene>(*test::demo_scene());
  BoxShape deck;
  deck.name = "deck";
  deck.owner = "chassis";
  deck.pose.p = Vec3(1.0, 0.0, 1.2);
  deck.half = Vec3(0.5, 0.4, 0.03);
  scene->terrain = std::make_shared<Terrain>(BasePlane{}, 0, std::vector<BoxShape>{deck});
  return scene;
}

}  // namespace

TEST_CASE("carried surfaces: a deck moves with its body in the picture and counts when the camera frames") {
  const auto scene = scene_with_deck();
  Frame frame = test::demo_frame(*scene, 2.5);
  const auto [low, high] = bounds_of_bodies(*scene, frame);
  const Vec3 chassis = frame.body_poses[0].p;
  CHECK(high.x() == Approx(chassis.x() + 1.5));
  CHECK(high.z() == Approx(chassis.z() + 1.23));
  frame.body_poses[0].p += Vec3(0, 0, 2.0);
  CHECK(bounds_of_bodies(*scene, frame).second.z() == Approx(chassis.z() + 3.23));
  // The pointer meets the deck where it is now, not where it is in its body.
  const auto hit = find_hit(*scene->terrain, frame.body_poses[0].p + Vec3(1, 0, 9), -Vec3::UnitZ(), 100.0,
                            box_poses(*scene, frame));
  REQUIRE(hit);
  CHECK(hit->z() == Approx(chassis.z() + 3.23));
  if (!have_egl()) return;
  const HeadlessContext context;
  const auto renderer = make_gl_renderer();
  // Two poses of the chassis seen by one camera; without the deck, fewer pixels change.
  const auto change = [&](const std::shared_ptr<const Scene>& shown) {
    Frame before = test::demo_frame(*shown, 2.5), after = before;
    after.body_poses[0].p += Vec3(0, 0, 0.25);
    const ViewInput view = demo_view(shown, before, CameraPreset::side, 2.0);
    renderer->draw(view, 480, 300);
    const Image first = renderer->read();
    ViewInput moved = view;
    moved.frame = &after;
    renderer->draw(moved, 480, 300);
    return differing(first, renderer->read());
  };
  auto plain = std::make_shared<Scene>(*scene);
  plain->terrain = std::make_shared<Terrain>(BasePlane{}, 0, std::vector<BoxShape>{});
  CHECK(change(scene) > change(plain) + 300);
}

TEST_CASE("ghost: a second rover elsewhere is seen, the same rover in the same place is not") {
  if (!have_egl()) return;
  const HeadlessContext context;
  const auto scene = test::demo_scene();
  const Frame frame = test::demo_frame(*scene, 2.5);
  Frame other = frame;
  for (RigidTransform& X : other.body_poses) X.p += Vec3(0.0, 1.2, 0.0);
  const auto renderer = make_gl_renderer();
  const auto picture = [&](const Frame* ghost) {
    ViewInput view = demo_view(scene, frame, CameraPreset::front, 1.6);
    view.options.forces = false;
    if (ghost) view.ghost_scene = scene, view.ghost = ghost;
    renderer->draw(view, 480, 300);
    return renderer->read();
  };
  const Image alone = picture(nullptr);
  CHECK(differing(alone, picture(&other)) > 1500);
  CHECK(differing(alone, picture(&frame)) < 150);
}
