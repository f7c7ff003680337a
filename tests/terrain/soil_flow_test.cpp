// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/terrain/memory/soil_flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "grouser/math/units.hpp"

using namespace grouser;

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// Level ground with a footprint, and its flow.
struct Ground {
  Ground(int side, double cell, double phi)
      : columns(side),
        ds(cell),
        height(static_cast<std::size_t>(side) * side),
        ceiling(height.size(), kInfinite),
        tan_phi(height.size(), std::tan(phi)),
        under(height.size()),
        flow(height.size()) {}
  SoilPatch patch() { return {columns, columns, ds, height, ceiling, under, tan_phi}; }
  double volume() const {
    double sum = 0.0;
    for (const double h : height) sum += h;
    return sum * ds * ds;
  }
  double at(int i, int j) const { return height[static_cast<std::size_t>(j) * columns + i]; }
  int columns;
  double ds;
  std::vector<double> height, ceiling, tan_phi;
  std::vector<std::uint8_t> under;
  SoilFlow flow;
};

/// A pile poured on the middle node, little by little.
Ground poured(double phi, double top) {
  Ground ground(81, 0.02, phi);
  const int middle = 40 * 81 + 40;
  for (int i = 0; i < 12000 && ground.height[middle] < top; ++i) {
    SoilPatch patch = ground.patch();
    ground.under[middle] = 1;  // its border slides, and so does the middle once it is let go
    ground.flow.find_border(patch);
    ground.under[middle] = 0;
    ground.height[middle] += 0.003;
    ground.flow.erode(patch, 4000);
  }
  return ground;
}

/// Slope down which soil flows from a node, which is what the flow limits: that of the steepest of its eight
/// facets (Tarboton 1997). A facet's own direction counts where it lies within the facet, else that of its
/// nearer edge.
double steepest_way_down(const Ground& ground, int i, int j) {
  constexpr int kX[] = {1, 1, 0, -1, -1, -1, 0, 1}, kY[] = {0, 1, 1, 1, 0, -1, -1, -1};
  double most = 0.0;
  for (int k = 0; k < 8; k += 2)
    for (const int side : {1, 7}) {
      const int c = (k + side) % 8;
      const double out = ground.at(i, j) - ground.at(i + kX[k], j + kY[k]),
                   corner = ground.at(i, j) - ground.at(i + kX[c], j + kY[c]), across = corner - out;
      double slope = std::sqrt(out * out + across * across);
      if (across < 0.0 || out < 0.0) slope = out;
      if (across > out) slope = corner * std::sqrt(0.5);
      most = std::max(most, slope / 0.02);
    }
  return std::atan(most) / kDegree;
}

/// Triangles into which both diagonals part the cells: slope of the steepest over phi, deg, and the
/// share beyond half a degree.
std::pair<double, double> triangles_over(const Ground& ground, int side, double phi) {
  double most = 0.0;
  int all = 0, over = 0;
  for (int j = 1; j + 1 < side; ++j)
    for (int i = 1; i + 1 < side; ++i)
      for (const int dx : {-1, 1})
        for (const int dy : {-1, 1}) {
          const double x = ground.at(i + dx, j) - ground.at(i, j), y = ground.at(i, j + dy) - ground.at(i, j);
          const double slope = std::atan(std::sqrt(x * x + y * y) / 0.02) / kDegree;
          if (slope < 1.0) continue;
          ++all;
          most = std::max(most, slope - phi / kDegree);
          if (slope > phi / kDegree + 0.5) ++over;
        }
  return {most, static_cast<double>(over) / all};
}

}  // namespace

TEST_CASE("flow shares add up to the displaced volume, and at rest all of it is sinkage") {
  const Vec3 normal = Vec3(0.3, -0.2, 0.9).normalized();
  for (const Vec3& v : {Vec3(0.1, 0.0, -0.02), Vec3(0.0, 0.0, -1.0), Vec3(-3.0, 2.0, 0.5)}) {
    const FlowShares s = flow_shares(v, normal);
    CHECK(s.sinkage + s.bulldozing + s.shear == Approx(1.0).margin(1e-15));
    // (6) to (8), written out with matrices
    const Vec3 n = normal.dot(v) * normal, t = v - n;
    CHECK(s.sinkage == Approx(n.z() * n.z() / v.squaredNorm()).margin(1e-15));
    CHECK(s.bulldozing == Approx((n.x() * n.x() + n.y() * n.y()) / v.squaredNorm()).margin(1e-15));
    CHECK(s.shear == Approx(t.squaredNorm() / v.squaredNorm()).margin(1e-14));
  }
  CHECK(flow_shares(Vec3::Zero(), normal).sinkage == 1.0);
}

