// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/terrain/touch/wheel_arc.hpp"

#include <cmath>
#include <functional>
#include <random>

#include "catch.hpp"
#include "grouser/math/pose.hpp"
#include "made_fields.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

constexpr double kArcRadius = 0.1425;  // ExoMars flight wheel, m

WheelDisc arc_disc_at(const Vec3& center, const Vec3& axis = Vec3::UnitY()) {
  return {center, axis, kArcRadius};
}

double penetration(const Terrain& terrain, const WheelDisc& disc, int surface) {
  const Contacts found = contacts(terrain, disc);
  const ArcContact* c = found.of(surface);
  return c ? c->penetration : 0.0;
}

// -du/d(center) by central differences.
Vec3 gradient_by_difference(const Terrain& terrain, WheelDisc disc, int surface, double step) {
  const Vec3 center = disc.center;
  Vec3 gradient;
  for (int i = 0; i < 3; ++i) {
    Vec3 shift = Vec3::Zero();
    shift[i] = step;
    disc.center = center + shift;
    const double ahead = penetration(terrain, disc, surface);
    disc.center = center - shift;
    gradient[i] = -(ahead - penetration(terrain, disc, surface)) / (2.0 * step);
  }
  return gradient;
}

// Largest difference between the gradient and central differences over random poses near `around`.
double worst_gradient_error(const Terrain& terrain, const Vec3& around, const Vec3& spread, double step,
                            double least_penetration, int& checked) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  double worst = 0.0;
  checked = 0;
  for (int k = 0; k < 400; ++k) {
    const Vec3 center = around + spread.cwiseProduct(Vec3(unit(random), unit(random), unit(random)));
    const Vec3 axis = Vec3(0.4 * unit(random), 1.0, 0.3 * unit(random)).normalized();
    const WheelDisc disc = arc_disc_at(center, axis);
    const Contacts found = contacts(terrain, disc);
    for (int i = 0; i < found.count; ++i) {
      const ArcContact& c = found.at[i];
      if (c.penetration < least_penetration) continue;
      worst = std::max(worst, (gradient_by_difference(terrain, disc, c.surface, step) - c.gradient).norm());
      ++checked;
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("On a plate the penetration is the wheel's own and the gradient its normal") {
  const Terrain flat(BasePlane{0.3, 0.0, 0.0}, 2, {});
  for (const double u : {1e-7, 1e-4, 0.004, 0.03, 0.1, 0.15}) {
    const Contacts found = contacts(flat, arc_disc_at({1.0, -2.0, 0.3 + kArcRadius - u}));
    REQUIRE(found.count == 1);
    CHECK(found.at[0].surface == 0);
    CHECK(found.at[0].material == 2);
    CHECK(found.at[0].penetration == Approx(u).margin(1e-15));
    CHECK((found.at[0].gradient - Vec3::UnitZ()).norm() < 1e-15);
    CHECK((found.at[0].point - Vec3(1.0, -2.0, 0.3)).norm() < 1e-14);
  }
  CHECK(contacts(flat, arc_disc_at({0, 0, 0.3 + kArcRadius + 1e-9})).count == 0);
}

TEST_CASE("On a slope with a leaning wheel: u = r - h/c, gradient n/c") {
  const Terrain slope(BasePlane{0.0, 0.2, -0.1}, 0, {});
  const Vec3 n = Vec3(-0.2, 0.1, 1.0).normalized();
  const Vec3 axis = Vec3(0.1, 1.0, 0.3).normalized();
  const double c = std::sqrt(1.0 - std::pow(n.dot(axis), 2));
  const Vec3 center = Vec3(0.5, 0.2, 0.2 * 0.5 - 0.1 * 0.2) + 0.13 * n;
  const Contacts found = contacts(slope, arc_disc_at(center, axis));
  REQUIRE(found.count == 1);
  CHECK(found.at[0].penetration == Approx(kArcRadius - 0.13 / c).epsilon(1e-12));
  CHECK((found.at[0].gradient - n / c).norm() < 1e-14);
}

TEST_CASE("A wide box and a flat heightfield are plates too") {
  const Terrain box_plate(BasePlane{-5.0, 0.0, 0.0}, 0, {box({0, 0, -0.5}, {1, 1, 0.5})});
  const Terrain field = terrain_of(2.0, 0.25, [](double x, double y) { return 0.25 * x - 0.125 * y; });
  CHECK(penetration(box_plate, arc_disc_at({0.1, 0.2, kArcRadius - 0.01}), 1) == Approx(0.01).epsilon(1e-12));
  const Vec3 n = Vec3(-0.25, 0.125, 1.0).normalized();
  const Vec3 axis = Vec3(0, 1, 0.1).normalized();
  const double c = std::sqrt(1.0 - std::pow(n.dot(axis), 2));
  for (const double h : {0.142, 0.135, 0.11}) {
    const Contacts found =
        contacts(field, arc_disc_at(Vec3(0.2, 0.1, 0.25 * 0.2 - 0.125 * 0.1) + h * n, axis));
    // the field's heights are exact floats; what is left is the quadrature's 1e-9
    if (kArcRadius - h / c <= 0.0) {
      CHECK(found.count == 0);
      continue;
    }
    REQUIRE(found.count == 1);
    CHECK(found.at[0].penetration == Approx(kArcRadius - h / c).epsilon(1e-7));
    CHECK((found.at[0].gradient - n / c).norm() < 1e-7);
  }
}

TEST_CASE("The gradient is the derivative of the penetration: boxes and planes") {
  int checked = 0;
  // a step edge with a floor below it, driven into at any angle
  const Terrain step(BasePlane{}, 0, {box({-1, 0, 0.0}, {1, 1, 0.06})});
  CHECK(worst_gradient_error(step, {0.03, 0.1, 0.16}, {0.09, 0.1, 0.05}, 1e-7, 2e-4, checked) < 1e-5);
  CHECK(checked > 200);
  // thin plate on the ground and a turned block across it
  const Terrain plate(BasePlane{0.0, 0.05, 0.02}, 0,
                      {box({-0.3, 0, 0.0}, {0.3, 0.5, 0.004}),
                       box({0.1, 0, 0.0}, {0.05, 0.3, 0.02}, rotation_from_rpy(0.3, 0.2, 0.5))});
  CHECK(worst_gradient_error(plate, {0.02, 0.0, 0.13}, {0.08, 0.1, 0.02}, 1e-7, 2e-4, checked) < 1e-5);
  CHECK(checked > 200);
}

TEST_CASE("The gradient is the derivative of the penetration: heightfield") {
  int checked = 0;
  const Terrain hills =
      terrain_of(2.0, 0.1, [](double x, double y) { return 0.05 * std::sin(3 * x) * std::cos(2.3 * y); });
  // second derivatives of the surface jump at cell borders, which eight nodes an arc resolve to 1e-4
  CHECK(worst_gradient_error(hills, {0.0, 0.1, 0.13}, {1.0, 1.0, 0.05}, 1e-6, 2e-4, checked) < 2e-4);
  CHECK(checked > 100);
  // within smooth cells (a quadratic is reproduced) only the quadrature is left
  const Terrain bowl =
      terrain_of(2.0, 0.25, [](double x, double y) { return 0.25 * x * x + 0.125 * x * y - 0.25 * y * y; });
  CHECK(worst_gradient_error(bowl, {0.0, 0.1, 0.135}, {0.3, 0.3, 0.05}, 1e-6, 2e-4, checked) < 1e-5);
  CHECK(checked > 100);
}

TEST_CASE("Around a closed path over edges the force does no work") {
  // k u grad u with one k: a circle through top, edge and face of a step, and through the floor below
  const Terrain step(BasePlane{}, 0, {box({-1, 0, -0.5}, {1, 1, 0.56})});
  const auto force = [&](const Vec3& center) {
    const Contacts found = contacts(step, arc_disc_at(center, Vec3(0.1, 1.0, 0.05).normalized()));
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < found.count; ++i) sum += found.at[i].penetration * found.at[i].gradient;
    return sum;
  };
  // the force has kinks where contacts begin: the trapezoid rule over n points errs by O(n^-2)
  const int n = 20000;
  double work = 0.0, absolute = 0.0;
  Vec3 last_force = force({0.03 + 0.05, 0.0, 0.17});
  Vec3 last(0.03 + 0.05, 0.0, 0.17);
  for (int i = 1; i <= n; ++i) {
    const double t = 2 * M_PI * i / n;
    const Vec3 center(0.03 + 0.05 * std::cos(t), 0.02 * std::sin(t), 0.17 + 0.03 * std::sin(t));
    const Vec3 f = force(center);
    const double part = 0.5 * (f + last_force).dot(center - last);
    work += part;
    absolute += std::fabs(part);
    last_force = f;
    last = center;
  }
  CHECK(absolute > 1e-5);
  CHECK(std::fabs(work) < 1e-6 * absolute);
}

TEST_CASE("The force has no moment about the axle and acts on the disc") {
  const Terrain step(BasePlane{}, 0, {box({-1, 0, 0}, {1, 1, 0.05})});
  const Vec3 axis = Vec3(0.1, 1.0, 0.2).normalized();
  const Vec3 center(0.05, 0.0, 0.135);
  const Contacts found = contacts(step, arc_disc_at(center, axis));
  REQUIRE(found.count == 2);
  for (int i = 0; i < found.count; ++i) {
    const ArcContact& c = found.at[i];
    const Vec3 arm = c.point - center;
    CHECK(std::fabs(arm.dot(axis)) < 1e-15);
    CHECK(arm.norm() == Approx(kArcRadius - c.penetration).epsilon(1e-12));
    CHECK(std::fabs(arm.cross(c.gradient).dot(axis)) < 1e-15);
  }
}

TEST_CASE("The direction in which the axle points makes no difference") {
  // turning the axle round is half a turn of the wheel's side, not of the ground
  const Terrain step(BasePlane{}, 0, {box({-1, 0, 0}, {1, 1, 0.05})});
  const Vec3 axis = Vec3(0.1, 1.0, 0.2).normalized();
  const Contacts a = contacts(step, arc_disc_at({0.05, 0.0, 0.13}, axis)),
                 b = contacts(step, arc_disc_at({0.05, 0.0, 0.13}, -axis));
  REQUIRE(a.count == b.count);
  for (int i = 0; i < a.count; ++i) {
    CHECK(a.at[i].penetration == Approx(b.at[i].penetration).epsilon(1e-10));
    CHECK((a.at[i].gradient - b.at[i].gradient).norm() < 1e-9);
  }
}

TEST_CASE("Mirrored and turned worlds give mirrored and turned contacts") {
  const RigidShape left = box({-0.5, 0.3, 0.0}, {0.5, 0.25, 0.03}, rotation_from_rpy(0.05, 0.1, 0.3));
  RigidShape right = left;
  right.pose.p.y() = -0.3;
  right.pose.R = rotation_from_rpy(-0.05, 0.1, -0.3);
  const Vec3 center(-0.03, 0.3, 0.115), mirrored(-0.03, -0.3, 0.115);
  const Vec3 axis = Vec3(0.1, 1.0, 0.1).normalized(), axis_mirrored(-axis.x(), axis.y(), -axis.z());
  const Contacts a = contacts(Terrain(BasePlane{}, 0, {left}), arc_disc_at(center, axis));
  const Contacts b = contacts(Terrain(BasePlane{}, 0, {right}), arc_disc_at(mirrored, axis_mirrored));
  REQUIRE(a.count > 0);
  REQUIRE(a.count == b.count);
  for (int i = 0; i < a.count; ++i) {
    // line integrals are good to 1e-10
    CHECK(b.at[i].penetration == Approx(a.at[i].penetration).epsilon(1e-9));
    const Vec3 g = a.at[i].gradient;
    CHECK((b.at[i].gradient - Vec3(g.x(), -g.y(), g.z())).norm() < 1e-9);
  }
  // turned about a slanted axis: boxes only, a plane has no pose
  const Mat3 R = rotation_from_rpy(0.7, -0.4, 2.0);
  const Vec3 shift(5, -3, 2);
  RigidShape turned = left;
  turned.pose = RigidTransform{R, shift} * left.pose;
  const Terrain before(BasePlane{-100, 0, 0}, 0, {left}), after(BasePlane{-100, 0, 0}, 0, {turned});
  const Contacts c = contacts(before, arc_disc_at(center, axis)),
                 d = contacts(after, arc_disc_at(R * center + shift, R * axis));
  REQUIRE(c.count == 1);
  REQUIRE(d.count == 1);
  CHECK(d.at[0].penetration == Approx(c.at[0].penetration).epsilon(1e-9));
  CHECK((d.at[0].gradient - R * c.at[0].gradient).norm() < 1e-9);
  CHECK((d.at[0].point - (R * c.at[0].point + shift)).norm() < 1e-9);
}

TEST_CASE("A box cut in two stores together what the whole one stores") {
  // S is an area: 0.4 of the arc on one half and the rest on the other; u^(5/2) adds up to leading order, so
  // compare S by way of a plate: two halves meeting under the axle carry G(u) together
  std::vector<RigidShape> boxes{box({-0.5, 0, -0.5}, {0.5, 1, 0.5}), box({0.5, 0, -0.5}, {0.5, 1, 0.5})};
  boxes[1].material = boxes[0].material + 1;  // of one soil they would be one body
  const Terrain halves(BasePlane{-9, 0, 0}, 0, boxes);
  const double u = 0.01;
  const Contacts found = contacts(halves, arc_disc_at({0.0, 0.0, kArcRadius - u}));
  REQUIRE(found.count == 2);
  // each half stores G(u)/2; G ~ u^(5/2) (1 + 0.32 u/r ...): u_half = 0.5^0.4 u within the next term, u/r x
  // 0.1
  CHECK(found.at[0].penetration == Approx(std::pow(0.5, 0.4) * u).epsilon(0.01));
  // where they meet the first has a skin of 1 nm on a chord of 0.1 m
  CHECK(found.at[1].penetration == Approx(found.at[0].penetration).epsilon(1e-7));
  // the horizontal parts at the joint cancel
  CHECK((found.at[0].gradient + found.at[1].gradient).x() == Approx(0.0).margin(1e-7));
}

TEST_CASE("A plate let into the ground flush hides the ground, whatever rounding says") {
  for (const double z : {0.0, 0.1, 1.0 / 3.0, -4450.7}) {
    const Terrain flush(BasePlane{z, 0, 0}, 0, {box({0, 0, z - 0.05}, {1, 1, 0.05})});
    const Contacts found = contacts(flush, arc_disc_at({0.0, 0.0, z + kArcRadius - 0.01}));
    REQUIRE(found.count == 1);
    CHECK(found.at[0].surface == 1);
    CHECK(found.at[0].penetration == Approx(0.01).margin(1e-7));
  }
}

TEST_CASE("A thin plate is not pressed through, a centre inside a box comes out the near side") {
  const Terrain plate(BasePlane{-9, 0, 0}, 0, {box({0, 0, -0.001}, {1, 1, 0.001})});
  CHECK(penetration(plate, arc_disc_at({0, 0, kArcRadius - 0.03}), 1) == Approx(0.03).epsilon(1e-9));
  const Terrain block(BasePlane{-9, 0, 0}, 0, {box({0, 0, 0}, {1, 1, 0.3})});
  const Contacts found = contacts(block, arc_disc_at({0, 0, 0.29}));
  REQUIRE(found.count == 1);
  CHECK(found.at[0].penetration == Approx(kArcRadius + 0.01).epsilon(1e-6));
  CHECK((found.at[0].gradient - Vec3::UnitZ()).norm() < 1e-6);
  for (double z = 0.5; z > -0.6; z -= 0.003) {
    const Contacts any = contacts(block, arc_disc_at({0.95, 0.99, z}, Vec3(0.2, 1, 0.3).normalized()));
    for (int i = 0; i < any.count; ++i) {
      CHECK(std::isfinite(any.at[i].penetration));
      CHECK(any.at[i].gradient.allFinite());
      CHECK(any.at[i].point.allFinite());
    }
  }
}

TEST_CASE("A rut lowers the ground and is reported") {
  const Terrain flat(BasePlane{}, 0, {});
  GroundMemory memory(0.02);
  for (double x = -1; x < 1; x += 0.01)
    for (double y = -0.1; y < 0.1; y += 0.01) memory.deposit(x, y, 0.012);
  Contacts found = contacts(flat, arc_disc_at({0.0, 0.0, kArcRadius - 0.02}), memory);
  REQUIRE(found.count == 1);
  // an even rut is a plate 12 mm lower; the quadrature is exact to 1e-7
  CHECK(found.at[0].penetration == Approx(0.008).epsilon(1e-6));
  CHECK(found.at[0].rut_depth == Approx(0.012).epsilon(1e-12));
  CHECK((found.at[0].gradient - Vec3::UnitZ()).norm() < 1e-6);
  CHECK(contacts(flat, arc_disc_at({0.0, 0.0, kArcRadius - 0.011}), memory).count == 0);
  // beside the rut nothing has changed
  found = contacts(flat, arc_disc_at({0.0, 0.5, kArcRadius - 0.02}), memory);
  REQUIRE(found.count == 1);
  CHECK(found.at[0].penetration == Approx(0.02).epsilon(1e-6));
  CHECK(found.at[0].rut_depth == 0.0);
}

namespace {

// Crossing tracks of uneven depth, shifted by whole cells.
GroundMemory uneven_ruts(int shift_x, int shift_y) {
  constexpr double kCell = 0.02;
  GroundMemory memory(kCell);
  for (int i = -40; i < 40; ++i)
    for (int j = -40; j < 40; ++j) {
      const bool track = std::abs(j) < 3 || std::abs(i - j) < 4;
      if (track)
        memory.deposit((i + shift_x + 0.5) * kCell, (j + shift_y + 0.5) * kCell,
                       0.008 + 0.004 * std::sin(0.7 * i) * std::cos(0.4 * j));
    }
  return memory;
}

template <class Compare>
void over_uneven_ruts(Compare&& compare) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (int k = 0; k < 200; ++k) {
    const Vec3 axis = Vec3(unit(random), unit(random), 0.2 * unit(random)).normalized();
    compare(arc_disc_at({0.3 * unit(random), 0.3 * unit(random), kArcRadius - 0.025 + 0.02 * unit(random)},
                        axis));
  }
}

}  // namespace

