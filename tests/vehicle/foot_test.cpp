// SPDX-License-Identifier: BSD-3-Clause
// [[foot]] of a vehicle's file: which pads it becomes, and what they are together.
#include <cmath>
#include <numbers>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/toml_input.hpp"
#include "grouser/vehicle/spec/vehicle.hpp"

using namespace grouser;

namespace {

std::vector<PadSpec> feet(const std::string& keys) {
  return read_vehicle(TomlTable::parse("units = \"SI\"\nname = \"f\"\ntitle = \"f\"\nroot = "
                                       "\"b\"\n[[body]]\nname = \"b\"\nmass = 1.0\n"
                                       "inertia = [1.0, 1.0, 1.0]\n[[foot]]\nname = \"foot\"\nbody = "
                                       "\"b\"\nposition = [0.0, 0.0, -0.1]\n" +
                                           keys,
                                       "foot.toml"))
      .pads;
}

/// Sum over the parts, by their areas.
template <class F>
double mean(const std::vector<PadSpec>& pads, F f) {
  double sum = 0.0;
  for (const PadSpec& pad : pads) sum += pad.form.share * f(pad.position.x(), pad.position.y());
  return sum;
}
double area(const std::vector<PadSpec>& pads) {
  double sum = 0.0;
  for (const PadSpec& pad : pads) sum += pad.form.area;
  return sum;
}
double stiffness(const std::vector<PadSpec>& pads) {
  double sum = 0.0;
  for (const PadSpec& pad : pads) sum += pad.stiffness;
  return sum;
}

}  // namespace

TEST_CASE("a rectangle's parts have its area, its inertia and its edges", "[vehicle]") {
  const double a = 0.1, b = 0.03;  // half sides
  const auto pads = feet("shape = \"rectangle\"\nlength = 0.2\nwidth = 0.06\n");
  CHECK(area(pads) == Approx(4.0 * a * b).epsilon(1e-12));
  CHECK(stiffness(pads) == Approx(2e5).epsilon(1e-12));
  CHECK(mean(pads, [](double x, double) { return x * x; }) == Approx(a * a / 3.0).epsilon(1e-12));
  CHECK(mean(pads, [](double x, double y) { return x * x * y * y; }) ==
        Approx(a * a * b * b / 9.0).epsilon(1e-12));
  double reach = 0.0, aside = 0.0;
  for (const PadSpec& pad : pads) {
    reach = std::max(reach, pad.position.x());
    aside = std::max(aside, pad.position.y());
    CHECK(pad.form.width == 0.06);
  }
  CHECK(reach == Approx(a).epsilon(1e-12));
  CHECK(aside == Approx(b).epsilon(1e-12));
}

TEST_CASE("torsional friction of fixed soles is that of an even pressure", "[vehicle]") {
  const auto arm = [](double x, double y) { return std::sqrt(x * x + y * y); };
  // mean distance from the middle: of a square of half side 1 (sqrt 2 + asinh 1)/3, of a disc 2/3
  const auto square = feet("shape = \"rectangle\"\nlength = 0.2\nwidth = 0.2\n");
  CHECK(mean(square, arm) == Approx(0.1 * (std::sqrt(2.0) + std::asinh(1.0)) / 3.0).epsilon(0.03));
  const auto disc = feet("shape = \"plate\"\nradius = 0.1\n");
  CHECK(area(disc) == Approx(std::numbers::pi * 0.01).epsilon(1e-12));
  CHECK(mean(disc, arm) ==
        Approx(0.1 * 2.0 / 3.0).epsilon(0.03));  // the rules have few points: 2.3 and 2.5 %
  CHECK(mean(disc, [](double x, double) { return x * x; }) == Approx(0.01 / 4.0).epsilon(1e-12));
}

TEST_CASE("a ball and a plate on an ankle are one pad each", "[vehicle]") {
  const auto ball = feet("shape = \"ball\"\nradius = 0.02\n"),
             plate = feet("shape = \"plate\"\nradius = 0.05\nankle = 0.01\n");
  REQUIRE(ball.size() == 1);
  REQUIRE(plate.size() == 1);
  CHECK(ball[0].form.ball);
  CHECK(ball[0].rolling_radius() == 0.02);
  CHECK(plate[0].rolling_radius() == 0.0);
  CHECK((plate[0].touch_center() - Vec3(0, 0, -0.09)).norm() < 1e-15);
}

TEST_CASE("feet that cannot be are refused by their key", "[vehicle]") {
  const auto refused = [](const std::string& keys, const std::string& word) {
    try {
      feet(keys);
    } catch (const InputError& error) {
      return std::string(error.what()).find(word) != std::string::npos;
    }
    return false;
  };
  CHECK(refused("shape = \"cube\"\nradius = 0.1\n", "shape"));
  CHECK(refused("shape = \"ball\"\nradius = -0.1\n", "radius"));
  CHECK(refused("shape = \"ball\"\nradius = 0.1\nankle = 0.1\n", "ankle"));
  CHECK(refused("shape = \"rectangle\"\nlength = 0.1\n", "width"));
  CHECK(refused("shape = \"plate\"\nradius = 0.1\ngrousers = 0.3\n", "grousers"));
}
