// SPDX-License-Identifier: BSD-3-Clause
// Rovers made from a recipe, and how rovers stand: loads, slopes, clearance against statics by hand.
#include "grouser/mission/rover/rover_stance.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>

#include "catch.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/rover/rover_template.hpp"
#include "grouser/mission/rover/rover_views.hpp"
#include "grouser/recording/plot/plot.hpp"
#include "grouser/vehicle/spec/tip_over.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using grouser::test::ScratchFolder;

namespace {

std::string saved(const ScratchFolder& folder, const std::string& name, const std::string& text) {
  const auto path = folder / (name + ".toml");
  std::ofstream(path) << text;
  return path.string();
}

RoverStance stand(const RoverRecipe& recipe, double gravity = 3.71) {
  const ScratchFolder folder("rover");
  return stand_rover(saved(folder, recipe.name, rover_text(recipe)), {.gravity = gravity});
}

/// What a recipe is refused with, empty where it is not.
std::string refusal(const RoverRecipe& recipe) {
  try {
    rover_text(recipe);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("rover: the plate's soil may be a file whose name has both kinds of quotes", "[rover]") {
  const ScratchFolder folder("rover");
  const std::string soil = saved(folder, "our \"soil's\"", read_text_file(resolve_asset("bedrock", "soils")));
  const std::string rover = saved(folder, "rover", rover_text(RoverRecipe{}));
  CHECK(stand_rover(rover, {.soil = soil}).friction == stand_rover(rover, {}).friction);
}

TEST_CASE("rover: every made suspension loads its wheels alike", "[rover]") {
  struct Form {
    int wheels;
    RoverSuspension suspension;
  };
  for (const Form form :
       {Form{6, RoverSuspension::rocker_bogie}, Form{6, RoverSuspension::triple_bogie},
        Form{4, RoverSuspension::rocker}, Form{4, RoverSuspension::rigid}, Form{6, RoverSuspension::rigid}})
    for (const RoverSteering steering : {RoverSteering::corners, RoverSteering::all, RoverSteering::none})
      for (const double mass : {4.0, 180.0, 3000.0}) {
        RoverRecipe recipe;
        recipe.wheels = form.wheels, recipe.suspension = form.suspension;
        recipe.steering = steering, recipe.mass = mass;
        CAPTURE(form.wheels, int(form.suspension), int(steering), mass);
        const RoverStance stance = stand(recipe);
        CHECK(stance.mass == Approx(mass).epsilon(1e-5));  // numbers in the file have six digits
        REQUIRE(stance.wheels.size() == static_cast<std::size_t>(form.wheels));
        // The springs give by 2.4 % of the radius, so the places differ from the drawing's by as much.
        for (const StandingWheel& wheel : stance.wheels)
          CHECK(wheel.load == Approx(mass * 3.71 / form.wheels).epsilon(5e-3));
        CHECK(stance.notes.empty());
        CHECK(stance.clearance > 0.0);
      }
}

TEST_CASE("rover: slopes of tipping are those of a rigid box on its wheels", "[rover]") {
  RoverRecipe recipe;
  recipe.wheels = 4, recipe.suspension = RoverSuspension::rigid, recipe.steering = RoverSteering::none;
  recipe.mass = 50.0, recipe.wheelbase = 0.8, recipe.track = 0.6, recipe.wheel_radius = 0.1;
  recipe.wheel_width = 0.08;
  const RoverStance stance = stand(recipe, 1.62);
  const double h = stance.center.z();
  // Contacts lie up to a millimetre off the hubs' lines, where the rim is pressed flat.
  CHECK(std::tan(stance.tip_over.ahead) == Approx(0.4 / h).epsilon(3e-3));
  CHECK(std::tan(stance.tip_over.back) == Approx(0.4 / h).epsilon(3e-3));
  CHECK(std::tan(stance.tip_over.left) == Approx(0.3 / h).epsilon(3e-3));
  CHECK(std::tan(stance.tip_over.right) == Approx(0.3 / h).epsilon(3e-3));
  CHECK(stance.tip_over.least == Approx(stance.tip_over.left).epsilon(1e-2));
  CHECK(stance.friction == 0.7);
  CHECK(stance.steepest_hold == Approx(std::atan(0.7)));
  CHECK(stance.slides_first);
}

TEST_CASE("rover: the least slope is the force-angle margin of the shipped rovers", "[rover]") {
  for (const char* name : {"viper", "rocker_bogie", "exomars_lvm", "four_wheel_fast"}) {
    CAPTURE(name);
    const RoverStance stance = stand_rover(name);
    std::vector<Vec3> supports;
    for (const StandingWheel& wheel : stance.wheels) supports.push_back(wheel.contact);
    const double weight = stance.mass * stance.gravity;
    const TipOver tip = calc_tip_over(supports, {.com = stance.center, .force = {0.0, 0.0, -weight}}, weight);
    // Contacts of wheels that sink differently by a millimetre lie not in one plane, which only that measure
    // knows.
    CHECK(stance.tip_over.least == Approx(tip.margin).margin(2e-3));
    double sum = 0.0;
    for (const StandingWheel& wheel : stance.wheels) sum += wheel.load;
    CHECK(sum == Approx(weight).epsilon(1e-3));
  }
}

TEST_CASE("rover: loads do not depend on gravity and the clearance is a measured one", "[rover]") {
  const RoverStance mars = stand_rover("rocker_bogie"), moon = stand_rover("rocker_bogie", {.gravity = 1.62});
  for (std::size_t i = 0; i < mars.wheels.size(); ++i)
    CHECK(moon.wheels[i].load / 1.62 == Approx(mars.wheels[i].load / 3.71).epsilon(1e-2));
  // Lowest is the ball of the bogie at (-0.35, 0.15, -0.05) of radius 0.06 below the pivot at 0.6433 m.
  CHECK(mars.lowest_body.find("bogie") != std::string::npos);
  CHECK(mars.clearance == Approx(0.6433 - 0.05 - 0.06).margin(0.01));
}

TEST_CASE("rover: recipes that make no rover are refused", "[rover]") {
  RoverRecipe r;
  CHECK(refusal(r).empty());
  r.name = "My Rover";
  CHECK_THAT(refusal(r), Catch::Matchers::ContainsSubstring("name"));
  r = {}, r.wheels = 5;
  CHECK_THAT(refusal(r),
             Catch::Matchers::ContainsSubstring("wheels") && Catch::Matchers::ContainsSubstring("4 or 6"));
  r = {}, r.wheels = 4;
  CHECK_THAT(refusal(r), Catch::Matchers::ContainsSubstring("suspension"));
  r = {}, r.mass = -3.0;
  CHECK_THAT(refusal(r),
             Catch::Matchers::ContainsSubstring("mass") && Catch::Matchers::ContainsSubstring("kg"));
  r = {}, r.wheelbase = 0.2;
  CHECK_THAT(refusal(r), Catch::Matchers::ContainsSubstring("overlap"));
  r = {}, r.track = 0.1;
  CHECK_THAT(refusal(r), Catch::Matchers::ContainsSubstring("track"));
  CHECK_THROWS_AS(stand_rover("viper", {.gravity = 0.0}), InputError);
  CHECK_THROWS_AS(stand_rover("viper", {.soil = "wong_LETE_sand"}), InputError);
  CHECK_THROWS_AS(stand_rover("no_such_rover"), InputError);
}

TEST_CASE("rover: its views are drawn to scale", "[rover]") {
  const RoverStance stance = stand_rover("viper");
  const auto views = rover_views(stance);
  REQUIRE(views.size() == 3);
  const ScratchFolder folder("views");
  write_charts(folder / "views.png", views, {.width = 1500, .height = 520, .columns = 3});
  CHECK(std::filesystem::file_size(folder / "views.png") > 5000);
  for (const DrawChart& view : views) {
    const ChartPaper paper{
        paper_theme(),
        [](const std::string& text, double size, TextWeight) { return 0.5 * size * double(text.size()); },
        {}};
    const ChartDrawing drawing = view({0.0, 0.0, 500.0, 500.0}, paper);
    const double per_metre_x = drawing.frame.px(1.0) - drawing.frame.px(0.0);
    const double per_metre_y = drawing.frame.py(0.0) - drawing.frame.py(1.0);
    CHECK(per_metre_x == Approx(per_metre_y).epsilon(1e-9));
  }
}