TEST_CASE("Where the memory's tiles meet makes no difference") {
  const Terrain flat(BasePlane{}, 0, {});
  const GroundMemory here = uneven_ruts(0, 0);
  int found = 0;
  for (const auto& [i, j] : {std::pair(16, 0), std::pair(-7, 21), std::pair(1000, -999)}) {
    const GroundMemory there = uneven_ruts(i, j);
    over_uneven_ruts([&](WheelDisc disc) {
      const Contacts a = contacts(flat, disc, here);
      disc.center += Vec3(0.02 * i, 0.02 * j, 0.0);
      const Contacts b = contacts(flat, disc, there);
      REQUIRE(a.count == b.count);
      found += a.count;
      for (int c = 0; c < a.count; ++c) {
        // rounding of positions up to 20 m, and the ends of arcs, found to 1e-8 m
        CHECK(a.at[c].penetration == Approx(b.at[c].penetration).epsilon(1e-8));
        CHECK((a.at[c].gradient - b.at[c].gradient).norm() < 1e-7);
        CHECK(a.at[c].rut_depth == Approx(b.at[c].rut_depth).epsilon(1e-7));
      }
    });
  }
  CHECK(found > 300);
}

TEST_CASE("Ruts are the same in a plane and in a level heightfield, which is searched all round") {
  const Terrain plane(BasePlane{}, 0, {}), field = terrain_of(2.0, 0.25, [](double, double) { return 0.0; });
  const GroundMemory memory = uneven_ruts(0, 0);
  int found = 0;
  double worst = 0.0, worst_turn = 0.0;
  over_uneven_ruts([&](const WheelDisc& disc) {
    const Contacts a = contacts(plane, disc, memory), b = contacts(field, disc, memory);
    if (a.count + b.count == 0) return;
    const double u = a.count ? a.at[0].penetration : 0.0, v = b.count ? b.at[0].penetration : 0.0;
    worst = std::max(worst, std::fabs(u - v));
    if (a.count && b.count) worst_turn = std::max(worst_turn, (a.at[0].gradient - b.at[0].gradient).norm());
    ++found;
  });
  CHECK(found > 100);
  // where no rut reaches, the one is the closed form and the other quadrature
  CHECK(worst < 1e-7);
  CHECK(worst_turn < 1e-5);
}