TEST_CASE("what is displaced is deposited to rounding, ahead of the motion or all around") {
  Ground ground(31, 0.02, 30 * kDegree);
  for (int j = 13; j <= 17; ++j)
    for (int i = 12; i <= 18; ++i) ground.under[static_cast<std::size_t>(j) * 31 + i] = 1;
  SoilPatch patch = ground.patch();
  ground.flow.find_border(patch);
  const int middle = 15 * 31 + 15;
  const DisplacedSoil pushed[] = {{middle, 1e-6, Vec3(0.1, 0.0, 0.0), Vec3::UnitZ()}};
  CHECK(ground.flow.deposit(patch, pushed) == 0.0);
  CHECK(ground.volume() == Approx(1e-6).epsilon(1e-12));
  CHECK(ground.at(11, 15) == 0.0);               // behind
  CHECK(ground.at(19, 15) > ground.at(19, 18));  // straight ahead is closest to the motion
  CHECK(ground.at(19, 14) == Approx(ground.at(19, 16)).epsilon(1e-12));
  const DisplacedSoil pressed[] = {{middle, 1e-6, Vec3::Zero(), Vec3::UnitZ()}};
  ground.flow.deposit(patch, pressed);
  CHECK(ground.volume() == Approx(2e-6).epsilon(1e-12));
  // 1/d^2: at 4 cells and at 3 cells
  CHECK(ground.at(11, 15) / ground.at(15, 12) == Approx(9.0 / 16.0).epsilon(1e-9));
}

TEST_CASE("soil is not put into what hangs over the border") {
  Ground ground(31, 0.02, 30 * kDegree);
  ground.under[15 * 31 + 15] = 1;
  ground.ceiling[15 * 31 + 16] = 1e-5;
  SoilPatch patch = ground.patch();
  ground.flow.find_border(patch);
  const DisplacedSoil pushed[] = {{15 * 31 + 15, 1e-6, Vec3(0.1, 0.0, 0.0), Vec3::UnitZ()}};
  ground.flow.deposit(patch, pushed);
  CHECK(ground.at(16, 15) == Approx(1e-5));
  CHECK(ground.volume() == Approx(1e-6).epsilon(1e-12));
}

TEST_CASE("a pile poured from a point stands at phi in every direction") {
  for (const double phi : {24.8 * kDegree, 34.0 * kDegree}) {
    const Ground ground = poured(phi, 0.25);
    const double poured_volume = ground.volume();
    CHECK(std::fabs(poured_volume / (0.02 * 0.02 * 0.003) -
                    std::round(poured_volume / (0.02 * 0.02 * 0.003))) < 1e-6);
    // slope between two rings of the pile, by bilinear heights
    const auto height = [&](double x, double y) {
      const double u = x / 0.02 + 40.0, v = y / 0.02 + 40.0;
      const int i = static_cast<int>(u), j = static_cast<int>(v);
      const double s = u - i, t = v - j;
      return (1 - t) * ((1 - s) * ground.at(i, j) + s * ground.at(i + 1, j)) +
             t * ((1 - s) * ground.at(i, j + 1) + s * ground.at(i + 1, j + 1));
    };
    double least = 90.0, most = 0.0;
    for (int k = 0; k < 72; ++k) {
      const double a = k * 5.0 * kDegree, near = 0.08, far = 0.22;
      const double rise =
          height(near * std::cos(a), near * std::sin(a)) - height(far * std::cos(a), far * std::sin(a));
      const double slope = std::atan(rise / (far - near)) / kDegree;
      least = std::min(least, slope);
      most = std::max(most, slope);
    }
    INFO("phi " << phi / kDegree << ": " << least << " to " << most << " deg");
    CHECK(least > phi / kDegree - 0.5);
    CHECK(most < phi / kDegree + 0.5);
  }
}

