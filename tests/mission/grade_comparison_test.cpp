// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/mission/gradeability/grade_comparison.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "skip.hpp"

namespace grouser {
namespace {

GradePoint settled_at(double tilt_deg, double slip) {
  return {.tilt = tilt_deg * kDegree, .settled = true, .slip = slip};
}

GradePoint stalled_at(double tilt_deg) {
  return {.tilt = tilt_deg * kDegree, .reason = "slipping back", .stalled = true};
}

TEST_CASE("a straight curve beside measured points: errors by hand") {
  // slip = 0.02 tilt_deg, stalls at 25
  const std::vector<GradePoint> points{settled_at(0.0, 0.0), settled_at(10.0, 0.2), settled_at(20.0, 0.4),
                                       stalled_at(25.0)};
  const std::vector<MeasuredGrade> measured{{0.0, -0.02}, {10.0 * kDegree, 0.3}, {25.0 * kDegree, 0.9}};
  const GradeComparison found = compare_grades(points, measured);
  REQUIRE(found.points.size() == 3);
  CHECK(found.compared == 3);
  CHECK(found.points[0].slip_error == Approx(0.02));
  CHECK(found.points[0].tilt_at_slip / kDegree == Approx(-1.0));  // the first line goes on
  CHECK(found.points[1].slip_error == Approx(-0.1));
  CHECK(found.points[1].tilt_error / kDegree == Approx(5.0));
  CHECK(std::isnan(found.points[2].slip));  // a rover that slips back has no slip
  CHECK(std::isnan(found.points[2].slip_error));
  CHECK(found.points[2].tilt_at_slip / kDegree == Approx(20.0 + 5.0 * 0.5 / 0.6));
  // 0.02, -0.1 and 1 - 0.9
  CHECK(found.rms_slip_error == Approx(std::sqrt((0.0004 + 0.01 + 0.01) / 3.0)));
  CHECK(found.largest_slip_error == Approx(0.1));
  const double last = -5.0 + 2.5 / 0.6;
  CHECK(found.rms_tilt_error / kDegree == Approx(std::sqrt((1.0 + 25.0 + last * last) / 3.0)));
}

TEST_CASE("what was not simulated or failed is not compared") {
  GradePoint failed{.tilt = 10.0 * kDegree, .reason = "the rover tipped over"};
  const GradeComparison found = compare_grades({settled_at(0.0, 0.1), settled_at(5.0, 0.2), failed},
                                               {{10.0 * kDegree, 0.3}, {15.0 * kDegree, 0.15}});
  CHECK(found.compared == 0);
  CHECK(std::isnan(found.rms_slip_error));
  CHECK(std::isnan(found.points[0].tilt_at_slip));  // above the simulated curve
  CHECK(found.points[1].tilt_at_slip / kDegree == Approx(2.5));
}

TEST_CASE("measured curves are read by their headers, or refused with the line") {
  const auto path = std::filesystem::temp_directory_path() / "grouser_grade_comparison_test.csv";
  const auto load = [&](const char* text) {
    std::ofstream(path) << text;
    return load_measured_grades(path);
  };
  const auto grades = load("soil,slip_percent,slope_deg\r\nX,20,10\r\nX,5.5,0\r\n");
  REQUIRE(grades.size() == 2);
  CHECK(grades[0].slip == Approx(0.055));
  CHECK(grades[1].tilt / kDegree == Approx(10.0));
  CHECK(load("tilt_deg,slip\n3,0.25\n")[0].slip == 0.25);
  for (const char* wrong : {"", "a,b\n1,2\n", "tilt_deg,slip\n", "tilt_deg,slip\n1\n", "tilt_deg,slip\n1,x\n",
                            "tilt_deg,slip\n1,nan\n", "tilt_deg,slip\n-61,0\n", "tilt_deg,slip\n61,0\n"})
    CHECK_THROWS_AS(load(wrong), InputError);
  CHECK_THROWS_WITH(load("tilt_deg,slip\n1,0.1\n2,x\n"),
                    Catch::Matchers::ContainsSubstring(":3: column 'slip': found 'x', expected a number"));
  // as a spreadsheet saves it, and with other units and names
  for (const char* same :
       {"\xEF\xBB\xBFslope_deg,slip_percent\r\n5.5,12.5\r\n", "slope_deg;slip_percent\n5,5;12,5\n",
        "Slip [%]\tTilt [deg]\n12.5\t5.5\n", "# bed\nslip,slope [rad]\n0.125,0.09599310885968812\n"}) {
    INFO(same);
    const auto found = load(same);
    REQUIRE(found.size() == 1);
    CHECK(found[0].tilt == Approx(5.5 * kDegree).epsilon(1e-14));
    CHECK(found[0].slip == Approx(0.125).epsilon(1e-14));
  }
  CHECK_THROWS_WITH(load("slope,slip\n1,0.1\n"), Catch::Matchers::ContainsSubstring("as unit") &&
                                                     Catch::Matchers::ContainsSubstring("deg or rad"));
  std::filesystem::remove(path);
  CHECK_THROWS_AS(load_measured_grades(path), InputError);
}

GradeComparison compare_mgru3(const std::vector<MeasuredGrade>& measured,
                              const std::vector<Override>& settings) {
  const GradeabilitySpec spec{.rover = "viper_mgru3",
                              .soil = "GRC1_SCM_fit",
                              .speed = 0.2,
                              .gravity = 9.81,
                              .max_time = 100.0,
                              .settings = settings};
  std::vector<GradePoint> points;
  for (const MeasuredGrade& grade : measured)
    points.push_back(run_grade_point(
                         spec, grade.tilt, [](double) {}, [] { return false; })
                         .value());
  const GradeComparison found = compare_grades(points, measured);
  for (const GradeError& e : found.points)
    fmt::print("  {:5.2f} deg: slip measured {:.3f}, simulated {:.3f}\n", e.tilt / kDegree, e.measured_slip,
               e.slip);
  return found;
}

// The whole rover on the tilt bed, the soil as published. The four gentler slopes are within 7 % of slip,
// what DynRPAT's authors found for their rover; at 20 and 25 degrees the published strength (21 degrees, 1.6
// kPa) does not hold the rover, which is pinned down too (docs/validation_soil.md says why).
TEST_CASE("VIPER's Earth unit on GRC-1 against the measured curve", "[reference]") {
  GROUSER_NEED_REFERENCE("measured/viper_full_rover_slip_slope_2021.csv", path);
  const auto measured = load_measured_grades(path);
  REQUIRE(measured.size() == 6);
  const GradeComparison published = compare_mgru3(measured, {});
  for (std::size_t i = 0; i < 4; ++i) CHECK(std::fabs(published.points[i].slip_error) < 0.07);
  for (std::size_t i = 4; i < 6; ++i) CHECK(std::isnan(published.points[i].slip));
  CHECK(published.compared == 6);
  CHECK(published.rms_slip_error < 0.125);  // found 0.119; 0.005: what a settled slip is good to

  // one parameter, the cohesion, fitted to this very curve by its rms slip error
  const GradeComparison fitted = compare_mgru3(measured, {{"soil.cohesion", "1770"}});
  CHECK(fitted.rms_slip_error < 0.076);  // found 0.0704
  CHECK(std::fabs(fitted.points[4].slip_error) < 0.07);
  CHECK(std::isnan(fitted.points[5].slip));
}

}  // namespace
}  // namespace grouser