TEST_CASE("Ruts finer than a query keeps at hand are read one by one") {
  const Terrain flat(BasePlane{}, 0, {});
  GroundMemory memory(0.002);
  for (double x = -0.2; x < 0.2; x += 0.001)
    for (double y = -0.2; y < 0.2; y += 0.001) memory.deposit(x, y, 0.012);
  const WheelDisc disc = arc_disc_at({0.0, 0.0, kArcRadius - 0.04}, Vec3(1.0, 1.0, 0.0).normalized());
  const Contacts found = contacts(flat, disc, memory);
  REQUIRE(found.count == 1);
  CHECK(found.at[0].penetration == Approx(0.028).epsilon(1e-6));
  CHECK(found.at[0].rut_depth == Approx(0.012).epsilon(1e-12));
}

// To the bit but for ruts: their cells are counted from the corner of what is looked at together.
TEST_CASE("The slices of a wheel together touch what each touches alone") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(-0.6, 0.6), height(0.05, 0.16), depth(0.0, 0.03);
  const auto hills = [](double x, double y) { return 0.03 * std::sin(5.0 * x) * std::cos(4.0 * y); };
  const Terrain field = terrain_of(2.0, 0.1, hills, {box({0.3, 0.0, 0.0}, {0.1, 0.4, 0.1})});
  const Terrain flat(BasePlane{}, 0, {});
  GroundMemory ruts;
  for (double x = -0.6; x < 0.6; x += 0.01)
    for (double y = 0.0; y < 0.1; y += 0.01) ruts.deposit(x, y, depth(random));
  int touching = 0;
  // one wheel's working memory all the way, also from one field to another with the same cells
  const Terrain other = terrain_of(2.0, 0.1, [&](double x, double y) { return -hills(x, y); });
  WheelGround ground;
  for (const Terrain* terrain : {&field, &flat, &other})
    for (const bool rutted : {false, true})
      for (int k = 0; k < 100; ++k) {
        const GroundMemory memory = rutted ? ruts : GroundMemory();
        const Vec3 center(place(random), place(random), height(random));
        const Vec3 axis = Vec3(depth(random), 1.0, depth(random)).normalized();
        std::array<SliceContacts, 3> slices;
        for (int i = 0; i < 3; ++i) slices[i].disc = arc_disc_at(center + 0.03 * (i - 1) * axis, axis);
        const auto poses = poses_of(*terrain);
        REQUIRE(find_wheel_contacts(*terrain, memory, poses, slices, ground));
        for (const SliceContacts& slice : slices) {
          const Contacts alone = contacts(*terrain, slice.disc, memory);
          REQUIRE(slice.count == alone.count);
          for (int c = 0; c < alone.count; ++c) {
            const double rounding = rutted ? 1e-14 : 0.0;  // m; of positions up to a metre
            CHECK(std::fabs(slice.arcs[c].penetration - alone.at[c].penetration) <= rounding);
            CHECK((slice.arcs[c].gradient - alone.at[c].gradient).norm() <= 1e3 * rounding);
            CHECK(std::fabs(slice.arcs[c].rut_depth - alone.at[c].rut_depth) <= rounding);
            ++touching;
          }
        }
      }
  CHECK(touching > 300);
  std::array<SliceContacts, 2> slices;
  slices[0].disc = arc_disc_at({0.0, 0.0, 0.1});
  slices[1].disc = arc_disc_at({1.9, 0.0, 0.1});
  CHECK_FALSE(find_wheel_contacts(field, GroundMemory(), {}, slices, ground));
  CHECK(slices[1].count == -1);
}

