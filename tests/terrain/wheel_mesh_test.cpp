// SPDX-License-Identifier: BSD-3-Clause
// A rigid wheel as a mesh (shape/press) beside our disc with a spring (terrain/touch), on a plate, an edge
// and ripples. The disc's spring is U = k u^2 / 2 with u = G^-1(S), S = integral of delta^2/2 over the rays
// (docs/theory_contact.md). A layer c_N under a mesh of the wheel of width b stores, on a plate at
// penetration u, by the segment's area A(u) = r^2 (a - sin a cos a), cos a = 1 - u/r,
//   by normals  integral c_N s dV = c_N b integral A du,   force c_N b A(u)
//   by energy   c_N b r integral (r cos t - h)^2 / 2 dt,   force 2 c_N b r^2 (sin a - a cos a), and that of both faces, which are polygons
//               too: 2 c_N integral A du = 2 c_N (2/3 (r sin a)^3 - r cos a A)
// both c_N b r S to first order in u/r and u/b: the layer's energy is the disc's measure, which the disc's spring reshapes. Both bear the
// same on a plate at u where
//   c_N = k u / (b A(u)).
// A layer's load grows with u^(3/2), the spring's with u: they agree at one load. On an edge the depth to the nearest side is less than
// that along a ray: of the triangle that the edge cuts off the wheel, p deep, a layer stores p^3 / (3 sqrt 2) by normals and p^3 / 6 by
// energy where the disc's rays say p^3 / 3 (times c_N b). The spring's other shape makes up for most of the former, not of the latter.
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "catch.hpp"
#include "grouser/shape/mesh/mesh_shapes.hpp"
#include "grouser/shape/press/polygon_contact.hpp"
#include "grouser/terrain/touch/wheel_arc.hpp"
#include "made_fields.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

constexpr double kWheelRadius = 0.1425, kWheelWidth = 0.11;  // m, ExoMars
constexpr double kWheelSpring = 1.2e5;                       // k, N/m
constexpr double kPressed = 0.003;                           // u on a plate under 360 N, m

double segment_area(double u) {
  const double a = std::acos(1.0 - u / kWheelRadius);
  return kWheelRadius * kWheelRadius * (a - std::sin(a) * std::cos(a));
}
PolygonLaw wheel_layer(PolygonForm form) {
  PolygonLaw law;
  law.form = form;
  law.stiffness = kWheelSpring * kPressed / (kWheelWidth * segment_area(kPressed));
  return law;
}

std::shared_ptr<const MeshDistance> wheel_mesh(int sectors) {
  return std::make_shared<const MeshDistance>(rod_mesh(kWheelRadius, kWheelWidth, sectors));
}
/// Axle along y, turned by an angle.
RigidTransform wheel_pose(const Vec3& center, double angle) {
  return {rotation_about(Vec3::UnitY(), angle) * rotation_from_rpy(0.5 * M_PI, 0.0, 0.0), center};
}

/// The ground below heights over x from -1 to 1 m, 2 m wide and down to -1 m.
std::shared_ptr<const MeshDistance> ground_mesh(const std::function<double(double)>& height, int steps) {
  TriangleMesh mesh;
  for (int i = 0; i <= steps; ++i) {
    const double x = -1.0 + 2.0 * i / steps;
    for (const double y : {-1.0, 1.0})
      for (const double z : {-1.0, height(x)}) mesh.vertices.emplace_back(x, y, z);
  }
  const auto side = [&](int a, int b, int c, int d) {
    mesh.faces.insert(mesh.faces.end(), {{a, b, c}, {a, c, d}});
  };
  side(0, 1, 3, 2);
  for (int i = 0; i < steps; ++i) {
    const int k = 4 * i;
    side(k + 1, k + 5, k + 7, k + 3);  // top
    side(k, k + 2, k + 6, k + 4);      // bottom
    side(k, k + 4, k + 5, k + 1);      // y = -1
    side(k + 2, k + 3, k + 7, k + 6);  // y = 1
  }
  const int last = 4 * steps;
  side(last, last + 2, last + 3, last + 1);
  return std::make_shared<const MeshDistance>(std::move(mesh));
}

Vec3 mesh_force(PolygonContact& pair, const Vec3& center, double angle, PolygonForm form) {
  std::vector<PolygonAnchor> anchors;
  return pair
      .calc_loads({wheel_pose(center, angle), Vec3::Zero(), Vec3::Zero()}, 0.0, wheel_layer(form), anchors)
      .force;
}
Vec3 disc_force(const Terrain& terrain, const Vec3& center, int surface) {
  const Contacts found = contacts(terrain, {center, Vec3::UnitY(), kWheelRadius});
  const ArcContact* c = found.of(surface);
  return c ? Vec3(kWheelSpring * c->penetration * c->gradient) : Vec3::Zero();
}

