// SPDX-License-Identifier: BSD-3-Clause
// Meshes of simple bodies, and their volumes and inertias against closed forms.
#include "grouser/shape/mesh/mesh_shapes.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <string>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/pose.hpp"
#include "grouser/shape/check/mesh_check.hpp"
#include "grouser/shape/file/mesh_input.hpp"
#include "grouser/shape/mesh/mesh_mass.hpp"

using namespace grouser;

namespace {

constexpr double kPi = std::numbers::pi;

/// How much smaller the area of a regular polygon is than that of its circle.
double polygon_share(int corners) { return std::sin(2.0 * kPi / corners) * corners / (2.0 * kPi); }

}  // namespace

TEST_CASE("simple meshes are closed, wound outward and do not cross themselves") {
  const TriangleMesh meshes[] = {box_mesh({1, 2, 3}),
                                 ball_mesh(0.5, 3),
                                 rod_mesh(0.2, 1.0, 24),
                                 cone_mesh(0.3, 0.7, 16),
                                 capsule_mesh(0.1, 0.4, 20),
                                 torus_mesh(0.5, 0.1, 32),
                                 with_short_edges(box_mesh({1, 2, 3}), 0.3)};
  for (const TriangleMesh& mesh : meshes) {
    const auto fault = find_fault(mesh);
    INFO((fault ? std::to_string(fault->face) + ": " + fault->found : ""));
    CHECK_FALSE(fault);
  }
}

TEST_CASE("volume, centre and inertia of a box, moved and turned, are those of the closed form") {
  const Vec3 size(0.4, 0.7, 1.1), center(3.0, -2.0, 5.0);
  const Mat3 R = rotation_from_rpy(0.3, -0.8, 1.9);
  TriangleMesh mesh = box_mesh(size);
  for (Vec3& p : mesh.vertices) p = R * p + center;
  const double density = 2700.0, mass = density * size.prod();
  const MeshMass found = mass_of(mesh, density);
  CHECK(found.mass == Approx(mass).epsilon(1e-12));
  CHECK((found.center - center).norm() < 1e-12);
  const Vec3 squares = size.cwiseProduct(size);
  const Vec3 axes =
      mass / 12.0 * Vec3(squares.y() + squares.z(), squares.z() + squares.x(), squares.x() + squares.y());
  CHECK((found.inertia - R * axes.asDiagonal() * R.transpose()).norm() < 1e-11 * axes.norm());
  CHECK(found.area == Approx(2.0 * (size.x() * size.y() + size.y() * size.z() + size.z() * size.x())));
}

TEST_CASE(
    "rods, cones, capsules and rings have the volume of their polygons of sectors, balls that of a sphere in "
    "the limit") {
  constexpr int kSectors = 40;
  const double share = polygon_share(kSectors);
  CHECK(mass_of(rod_mesh(0.2, 1.0, kSectors), 1.0).volume == Approx(share * kPi * 0.04).epsilon(1e-12));
  CHECK(mass_of(cone_mesh(0.3, 0.7, kSectors), 1.0).volume ==
        Approx(share * kPi * 0.09 * 0.7 / 3.0).epsilon(1e-12));
  const double tube =
      polygon_share(kSectors / 2) * kPi * 0.01;  // Pappus: the ring's section times its middle's way
  CHECK(mass_of(torus_mesh(0.5, 0.1, kSectors), 1.0).volume ==
        Approx(share * tube * 2.0 * kPi * 0.5).epsilon(1e-12));
  double last = 0.0;
  for (const int levels : {3, 4, 5}) {
    const MeshMass ball = mass_of(ball_mesh(0.5, levels), 1000.0);
    const double error = 1.0 - ball.volume / (4.0 / 3.0 * kPi * 0.125);
    if (last > 0.0)
      CHECK(std::log2(last / error) == Approx(2.0).margin(0.05));  // second order in the edges' length
    last = error;
    CHECK(ball.center.norm() < 1e-12);
    CHECK(ball.inertia(0, 0) == Approx(0.4 * ball.mass * 0.25).epsilon(3.0 * error));
  }
  CHECK(last < 2e-3);
}

TEST_CASE("shorter edges leave the surface as it is") {
  const TriangleMesh coarse = box_mesh({1, 2, 3}), fine = with_short_edges(coarse, 0.2);
  for (std::size_t f = 0; f < fine.faces.size(); ++f)
    for (int k = 0; k < 3; ++k) CHECK((fine.corner(f, k) - fine.corner(f, (k + 1) % 3)).norm() <= 0.2);
  const MeshMass a = mass_of(coarse, 1.0), b = mass_of(fine, 1.0);
  CHECK(b.volume == Approx(a.volume).epsilon(1e-12));
  CHECK(b.area == Approx(a.area).epsilon(1e-12));
}

