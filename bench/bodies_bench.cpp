// SPDX-License-Identifier: BSD-3-Clause
// Bodies under friction against closed forms, ours and MuJoCo's in one table, and the time of a step of
// bodies of several forms upon each other: our meshes beside MuJoCo's convex pieces of them.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>

#include "body_motions.hpp"
#ifdef GROUSER_BENCH_MUJOCO
#include "mujoco_bodies.hpp"
#endif

using namespace grouser;
using namespace grouser::pairs;

namespace {

double percent(double value, double exact) { return 100.0 * (value / exact - 1.0); }
void row(const char* what, double slide, double roll, double spin) {
  fmt::print("{:<44}{:>12.3f}{:>12.3f}{:>12.3f}\n", what, percent(slide, slide_exact()),
             percent(roll, roll_exact()), percent(spin, spin_exact()));
}

/// Time of a step, us, over this number of calls of `step`.
template <class Step>
double time_of(int steps, const Step& step) {
  const auto from = std::chrono::steady_clock::now();
  for (int i = 0; i < steps; ++i) step();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - from).count() / steps;
}

/// A body and the convex pieces that it is of.
struct Pieces {
  const char* name;
  TriangleMesh whole;
  std::vector<TriangleMesh> pieces;
  double above;  // m, where the same body lies on it, 0.1 mm deep
};

/// Sectors of a ring, each the hull of its two end sections.
std::vector<TriangleMesh> ring_pieces(double radius, double tube, int sectors, int around) {
  std::vector<TriangleMesh> pieces;
  for (int k = 0; k < sectors; ++k) {
    TriangleMesh piece;
    for (const int end : {k, k + 1})
      for (int i = 0; i < around; ++i) {
        const double angle = 2.0 * M_PI * end / sectors, turn = 2.0 * M_PI * i / around;
        const double r = radius + tube * std::cos(turn);
        piece.vertices.emplace_back(r * std::cos(angle), r * std::sin(angle), tube * std::sin(turn));
      }
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

std::vector<Pieces> bodies() {
  constexpr double kDeep = 1e-4;
  const auto moved = [](const Vec3& size, const Vec3& at) {
    TriangleMesh mesh = box_mesh(size);
    for (Vec3& p : mesh.vertices) p += at;
    return mesh;
  };
  std::vector<Pieces> all;
  const TriangleMesh box = box_mesh({0.2, 0.25, 0.3}), ball = ball_mesh(0.15, 4);
  all.push_back({"box on box", with_short_edges(box, 0.05), {box}, 0.3 - kDeep});
  all.push_back({"ball of 2,048 triangles on ball", ball, {ball}, 0.3 - kDeep});
  all.push_back({"bracket on bracket (2 pieces each)",
                 with_short_edges(bracket_mesh(), 0.05),
                 {moved({0.3, 0.08, 0.2}, {0.04, -0.07, 0.0}), moved({0.08, 0.22, 0.2}, {-0.07, 0.08, 0.0})},
                 0.2 - kDeep});
  all.push_back({"ring of 4,970 triangles on ring (24 pieces)", torus_mesh(0.3, 0.1, 71),
                 ring_pieces(0.3, 0.1, 24, 16), 0.2 - kDeep});
  return all;
}

}  // namespace

int main() {
  fmt::print("{:<44}{:>12}{:>12}{:>12}\n", "off the closed form, %", "slides", "rolls", "spins");
  for (const PolygonForm form : {PolygonForm::by_normals, PolygonForm::by_energy})
    row(form == PolygonForm::by_normals ? "ours by normals, steps of 0.1 ms"
                                        : "ours by energy, steps of 0.1 ms",
        slide_distance(form), roll_speed(form), spin_time(form));
#ifdef GROUSER_BENCH_MUJOCO
  for (const double step : {1e-4, 1e-3}) {
    const auto run = [&](bench::MujocoMotion motion) {
      motion.step = step;
      return motion;
    };
    bench::MujocoBody block(run({fmt::format("type='box' size='{} {} {}'", 0.5 * kBlockSize.x(),
                                             0.5 * kBlockSize.y(), 0.5 * kBlockSize.z()),
                                 {0, 0, 0.5 * kBlockSize.z()},
                                 {kSlideSpeed, 0, 0}}),
                            kMotionFriction, kMotionDensity);
    while (block.velocity().x() > 1e-3 && block.time() < 1.0) block.step();
    bench::MujocoBody ball(
        run({fmt::format("type='sphere' size='{}'", kBallRadius), {0, 0, kBallRadius}, {kSlideSpeed, 0, 0}}),
        kMotionFriction, kMotionDensity);
    while (ball.time() < 0.1) ball.step();
    const double from = ball.position().x(), at = ball.time();
    while (ball.time() < 0.2) ball.step();
    bench::MujocoBody disc(run({fmt::format("type='cylinder' size='{} {}'", kDiscRadius, 0.5 * kDiscHeight),
                                {0, 0, 0.5 * kDiscHeight},
                                Vec3::Zero(),
                                {0, 0, kSpinSpeed}}),
                           kMotionFriction, kMotionDensity);
    while (disc.spin().z() > 1e-2 && disc.time() < 1.0) disc.step();
    row(fmt::format("MuJoCo {}, steps of {} ms", "2.2", 1e3 * step).c_str(), block.position().x(),
        (ball.position().x() - from) / (ball.time() - at), disc.time());
  }
#else
  fmt::print("MuJoCo is not there: ours alone\n");
#endif
  fmt::print("\n{:<44}{:>12}{:>12}{:>12}{:>12}\n", "a step of 0.1 ms of a body on its like, us", "ours",
             "polygons", "MuJoCo", "contacts");
  constexpr int kSteps = 500;
  for (const Pieces& p : bodies()) {
    OnPlate ours(p.whole, PolygonForm::by_energy, p.whole);
    ours.on.law.damping = 1e5;
    const double us = time_of(kSteps, [&] { ours.step(1e-4); });
    fmt::print("{:<44}{:>12.1f}{:>12}", p.name, us, ours.last.polygons);
#ifdef GROUSER_BENCH_MUJOCO
    bench::MujocoBody peer(p.pieces, {0, 0, p.above}, kMotionFriction, kMotionDensity, 1e-4);
    const double theirs = time_of(kSteps, [&] { peer.step(); });
    fmt::print("{:>12.1f}{:>12}", theirs, peer.contacts());
#endif
    fmt::print("\n");
  }
}
