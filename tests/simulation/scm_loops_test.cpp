// SPDX-License-Identifier: BSD-3-Clause
// The loops over a footprint's nodes at every vector level, beside one node at a time and sums written with vectors and matrices.
#include <cmath>
#include <random>

#include "catch.hpp"
#include "contact/footprint_nodes.hpp"
#include "contact/press_surface.hpp"
#include "grouser/math/simd_level.hpp"
#include "grouser/multibody/tree/dynamics.hpp"

using namespace grouser;

namespace {

constexpr std::size_t kNodes = 53;  // the last register is not full
// Of the largest number in a sum: levels round pow and exp otherwise by 2 units in the last place, and fuse products.
constexpr double kRounding = 1e-13;

class Chance {
 public:
  explicit Chance(unsigned seed) : random_(seed) {}
  double in(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }
  Vec3 vector(double size) { return {in(-size, size), in(-size, size), in(-size, size)}; }
  bool one_in(int n) { return in(0.0, n) < 1.0; }

 private:
  std::mt19937_64 random_;
};

ScmLaw any_law(Chance& chance) {
  ScmLaw law;
  law.curve = {chance.in(2e4, 2e6), chance.in(0.4, 1.4)};
  law.stiffness = chance.in(2e6, 1e8);
  law.shear_stiffness = 0.5 * law.stiffness;
  law.damping_time = chance.one_in(2) ? 1e-3 : 0.0;
  law.cohesion = chance.in(0.0, 1e3);
  law.tan_phi = chance.in(0.2, 0.8);
  law.janosi_k = chance.one_in(2) ? 0.01 : 0.0;
  law.scrape = chance.one_in(2) ? 0.008 : 0.0;
  return law;
}

/// Nodes in every state: untouched, hard, with loose soil on them that is pressed through or not, sheared, beside an edge, in the air.
struct Made {
  std::vector<ScmLaw> laws;
  FootprintNodes nodes;

