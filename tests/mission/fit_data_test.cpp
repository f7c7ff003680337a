// SPDX-License-Identifier: BSD-3-Clause
// Measured data as people save them: units, names, decimal commas, rows kept back; and what is wrong with a
// file, said in one line.
#include <fmt/format.h>

#include <cmath>
#include <fstream>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "grouser/mission/fit/fit_key.hpp"
#include "grouser/mission/fit/measured_set.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

namespace {

struct DataFile {
  test::ScratchFolder folder{"fit_data"};
  std::string path = (folder / "bed.csv").string();
  MeasuredSet load(const std::string& text, const std::string& words = "") const {
    std::ofstream(path, std::ios::binary) << text;
    return load_measured_set(path + words);
  }
};

double at(const FitRow& row, FitCondition c) { return row.condition(c); }
double measured(const FitRow& row, FitChannel c) { return row.measured[static_cast<std::size_t>(c)]; }

}  // namespace

TEST_CASE("columns are found by name, in their units, with their uncertainty") {
  const DataFile file;
  const MeasuredSet set = file.load(
      "slip_percent,beta_deg,load_kN,wheel_radius_mm,width_cm,drawbar_pull_N,drawbar_pull_sd_N,torque_Nm,"
      "sinkage_mm\n"
      "20,15,0.08,157.35,16.5,14.5,0.5,4.2,7.5\n");
  REQUIRE(set.rows.size() == 1);
  const FitRow& row = set.rows[0];
  CHECK(set.kind == FitKind::wheel);
  CHECK(at(row, FitCondition::slip) == Approx(0.2));
  CHECK(at(row, FitCondition::slip_angle) == Approx(15.0 * kDegree));
  CHECK(at(row, FitCondition::load) == Approx(80.0));
  CHECK(at(row, FitCondition::radius) == Approx(0.15735));
  CHECK(at(row, FitCondition::width) == Approx(0.165));
  CHECK(measured(row, FitChannel::pull) == 14.5);
  CHECK(row.sigma[static_cast<std::size_t>(FitChannel::pull)] == 0.5);
  CHECK(std::isnan(row.sigma[static_cast<std::size_t>(FitChannel::torque)]));
  CHECK(measured(row, FitChannel::sinkage) == Approx(0.0075));
  CHECK(std::isnan(measured(row, FitChannel::side_force)));
}

TEST_CASE("decimal commas, marks of spreadsheets, remarks and constants read to the same rows") {
  const DataFile file;
  const std::string words = ",load=80,radius=0.15,width=0.1";
  const MeasuredSet plain = file.load("slip,pull\n0.25,12.5\n0.5,13.5\n", words);
  for (const char* same :
       {"\xEF\xBB\xBFslip;pull\r\n0,25;12,5\r\n0,5;13,5\r\n", "# bed 3\nslip\tpull\n0.25\t12.5\n0.5\t13.5\n",
        "\"slip [-]\",\"pull [N]\"\n0.25,12.5\n0.5,13.5\n", "slip (%),pull (kN)\n25,0.0125\n50,0.0135\n"}) {
    INFO(same);
    const MeasuredSet set = file.load(same, words);
    REQUIRE(set.rows.size() == 2);
    for (std::size_t k = 0; k < 2; ++k) {
      CHECK(at(set.rows[k], FitCondition::slip) == Approx(at(plain.rows[k], FitCondition::slip)));
      CHECK(measured(set.rows[k], FitChannel::pull) == Approx(measured(plain.rows[k], FitChannel::pull)));
      CHECK(at(set.rows[k], FitCondition::load) == 80.0);
    }
  }
  const MeasuredSet named = file.load("s,F\n0.25,12.5\n", words + ",slip=s,pull=F");
  CHECK(measured(named.rows[0], FitChannel::pull) == 12.5);
}

TEST_CASE("kinds of data follow from their columns and rows are kept back as asked") {
  const DataFile file;
  CHECK(file.load("depth_mm,width_mm,pressure_kPa\n10,50,12\n").kind == FitKind::plate);
  const MeasuredSet disc = file.load("depth_mm,plate_radius_mm,pressure_kPa\n10,25,12\n");
  CHECK(std::isnan(at(file.load("slope_deg,slip_percent\n5,10\n", ",rover=viper").rows[0],
                      FitCondition::slip)));                      // it is measured
  CHECK(at(disc.rows[0], FitCondition::width) == Approx(0.025));  // Bekker's b of a disc is its radius
  CHECK(file.load("displacement_mm,normal_stress_kPa,shear_stress_kPa\n1,5,2\n").kind == FitKind::shear);
  CHECK(file.load("slope_deg,slip_percent\n5,10\n", ",rover=viper").kind == FitKind::tilt);
  CHECK(file.load("time_s,slip\n5,0.1\n", ",scenario=x,channel=y,value=slip").kind == FitKind::run);

  const std::string rows = "slope_deg,slip\n0,0.0\n5,0.1\n10,0.2\n15,0.3\n20,0.4\n";
  const auto held = [&](const std::string& words) {
    std::string said;
    for (const FitRow& row : file.load(rows, words).rows) said += row.held ? 'h' : 'f';
    return said;
  };
  CHECK(held(",hold=even") == "fhfhf");
  CHECK(held(",hold=1+3-4") == "hfhhf");
  CHECK(held(",rows=2-4,hold=odd") == "hfh");
  CHECK_THROWS_WITH(held(",hold=7"), ContainsSubstring("from 1 to 5"));
  CHECK_THROWS_WITH(held(",hold=1-5"), ContainsSubstring("no row to fit"));
}

