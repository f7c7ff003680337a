// SPDX-License-Identifier: BSD-3-Clause
// The real renderer without a display: the picture shows something, and drawing it twice gives the same bits.
#include "view/renderer.hpp"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "catch.hpp"
#include "desktop/demo_scene.hpp"
#include "hal/headless.hpp"
#include "skip.hpp"
#include "view/bounds.hpp"
#include "view/pick.hpp"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

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
  RigidShape deck;
  deck.name = "deck";
  deck.owner = "chassis";
  deck.pose.p = Vec3(1.0, 0.0, 1.2);
  deck.half = Vec3(0.5, 0.4, 0.03);
  scene->terrain = std::make_shared<Terrain>(BasePlane{}, 0, std::vector<RigidShape>{deck});
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
  plain->terrain = std::make_shared<Terrain>(BasePlane{}, 0, std::vector<RigidShape>{});
  CHECK(change(scene) > change(plain) + 300);
}

TEST_CASE("ties: a strut has a knob at either end, as a spring has") {
  if (!have_egl()) return;
  const HeadlessContext context;
  const auto triangles = [](const std::vector<TieEnds>& ties) {
    auto scene = std::make_shared<Scene>(*test::demo_scene());
    scene->ties = ties;
    const Frame frame = test::demo_frame(*scene, 2.5);
    const auto renderer = make_gl_renderer();
    renderer->draw(demo_view(scene, frame, CameraPreset::follow, 1.2), 320, 200);
    return renderer->triangles();
  };
  TieEnds tie;
  tie.body_a = 0;
  tie.body_b = 1;
  tie.point_a = Vec3(0.0, 0.0, 1.0);
  TieEnds strut = tie;
  strut.radius = 0.02;
  CHECK(triangles({tie}) > triangles({}));
  CHECK(triangles({strut}) == triangles({tie}));
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

namespace {

/// The picture's alpha where a ray through a pixel's middle meets something, and where it meets nothing; pixels beside an
/// edge are let out.
struct AlphaOfRays {
  int wrong = 0, hits = 0, misses = 0;
};
AlphaOfRays compare_alpha(const Image& image, const std::vector<std::uint8_t>& met) {
  AlphaOfRays result;
  const int w = image.width, h = image.height;
  const auto at = [&](int x, int y) { return met[static_cast<std::size_t>(y) * w + x]; };
  for (int y = 1; y + 1 < h; ++y)
    for (int x = 1; x + 1 < w; ++x) {
      bool edge = false;
      for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i) edge = edge || at(x + i, y + j) != at(x, y);
      if (edge) continue;
      (at(x, y) ? result.hits : result.misses) += 1;
      result.wrong += image.alpha[static_cast<std::size_t>(y) * w + x] != (at(x, y) ? 255 : 0) ? 1 : 0;
    }
  return result;
}

/// 1 where a ray through the pixel's middle meets a part or the ground.
std::vector<std::uint8_t> rays_that_meet(const ViewInput& input, int width, int height) {
  Picker picker;
  picker.show(input.scene);
  std::vector<std::uint8_t> met;
  const double aspect = static_cast<double>(width) / height;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const double u = 2.0 * (x + 0.5) / width - 1.0, v = 1.0 - 2.0 * (y + 0.5) / height;
      const Selection hit = picker.pick(*input.frame, input.camera.ray_start(u, v, aspect),
                                        input.camera.ray(u, v, aspect), 1e5);
      met.push_back(hit.kind != SelectionKind::none ? 1 : 0);
    }
  return met;
}

/// Channels and bytes of a PNG file.
struct PngFile {
  int channels = 0;
  std::vector<std::uint8_t> bytes;
};
PngFile read_png_file(const std::filesystem::path& path) {
  int width = 0, height = 0;
  PngFile png;
  stbi_uc* bytes = stbi_load(path.c_str(), &width, &height, &png.channels, 0);
  REQUIRE(bytes);
  png.bytes.assign(bytes, bytes + static_cast<std::ptrdiff_t>(width) * height * png.channels);
  stbi_image_free(bytes);
  return png;
}

}  // namespace

TEST_CASE(
    "transparent picture: alpha is 0 where rays meet nothing and full where they meet ground or rover") {
  if (!have_egl()) return;
  const HeadlessContext context;
  const auto scene = scene_with_deck();
  const Frame frame = test::demo_frame(*scene, 2.5);
  ViewInput input = demo_view(scene, frame, CameraPreset::side, 1.2);
  input.options.forces = false;  // arrows are no part that a ray meets
  input.options.transparent = true;
  const auto renderer = make_gl_renderer();
  renderer->draw(input, 320, 200);
  const Image image = renderer->read();
  REQUIRE(image.alpha.size() == 320u * 200u);
  const AlphaOfRays alpha = compare_alpha(image, rays_that_meet(input, 320, 200));
  CHECK(alpha.hits > 5000);
  CHECK(alpha.misses > 5000);
  CHECK(alpha.wrong == 0);

  const auto path = std::filesystem::temp_directory_path() / "grouser_transparent_test.png";
  write_png(path, image);
  PngFile png = read_png_file(path);
  REQUIRE(png.channels == 4);
  REQUIRE(png.bytes.size() == 4 * image.alpha.size());
  bool same = true;
  for (std::size_t k = 0; k < image.alpha.size(); ++k)
    same = same && png.bytes[4 * k + 3] == image.alpha[k] && png.bytes[4 * k] == image.rgb[3 * k];
  CHECK(same);
  input.options.transparent = false;
  renderer->draw(input, 320, 200);
  CHECK(renderer->read().alpha.empty());
  write_png(path, renderer->read());
  CHECK(read_png_file(path).channels == 3);
  std::filesystem::remove(path);
}

TEST_CASE(
    "transparent picture: the colour of an edge is that of what stands there, not darkened by nothing") {
  if (!have_egl()) return;
  const HeadlessContext context;
  const auto scene = scene_with_deck();
  const Frame frame = test::demo_frame(*scene, 2.5);
  ViewInput input = demo_view(scene, frame, CameraPreset::side, 1.2);
  input.options.transparent = true;
  const auto renderer = make_gl_renderer();
  renderer->draw(input, 320, 200);
  const Image image = renderer->read();
  // along the horizon the ground's brightest channel, pixel by pixel: an edge beside the full pixel below it
  double ratio = 0.0;
  int edges = 0;
  for (int y = 0; y + 1 < image.height; ++y)
    for (int x = 0; x < 40; ++x) {
      const std::size_t k = static_cast<std::size_t>(y) * image.width + x, below = k + image.width;
      if (image.alpha[k] < 40 || image.alpha[k] > 215 || image.alpha[below] != 255) continue;
      ratio += image.rgb[3 * k] / std::max(1.0, static_cast<double>(image.rgb[3 * below]));
      ++edges;
    }
  REQUIRE(edges > 10);
  CHECK(ratio / edges == Approx(1.0).margin(0.1));
}
