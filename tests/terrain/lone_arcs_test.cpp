// SPDX-License-Identifier: BSD-3-Clause
#include "touch/lone_arcs.hpp"

#include <cmath>
#include <random>

#include "catch.hpp"
#include "made_fields.hpp"
#include "touch/arc_measure.hpp"
#include "touch/base_arcs.hpp"

using namespace grouser;
using namespace grouser::terrain;

namespace {

constexpr double kRadius = 0.1425;

/// Waves of that length in both directions, turned against the grid, and between -noise and noise more in each cell.
struct Waves {
  double cell, length, steep, noise;  ///< steep: slope of each wave
};
Terrain field_of(const Waves& w) {
  const double k = 6.283185307179586 / w.length, height = w.steep / k;
  std::mt19937 random(5);
  std::uniform_real_distribution<double> noise(-1.0, 1.0);
  return test::terrain_of(3.0, w.cell, [&](double x, double y) {
    return height * (std::sin(k * (0.8 * x + 0.6 * y)) + std::cos(k * (0.8 * y - 0.6 * x))) +
           w.noise * noise(random);
  });
}

DiscFrame leaning_disc(const Vec3& center, double heading, double lean) {
  DiscFrame frame;
  frame.center = center;
  frame.radius = kRadius;
  frame.axis = Vec3(-std::sin(heading) * std::cos(lean), std::cos(heading) * std::cos(lean), std::sin(lean));
  frame.down = (frame.axis.z() * frame.axis - Vec3::UnitZ()).normalized();
  frame.side = frame.axis.cross(frame.down);
  return frame;
}

/// Depth of the rim below the lowered ground, by the field's own look-up.
double rim_below(const Terrain& ground, const DiscOnGround& disc, double angle) {
  const Vec3 p = disc.frame.center + kRadius * disc.frame.ray(std::cos(angle), std::sin(angle));
  HeightSample s;
  REQUIRE(ground.height(p.x(), p.y(), s));
  return s.z - disc.rut.depth - p.z();
}

/// A disc and its lone arc, if one was found.
struct Looked {
  DiscOnGround disc;
  bool lone = false;
  ProfileArc arc;
  double low() const { return std::atan2(arc.a[0], arc.b[0]); }
  double high() const { return std::atan2(arc.a[1], arc.b[1]); }
};

/// A disc at random on the ground, a few centimetres deep, leaning, in a rut of that depth; its arc is looked for.
Looked disc_on(const Terrain& ground, BaseSurface& base, std::mt19937& random, double rut) {
  std::uniform_real_distribution<double> place(-2.0, 2.0), turn(0.0, 6.28), lean(-0.4, 0.4),
      deep(0.005, 0.06);
  HeightSample at;
  const double x = place(random), y = place(random);
  REQUIRE(ground.height(x, y, at));
  Looked looked;
  DiscOnGround& disc = looked.disc;
  disc.material = 0;
  disc.inside = true;
  disc.rut.depth = rut;
  const double above =
      kRadius * std::sqrt(1.0 + at.slope_x * at.slope_x + at.slope_y * at.slope_y) - deep(random);
  disc.frame = leaning_disc({x, y, at.z - rut + above}, turn(random), lean(random));
  LoneArcs field;
  REQUIRE(field.begin({&disc, 1}, base));
  field.find(base);
  looked.lone = field.arcs().count == 1;
  if (looked.lone) looked.arc = field.arcs().arc[0];
  return looked;
}

/// fn(ground, base, looked) for discs on all kinds of fields.
template <class Fn>
void with_discs(Fn fn) {
  std::mt19937 random(11);
  for (const Waves& waves :
       {Waves{0.25, 4.0, 0.2, 0.0}, Waves{0.1, 1.5, 0.1, 0.0}, Waves{0.05, 0.8, 0.05, 0.0},
        Waves{0.05, 0.4, 0.2, 0.0}, Waves{0.1, 4.0, 0.1, 0.002}, Waves{0.1, 4.0, 0.1, 0.005},
        Waves{0.05, 4.0, 0.1, 0.001}, Waves{0.05, 4.0, 0.1, 0.002}}) {
    const Terrain ground = field_of(waves);
    ReadyCells cells;
    BaseSurface base(ground, cells);
    for (int k = 0; k < 400; ++k) fn(ground, base, disc_on(ground, base, random, k % 3 == 0 ? 0.02 : 0.0));
  }
}

}  // namespace

