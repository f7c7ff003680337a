#include "grouser/terrain/wheel_arc.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include "arc_measure.hpp"
using namespace grouser;
TEST_CASE("smoke") {
  for (double w : {1e-6, 1e-3, 0.1, 0.3, 0.7}) {
    auto m = terrain::plate_measure(w);
    CHECK(terrain::penetration_of(m.value * 0.04, 0.2).u == Approx(w * 0.2).epsilon(1e-12));
  }
}
static Vec3 fd(const std::function<double(Vec3)>& f, Vec3 c, double h) {
  Vec3 g;
  for (int i = 0; i < 3; ++i) { Vec3 d = Vec3::Zero(); d[i] = h; g[i] = (f(c + d) - f(c - d)) / (2 * h); }
  return g;
}
TEST_CASE("fd") {
  HeightfieldSpec s; s.columns = 60; s.rows = 60; s.cell = 0.1; s.west = -3; s.north = 2.9;
  for (int j = 0; j < 60; ++j) for (int i = 0; i < 60; ++i) s.offsets.push_back(0.05 * std::sin(3 * i * .1) * std::cos(2.3 * j * .1));
  auto field = std::make_shared<Heightfield>(s);
  BoxShape b; b.half = Vec3(0.3, 0.5, 0.1); b.material = 1; b.pose.p = Vec3(0.3, 0, -0.09);
  for (int mode = 0; mode < 3; ++mode) {
    Terrain t = mode == 0 ? Terrain(BasePlane{0, 0.1, -0.05}, 0, {b}) : Terrain(field, 0, mode == 1 ? std::vector<BoxShape>{} : std::vector<BoxShape>{b});
    std::vector<RigidTransform> poses; for (auto& sh : t.shapes()) poses.push_back(sh.pose);
    GroundMemory m;
    double worst = 0, maxg = 0;
    for (int k = 0; k < 300; ++k) {
      WheelDisc d; d.radius = 0.14; 
      double yaw = 0.01 * k; d.axis = Vec3(-std::sin(yaw), std::cos(yaw), 0.1).normalized();
      Vec3 c(-0.15 + 0.001 * k, 0.1, 0); HeightSample hs; t.height(c.x(), c.y(), hs); c.z() = std::max(hs.z, c.x() > 0 ? 0.01 : -1.) + 0.13 ;
      ArcContact out[4];
      auto u = [&](int surf) { return [&, surf](Vec3 x) { d.center = x; int n = find_arc_contacts(t, m, poses, d, out); for (int i = 0; i < n; ++i) if (out[i].surface == surf) return out[i].penetration; return 0.0; }; };
      d.center = c;
      ArcContact o2[4]; int n = find_arc_contacts(t, m, poses, d, o2);
      for (int i = 0; i < n; ++i) {
        Vec3 g = -fd(u(o2[i].surface), c, 1e-6);
        double e = (g - o2[i].gradient).norm(); maxg = std::max(maxg, g.norm());
        if (e > 1e-3 ) std::printf("mode %d k %d surf %d u %g err %g g %g %g %g a %g %g %g\n", mode, k, o2[i].surface, o2[i].penetration, e, g[0], g[1], g[2], o2[i].gradient[0], o2[i].gradient[1], o2[i].gradient[2]);
        worst = std::max(worst, e);
      }
    }
    std::printf("mode %d worst %g maxg %g\n", mode, worst, maxg);
    WheelDisc d; d.radius = 0.14; d.center = Vec3(-1, -1, 0); HeightSample hs; t.height(-1, -1, hs); d.center.z() = hs.z + 0.135;
    ArcContact out[4]; auto t0 = std::chrono::steady_clock::now(); double acc = 0;
    for (int k = 0; k < 100000; ++k) { d.center.x() = -1 + 1e-6 * k; acc += find_arc_contacts(t, m, poses, d, out); acc += out[0].penetration; }
    std::printf("time %g us (%g)\n", std::chrono::duration<double>(std::chrono::steady_clock::now() - t0).count() / 1e5 * 1e6, acc);
  }
}