TEST_CASE("Outside the ground's extent the query says so") {
  const Terrain field = terrain_of(2.0, 0.25, [](double, double) { return 0.0; });
  std::array<ArcContact, kMaxArcContacts> out;
  const GroundMemory memory;
  // samples exist to 1.75 m; the disc needs its radius
  CHECK(find_arc_contacts(field, memory, {}, arc_disc_at({1.75 - 0.14, 0, 0.1}), out) == -1);
  CHECK(find_arc_contacts(field, memory, {}, arc_disc_at({1.75 - 0.145, 0, 0.1}), out) == 1);
  CHECK(find_arc_contacts(field, memory, {}, arc_disc_at({std::nan(""), 0, 0.1}), out) == -1);
}

TEST_CASE("The four deepest contacts are kept, in order of surface") {
  std::vector<RigidShape> strips;
  for (int i = 0; i < 6; ++i) {
    strips.push_back(box({-0.05 + 0.02 * i, 0, -0.5}, {0.01, 1, 0.5}));
    strips.back().material = i;  // of one soil they would be one body
  }
  const Terrain terrain(BasePlane{-9, 0, 0}, 0, strips);
  const Contacts found = contacts(terrain, arc_disc_at({0.0, 0.0, kArcRadius - 0.02}));
  REQUIRE(found.count == 4);
  for (int i = 0; i < 4; ++i) CHECK(found.at[i].surface == 2 + i);  // the outer two are the shallowest
}