// The whole rim is sampled, every 0.06 degrees: an arc that was overlooked, or is no arc, is found.
TEST_CASE("an arc that is called the only one is the only part of the rim below the ground") {
  int single = 0, others = 0;
  with_discs([&](const Terrain& ground, BaseSurface&, const Looked& looked) {
    const DiscOnGround& disc = looked.disc;
    if (!looked.lone) {
      ++others;
      return;
    }
    ++single;
    const ProfileArc& arc = looked.arc;
    const double low = looked.low(), high = looked.high();
    CHECK(std::fabs(rim_below(ground, disc, low)) <= kOnSurface);
    CHECK(std::fabs(rim_below(ground, disc, high)) <= kOnSurface);
    double wrong = 0.0;  // m: below the ground outside the arc, or above it inside
    for (double angle = kSearchFrom; angle <= kSearchTo; angle += 1e-3) {
      const double below = rim_below(ground, disc, angle);
      wrong = std::max(wrong, low <= angle && angle <= high ? -below : below);
    }
    CHECK(wrong <= kOnSurface);
    double bend = -1.0;  // m/rad^2, by second differences: (1) says that there is none upwards
    constexpr double kApart = 2e-3;
    for (double angle = low; angle <= high; angle += kApart)
      bend = std::max(bend, (rim_below(ground, disc, angle - kApart) - 2.0 * rim_below(ground, disc, angle) +
                             rim_below(ground, disc, angle + kApart)) /
                                (kApart * kApart));
    CHECK(bend < 0.0);
    for (int end = 0; end < 2; ++end) {  // the profile's slope there
      const Vec3 p = disc.frame.center + arc.a[end] * disc.frame.side + arc.b[end] * disc.frame.down;
      HeightSample s;
      REQUIRE(ground.height(p.x(), p.y(), s));
      const Vec3 normal(-s.slope_x, -s.slope_y, 1.0);
      // the last look was up to 0.02 rad away, where slopes differ by 0.02 r K with K < 10/m
      CHECK(std::fabs(arc.slope[end] + normal.dot(disc.frame.side) / normal.dot(disc.frame.down)) <= 0.03);
    }
  });
  CHECK(single > 500);
  CHECK(others > 200);  // on the rougher fields, or nothing is shown
}

namespace {

struct Pressed {
  double penetration = 0.0;
  Vec3 gradient = Vec3::Zero();
};
/// By many rays: d(delta)/d(center) = grad F/(grad F . rho) with F = z - H(x, y).
Pressed by_rays(const Terrain& ground, BaseSurface& base, const Looked& looked) {
  constexpr int kRays = 3000;
  const DiscOnGround& disc = looked.disc;
  const double low = looked.low(), high = looked.high();
  base.lower_by(0.0);
  double stored = 0.0;
  Vec3 gradient = Vec3::Zero();
  for (int i = 0; i < kRays; ++i) {
    const double angle = low + (i + 0.5) / kRays * (high - low);
    const double delta = find_base_ray(disc.frame, base, std::cos(angle), std::sin(angle)).delta;
    const Vec3 rho = disc.frame.ray(std::cos(angle), std::sin(angle));
    const Vec3 p = disc.frame.center + (kRadius - delta) * rho;
    HeightSample s;
    REQUIRE(ground.height(p.x(), p.y(), s));
    const Vec3 normal(-s.slope_x, -s.slope_y, 1.0);
    stored += 0.5 * delta * delta;
    gradient += delta / normal.dot(rho) * normal;
  }
  const Penetration found = penetration_of(stored * (high - low) / kRays, kRadius);
  return {found.u, -gradient * (high - low) / kRays / found.measure_slope};
}

/// As a wheel finds it.
Pressed by_profile(const Terrain& ground, const DiscOnGround& disc) {
  std::array<ArcContact, kMaxArcContacts> found;
  REQUIRE(find_arc_contacts(ground, GroundMemory(), {}, {disc.frame.center, disc.frame.axis, kRadius},
                            found) == 1);
  return {found[0].penetration, found[0].gradient};
}
/// By the exact search.
Pressed by_walk(BaseSurface& base, const DiscOnGround& disc) {
  std::array<ArcContact, kMaxArcContacts> found;
  REQUIRE(find_disc_contacts(base, {}, disc, found) == 1);
  return {found[0].penetration, found[0].gradient};
}

struct Errors {
  double depth = 0.0, direction = 0.0;  // sums of squares
  void add(const Pressed& a, const Pressed& b) {
    depth += std::pow(a.penetration - b.penetration, 2);
    direction += (a.gradient - b.gradient).squaredNorm();
  }
};

}  // namespace

