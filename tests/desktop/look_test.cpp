// SPDX-License-Identifier: BSD-3-Clause
// Reading the view: probe and ruler against planes, whose numbers are known.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <sstream>

#include "catch.hpp"
#include "grouser/math/units.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/step/world.hpp"
#include "grouser/survey/raster/geotiff.hpp"
#include "survey/outside_tool.hpp"
#include "view/camera/camera.hpp"
#include "view/look/probe.hpp"
#include "view/look/ruler.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

std::shared_ptr<Scene> plane(double slope_x, double slope_y) {
  auto scene = std::make_shared<Scene>();
  scene->terrain = std::make_shared<Terrain>(BasePlane{1.0, slope_x, slope_y}, 0, std::vector<RigidShape>{});
  scene->ground_soils = {"LETE sand"};
  return scene;
}

}  // namespace

TEST_CASE("probe: slope, and the side to which the ground falls, clockwise from north") {
  struct Case {
    double slope_x, slope_y, aspect;
  };
  for (const Case& c :
       {Case{0.0, -0.1, 0.0}, Case{-0.1, 0.0, 90.0}, Case{0.0, 0.1, 180.0}, Case{0.1, 0.0, 270.0}}) {
    Probe probe;
    const auto reading = probe.read(plane(c.slope_x, c.slope_y), nullptr, {2.0, 3.0});
    REQUIRE(reading);
    CHECK(reading->slope == Approx(std::atan(0.1)));
    CHECK(reading->aspect / kDegree == Approx(c.aspect).margin(1e-9));
    CHECK(reading->at.z() == Approx(1.0 + 2.0 * c.slope_x + 3.0 * c.slope_y));
    CHECK(reading->soil == "LETE sand");
    CHECK_FALSE(reading->place);
  }
}

TEST_CASE("probe: the depth of a rut is told and lowers the ground") {
  GroundMemory memory;
  memory.deposit(0.01, 0.01, 0.02);
  Probe probe;
  const auto reading = probe.read(plane(0.0, 0.0), &memory, {0.01, 0.01});
  REQUIRE(reading);
  CHECK(reading->sinkage == Approx(0.02));
  CHECK(reading->at.z() == Approx(0.98));
  CHECK(probe_text({}, *reading) ==
        "x 0.01  y 0.01  z 0.980 m    slope 0.0°    LETE sand    sinkage 20.0 mm");
}

namespace {

/// The number behind a word in what gdallocationinfo prints.
double number_behind(const std::string& text, const std::string& word) {
  const std::size_t at = text.find(word);
  REQUIRE(at != std::string::npos);
  return std::stod(text.substr(at + word.size()));
}

}  // namespace

TEST_CASE("probe: longitude, latitude and height of a real map are those that GDAL's programs find",
          "[reference]") {
  GROUSER_NEED_REFERENCE("dem/MMGIS_Gale_missionDEM_1m.tif", map);
  GROUSER_NEED_TOOL("gdaltransform");
  GROUSER_NEED_TOOL("gdallocationinfo");
  const std::string sphere = "+R=3396190 +no_defs";  // as the map states it
  auto scene = std::make_shared<Scene>();
  const auto field = std::make_shared<const Heightfield>(load_geotiff(map));
  scene->terrain = std::make_shared<Terrain>(field, 0, std::vector<RigidShape>{});
  scene->ground_soils = {"sand"};
  const HeightfieldSpec& spec = field->spec();
  Probe probe;
  for (const auto& [column, row] : {std::pair{10, 20}, {300, 40}, {170, 168}, {33, 310}, {340, 330}}) {
    INFO("column " << column << ", row " << row);
    const auto reading =
        probe.read(scene, nullptr, {spec.west + column * spec.cell, spec.north - row * spec.cell});
    REQUIRE(reading);
    REQUIRE(reading->place);
    const double longitude = reading->place->longitude / kDegree,
                 latitude = reading->place->latitude / kDegree;
    // the corner and cells of 1 m that gdalinfo tells of the file, through PROJ's inverse on that sphere
    const std::string told = output_of(fmt::format(
        "echo {:.3f} {:.3f} | gdaltransform -s_srs '+proj=eqc {}' -t_srs '+proj=longlat {}' -output_xy",
        8142406.0 + column + 0.5, -276455.0 - row - 0.5, sphere, sphere));
    std::istringstream numbers(told);
    double x = 0.0, y = 0.0;
    numbers >> x >> y;
    CHECK(longitude == Approx(x).margin(1e-9));
    CHECK(latitude == Approx(y).margin(1e-9));
    // and back: the file's own cell and height at what the probe says
    const std::string found =
        output_of(fmt::format("gdallocationinfo -l_srs '+proj=longlat {}' '{}' {:.12f} {:.12f}", sphere,
                              map.string(), longitude, latitude));
    CHECK(number_behind(found, "Location: (") == column);
    CHECK(number_behind(found, "P,") == row);
    CHECK(reading->at.z() == Approx(number_behind(found, "Value: ")).margin(1e-3));
  }
}

TEST_CASE("probe: a look at the ground costs less than 0.1 ms, also towards the horizon") {
  const auto world = load_world("traverse_mars", {});
  const auto scene = std::make_shared<Scene>(world->scene);
  Probe probe;
  probe.read(scene, nullptr, {0.0, 0.0});
  double fastest = 1e9;  // of some rounds: what else runs on the machine is not counted
  int found = 0;
  for (int round = 0; round < 10; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    constexpr int kLooks = 50;
    for (int k = 0; k < kLooks; ++k) {
      const Vec3 ray = Vec3(1.0, 0.3, -0.6 * (k + 1) / kLooks).normalized();
      const auto ground = find_ground(*scene->terrain, {-15.0, 0.0, 3.0}, ray, 5000.0);
      if (ground && probe.read(scene, nullptr, ground->head<2>())) ++found;
    }
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    fastest = std::min(fastest, took / kLooks);
  }
  INFO("mean " << 1e3 * fastest << " ms");
  CHECK(found > 100);
#ifdef __SANITIZE_ADDRESS__
  constexpr double kSlower = 20.0;
#else
  constexpr double kSlower = 1.0;
#endif
  CHECK(fastest < 1e-4 * kSlower);
}

TEST_CASE("ruler: distances on a slope of 3 to 4") {
  const auto scene = plane(0.75, 0.0);
  const Vec3 a(0.0, 0.0, 1.0), b(4.0, 0.0, 4.0);
  const RulerReading r = measure(*scene->terrain, a, b);
  CHECK(r.straight == Approx(5.0));
  CHECK(r.along == Approx(5.0));
  CHECK(r.plan == Approx(4.0));
  CHECK(r.rise == Approx(3.0));
  CHECK(r.slope == Approx(std::atan(0.75)));
  CHECK(measure(*scene->terrain, b, a).slope == Approx(-std::atan(0.75)));
}

TEST_CASE("ruler: two points, the third begins anew, and the end follows the pointer between") {
  Ruler ruler;
  ruler.set_point(Vec3::Zero());
  CHECK(ruler.view().points.empty());  // it is off
  ruler.toggle();
  ruler.set_point(Vec3::Zero());
  ruler.point_at(Vec3(1, 0, 0));
  CHECK(ruler.view().free);
  ruler.set_point(Vec3(2, 0, 0));
  ruler.point_at(Vec3(3, 0, 0));
  CHECK(ruler.view().points.size() == 2);
  CHECK_FALSE(ruler.view().free);
  ruler.set_point(Vec3(5, 0, 0));
  CHECK(ruler.view().points.size() == 1);
  ruler.toggle();
  CHECK_FALSE(ruler.view().on);
}
