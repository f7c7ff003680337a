// SPDX-License-Identifier: BSD-3-Clause
// The ground of a run as a mesh of glTF. Whole files are read by an independent reader (gltf_test.py).
#include "gltf/ground_patch.hpp"

#include <limits>

#include "catch.hpp"

using namespace grouser;

TEST_CASE("a patch without a cell of four heights becomes no mesh", "[exchange]") {
  const Terrain terrain(BasePlane{}, 0, {});
  GroundPatch patch{.columns = 2, .rows = 3, .spacing = 1.0, .heights = std::vector<double>(6, 0.25)};
  const auto material = [](int) { return 7; };
  GlbWriter whole;
  REQUIRE(add_ground(whole, patch, terrain, {}, Vec3::Zero(), material) == 0);
  CHECK(whole.json()["meshes"][0]["primitives"].size() == 1);
  patch.heights[2] = std::numeric_limits<double>::quiet_NaN();  // a corner of both cells
  GlbWriter none;
  CHECK_FALSE(add_ground(none, patch, terrain, {}, Vec3::Zero(), material).has_value());
  CHECK_FALSE(none.json().contains("meshes"));
}
