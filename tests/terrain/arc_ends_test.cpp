#include "contact/arc_ends.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "made_fields.hpp"

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

/// Discs at random a few centimetres deep, leaning, some in a rut; fn(ground, base, disc) with the arc looked for.
template <class Fn>
void with_discs(Fn fn) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> place(-2.0, 2.0), turn(0.0, 6.28), lean(-0.4, 0.4),
      deep(0.005, 0.06);
  for (const Waves& waves :
       {Waves{0.25, 4.0, 0.2, 0.0}, Waves{0.1, 1.5, 0.1, 0.0}, Waves{0.05, 0.8, 0.05, 0.0},
        Waves{0.05, 0.4, 0.2, 0.0}, Waves{0.1, 4.0, 0.1, 0.002}, Waves{0.1, 4.0, 0.1, 0.005},
        Waves{0.05, 4.0, 0.1, 0.001}, Waves{0.05, 4.0, 0.1, 0.002}}) {
    const Terrain ground = field_of(waves);
    for (int k = 0; k < 300; ++k) {
      HeightSample at;
      const double x = place(random), y = place(random);
      REQUIRE(ground.height(x, y, at));
      DiscOnGround disc;
      disc.one_level = disc.inside = true;
      disc.rut.depth = k % 3 == 0 ? 0.02 : 0.0;
      const double above =
          kRadius * std::sqrt(1.0 + at.slope_x * at.slope_x + at.slope_y * at.slope_y) - deep(random);
      disc.frame = leaning_disc({x, y, at.z - disc.rut.depth + above}, turn(random), lean(random));
      ReadyCells cells;
      BaseSurface base(ground, cells);
      base.lower_by(disc.rut.depth);
      find_base_reach(disc.frame, base, base.sample(x, y), disc.reach);
      find_single_arcs(base, {&disc, 1});
      fn(ground, base, disc);
    }
  }
}

}  // namespace

// The whole rim is sampled, every 0.06 degrees: an arc that was overlooked, or is no arc, is found.
TEST_CASE("an arc that is called the only one is the only part of the rim below the ground") {
  int single = 0, others = 0;
  with_discs([&](const Terrain& ground, BaseSurface&, const DiscOnGround& disc) {
    const BaseReach& reach = disc.reach;
    if (!reach.single) {
      ++others;
      return;
    }
    ++single;
    CHECK(std::fabs(rim_below(ground, disc, reach.arc.low)) <= kOnSurface);
    CHECK(std::fabs(rim_below(ground, disc, reach.arc.high)) <= kOnSurface);
    double wrong = 0.0;  // m: below the ground outside the arc, or above it inside
    for (double angle = kSearchFrom; angle <= kSearchTo; angle += 1e-3) {
      const double below = rim_below(ground, disc, angle);
      wrong = std::max(wrong, reach.arc.low <= angle && angle <= reach.arc.high ? -below : below);
    }
    CHECK(wrong <= kOnSurface);
    double bend = -1.0;  // m/rad^2, by second differences: (1) says that there is none upwards
    constexpr double kApart = 2e-3;
    for (double angle = reach.arc.low; angle <= reach.arc.high; angle += kApart)
      bend = std::max(bend, (rim_below(ground, disc, angle - kApart) - 2.0 * rim_below(ground, disc, angle) +
                             rim_below(ground, disc, angle + kApart)) /
                                (kApart * kApart));
    CHECK(bend < 0.0);
    const double step = 1e-5, r = kRadius;  // rad; how fast rays get longer there
    for (const auto& [angle, rise] :
         {std::pair{reach.arc.low, reach.arc.rise_low}, {reach.arc.high, reach.arc.rise_high}}) {
      HeightSample s;
      const Vec3 rho = disc.frame.ray(std::cos(angle), std::sin(angle));
      REQUIRE(ground.height(disc.frame.center.x() + r * rho.x(), disc.frame.center.y() + r * rho.y(), s));
      const double into = s.slope_x * rho.x() + s.slope_y * rho.y() - rho.z();
      const double slope =
          (rim_below(ground, disc, angle + step) - rim_below(ground, disc, angle - step)) / (2.0 * step);
      // the last look was up to sqrt(kOnSurface/M) away, where the depth's slope differs by sqrt(kOnSurface M) with
      // M < 0.25 m/rad^2, and rays are met at 0.4 at least
      CHECK(std::fabs(rise - slope / into) <= 6e-4);
    }
  });
  CHECK(single > 500);
  CHECK(others > 200);  // on the rougher fields, or nothing is shown
}

// The walk along the rim is the other way to the same arcs, and the rim the other place for rays to begin.
TEST_CASE("what a disc touches does not depend on how its arc is found") {
  int compared = 0;
  double deepest_off = 0.0, direction_off = 0.0;
  with_discs([&](const Terrain&, BaseSurface& base, const DiscOnGround& disc) {
    if (!disc.reach.single) return;
    DiscOnGround walked = disc;
    walked.reach.single = false;
    std::array<ArcContact, kMaxArcContacts> a, b;
    REQUIRE(find_disc_contacts(base, {}, disc, a) == 1);
    REQUIRE(find_disc_contacts(base, {}, walked, b) == 1);
    deepest_off = std::max(deepest_off, std::fabs(a[0].penetration - b[0].penetration));
    direction_off = std::max(direction_off, (a[0].gradient - b[0].gradient).norm());
    ++compared;
  });
  CHECK(compared > 500);
  // both ends are known to kOnSurface, of which the penetration feels the square or less; rays end within 1e-7 m
  CHECK(deepest_off <= 1e-10);  // m
  CHECK(direction_off <= 1e-7);
  CHECK(deepest_off > 0.0);  // or the two are one
}
