// SPDX-License-Identifier: BSD-3-Clause
// Footpads, feet and contact spheres on ground of the Soil Contact Model: one part moved by hand, and vehicles that stand on such.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "catch.hpp"
#include "contact/scm_contacts.hpp"
#include "grouser/math/pose.hpp"
#include "grouser/multibody/build/model_builder.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/soil/laws/soil_params.hpp"
#include "grouser/soil/wheel/scm_wheel.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

constexpr double kRigid = 1e10;  // N/m: the surface hangs fast on the body

ScmGround part_ground(const char* soil, PressForm form, double radius, double cell) {
  return {.cell = cell,
          .parts = {
              {.body = 0,
               .radius = radius,
               .width = 2.0 * radius,
               .laws = {scm_law(load_soil(soil, {}, SoilLaw::scm), {.radius = radius, .width = 2.0 * radius},
                                9.81, {.digging = false, .width = ScmWidth::footprint})},
               .rim = {.stiffness = kRigid},
               .form = form}}};
}

ContactScene part_scene(const char* soil, double radius, const ScmGround& ground) {
  ContactScene scene;
  ModelBuilder builder;
  builder.add_body({.name = "part", .mass = 1.0, .inertia = Mat3::Identity()});
  builder.add_joint({.name = "free", .type = JointType::free, .parent = "world", .child = "part"});
  scene.model = std::make_shared<const Model>(builder.build("part"));
  scene.terrain = std::make_shared<const Terrain>(BasePlane{}, 0, std::vector<RigidShape>{});
  scene.materials.push_back(load_soil(soil, {}, SoilLaw::scm));
  scene.vehicle_of_body.push_back(0);
  scene.pads.push_back({.spec = {.name = "part", .body = "part", .radius = radius}, .body = {0}});
  scene.grounds = Grounds(make_deforming_ground(ground));
  list_parts(scene);
  return scene;
}

/// A part that is moved by hand; its origin is the middle of its sole or of its ball.
struct PressedPart {
  ScmGround grid;
  ContactScene scene;
  ScmContacts contacts;
  ContactState state;
  GroundMemory ground;
  Kinematics at;
  Loads loads;
  ContactLoads sum;
  ContactReadings readings;
  double work =
      0.0;  // that the part did on the ground, the force of a step's end acting all along its way, J
  PressedPart(const char* soil, PressForm form, double radius, double cell)
      : grid(part_ground(soil, form, radius, cell)),
        scene(part_scene(soil, radius, grid)),
        contacts(scene, grid),
        state(untouched(scene)),
        ground(scene.grounds.untouched()),
        at(*scene.model),
        loads(*scene.model),
        sum(loads, at) {
    readings.records.resize(1);
    at.body[0].X_WB = {Mat3::Identity(), Vec3(0.0, 0.0, 5.0)};
  }
  const ScmLaw& law() const { return grid.parts[0].laws[0]; }
  const Vec3& force() const { return readings.records[0].force; }
  /// Returns what is stored afterwards, J.
  double move_to(const Vec3& place) { return move(place, place - at.body[0].X_WB.p); }
  double move(const Vec3& place, const Vec3& rubs) {
    return move(RigidTransform{at.body[0].X_WB.R, place}, rubs);
  }
  /// rubs: way of its surface over the soil, m.
  double move(const RigidTransform& pose, const Vec3& rubs) {
    BodyMotion& body = at.body[0];
    const Vec3 way = pose.p - body.X_WB.p;
    body.v = rubs;
    body.X_WB = pose;
    ContactInstant instant;
    instant.now = instant.sliding = &at;
    instant.terrain = scene.terrain.get();
    instant.ground = &ground;
    instant.step = 1.0;
    loads.clear();
    sum.clear();
    readings.records[0] = ContactRecord{};
    contacts.begin(state);
    REQUIRE(contacts.step(instant, 1.0, sum, readings));
    contacts.accept(state, *scene.terrain, ground);
    work -= force().dot(way);
    return sum.power.stored;
  }
  /// Straight down from just above the ground in the origin. carry: soil is carried away.
  void press_down(double depth, double step, bool carry) {
    move_to({0.0, 0.0, 1e-9});
    work = 0.0;
    const int count = static_cast<int>(std::ceil(depth / step));
    for (int i = 1; i <= count; ++i) {
      if (!carry) state.scm[0].way = 0.0;
      move_to({0.0, 0.0, -depth * i / count});
    }
  }
  /// Sum of a layer times the cells' area, m3.
  double volume(SoilLayer layer) const {
    constexpr std::size_t kCells = GroundMemory::kTileCells * GroundMemory::kTileCells;
    double all = 0.0;
    for (const TileKey key : ground.all_tiles())
      for (const double x : ground.tile_values(key).subspan(static_cast<std::size_t>(layer) * kCells, kCells))
        all += x;
    return all * ground.cell() * ground.cell();
  }
};