TEST_CASE("slips that refer to the whole speed or to another radius are converted by hand") {
  const DataFile file;
  const std::string words = ",load=20,radius=0.05,width=0.05,slip_angle_deg=60";
  // rim speed 1, whole speed 0.8, forward 0.4: slip 0.6
  const MeasuredSet total = file.load("slip,pull\n0.2,1\n", words + ",slip_of=total");
  CHECK(at(total.rows[0], FitCondition::slip) == Approx(0.6));
  // tips at 0.06 m: slip 0.25 of them is v = 0.75 * 0.06, over the rim's 0.05: 0.9
  const MeasuredSet tips = file.load("slip,pull\n0.25,1\n", ",load=20,radius=0.05,width=0.05,slip_of=0.06");
  CHECK(at(tips.rows[0], FitCondition::slip) == Approx(0.1));
}

TEST_CASE("one line says what is wrong with a file") {
  const DataFile file;
  const std::string wheel = ",load=80,radius=0.15,width=0.1";
  const auto refuses = [&](const std::string& text, const std::string& words, const std::string& said) {
    INFO(text << words);
    CHECK_THROWS_WITH(file.load(text, words), ContainsSubstring(said));
  };
  refuses("", wheel, "an empty file");
  refuses("0.1,12\n0.2,13\n", wheel, "a header that names the columns");
  refuses("slip,pull\n", wheel, "no row to fit");
  refuses("slip,pull\n0.1,nan\n,3\n", wheel, "no row to fit");
  refuses("slip,pull\n0.1,twelve\n", wheel, ":2: column 'pull': found 'twelve'");
  refuses("slip,pull\n0.1,12\n", ",radius=0.15,width=0.1", "no load in columns slip, pull");
  refuses("slip,speed\n0.1,12\n", wheel, "one of pull, torque, sinkage, side_force");
  refuses("slip,pull [lbf]\n0.1,12\n", wheel, "in 'lbf'");
  refuses("slip,pull,beta\n0.1,12,3\n", wheel, "deg, rad");
  refuses("slip,pull\n25,12\n", wheel, "is the unit right?");
  refuses("slip,pull\n0.1,12\n", ",radius=0.15,widht=0.1", "or 'width'?");
  refuses("slip,pull\n0.1,12\n", ",load=-3,radius=0.15,width=0.1", "load=-3");
  refuses("slip,pull\n0.1,12\n", wheel + ",pull=force", "no column 'force'");
  refuses("slip,pull\n0.1,12\n", wheel + ",kind=spoon", "one of wheel, plate, shear, tilt, run");
  refuses("slip,pull,pull\n0.1,12,13\n", wheel, "twice");
  CHECK_THROWS_AS(load_measured_set("/no/such/file.csv"), InputError);
}

TEST_CASE("of a million rows every n-th is taken, with a note") {
  const DataFile file;
  std::string text = "slip,pull\n";
  for (int k = 0; k < 1'000'000; ++k) text += fmt::format("{:.6f},{}\n", 1e-6 * k, k % 17);
  const MeasuredSet set = file.load(text, ",load=80,radius=0.15,width=0.1");
  CHECK(set.rows.size() == kMostFitRows);
  REQUIRE(set.notes.size() == 1);
  CHECK_THAT(set.notes[0], ContainsSubstring("every 500th of 1000000 rows"));
}

TEST_CASE("ranges of keys are read, and map to 0 to 1 and back") {
  const FitKey linear = parse_fit_key("soil.n=0.5:1.5"), wide = parse_fit_key("k_phi=1e5:1e7");
  CHECK(linear.key == "n");
  CHECK(linear.scale == FitScale::linear);
  CHECK(linear.value(0.25) == Approx(0.75));
  CHECK(wide.scale == FitScale::logarithmic);
  CHECK(wide.value(0.5) == Approx(1e6));
  CHECK(wide.unit(1e6) == Approx(0.5));
  CHECK(wide.slope(0.5) == Approx(1e6 * std::log(100.0)));
  CHECK(parse_fit_key("k_phi=1e5:1e7:linear").scale == FitScale::linear);
  CHECK(parse_fit_key("n=0.5:1.5:log").scale == FitScale::logarithmic);
  for (const char* wrong : {"n", "n=", "n=1", "n=1:1", "n=2:1", "n=a:b", "n=0:1:log", "n=0:1:cubic",
                            "n=0:inf", "=1:2", "n=1:2:log:3"}) {
    INFO(wrong);
    CHECK_THROWS_AS(parse_fit_key(wrong), InputError);
  }
  CHECK_THROWS_WITH(check_fit_keys({linear, linear}), ContainsSubstring("'n' twice"));
  CHECK_THROWS_WITH(check_fit_keys({}), ContainsSubstring("no key"));
}
