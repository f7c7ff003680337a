// The real renderer without a display: the picture shows something, and drawing it twice gives the same bits.
#include "view/renderer.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <iostream>

#include "desktop/demo_scene.hpp"
#include "hal/headless.hpp"
#include "skip.hpp"

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