/// int_0^a k (z0 - r + sqrt(r^2 - s^2))^n 2 pi s ds over the cap of a ball, by Simpson's rule.
double cap_integral(const VirginCurve& curve, double radius, double z0) {
  const double edge = std::sqrt(z0 * (2.0 * radius - z0));
  constexpr int kParts = 4000;
  double sum = 0.0;
  for (int i = 0; i <= kParts; ++i) {
    const double s = edge * i / kParts, z = z0 - radius + std::sqrt(radius * radius - s * s);
    sum += (i == 0 || i == kParts ? 1.0 : i % 2 ? 4.0 : 2.0) * s * virgin_pressure(curve, std::max(z, 0.0));
  }
  return 2.0 * std::numbers::pi * sum * edge / kParts / 3.0;
}

}  // namespace

TEST_CASE("what a disc covers of a parallelogram: area and centroid") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1.5, 1.5);
  for (int trial = 0; trial < 60; ++trial) {
    const double u0 = any(random), v0 = any(random), a = any(random), b = any(random), c = any(random),
                 d = any(random);
    const CoveredPart part =
        disc_part({u0, u0 + a, u0 + a + c, u0 + c}, {v0, v0 + b, v0 + b + d, v0 + d}, 1.0);
    constexpr int kFine =
        1000;  // its border is a line of 6 / kFine at most of this, half of which is missed at random
    double within = 0.0, u = 0.0, v = 0.0;
    for (int i = 0; i < kFine; ++i)
      for (int j = 0; j < kFine; ++j) {
        const double s = (i + 0.5) / kFine, t = (j + 0.5) / kFine;
        const double x = u0 + s * a + t * c, y = v0 + s * b + t * d;
        if (x * x + y * y > 1.0) continue;
        within += 1.0, u += x, v += y;
      }
    const double piece = std::fabs(a * d - b * c) / (kFine * kFine);
    CHECK(part.area == Approx(within * piece).margin(1e-3));
    CHECK(part.area * part.u == Approx(u * piece).margin(1e-3));
    CHECK(part.area * part.v == Approx(v * piece).margin(1e-3));
  }
}

TEST_CASE("the cells under a sole cover it exactly, tilted and turned") {
  for (const double tilt : {0.0, 0.3, 1.0})
    for (const double cell : {0.02, 0.013}) {
      const RigidTransform pose{rotation_about(Vec3(0.6, 0.8, 0.0), tilt), Vec3(0.0173, 0.0041, 0.0)};
      const PressSurface sole({.body = 0, .radius = 0.1, .width = 0.2, .form = PressForm::sole}, pose);
      const MemoryRect rect = sole.cells(cell);
      double area = 0.0;
      Vec3 moment = Vec3::Zero();
      PressSurface::Point p;
      for (int j = 0; j < rect.rows; ++j)
        for (int i = 0; i < rect.columns; ++i)
          if (sole.cover((static_cast<double>(rect.west + i) + 0.5) * cell,
                         (static_cast<double>(rect.south + j) + 0.5) * cell, cell, p)) {
            area += p.share * cell * cell;
            moment += p.share * cell * cell * Vec3(p.x, p.y, p.height);
          }
      // shares below a millionth are left out
      CHECK(area == Approx(std::numbers::pi * 0.01 * std::cos(tilt)).epsilon(1e-6));
      CHECK((moment / area - pose.p).norm() < 1e-7);
    }
}