// A crease, where soil flows two ways from one node or to one, is no way down, and its triangle is up to
// sqrt(2) times as steep.
TEST_CASE(
    "no way down from a node is steeper than phi by half a degree, and creases are within sqrt(2) of it") {
  for (const double phi : {24.8 * kDegree, 34.0 * kDegree}) {
    Ground block(81, 0.02, phi);
    const SoilPatch around = block.patch();
    for (int j = 36; j <= 44; ++j)
      for (int i = 36; i <= 44; ++i) block.height[static_cast<std::size_t>(j) * 81 + i] = 0.2;
    for (std::size_t k = 0; k < block.height.size(); ++k) block.under[k] = block.height[k] > 0.0;
    block.flow.find_border(around);
    std::fill(block.under.begin(), block.under.end(), std::uint8_t{0});
    SoilPatch patch = block.patch();
    block.flow.erode(patch, 4000);
    const Ground pile = poured(phi, 0.25);
    for (const Ground* ground : {&pile, static_cast<const Ground*>(&block)}) {
      double most = 0.0;
      for (int j = 1; j < 80; ++j)
        for (int i = 1; i < 80; ++i) most = std::max(most, steepest_way_down(*ground, i, j));
      const auto [steepest, share] = triangles_over(*ground, 81, phi);
      CAPTURE(phi / kDegree, most, steepest, share);
      CHECK(most < phi / kDegree + 0.5);
      CHECK(steepest < (std::atan(std::sqrt(2.0) * std::tan(phi)) - phi) / kDegree + 0.5);
      CHECK(share < 0.15);
    }
  }
}

TEST_CASE("walls left by a wheel slide to phi within half a degree and keep their volume") {
  const double phi = 30 * kDegree;
  Ground ground(61, 0.02, phi);
  std::vector<int> rut;
  for (int j = 10; j <= 50; ++j)
    for (int i = 28; i <= 33; ++i) rut.push_back(j * 61 + i);
  for (const int node : rut) {
    ground.height[static_cast<std::size_t>(node)] = -0.1;
    ground.under[static_cast<std::size_t>(node)] = 1;
  }
  const double before = ground.volume();
  SoilPatch patch = ground.patch();
  ground.flow.find_border(patch);
  for (const int node : rut) ground.under[static_cast<std::size_t>(node)] = 0;
  ground.flow.erode(patch, 5000);
  CHECK(ground.flow.sweeps() < 5000);
  CHECK(ground.volume() == Approx(before).epsilon(1e-12));
  double steepest = 0.0;
  for (int j = 1; j < 60; ++j)
    for (int i = 1; i < 60; ++i) {
      const double h = ground.at(i, j);
      const double x = std::max({0.0, h - ground.at(i - 1, j), h - ground.at(i + 1, j)});
      const double y = std::max({0.0, h - ground.at(i, j - 1), h - ground.at(i, j + 1)});
      steepest = std::max(steepest, std::atan(std::hypot(x, y) / ground.ds));
    }
  CHECK(steepest < phi + 0.5 * kDegree);
  CHECK(steepest > phi - 0.5 * kDegree);
}

TEST_CASE("flow moves with the grid: a shifted footprint leaves the same heights, shifted, to the bit") {
  const auto dig = [](int shift) {
    Ground ground(64, 0.02, 33 * kDegree);
    for (int j = 28; j <= 34; ++j)
      for (int i = 22; i <= 30; ++i) ground.under[static_cast<std::size_t>(j) * 64 + i + shift] = 1;
    std::vector<DisplacedSoil> soil;
    for (int j = 28; j <= 34; ++j)
      for (int i = 22; i <= 30; ++i)
        soil.push_back({j * 64 + i + shift, 1e-6 * i, Vec3(0.1, 0.03, -0.02), Vec3::UnitZ()});
    for (int k = 0; k < 20; ++k) {
      SoilPatch patch = ground.patch();
      ground.flow.find_border(patch);
      ground.flow.deposit(patch, soil);
      ground.flow.erode(patch, 60);
    }
    return ground;
  };
  const Ground a = dig(0), b = dig(7);
  bool same = true;
  for (int j = 0; j < 64; ++j)
    for (int i = 0; i < 57; ++i) same &= a.at(i, j) == b.at(i + 7, j);
  CHECK(same);
}
