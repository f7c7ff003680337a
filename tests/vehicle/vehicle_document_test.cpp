// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/vehicle/spec/vehicle_document.hpp"

#include "catch.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string rover_text() { return read_text_file(resolve_asset("viper", "rovers")); }

}  // namespace

TEST_CASE("a vehicle document is read as TOML whatever its name says, with its changes", "[vehicle]") {
  const double shipped = load_vehicle(resolve_asset("viper", "rovers").string()).wheels[0].geometry.radius;
  for (const char* name : {"viper", "viper.toml", "run.h5 (rover viper)"}) {
    CAPTURE(name);
    const VehicleSpec as_it_is = read_vehicle_document({.name = name, .text = rover_text()});
    CHECK(as_it_is.wheels[0].geometry.radius == shipped);
    const VehicleSpec changed = read_vehicle_document(
        {.name = name, .text = rover_text(), .changes = {{"wheel.radius", "0.3"}, {"wheel.radius", "0.31"}}});
    CHECK(changed.wheels[0].geometry.radius == 0.31);
  }
}

TEST_CASE("a wrong change of a vehicle document names its origin, a wrong text its place", "[vehicle]") {
  const VehicleDocument changed{.name = "viper",
                                .text = rover_text(),
                                .changes = {{"wheel.radiu", "0.3", "--set rover.wheel.radiu=0.3"}}};
  CHECK_THROWS_WITH(read_vehicle_document(changed),
                    ContainsSubstring("--set rover.wheel.radiu=0.3") && ContainsSubstring("radius"));
  CHECK_THROWS_WITH(read_vehicle_document({.name = "a", .text = "name = ", .place = "here.toml"}),
                    ContainsSubstring("here.toml:1"));
}