  Made(unsigned seed, const Vec3& axle) {
    Chance chance(seed);
    nodes.reserve(kNodes);
    for (std::size_t i = 0; i < kNodes; ++i) {
      laws.push_back(any_law(chance));
      const Vec3 up = Vec3(0.0, 0.0, 1.0) + chance.vector(0.5),
                 normal = (up - up.dot(axle) * axle).normalized();
      nodes.add({.at = static_cast<int>(i),
                 .material = static_cast<int>(i),
                 .depth = chance.in(-0.005, 0.03),
                 .area = chance.in(1e-5, 4e-4),
                 .point = Vec3(10.0, -4.0, 0.2) + chance.vector(0.2),
                 .normal = normal});
      const bool loose = chance.one_in(3);
      const double layers[kSoilLayers] = {chance.in(-0.01, 0.05),
                                          chance.one_in(3) ? 0.0 : chance.in(0.0, 0.03),
                                          loose ? chance.in(0.0, 0.02) : 0.0,
                                          loose ? chance.in(0.0, 0.05) : 0.0,
                                          chance.in(0.0, 1e-3),
                                          chance.in(0.0, 0.02),
                                          chance.one_in(4) ? 0.0 : chance.in(-1e-3, 1e-3),
                                          chance.one_in(4) ? 0.0 : chance.in(-1e-3, 1e-3)};
      for (int l = 0; l < kSoilLayers; ++l) nodes.layers()[l][i] = layers[l];
      if (!chance.one_in(4)) continue;
      nodes.of(scm::kEdgeRim, i) = chance.in(-5.0, 5.0);
      nodes.of(scm::kEdgeAxle, i) = chance.in(-5.0, 5.0);
      nodes.of(scm::kEdgeSpring, i) = chance.in(0.0, 1e4);
    }
    nodes.set_laws(laws, true);
  }
};

scm::Motion motion_of(const BodyMotion& body) {
  return {{body.v.x(), body.v.y(), body.v.z()},
          {body.w.x(), body.w.y(), body.w.z()},
          {body.X_WB.p.x(), body.X_WB.p.y(), body.X_WB.p.z()}};
}

BodyMotion moving() {
  BodyMotion body;
  body.X_WB.p = Vec3(10.02, -3.97, 0.35);
  body.v = Vec3(0.05, 0.01, -0.004);
  body.w = Vec3(0.02, 0.4, -0.03);
  return body;
}

/// What rub() sums, node by node.
struct Expected {
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
  double load = 0.0, plastic = 0.0, rubbed = 0.0, stored = 0.0, lowered = 0.0, sunk = 0.0, speed = 0.0;
  AddedInertia tangent{};
  Vec3 push = Vec3::Zero();
  std::vector<ScmSoil> soils;
  std::vector<ScmShearMemory> memories;
};

void add_stiffness(AddedInertia& to, double k, const Vec3& along, const Vec3& arm) {
  const Vec3 turn = arm.cross(along);
  to.M += k * along * along.transpose();
  to.H += k * turn * along.transpose();
  to.J += k * turn * turn.transpose();
}

Expected node_by_node(const Made& made, double up, const BodyMotion& body, const Vec3& axle, double dt,
                      double length) {
  Expected e;
  for (std::size_t i = 0; i < kNodes; ++i) {
    const FootprintNodes& n = made.nodes;
    const ScmLaw& law = made.laws[i];
    ScmSoil soil{n.of(scm::kSinkage, i), n.of(scm::kLoose, i), n.of(scm::kFloor, i)};
    const double depth = n.of(scm::kDepth, i) - up, area = n.of(scm::kArea, i);
    if (!(depth > 0.0)) continue;
    const ScmPressure p = scm_pressure(law, soil, depth);
    const Vec3 point = n.vector(scm::kX, i), normal = n.vector(scm::kNormalX, i),
               tangent = axle.cross(normal);
    const Vec3 velocity = body.velocity_at(point), arm = point - body.X_WB.p;
    const double steep = 1.0 / normal.z(), k_t = law.shear_stiffness * area * steep;
    const double load = p.value * area * steep;
    ScmShearMemory memory{n.of(scm::kSheared, i), n.of(scm::kRim, i), n.of(scm::kAxle, i)};
    const ScmEdge edge{n.of(scm::kEdgeRim, i), n.of(scm::kEdgeAxle, i), n.of(scm::kEdgeSpring, i), 0.0};
    const ScmFriction f =
        scm_friction(law, k_t, law.tan_phi * load + law.cohesion * area * steep, dt * tangent.dot(velocity),
                     dt * axle.dot(velocity), tangent.dot(velocity), axle.dot(velocity), memory, edge);
    const double elastic = depth - p.plastic,
                 dug = std::min(elastic, law.scrape * std::fabs(dt * tangent.dot(velocity)) / length);
    const Vec3 force = load * normal + f.rim * tangent + f.axle * axle;
    e.force += force;
    e.moment += point.cross(force);
    e.load += load;
    e.plastic += area * (p.mean * p.plastic + law.stiffness * (elastic - 0.5 * dug) * dug);
    e.rubbed += f.lost;
    e.stored += 0.5 * law.stiffness * area * (elastic - dug) * (elastic - dug) +
                0.5 * k_t * (memory.rim * memory.rim + memory.axle * memory.axle);
    e.lowered += p.plastic + dug;
    e.sunk = std::max(e.sunk, n.of(scm::kGround, i) + depth);
    e.speed = std::max(e.speed, velocity.norm());
    const double stiffness = area * p.slope, shear = (k_t + f.ahead) * f.kept;
    e.push += stiffness * steep * normal;
    add_stiffness(e.tangent, dt * stiffness * steep * steep, normal, arm);
    if (f.kept < 1.0) {
      const double held = std::hypot(memory.rim, memory.axle);
      if (held > 0.0)
        add_stiffness(e.tangent, dt * shear, memory.rim / held * axle - memory.axle / held * tangent, arm);
    } else {
      const double damped = (law.damping_time + dt) * shear;
      for (const Vec3& along : {tangent, axle}) add_stiffness(e.tangent, damped, along, arm);
    }
    soil.press(p.plastic);
    soil.deposit(-dug);
    e.soils.push_back(soil);
    e.memories.push_back(memory);
  }
  return e;
}

/// The tangent of friction that holds, from the sums of k, k r and k r r^T.
AddedInertia tangent_of(const scm::RubSums& sums) {
  const double* s = sums.of;
  const auto symmetric = [&](int at) {
    return (Mat3() << s[at], s[at + 1], s[at + 2], s[at + 1], s[at + 3], s[at + 4], s[at + 2], s[at + 4],
            s[at + 5])
        .finished();
  };
  const double k = s[scm::kAcross];
  const Vec3 r(s[scm::kAcrossAt], s[scm::kAcrossAt + 1], s[scm::kAcrossAt + 2]);
  const Mat3 square = symmetric(scm::kAcrossSquare);
  AddedInertia out;
  out.M = symmetric(scm::kM) + k * Mat3::Identity();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out.H(i, j) = s[scm::kH + 3 * i + j];
  out.H += (Mat3() << 0.0, -r.z(), r.y(), r.z(), 0.0, -r.x(), -r.y(), r.x(), 0.0).finished();
  out.J = symmetric(scm::kJ) + square.trace() * Mat3::Identity() - square;
  return out;
}

bool near(const Mat3& a, const Mat3& b) { return (a - b).norm() <= 10.0 * kRounding * b.norm(); }

}  // namespace