// p = (k_c / b + k_phi) z^n, b = 2 r.
TEST_CASE("a level pad carries (k_c / b + k_phi) z^n A at every load, wherever it stands on the grid") {
  for (const char* soil : {"krenn_SCM_exomars", "wong_LETE_sand"})
    for (const double cell : {0.02, 0.05})
      for (const Vec3& place : {Vec3(0.0, 0.0, 0.0), Vec3(0.0173, -0.0042, 0.0)}) {
        PressedPart pad(soil, PressForm::sole, 0.12, cell);
        const SoilParams& s = pad.scene.materials[0];
        const VirginCurve curve{s.k_c / 0.24 + s.k_phi, s.n};
        for (int i = 1; i <= 12; ++i) {
          pad.move_to(place + Vec3(0.0, 0.0, -0.004 * i));
          const double z = 0.004 * i - pad.force().z() / kRigid;
          CHECK(pad.force().z() ==
                Approx(std::numbers::pi * 0.0144 * virgin_pressure(curve, z)).epsilon(2e-6));
        }
        CHECK(std::fabs(pad.state.book[0].balance) < 1e-12 * pad.state.book[0].displaced);
        CHECK(std::fabs(pad.volume(SoilLayer::depth) - pad.volume(SoilLayer::pending)) <
              1e-9 * pad.state.book[0].displaced);
      }
}

TEST_CASE(
    "a ball pressed down carries the integral of its pressures over its cap, the finer the grid the nearer") {
  constexpr double kRadius = 0.05, kDown = 0.012;
  for (const char* soil : {"krenn_SCM_exomars", "wong_LETE_sand"}) {
    std::vector<double> worst;
    for (const double cell : {0.01, 0.005, 0.0025}) {
      double mean = 0.0, most = 0.0, expected = 0.0;
      constexpr int kPlaces = 40;
      for (int i = 0; i < kPlaces; ++i) {
        PressedPart ball(soil, PressForm::ball, kRadius, cell);
        const SoilParams& s = ball.scene.materials[0];
        const double chord = 2.0 * std::sqrt(kDown * (2.0 * kRadius - kDown));
        expected = cap_integral({s.k_c / chord + s.k_phi, s.n}, kRadius, kDown);
        ball.move(Vec3(0.00137 * i, 0.00071 * i, kRadius - kDown), Vec3::Zero());  // (3) and (4) alone
        mean += ball.force().z() / kPlaces;
        most = std::max(most, std::fabs(ball.force().z() / expected - 1.0));
      }
      INFO(soil << ", cells of " << cell << " m: " << mean << " N, integral " << expected << ", worst "
                << most);
      CHECK(mean == Approx(expected).epsilon(0.01));
      worst.push_back(most);
    }
    CHECK(worst[0] < 0.1);
    CHECK(worst[2] < 0.5 * worst[0]);
    CHECK(worst[2] < 0.01);
  }
}

// b of (3) is the chord at the sinkage, not at the small depth of one step; no soil is carried, which would
// raise the ground.
TEST_CASE("a ball carries the same at the same depth however many steps press it down") {
  for (const char* soil : {"krenn_SCM_exomars", "wong_LETE_sand", "apollo_nominal"})
    for (const double radius : {0.02, 0.05}) {
      const double deep = 0.3 * radius, chord = 2.0 * std::sqrt(deep * (2.0 * radius - deep));
      for (const int steps : {1, 100, 1000}) {
        PressedPart ball(soil, PressForm::ball, radius, 0.0025);
        for (int i = 1; i <= steps; ++i) {
          ball.state.scm[0].way = 0.0;
          ball.move_to(Vec3(0.0013, 0.0007, radius - deep * i / steps));
        }
        const SoilParams& s = ball.scene.materials[0];
        CAPTURE(soil, radius, steps);
        CHECK(ball.readings.records[0].pressing.z() ==
              Approx(cap_integral({s.k_c / chord + s.k_phi, s.n}, radius, deep)).epsilon(0.003));
      }
    }
}