/// Height of the axle at which a vertical force bears the load, above x.
template <class Force>
double height_under(const Force& force, double x, double load, double low, double high) {
  for (int i = 0; i < 50; ++i) {
    const double middle = 0.5 * (low + high);
    (force(Vec3(x, 0.0, middle)).z() > load ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

struct MeshGround {
  std::string name;
  Terrain terrain;
  int surface;
  std::shared_ptr<const MeshDistance> mesh;
  std::vector<double> places;  // x of the axle, m
};
std::vector<MeshGround> grounds() {
  const auto flat = [](double) { return 0.0; };
  const auto ripple = [](double x) { return 0.01 * std::cos(2.0 * M_PI * x / 0.4); };
  std::vector<MeshGround> all;
  all.push_back({"plate", Terrain(BasePlane{}, 0, {}), 0, ground_mesh(flat, 1), {0.0, 0.03}});
  all.push_back({"edge",
                 Terrain(BasePlane{-5.0, 0.0, 0.0}, 0, {box({-0.5, 0, -0.5}, {0.5, 1, 0.5})}),
                 1,
                 std::make_shared<const MeshDistance>([] {
                   TriangleMesh mesh = box_mesh({1.0, 2.0, 1.0});
                   for (Vec3& p : mesh.vertices) p += Vec3(-0.5, 0.0, -0.5);
                   return mesh;
                 }()),
                 {0.01, 0.03, 0.06}});
  all.push_back({"ripple",
                 terrain_of(2.0, 0.01, [&](double x, double) { return ripple(x); }),
                 0,
                 ground_mesh(ripple, 200),
                 {0.0, 0.1, 0.17, 0.2}});
  return all;
}

}  // namespace

TEST_CASE(
    "a layer under a mesh of a wheel bears what its overlap with a plate says, by normals and by energy") {
  PolygonContact pair(ground_mesh([](double) { return 0.0; }, 1), wheel_mesh(4000));
  const double c_N = wheel_layer(PolygonForm::by_normals).stiffness;
  for (const double u : {0.001, 0.003, 0.01}) {
    const Vec3 center(0.0, 0.0, kWheelRadius - u);
    const double a = std::acos(1.0 - u / kWheelRadius), r = kWheelRadius, area = segment_area(u);
    const double rim = 2.0 * kWheelWidth * r * r * (std::sin(a) - a * std::cos(a));
    const double faces = 2.0 * (2.0 / 3.0 * std::pow(r * std::sin(a), 3) - r * std::cos(a) * area);
    // facets of 0.2 mm: (facet / patch)^2 of 30 mm at the least
    CHECK(mesh_force(pair, center, 0.0, PolygonForm::by_normals).z() ==
          Approx(c_N * kWheelWidth * area).epsilon(1e-3));
    CHECK(mesh_force(pair, center, 0.0, PolygonForm::by_energy).z() ==
          Approx(c_N * (rim + faces)).epsilon(1e-3));
  }
}

TEST_CASE("a wheel as a mesh and our disc under the same load: on plate, edge and ripples they stand alike") {
  const double load = kWheelSpring * kPressed;
  for (const MeshGround& ground : grounds())
    for (const PolygonForm form : {PolygonForm::by_normals, PolygonForm::by_energy}) {
      PolygonContact pair(ground.mesh, wheel_mesh(1500));
      for (const double x : ground.places) {
        const auto disc = [&](const Vec3& c) { return disc_force(ground.terrain, c, ground.surface); };
        const auto mesh = [&](const Vec3& c) { return mesh_force(pair, c, 0.0, form); };
        const double a = height_under(disc, x, load, 0.0, 0.2), b = height_under(mesh, x, load, 0.0, 0.2);
        const Vec3 by_disc = disc(Vec3(x, 0, a)), by_mesh = mesh(Vec3(x, 0, b));
        const double turned = std::atan2(by_mesh.x(), by_mesh.z()) - std::atan2(by_disc.x(), by_disc.z());
        INFO(ground.name << " form " << static_cast<int>(form) << " x " << x << ": lower by " << 1e3 * (a - b)
                         << " mm, side force " << by_disc.x() / load << " " << by_mesh.x() / load
                         << ", turned " << turned);
        const bool weak =
            ground.name == "edge" && form == PolygonForm::by_energy;  // half of the disc's energy
        CHECK(std::fabs(a - b) < (weak ? 0.8 : 0.04) * kPressed);
        CHECK(std::fabs(turned) < (weak ? 0.05 : 0.015));
      }
    }
}

TEST_CASE(
    "how many sectors a wheel's mesh needs: its load errs with their square, by energy on an edge with their "
    "number") {
  for (const MeshGround& ground : grounds()) {
    const double x = ground.places[1];
    for (const PolygonForm form : {PolygonForm::by_normals, PolygonForm::by_energy}) {
      PolygonContact fine(ground.mesh, wheel_mesh(6000));
      const double height = height_under([&](const Vec3& c) { return mesh_force(fine, c, 0.0, form); }, x,
                                         kWheelSpring * kPressed, 0.0, 0.2);
      const Vec3 center(x, 0.0, height);
      const Vec3 exact = mesh_force(fine, center, 0.0, form);
      double last = 0.0;
      for (const int sectors : {75, 150, 300, 600}) {
        PolygonContact pair(ground.mesh, wheel_mesh(sectors));
        double worst = 0.0;
        for (int k = 0; k < 16; ++k)  // over one sector of rolling
          worst =
              std::max(worst, (mesh_force(pair, center, 2.0 * M_PI / sectors * k / 16, form) - exact).norm() /
                                  exact.norm());
        INFO(ground.name << " form " << static_cast<int>(form) << ", " << sectors << " sectors: " << worst);
        // By energy corners change their side within an edge at once: first order there.
        const bool first = ground.name == "edge" && form == PolygonForm::by_energy;
        if (last > 0.0) CHECK(std::log2(last / worst) == Approx(first ? 1.0 : 2.0).margin(0.2));
        last = worst;
      }
    }
  }
}