TEST_CASE("nodes pressed and rubbed side by side: as one by one, at every level") {
  constexpr double kUp = 0.004, kStep = 3e-3, kLength = 0.11;
  const BodyMotion body = moving();
  const Vec3 axle = Vec3(0.1, 0.99, 0.05).normalized();
  for (const SimdLevel level : available_levels())
    for (unsigned seed = 1; seed <= 20; ++seed) {
      CAPTURE(level_name(level), seed);
      const scm::Loops& loops = scm::loops_of(level);
      Made made(seed, axle);
      const Expected e = node_by_node(made, kUp, body, axle, kStep, kLength);
      loops.move(made.nodes.table(), motion_of(body), true);
      const scm::PressSums pressed = loops.press(made.nodes.table(), kUp);
      made.nodes.press_through(kUp);
      REQUIRE(made.nodes.size() == e.soils.size());
      CHECK(pressed.slope > 0.0);
      scm::Rubbing how;
      how.dt = how.step = kStep;
      how.per_length = 1.0 / kLength;
      how.is_rim = how.wants_tangent = true;
      for (int k = 0; k < 3; ++k) how.axle[k] = axle[k], how.origin[k] = body.X_WB.p[k];
      scm::RubSums sums;
      loops.rub(made.nodes.table(), how, sums);
      const double size = e.load;
      for (int k = 0; k < 3; ++k) {
        CHECK(sums.of[scm::kForce + k] == Approx(e.force[k]).margin(kRounding * size));
        CHECK(sums.of[scm::kMoment + k] == Approx(e.moment[k]).margin(20.0 * kRounding * size));
        CHECK(sums.of[scm::kPush + k] == Approx(e.push[k]).margin(kRounding * e.push.norm()));
      }
      CHECK(sums.of[scm::kLoad] == Approx(e.load).epsilon(kRounding));
      CHECK(sums.of[scm::kPlasticWork] == Approx(e.plastic).epsilon(10.0 * kRounding));
      CHECK(sums.of[scm::kRubbed] == Approx(e.rubbed).epsilon(100.0 * kRounding));
      CHECK(sums.of[scm::kStored] == Approx(e.stored).epsilon(10.0 * kRounding));
      CHECK(sums.of[scm::kLowered] == Approx(e.lowered).epsilon(10.0 * kRounding));
      CHECK(sums.most[scm::kSunk] == Approx(e.sunk).epsilon(kRounding));
      CHECK(sums.most[scm::kSpeed] == Approx(e.speed).epsilon(kRounding));
      // what friction that holds adds in all directions is a difference: of one that is its own size
      const AddedInertia tangent = tangent_of(sums);
      CHECK(near(tangent.M, e.tangent.M));
      CHECK(near(tangent.H, e.tangent.H));
      CHECK(near(tangent.J, e.tangent.J));
      for (std::size_t i = 0; i < e.soils.size(); ++i) {
        CHECK(made.nodes.of(scm::kSinkage, i) == Approx(e.soils[i].sinkage).margin(1e-15));
        CHECK(made.nodes.of(scm::kLoose, i) == Approx(e.soils[i].loose).margin(1e-15));
        CHECK(made.nodes.of(scm::kFloor, i) == e.soils[i].floor);
        CHECK(made.nodes.of(scm::kSheared, i) == Approx(e.memories[i].sheared).margin(1e-15));
        CHECK(made.nodes.of(scm::kRim, i) == Approx(e.memories[i].rim).margin(1e-15));
        CHECK(made.nodes.of(scm::kAxle, i) == Approx(e.memories[i].axle).margin(1e-15));
      }
    }
}

TEST_CASE("cells that a wheel covers side by side: as cell by cell, at every level") {
  constexpr double kCell = 0.02;
  for (const SimdLevel level : available_levels())
    for (const Vec3& axle : {Vec3(0.0, 1.0, 0.0), Vec3(0.2, 0.95, 0.1), Vec3(-0.6, 0.7, -0.3)}) {
      CAPTURE(level_name(level), axle.transpose());
      const PressSurface surface(Vec3(0.303, -0.207, 0.14), axle.normalized(), 0.15, 0.12);
      const MemoryRect rect = surface.cells(kCell);
      const std::size_t size = static_cast<std::size_t>(rect.columns) + scm::kLanes;
      std::vector<double> x(size), top(size), share(size), nx(size), ny(size), nz(size);
      for (std::size_t i = 0; i < size; ++i)
        x[i] = (static_cast<double>(rect.west + static_cast<int>(i)) + 0.5) * kCell;
      int covered = 0, wrong = 0;
      for (int row = 0; row < rect.rows; ++row) {
        const double y = (static_cast<double>(rect.south + row) + 0.5) * kCell;
        scm::loops_of(level).cover(
            surface.cylinder(), surface.strip(kCell),
            {x.data(), y, rect.columns, top.data(), share.data(), {nx.data(), ny.data(), nz.data()}});
        for (int i = 0; i < rect.columns; ++i) {
          PressSurface::Point point;
          const bool there = surface.cover(x[i], y, kCell, point);
          wrong += there != (top[i] < 1e9);
          if (!there) continue;
          ++covered;
          CHECK(top[i] == Approx(point.height).margin(1e-15));
          CHECK(share[i] == Approx(point.share).margin(1e-12));
          CHECK((Vec3(nx[i], ny[i], nz[i]) - point.normal).norm() < 1e-14);
        }
      }
      CHECK(wrong == 0);
      CHECK(covered > 60);
    }
}
