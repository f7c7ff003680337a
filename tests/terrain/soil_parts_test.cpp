// SPDX-License-Identifier: BSD-3-Clause
// A disc over ground of several soils.
#include "touch/soil_parts.hpp"

#include <cmath>
#include <functional>
#include <random>

#include "catch.hpp"
#include "made_soil_map.hpp"
#include "touch/arc_measure.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

constexpr double kPartsRadius = 0.15;

/// Materials 0 to 3 by the class; the base's own is 4.
Terrain with_map(const Terrain& ground, SoilMap map) {
  std::vector<int> materials(256, 4);
  for (int i = 0; i < 4; ++i) materials[static_cast<std::size_t>(i)] = i;
  return ground.with_soils(std::make_shared<const SoilMap>(std::move(map)), std::move(materials));
}

Terrain flat() { return {BasePlane{}, 4, {}}; }

/// Sand west of x = 0, plate east of it: cells of 0.1 m, a border between two of them.
SoilMap halves() {
  return map_on(square_grid(40, 0.1), [](double x, double) { return x < 0.0 ? 1 : 2; });
}

WheelDisc disc_at(const Vec3& center, const Vec3& axis = Vec3::UnitY()) {
  return {center, axis, kPartsRadius};
}

const ArcContact* of_material(const Contacts& found, int material) {
  for (int i = 0; i < found.count; ++i)
    if (found.at[i].material == material) return &found.at[i];
  return nullptr;
}

double stored(const Contacts& found) {
  double sum = 0.0;
  for (int i = 0; i < found.count; ++i)
    sum += kPartsRadius * kPartsRadius * terrain::plate_measure(found.at[i].penetration / kPartsRadius).value;
  return sum;
}

}  // namespace

TEST_CASE("Away from a border a disc sees one soil and the same numbers as on uniform ground") {
  const Terrain mapped = with_map(flat(), halves());
  for (const double x : {-1.0, -0.4, 0.4, 1.0}) {
    const WheelDisc disc = disc_at({x, 0.0, kPartsRadius - 0.01});
    const Contacts on_map = contacts(mapped, disc), plain = contacts(flat(), disc);
    REQUIRE(on_map.count == 1);
    CHECK(on_map.at[0].material == (x < 0.0 ? 1 : 2));
    CHECK(on_map.at[0].surface == 0);
    CHECK(on_map.at[0].penetration == plain.at[0].penetration);
    CHECK(on_map.at[0].gradient == plain.at[0].gradient);
    CHECK(on_map.at[0].point == plain.at[0].point);
  }
  // beside the map the base's own
  CHECK(contacts(mapped, disc_at({3.0, 0.0, kPartsRadius - 0.01})).at[0].material == 4);
}

TEST_CASE("What two soils store together is what the ground stores") {
  const Terrain plane = with_map(flat(), halves());
  const auto hills = [](double x, double y) { return 0.03 * std::sin(7.0 * x + 0.3) * std::cos(5.0 * y); };
  const Terrain field = terrain_of(2.0, 0.1, hills), mapped_field = with_map(field, halves());
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  int both = 0;
  for (int i = 0; i < 200; ++i) {
    const double x = 0.1 * unit(random), y = unit(random), depth = 0.02 + 0.015 * unit(random);
    const Vec3 axis = Vec3(0.5 * unit(random), 1.0, 0.2 * unit(random)).normalized();
    const WheelDisc on_plane = disc_at({x, y, kPartsRadius - depth}, axis);
    const WheelDisc on_field = disc_at({x, y, hills(x, y) + kPartsRadius - depth}, axis);
    both += contacts(plane, on_plane).count == 2;
    // the integrals' own error: 1e-10 of r^2 for lines, Gauss points in a curved arc that is cut in two
    CHECK(stored(contacts(plane, on_plane)) == Approx(stored(contacts(flat(), on_plane))).epsilon(1e-8));
    CHECK(stored(contacts(mapped_field, on_field)) ==
          Approx(stored(contacts(field, on_field))).epsilon(2e-3));
  }
  CHECK(both > 100);
}