// Work by the forces of both ends of a step; from half a cell across the ball to eight.
TEST_CASE("a ball's book closes pressed and dragged, however few cells are under it") {
  double worst = 0.0;
  for (const double radius : {0.01, 0.02, 0.05})
    for (const double cells : {0.5, 1.0, 2.0, 3.7, 8.0})
      for (const double deep : {0.3, 0.75})
        for (const double heading : {0.0, 0.28, 2.2})
          for (const char* soil : {"krenn_SCM_exomars", "wong_LETE_sand"}) {
            PressedPart ball(soil, PressForm::ball, radius, 2.0 * radius / cells);
            ball.grid.parts[0].rim.stiffness = 5e4;
            double work = 0.0, booked = 0.0, least = 0.0;
            Vec3 force = Vec3::Zero();
            const auto go = [&](const Vec3& to) {
              const Vec3 way = to - ball.at.body[0].X_WB.p;
              ball.move_to(to);
              work -= 0.5 * (force + ball.force()).dot(way);
              force = ball.force();
              const double now = ball.state.book[0].plastic + ball.state.book[0].friction;
              least = std::min(least, now - booked);
              booked = now;
            };
            const Vec3 above(0.155 * radius, 0.085 * radius, radius);
            ball.move_to(above);
            constexpr int kDown = 400, kAlong = 1600;
            for (int i = 1; i <= kDown; ++i) go(above - Vec3(0.0, 0.0, deep * radius * i / kDown));
            const Vec3 from = ball.at.body[0].X_WB.p,
                       along = 4.0 * radius * Vec3(std::cos(heading), std::sin(heading), 0.0);
            for (int i = 1; i <= kAlong; ++i) go(from + static_cast<double>(i) / kAlong * along);
            const double open = (ball.sum.power.stored + booked) / work - 1.0;
            CAPTURE(radius, cells, deep, heading, soil, work, open, least);
            CHECK(std::fabs(open) < 0.005);
            CHECK(least > -1e-4 * booked);  // a step's loss
            worst = std::max(worst, std::fabs(open));
          }
  INFO("worst " << worst);
  CHECK(worst > 0.0);
}

// What a pad must press down as it moves on, over its width: R = 2 r int_0^z p dz, of the plastic part of it; or push aside (Hegedus).
// Beside it the springs of the new ground: p^2 / 2 k_e, and of (5) as much as is drawn at the edge.
TEST_CASE("a pad that is dragged feels tan(phi) N + c A, and what it presses down or pushes aside") {
  constexpr double kRadius = 0.1;
  int pressed = 0, pushed = 0;
  for (const char* soil : {"apollo_dense", "wong_LETE_sand"})
    for (const double deep : {0.02, 0.005})
      for (const double cell : {0.02, 0.01})
        for (const double heading : {0.0, 0.4, 0.785}) {
          PressedPart pad(soil, PressForm::sole, kRadius, cell);
          const Vec3 along(std::cos(heading), std::sin(heading), 0.0);
          const double step = 0.04 * cell;
          pad.press_down(deep, step, false);
          const double area = std::numbers::pi * kRadius * kRadius;
          const double from = 0.02;  // m: springs are drawn by then
          double beyond = 0.0, aside = 0.0, load = 0.0;
          int count = 0;
          for (double way = step; way < 0.1; way += step) {
            pad.state.scm[0].way = 0.0;  // no soil is carried: that would raise the ground ahead
            pad.move_to(Vec3(0.0, 0.0, -deep) + way * along);
            if (way < from) continue;
            beyond -=
                pad.force().dot(along) + pad.law().tan_phi * pad.force().z() + pad.law().cohesion * area;
            aside += pad.force().dot(Vec3(-along.y(), along.x(), 0.0));
            load += pad.force().z();
            ++count;
          }
          beyond /= count, aside /= count, load /= count;
          const ScmPressure p = scm_pressure(pad.law(), ScmSoil{}, deep - load / kRigid);
          const SoilParams& s = pad.scene.materials[0];
          const WallResistance r = wall_resistance(bulldozing_factors(s.phi), s.cohesion, s.density, 9.81);
          const double press = p.mean * p.plastic, push = deep * (r.cohesion + r.weight * deep);
          ++(press < push ? pressed : pushed);
          const double pressure = load / area, shear = pad.law().tan_phi * pressure + pad.law().cohesion;
          const double least =
              2.0 * kRadius * (std::min(press, push) + 0.5 * pressure * pressure / pad.law().stiffness);
          const double most = least + kRadius * shear * shear / pad.law().shear_stiffness;
          CAPTURE(soil, deep, cell, heading, beyond, least, most, aside);
          CHECK(beyond > 0.95 * least);
          CHECK(beyond < 1.05 * most);
          CHECK(std::fabs(aside) < 0.05 * most);
        }
  CHECK(pressed > 0);
  CHECK(pushed > 0);
}

