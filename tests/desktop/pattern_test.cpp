// SPDX-License-Identifier: BSD-3-Clause
// Patterns besides colours: eight classes of one colour are told apart on the ground and in legends, and lines and points
// of one colour in plots.
#include "widgets/pattern.hpp"

#include <cstdlib>
#include <iostream>
#include <set>

#include "app/kept_file.hpp"
#include "catch.hpp"
#include "desks/campaigns/charts.hpp"
#include "desks/paint/soil_tint.hpp"
#include "desktop/drawn_text.hpp"
#include "desktop/panel_bench.hpp"
#include "hal/headless.hpp"
#include "skip.hpp"
#include "view/renderer.hpp"
#include "widgets/plot_lines.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

/// A map of one class, the `place`th of nine that have one colour.
std::shared_ptr<const GroundTint> tint_of_class(std::size_t place) {
  constexpr int kSide = 40;
  SoilGrid grid;
  grid.columns = grid.rows = kSide;
  grid.cell = 1.0;
  grid.west = -0.5 * (kSide - 1);
  grid.north = 0.5 * (kSide - 1);
  std::vector<SoilClass> classes;
  for (int k = 0; k < 9; ++k)
    classes.push_back({k + 1, "class " + std::to_string(k), "soil", {200, 160, 60}});
  const std::vector<std::uint8_t> cells(grid.count(), static_cast<std::uint8_t>(place + 1));
  return SoilTint().of(SoilMap(grid, SoilLegend(classes, "test"), cells, "test"));
}

/// Part of the bytes of two pictures that differ by more than a dither.
double part_differing(const Image& a, const Image& b) {
  double count = 0.0;
  for (std::size_t k = 0; k < a.rgb.size(); ++k)
    count += std::abs(static_cast<int>(a.rgb[k]) - static_cast<int>(b.rgb[k])) > 8 ? 1.0 : 0.0;
  return count / static_cast<double>(a.rgb.size());
}

}  // namespace

TEST_CASE(
    "patterns: eight soils of one colour differ on the ground, near and far, and only where patterns are "
    "wanted") {
  if (!HeadlessContext::available()) {
    std::cout << "SKIPPED: no EGL that gives OpenGL 3.3 here\n";
    test::skipped() = true;
    return;
  }
  const HeadlessContext context;
  const auto renderer = make_gl_renderer();
  auto scene = std::make_shared<Scene>(*demo_scene());
  scene->terrain = std::make_shared<Terrain>(BasePlane{}, 0, std::vector<RigidShape>{});
  const Frame frame = demo_frame(*scene, 0.0);
  ViewInput input;
  input.scene = scene;
  input.frame = &frame;
  input.options.grid = false;
  for (const double distance : {4.0, 30.0}) {
    input.camera.target = Vec3(8, 8, 0);
    input.camera.pitch = 1.5;
    input.camera.distance = distance;
    const auto draw = [&](std::size_t place, bool patterns) {
      input.tint = tint_of_class(place);
      input.options.patterns = patterns;
      renderer->draw(input, 240, 160);
      return renderer->read();
    };
    const Image plain = draw(0, false);
    std::vector<Image> hatched;
    for (std::size_t k = 0; k < kPatterns; ++k) {
      CHECK(part_differing(draw(k, false), plain) == 0.0);
      hatched.push_back(draw(k, true));
    }
    CHECK(part_differing(hatched[0], plain) == 0.0);
    CHECK(part_differing(draw(kPatterns, true), plain) == 0.0);  // the ninth begins again
    constexpr double kSeen =
        0.05;  // of the picture: a twentieth is changed by the sparest, dots, against none
    for (std::size_t a = 0; a < kPatterns; ++a)
      for (std::size_t b = 0; b < a; ++b) {
        CAPTURE(distance, a, b);
        CHECK(part_differing(hatched[a], hatched[b]) > kSeen);
      }
  }
}

TEST_CASE(
    "patterns: lines of a plot have styles of their own, but dashes beside a second run mean that run") {
  const std::vector<double> times{0.0, 1.0}, low{0.0, 0.1}, high{5.0, 6.0};
  Bench bench;
  PlotInput input;
  for (const auto* values : {&low, &high, &low, &high})
    input.lines.push_back({"wheel", line_color(0), {times, *values}, {}});
  const Axes axes{{0, 0}, {300, 200}, 0.0, 1.0, 0.0, 7.0};
  const auto styles = [&](bool patterns) {
    std::vector<LineStyle> found;
    bench.kept_.patterns = patterns;
    bench.draw([&](const Ui& ui, const RunView&, Requests&) { found = line_styles(ui, input, axes); });
    return found;
  };
  using enum LineStyle;
  CHECK(styles(true) == std::vector{solid, dashed, dotted, long_dashed});
  CHECK(styles(false) == std::vector{solid, solid, over, over});  // lines 2 and 3 lie on 0 and 1
  input.lines[0].other = {times, high};
  CHECK(styles(true) == std::vector{solid, solid, solid, solid});
}

TEST_CASE("patterns: outcomes have shapes of their own, the choice is made in the menu and kept") {
  Bench bench;
  std::set<MarkShape> shapes;
  const auto panel = [&](const Ui& ui, const RunView&, Requests&) {
    shapes.clear();
    for (const CaseTone tone : {CaseTone::good, CaseTone::caution, CaseTone::bad, CaseTone::unknown})
      shapes.insert(tone_shape(ui, tone));
  };
  bench.draw(panel);
  CHECK(shapes.size() == 1);
  bench.kept_.patterns = true;
  bench.draw(panel);
  CHECK(shapes.size() == 4);
  CHECK(kept_state_of(kept_state_text(bench.kept_, -1)).patterns);
  CHECK_FALSE(kept_state_of("{}").patterns);
}