TEST_CASE("Over a border each soil takes its share, and the gradient is that of its penetration") {
  const Terrain mapped = with_map(flat(), halves());
  constexpr double kStep = 1e-6;
  for (const double x : {-0.03, -0.01, 0.0, 0.004, 0.02, 0.035})
    for (const double lean : {0.0, 0.15}) {
      const Vec3 axis = Vec3(0.2, 1.0, lean).normalized(), center(x, 0.02, kPartsRadius - 0.015);
      const Contacts found = contacts(mapped, disc_at(center, axis));
      REQUIRE(found.count == 2);
      for (const int material : {1, 2}) {
        const ArcContact* c = of_material(found, material);
        REQUIRE(c);
        Vec3 gradient;
        for (int i = 0; i < 3; ++i) {
          Vec3 shift = Vec3::Zero();
          shift[i] = kStep;
          const ArcContact* ahead = nullptr;
          const Contacts one = contacts(mapped, disc_at(center + shift, axis));
          const Contacts two = contacts(mapped, disc_at(center - shift, axis));
          ahead = of_material(one, material);
          const ArcContact* behind = of_material(two, material);
          REQUIRE((ahead && behind));
          gradient[i] = -(ahead->penetration - behind->penetration) / (2.0 * kStep);
        }
        // differences of 1e-6 m: rounding 1e-10, curvature below 1e-8 of a gradient near 1
        CHECK((gradient - c->gradient).norm() < 1e-5);
      }
    }
  // by symmetry
  const Contacts middle = contacts(mapped, disc_at({0.0, 0.0, kPartsRadius - 0.01}));
  CHECK(of_material(middle, 1)->penetration == Approx(of_material(middle, 2)->penetration).epsilon(1e-9));
  CHECK(of_material(middle, 1)->patch != of_material(middle, 2)->patch);
}

TEST_CASE("A contact with a new soil begins at nothing and goes on without a jump") {
  const Terrain mapped = with_map(flat(), halves());
  constexpr double kDepth = 0.01, kStep = 1e-5;
  double last[2] = {-1.0, -1.0}, largest = 0.0;
  for (double x = -0.2; x < 0.2; x += kStep) {
    const Contacts found = contacts(mapped, disc_at({x, 0.0, kPartsRadius - kDepth}));
    for (int k = 0; k < 2; ++k) {
      const ArcContact* c = of_material(found, 1 + k);
      const double u = c ? c->penetration : 0.0;
      if (last[k] >= 0.0) largest = std::max(largest, std::fabs(u - last[k]));
      last[k] = u;
    }
  }
  // u falls or rises by 10 mm over some 5 cm of chord, at most with a slope of about one at the ends
  CHECK(largest < 1.0 * kStep);
  CHECK(last[0] == 0.0);
  CHECK(last[1] == Approx(kDepth));
}

TEST_CASE("Each slice of a wheel sees the soil under it") {
  // sand south of y = 0, plate north of it: a wheel along the border, slices to either side
  const Terrain mapped =
      with_map(flat(), map_on(square_grid(40, 0.1), [](double, double y) { return y < 0.0 ? 1 : 2; }));
  for (const double offset : {-0.06, -0.02, 0.02, 0.06}) {
    const Contacts found = contacts(mapped, disc_at({0.3, offset, kPartsRadius - 0.01}));
    REQUIRE(found.count == 1);
    CHECK(found.at[0].material == (offset < 0.0 ? 1 : 2));
  }
  SphereContact ball;
  REQUIRE(find_sphere_contact(mapped, {}, {0.0, 0.05, 0.09}, 0.1, ball));
  CHECK(ball.material == 2);
  REQUIRE(find_sphere_contact(mapped, {}, {0.0, -0.05, 0.09}, 0.1, ball));
  CHECK(ball.material == 1);
}

TEST_CASE("Patches name surface and material and are all different") {
  const Terrain ground =
      with_map(Terrain(BasePlane{}, 4, {box({0, 0, 0}, {1, 1, 1}), box({5, 0, 0}, {1, 1, 1})}), halves());
  CHECK(contact_patch(ground, 0, 4) == 0);
  std::vector<int> patches{0};
  for (int material = 0; material < 4; ++material) {
    const int patch = contact_patch(ground, 0, material);
    CHECK(patch_of(ground, patch).surface == 0);
    CHECK(patch_of(ground, patch).material == material);
    patches.push_back(patch);
  }
  for (int surface : {1, 2}) {
    const int patch = contact_patch(ground, surface, 1);
    CHECK(patch_of(ground, patch).surface == surface);
    CHECK(patch_of(ground, patch).material == 1);
    patches.push_back(patch);
  }
  std::sort(patches.begin(), patches.end());
  CHECK(std::adjacent_find(patches.begin(), patches.end()) == patches.end());
  CHECK(ground.ground_materials() == std::vector<int>{1, 2, 4});
}