TEST_CASE("the edge of a sole goes all the way round, and leads over its width") {
  for (const double tilt : {0.0, 0.3}) {
    constexpr double kRadius = 0.1, kCell = 0.02;
    const RigidTransform pose{rotation_about(Vec3(0.6, 0.8, 0.0), tilt), Vec3(0.0173, 0.0041, 0.0)};
    const PressSurface sole({.body = 0, .radius = kRadius, .width = 0.2, .form = PressForm::sole}, pose);
    const MemoryRect rect = sole.cells(kCell);
    const Vec2 along(
        0.6, 0.8);  // about which it is tilted: its shadow is an ellipse, with its full width across that
    PressSurface::Point p;
    Vec2 all = Vec2::Zero();
    double across = 0.0, ahead = 0.0;
    for (int j = 0; j < rect.rows; ++j)
      for (int i = 0; i < rect.columns; ++i)
        if (sole.cover((static_cast<double>(rect.west + i) + 0.5) * kCell,
                       (static_cast<double>(rect.south + j) + 0.5) * kCell, kCell, p)) {
          const Vec2 edge(p.edge_x, p.edge_y);
          all += edge;
          ahead += std::max(0.0, edge.dot(along));
          across += std::max(0.0, edge.dot(Vec2(-along.y(), along.x())));
        }
    CHECK(all.norm() < 1e-6);
    CHECK(across == Approx(2.0 * kRadius).epsilon(0.01));  // cells with a tip of the edge are one piece
    CHECK(ahead == Approx(2.0 * kRadius * std::cos(tilt)).epsilon(0.01));
  }
}

// Work by the forces of both ends of a step; at 34 degrees a strip of two cells touches.
TEST_CASE(
    "a sole's book closes whichever way it goes: down, aside, tilted, turning, on a stiff spring or a soft "
    "one") {
  for (const double tilt : {0.0, 0.3, 0.6})
    for (const double turn : {0.0, 0.2})
      for (const double spring : {kRigid, 1e5})
        for (const double aside : {0.0, 0.05}) {
          PressedPart pad("apollo_nominal", PressForm::sole, 0.15, 0.02);
          pad.grid.parts[0].rim.stiffness = spring;
          constexpr int kSteps = 2000;
          double work = 0.0;
          Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
          for (int i = 0; i <= kSteps; ++i) {
            const double s = static_cast<double>(i) / kSteps;
            const RigidTransform next{rotation_about(Vec3::UnitY(), tilt + turn * s),
                                      Vec3(aside * s, 0.0, 0.15 * std::sin(tilt) - 0.03 * s)};
            const Vec3 way = i == 0 ? Vec3(Vec3::Zero()) : Vec3(next.p - pad.at.body[0].X_WB.p);
            const Vec3 turned(0.0, i == 0 ? 0.0 : turn / kSteps, 0.0);
            pad.at.body[0].w = turned;
            pad.move(next, way);
            const ContactRecord& r = pad.readings.records[0];
            const Vec3 about =
                r.load > 0.0 ? Vec3(r.moment + (r.point - next.p).cross(r.force)) : Vec3(Vec3::Zero());
            work -= 0.5 * (force + r.force).dot(way) + 0.5 * (moment + about).dot(turned);
            force = r.force, moment = about;
          }
          const ScmBook& book = pad.state.book[0];
          const double sum = pad.sum.power.stored + book.plastic + book.friction;
          CAPTURE(tilt, turn, spring, aside, work, sum);
          CHECK(sum == Approx(work).epsilon(tilt > 0.5 ? 0.035 : 0.005));
        }
}

TEST_CASE("a pad that slides deep in the soil pays for what it presses down, and its book closes") {
  for (const double cell : {0.02, 0.01}) {
    PressedPart pad("wong_LETE_sand", PressForm::sole, 0.1, cell);
    pad.press_down(0.02, 1e-4, true);
    double stored = pad.sum.power.stored;
    const double work = pad.work, booked = pad.state.book[0].plastic + pad.state.book[0].friction;
    CHECK(work == Approx(stored + booked).epsilon(0.01));
    const double before = stored;
    for (int i = 1; i <= 1000; ++i) stored = pad.move_to({0.0002 * i, 0.0, -0.02});
    const double slid = pad.work - work,
                 lost = pad.state.book[0].plastic + pad.state.book[0].friction - booked;
    CAPTURE(cell, slid, lost, stored - before);
    CHECK(slid == Approx(stored - before + lost).epsilon(0.01));
  }
}