// Keys' interpolation gives a paraboloid exactly.
TEST_CASE("a lone arc on a smooth ground stores what many rays add up to") {
  const Terrain ground = test::terrain_of(
      3.0, 0.25, [](double x, double y) { return 0.1 * x * x - 0.07 * y * y + 0.08 * x * y + 0.1 * x; });
  std::mt19937 random(4);
  ReadyCells cells;
  BaseSurface base(ground, cells);
  int lone = 0;
  for (int k = 0; k < 300; ++k) {
    const Looked looked = disc_on(ground, base, random, 0.0);
    if (!looked.lone) continue;
    const Pressed exact = by_rays(ground, base, looked), found = by_profile(ground, looked.disc);
    // heights are floats, 1e-7 m; 3,000 rays err by 1e-7 of themselves, eight nodes by 1e-7 where the arc is longest
    CHECK(std::fabs(found.penetration - exact.penetration) <= 3e-8);
    CHECK((found.gradient - exact.gradient).norm() <= 3e-6);
    ++lone;
  }
  CHECK(lone > 100);
}

// Where cells meet the ground's second derivatives leap, which no rule of eight points follows: neither along the profile nor
// along rays.
TEST_CASE("a lone arc on a rough ground is as good as the eight rays of the exact search") {
  int compared = 0;
  Errors profile, rays;
  with_discs([&](const Terrain& ground, BaseSurface& base, const Looked& looked) {
    if (!looked.lone || looked.disc.rut.depth > 0.0) return;
    const Pressed exact = by_rays(ground, base, looked);
    profile.add(by_profile(ground, looked.disc), exact);
    rays.add(by_walk(base, looked.disc), exact);
    ++compared;
  });
  CHECK(compared > 200);
  CHECK(std::sqrt(profile.depth / compared) <= 2e-7);  // m
  CHECK(std::sqrt(profile.direction / compared) <= 5e-5);
  CHECK(profile.depth <= 4.0 * rays.depth);
  CHECK(profile.direction <= 2.0 * rays.direction);
  CHECK(profile.depth > 0.0);
}

// Else forces would leap where a wheel comes to ground on which its arc is no longer proven to be the only one.
TEST_CASE("what a disc touches does not depend on how its arc is found") {
  int compared = 0;
  double deepest_off = 0.0, direction_off = 0.0;
  with_discs([&](const Terrain& ground, BaseSurface& base, const Looked& looked) {
    if (!looked.lone || looked.disc.rut.depth > 0.0) return;
    const Pressed found = by_profile(ground, looked.disc), walked = by_walk(base, looked.disc);
    deepest_off = std::max(deepest_off, std::fabs(found.penetration - walked.penetration));
    direction_off = std::max(direction_off, (found.gradient - walked.gradient).norm());
    ++compared;
  });
  CHECK(compared > 350);
  // eight nodes each, along the ground and even in the angle, which differ in what they miss where cells
  // meet: a force of 1 cm depth leaps by 1e-4 of itself
  CHECK(deepest_off <= 1e-6);  // m
  CHECK(direction_off <= 3e-4);
  CHECK(deepest_off > 0.0);  // or the two are one
}

// Cells so fine that a disc's arc crosses dozens of them.
TEST_CASE("what is found does not depend on which cells are ready") {
  const double cell = kRadius / 14.0;
  const Terrain ground = test::terrain_of(
      1.5, cell, [](double x, double y) { return 0.01 * std::sin(3.0 * x + 1.0) * std::cos(2.0 * y); });
  std::mt19937 random(8);
  std::uniform_real_distribution<double> place(-1.0, 1.0), turn(-3.14, 3.14);
  GroundMemory rutted;
  for (double x = -1.2; x < 1.2; x += 0.01)
    for (double y = -1.2; y < 1.2; y += 0.01) rutted.deposit(x, y, 0.01 + 0.01 * std::sin(20.0 * x));
  WheelGround warm;
  int touching = 0;
  for (int k = 0; k < 200; ++k) {
    std::array<SliceContacts, 4> first;
    const double x = place(random), y = place(random), heading = turn(random);
    HeightSample s;
    REQUIRE(ground.height(x, y, s));
    const DiscFrame frame = leaning_disc({x, y, s.z + kRadius - 0.025}, heading, 0.3);
    for (std::size_t i = 0; i < first.size(); ++i)
      first[i].disc = {frame.center + 0.04 * (double(i) - 1.5) * frame.axis, frame.axis, kRadius};
    auto again = first, cold = first;
    WheelGround fresh;
    REQUIRE(find_wheel_contacts(ground, rutted, {}, first, warm));
    REQUIRE(find_wheel_contacts(ground, rutted, {}, again, warm));
    REQUIRE(find_wheel_contacts(ground, rutted, {}, cold, fresh));
    for (std::size_t i = 0; i < first.size(); ++i) {
      REQUIRE((first[i].count == cold[i].count && again[i].count == cold[i].count));
      for (int c = 0; c < cold[i].count; ++c) {
        CHECK(first[i].arcs[c].penetration == cold[i].arcs[c].penetration);
        CHECK(again[i].arcs[c].penetration == cold[i].arcs[c].penetration);
        CHECK(first[i].arcs[c].gradient == cold[i].arcs[c].gradient);
        CHECK(again[i].arcs[c].gradient == cold[i].arcs[c].gradient);
        ++touching;
      }
    }
  }
  CHECK(touching > 200);
}