TEST_CASE("simple forms of any size are sound meshes, as read_mesh_form() takes them to be") {
  std::mt19937 random(3);
  const auto length = [&] { return std::pow(10.0, std::uniform_real_distribution(-4.9, 2.9)(random)); };
  int tried = 0;
  for (int k = 0; k < 400; ++k) {
    const char* shape =
        std::array{"box", "ball", "cylinder", "cone", "capsule"}[static_cast<std::size_t>(k % 5)];
    std::string text = fmt::format("shape = '{}'\nradius = {}\nlength = {}\nsize = [{}, {}, {}]\n", shape,
                                   length(), length(), length(), length(), length());
    if (k % 3 == 0) text += fmt::format("edge = {}\n", length());
    MeshForm form;
    try {
      form = read_mesh_form(TomlTable::parse(text, "any.toml"), {});
    } catch (const InputError&) {  // too many triangles of that edge
      continue;
    }
    if (form.mesh.faces.size() > 20'000) continue;
    ++tried;
    const auto fault = find_fault(form.mesh);
    INFO(text);
    CHECK_FALSE(fault.has_value());
  }
  CHECK(tried > 200);
}

TEST_CASE("a turned form's sections are read with what lies between them, whichever way they run") {
  const auto read = [](const std::string& sections) {
    return read_mesh_form(TomlTable::parse("shape = 'turned'\nedge = 0.2\n" + sections, "any.toml"), {});
  };
  for (const bool down : {false, true}) {
    const MeshForm form =
        down ? read(
                   "sections = [{ at = 1.0, section = [[0.5, 0.0], [0.5, 0.2], [0.0, 0.3], [0.0, 0.0]] },"
                   "{ at = 3.0, section = [[0.6, 0.0], [0.6, 0.4], [0.0, 0.1], [0.0, 0.0]] }]")
             : read(
                   "sections = [{ at = 1.0, section = [[0.0, 0.0], [0.0, 0.3], [0.5, 0.2], [0.5, 0.0]] },"
                   "{ at = 3.0, section = [[0.0, 0.0], [0.0, 0.1], [0.6, 0.4], [0.6, 0.0]] }]");
    CHECK_FALSE(find_fault(form.mesh).has_value());
    CHECK(form.section.size() == 4);
    std::vector<SectionPoint> section, drifts;
    const auto radius_at = [&](double value) {
      form.course.find(value, section);
      return section[1].radius;
    };
    CHECK(radius_at(0.0) == 0.3);  // held
    CHECK(radius_at(1.5) == Approx(0.25).epsilon(1e-12));
    CHECK(radius_at(9.0) == Approx(0.1).epsilon(1e-12));
    const auto drift_at = [&](double value, double width) {
      form.course.find_drifts(value, width, drifts);
      return drifts[1].radius;
    };
    CHECK(drift_at(2.0, 0.0) == Approx(-0.1).epsilon(1e-12));
    CHECK(drift_at(2.0, 0.5) == Approx(-0.1).epsilon(1e-12));
    CHECK(drift_at(3.0, 0.5) == Approx(-0.05).epsilon(1e-12));  // half of the width is beyond the end
    CHECK(drift_at(3.0, 0.0) == 0.0);
    CHECK(drift_at(0.5, 0.0) == 0.0);
  }
}

TEST_CASE("sections that cannot follow each other are refused with their place") {
  const auto why = [](const std::string& sections) {
    const std::string text = "shape = 'turned'\nedge = 0.2\n" + sections;
    try {
      read_mesh_form(TomlTable::parse(text, "any.toml"), {});
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("taken");
  };
  using Catch::Matchers::ContainsSubstring;
  const std::string first = "{ at = 0.0, section = [[0.0, 0.1], [0.2, 0.2], [0.4, 0.1]] }";
  const auto second = [&](const std::string& at, const std::string& section) {
    return why("sections = [" + first + ", { at = " + at + ", section = [" + section + "] }]");
  };
  const std::string good = "[0.0, 0.1], [0.2, 0.3], [0.4, 0.1]";
  CHECK(second("1.0", good) == "taken");
  CHECK_THAT(second("0.0", good),
             ContainsSubstring("any.toml") && ContainsSubstring("at") && ContainsSubstring("rising values"));
  CHECK_THAT(second("1.0", "[0.0, 0.1], [0.4, 0.1]"),
             ContainsSubstring("sections") && ContainsSubstring("2 points"));
  CHECK_THAT(second("1.0", "[0.0, 0.1], [0.2, 0.3], [0.4, 0.0]"), ContainsSubstring("on the axis"));
  CHECK_THAT(second("1.0", "[0.4, 0.1], [0.2, 0.3], [0.0, 0.1]"), ContainsSubstring("at = "));  // upside down
  CHECK_THAT(why("sections = [" + first + "]"),
             ContainsSubstring("sections") && ContainsSubstring("two or more"));
  CHECK_THAT(why("section = [[0.0, 0.1], [0.4, 0.1]]\nsections = [" + first + "]"),
             ContainsSubstring("one of the two"));
  // Two spikes, of which one leans over the other, which shrinks: both ends are sound, and on the way the shorter one's tip comes through
  // the longer one's side.
  const auto spikes = [](const char* longer, const char* shorter) {
    return fmt::format("[0.0, 0.5], [0.4, 0.5], {}, [0.5, 0.5], [0.6, 0.5], {}, [0.7, 0.5], [1.0, 0.5]",
                       longer, shorter);
  };
  const std::string upright = spikes("[0.45, 1.0]", "[0.65, 1.0]"),
                    leaning = spikes("[0.95, 0.56]", "[0.75, 0.51]");
  const auto both = [&](const std::string& from, const std::string& to) {
    return why("sections = [{ at = 0.0, section = [" + from + "] }, { at = 1.0, section = [" + to + "] }]");
  };
  CHECK(both(upright, upright) == "taken");
  CHECK(both(leaning, leaning) == "taken");
  CHECK_THAT(both(upright, leaning), ContainsSubstring("sections: at = 0.") && ContainsSubstring("crosses"));
}