TEST_CASE("no press and drag of a pad or a ball gains energy, and the soil's volume is kept") {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (const PressForm form : {PressForm::sole, PressForm::ball}) {
    PressedPart part("krenn_SCM_exomars", form, 0.05, 0.02);
    const double up = form == PressForm::ball ? 0.05 : 0.0;
    double least = 1e300, plastic = 0.0;
    for (int k = 0; k < 500; ++k) {
      Vec3 place(0.05 * any(random), 0.05 * any(random), up + 0.08);
      part.move_to(place);
      part.work = 0.0;
      const ScmBook before = part.state.book[0];
      Vec3 next = place + Vec3(0.0, 0.0, -0.09 - 0.02 * any(random));
      for (int leg = 0; leg < 3; ++leg) {
        const Vec3 from = part.at.body[0].X_WB.p;
        if (leg == 1) next = from + Vec3(0.02 * any(random), 0.02 * any(random), 0.004 * any(random));
        if (leg == 2) next = from + Vec3(0.01 * any(random), 0.01 * any(random), 0.12);
        constexpr int kSteps = 40;
        for (int i = 1; i <= kSteps; ++i)
          part.move_to(from + static_cast<double>(i) / kSteps * (next - from));
      }
      least = std::min(least, part.work);
      plastic += part.state.book[0].plastic + part.state.book[0].friction - before.plastic - before.friction;
      CHECK(part.force().norm() == 0.0);
    }
    INFO("least work of a cycle " << least << " J, lost in all " << plastic << " J");
    CHECK(least > -1e-9);
    CHECK(plastic > 0.0);
    const ScmBook& book = part.state.book[0];
    CHECK(std::fabs(book.balance) < 1e-9 * book.displaced);
    CHECK(std::fabs(part.volume(SoilLayer::depth) - part.volume(SoilLayer::pending)) < 1e-9 * book.displaced);
  }
}

// Tiles are 32 cells wide.
TEST_CASE("borders of tiles leave no trace in the forces of a pad and a ball") {
  for (const PressForm form : {PressForm::sole, PressForm::ball}) {
    const auto forces = [&](double shift) {
      PressedPart part("krenn_SCM_exomars", form, 0.05, 0.02);
      std::vector<double> all;
      for (int i = 0; i <= 30; ++i) {
        part.move_to(Vec3(shift + 0.001 * i, 0.32, (form == PressForm::ball ? 0.05 : 0.0) - 0.0005 * i));
        for (int k = 0; k < 3; ++k) all.push_back(part.force()[k]);
      }
      return all;
    };
    const std::vector<double> within = forces(0.32), across = forces(0.64);
    for (std::size_t k = 0; k < within.size(); ++k)
      CHECK(across[k] == Approx(within[k]).epsilon(1e-7).margin(1e-7));
  }
}

TEST_CASE(
    "a landing on deforming ground leaves the prints of its pads, closes its book and goes on from any "
    "state") {
  const std::vector<std::string> keys{"terrain.soil_law=scm", "duration=5"};
  Simulation a = start("strut_landing", keys);
  while (a.time() < 0.3) REQUIRE(a.step() == StepStatus::ok);
  const SimulationState copy = a.state();
  while (a.time() < 2.0) REQUIRE(a.step() == StepStatus::ok);
  CHECK(a.state().ledger.relative_error() < 0.01);
  CHECK(a.state().contacts.book[0].displaced > 1e-4);
  Simulation b = start("strut_landing", keys);
  b.restore(copy);
  while (b.time() < 2.0) REQUIRE(b.step() == StepStatus::ok);
  CHECK(a.state_hash() == b.state_hash());
  double load = 0.0, from = a.time();
  const auto& parts = a.world().parts;
  while (a.time() < 4.0) {  // it rocks on its struts, ever less
    const double before = a.time();
    REQUIRE(a.step() == StepStatus::ok);
    for (std::size_t i = 0; i < parts.size(); ++i)
      load += (a.time() - before) * a.output().records[i].force.z();
  }
  CHECK(load / (a.time() - from) == Approx(a.world().model->total_mass() * 1.62).epsilon(0.05));
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].kind == "pad") {
      CHECK(a.output().records[i].sinkage > 0.002);
      CHECK(a.output().records[i].surface == 0);
    }
}

TEST_CASE("a walker on deforming ground leaves its steps and closes its book") {
  Simulation s =
      start("walker_crawl_flat", {"terrain.soil_law=scm", "terrain.soil=wong_LETE_sand", "duration=8"});
  while (s.time() < 6.0) REQUIRE(s.step() == StepStatus::ok);
  CHECK(s.state().ledger.relative_error() < 0.01);
  CHECK(s.state().contacts.book[0].displaced > 1e-6);
}