// The closed form of a plate: u = r - h/c, gradient n/c (theory_contact.md).
TEST_CASE("a field that is a plane is a plate") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (const double cell : {0.05, 0.25, 1.0})
    for (int k = 0; k < 200; ++k) {
      const double sx = 0.4 * unit(random), sy = 0.4 * unit(random);
      const Terrain ground = test::terrain_of(5.0, cell, [&](double x, double y) { return sx * x + sy * y; });
      const Vec3 n = Vec3(-sx, -sy, 1.0).normalized();
      const Vec3 axis = Vec3(0.3 * unit(random), 1.0, 0.3 * unit(random)).normalized();
      const double c = std::sqrt(1.0 - n.dot(axis) * n.dot(axis)), u = kRadius * (0.1 + 0.09 * unit(random));
      const Vec3 foot(unit(random), unit(random), 0.0);
      const Vec3 center = Vec3(foot.x(), foot.y(), sx * foot.x() + sy * foot.y()) + (kRadius - u) * c * n;
      const test::Contacts found = test::contacts(ground, {center, axis, kRadius});
      REQUIRE(found.count == 1);
      // heights are floats of up to 4 m, 2e-7 m each; the eight nodes err by 1e-8
      CHECK(std::fabs(found.at[0].penetration - u) <= 1e-6);
      CHECK((found.at[0].gradient - n / c).norm() <= 1e-4);
    }
}

TEST_CASE("slices that are looked at together touch what each touches alone, bit by bit") {
  const Terrain ground = field_of({0.05, 0.8, 0.05, 0.0005});
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(-1.5, 1.5), turn(-3.14, 3.14), apart(0.0, 0.6);
  GroundMemory rutted;
  for (double x = -1.6; x < 1.6; x += 0.01)
    for (double y = -0.5; y < 0.5; y += 0.01) rutted.deposit(x, y, 0.01 + 0.01 * std::sin(20.0 * x));
  int touching = 0;
  for (int k = 0; k < 60; ++k) {
    const GroundMemory memory = k % 2 ? rutted : GroundMemory();
    for (int w = 0; w < 9; ++w) {
      std::array<SliceContacts, 10> wheel;  // more than are taken at once
      WheelGround wheel_ground;
      const Vec3 at(place(random), place(random), 0.0);
      HeightSample s;
      REQUIRE(ground.height(at.x(), at.y(), s));
      const DiscFrame frame = leaning_disc({at.x(), at.y(), s.z + kRadius - 0.012}, turn(random), 0.2);
      const double width = apart(random);  // the widest reach beyond the cells that have room together
      for (std::size_t i = 0; i < wheel.size(); ++i) {
        const double tilt = i == 5 ? 0.1 : 0.0;  // one slice has a frame of its own
        const Vec3 axis = (frame.axis + tilt * frame.side).normalized();
        wheel[i].disc = {frame.center + width * (double(i) / 9.0 - 0.5) * frame.axis, axis, kRadius};
        wheel[i].entry = 1.0;
      }
      REQUIRE(find_wheel_contacts(ground, memory, {}, wheel, wheel_ground));
      for (const SliceContacts& slice : wheel) {
        SliceContacts alone;
        alone.disc = slice.disc;
        alone.entry = slice.entry;
        WheelGround own;
        REQUIRE(find_wheel_contacts(ground, memory, {}, {&alone, 1}, own));
        REQUIRE(alone.count == slice.count);
        for (int c = 0; c < slice.count; ++c) {
          // ruts are counted from the corner of what is looked at together
          const double rounding = k % 2 ? 1e-13 : 0.0;  // m
          CHECK(std::fabs(alone.arcs[c].penetration - slice.arcs[c].penetration) <= rounding);
          CHECK((alone.arcs[c].gradient - slice.arcs[c].gradient).norm() <= 1e3 * rounding);
          ++touching;
        }
      }
    }
  }
  CHECK(touching > 1000);
}
