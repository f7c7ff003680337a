// SPDX-License-Identifier: BSD-3-Clause
// The table of the analytic law on measured wheels: as published, with the keys that add to it, and with one number of the soil
// fitted (docs/choosing_a_soil_law.md quotes it):
//   test_soil "the analytic law on*"
// What was fitted on which rows is said at each line. Limits: the error found when the table was made, rounded up.
#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "catch.hpp"
#include "grouser/soil/wheel/wheel_rig.hpp"
#include "measured_for_test.hpp"
#include "skip.hpp"
#include "soil_laws_for_test.hpp"

using namespace grouser;
using test::kDeg;
using test::read_csv;
using test::RmsError;

namespace {

using Table = std::vector<std::vector<std::string>>;

struct Misfit {
  RmsError pull, side, torque, sinkage;
};

Misfit misfit_of_ding(const SoilParams& soil, const Table& rows) {
  RigSetup setup;
  setup.wheel = {.radius = 0.15735, .width = 0.165};
  setup.load = 80.0;
  Misfit e;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const RigRow row = solve_wheel_rig(soil, setup, std::stod(rows[i].at(9)), 0.0);
    e.pull.add(row.drawbar_pull, std::stod(rows[i].at(10)));
    e.sinkage.add(row.sinkage * 1e3, std::stod(rows[i].at(11)) * 1e3);
    e.torque.add(row.torque, std::stod(rows[i].at(12)));
  }
  return e;
}

/// Of CMU's drives: straight ahead; without slip; the rest.
enum class Drives { all, straight, driven_straight, free_rolling, rest };

bool is_among(Drives drives, double angle, double slip) {
  const bool straight = angle == 0.0, free = std::fabs(slip) < 0.01;
  switch (drives) {
    case Drives::straight:
      return straight;
    case Drives::driven_straight:
      return straight && (free || slip > 0.0);
    case Drives::free_rolling:
      return free;
    case Drives::rest:
      return !straight && !free;
    default:
      return true;
  }
}

/// As in the authors' parameters, and as in their drawing.
constexpr WheelGeometry kCmuWheel{.radius = 0.058, .width = 0.05},
    kDrawnWheel{.radius = 0.0625, .width = 0.06};

/// CMU's slip refers to the whole speed. At 90 degrees no slip is defined.
Misfit misfit_of_cmu(const SoilParams& soil, const Table& rows, Drives drives,
                     const WheelGeometry& wheel = kCmuWheel) {
  RigSetup setup;
  setup.wheel = wheel;
  Misfit e;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto& f = rows[i];
    const double angle = std::stod(f.at(1)), slip = std::stod(f.at(4));
    if (angle > 80.0 || !is_among(drives, angle, slip)) continue;
    const double rim = slip < 0.0 ? 1.0 + slip : 1.0 / (1.0 - slip), forward = std::cos(angle * kDeg);
    setup.load = std::stod(f.at(9));
    const RigRow row = solve_wheel_rig(
        soil, setup, rim >= forward ? 1.0 - forward / rim : rim / forward - 1.0, angle * kDeg);
    e.pull.add(row.drawbar_pull, std::stod(f.at(5)));
    e.side.add(row.side_force, std::stod(f.at(7)));
    e.sinkage.add(row.sinkage * 1e3, std::stod(f.at(10)));
  }
  return e;
}

/// Slope at a slip over the tips, of one wheel with grousers on level ground, deg.
double misfit_of_viper(const SoilParams& soil, const Table& rows) {
  RigSetup setup;
  setup.load = 171.7;
  setup.wheel = {.radius = 0.225, .width = 0.18, .grouser_height = 0.025, .grouser_count = 24};
  RmsError e;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const double ratio = (1.0 - std::stod(rows[i].at(2)) / 100.0) * 0.25 / 0.225;  // v / (r omega) of the rim
    const RigRow row = solve_wheel_rig(soil, setup, ratio <= 1.0 ? 1.0 - ratio : 1.0 / ratio - 1.0, 0.0);
    e.add(std::atan2(row.drawbar_pull, row.load) / kDeg, std::stod(rows[i].at(3)));
  }
  return e.rms();
}

/// The value of one number at which an error is least, on a grid of 200 steps.
double best_number(SoilParams soil, double SoilParams::*number, double from, double to,
                   const std::function<double(const SoilParams&)>& error) {
  constexpr int kSteps = 200;
  double best = from, least = 1e300;
  for (int i = 0; i <= kSteps; ++i) {
    soil.*number = from + (to - from) * i / kSteps;
    const double e = error(soil);
    if (e < least) least = e, best = soil.*number;
  }
  return best;
}

SoilParams with_number(SoilParams soil, double SoilParams::*number, double value) {
  soil.*number = value;
  return soil;
}

/// The exit angle that was identified on CMU's straight drives.
SoilParams with_exit_of_cmu(SoilParams soil) {
  const SoilParams from = load_soil("CMU_sand_smooth_identified");
  soil.exit_b0 = from.exit_b0, soil.exit_b1 = from.exit_b1;
  return soil;
}

}  // namespace

TEST_CASE("the analytic law on Ding's smooth wheel: its keys and one fitted number", "[reference]") {
  GROUSER_NEED_REFERENCE("measured/ding2011_smooth_wheel.csv", path);
  const Table rows = read_csv(path);
  const auto shows = [&](const char* what, const SoilParams& soil) {
    const Misfit e = misfit_of_ding(soil, rows);
    fmt::print("  {:60} pull {:5.2f} N, torque {:.2f} N m, sinkage {:.2f} mm\n", what, e.pull.rms(),
               e.torque.rms(), e.sinkage.rms());
    return e;
  };
  const SoilParams published = load_soil("ding2011_simulant"), identified = load_soil("ding2011_identified");
  fmt::print("Ding 2011 smooth wheel, rms\n");
  const Misfit plain = shows("published (n1 fitted to the sinkage's growth)", published);
  shows("identified (n, n1 fitted to the sinkage)", identified);
  const auto pull = [&](const SoilParams& s) { return misfit_of_ding(s, rows).pull.rms(); };
  const double k = best_number(published, &SoilParams::janosi_k, 0.001, 0.03, pull);
  const Misfit fitted = shows(fmt::format("published, K {:.2f} mm fitted to the pull", k * 1e3).c_str(),
                              with_number(published, &SoilParams::janosi_k, k));
  CHECK(fitted.pull.rms() < 4.95);

  // small wheels: D^m fitted to the sinkage, tested on pull and torque: the exponent has the wrong sign
  const auto sinkage = [&](const SoilParams& s) { return misfit_of_ding(s, rows).sinkage.rms(); };
  const double m = best_number(published, &SoilParams::diameter_exponent, -2.0, 2.0, sinkage);
  const Misfit sized = shows(fmt::format("published, D^m, m {:.2f} fitted to the sinkage", m).c_str(),
                             with_number(published, &SoilParams::diameter_exponent, m));
  CHECK(m < 0.0);
  CHECK(sized.sinkage.rms() < 1.8);
  CHECK(sized.torque.rms() < plain.torque.rms());
  CHECK(sized.pull.rms() > plain.pull.rms());

  const double b0 = best_number(published, &SoilParams::exit_b0, 0.0, 0.9, pull);
  shows(fmt::format("published, b0 {:.2f} fitted to the pull", b0).c_str(),
        with_number(published, &SoilParams::exit_b0, b0));
  CHECK(b0 < 0.02);

  // the exit angle of another sand does not carry over
  CHECK(shows("published, exit angle as identified on CMU's sand", with_exit_of_cmu(published)).pull.rms() >
        1.8 * plain.pull.rms());
}

TEST_CASE("the analytic law on CMU's smooth wheel: its keys and one fitted number", "[reference]") {
  GROUSER_NEED_REFERENCE("measured/cmu_smooth_wheel_means.csv", path);
  const Table rows = read_csv(path);
  const auto shows = [&](const std::string& what, const SoilParams& soil, Drives drives) {
    const Misfit e = misfit_of_cmu(soil, rows, drives);
    fmt::print("  {:70} pull {:5.2f} N, side {:5.2f} N, sinkage {:5.2f} mm\n", what, e.pull.rms(),
               e.side.rms(), e.sinkage.rms());
    return e;
  };
  const SoilParams plain = load_soil("CMU_sand_smooth"), identified = load_soil("CMU_sand_smooth_identified");
  fmt::print("CMU smooth wheel, rms\n");
  struct Part {
    Drives drives;
    const char* name;
  };
  for (const auto& [drives, name] :
       {Part{Drives::all, "all 54"}, Part{Drives::straight, "9 straight: pull fitted here"},
        Part{Drives::free_rolling, "6 without slip: sinkage fitted here"},
        Part{Drives::rest, "40 others: test"}}) {
    shows(fmt::format("{}: published", name), plain, drives);
    for (const char* key : {"exit angle", "front wall", "side sinkage"}) {
      SoilParams one = plain;
      if (key[0] == 'e') one = with_exit_of_cmu(one);
      if (key[0] == 'f') one.front_wall = identified.front_wall;
      if (key[0] == 's') one.side_sinkage_n1 = identified.side_sinkage_n1;
      shows(fmt::format("{}: and {} alone", name, key), one, drives);
    }
    shows(fmt::format("{}: all three", name), identified, drives);
  }
  const auto straight = [&](const SoilParams& s) {
    return misfit_of_cmu(s, rows, Drives::straight).pull.rms();
  };
  const double c = best_number(plain, &SoilParams::cohesion, 0.0, 4000.0, straight);
  const SoilParams fitted = with_number(plain, &SoilParams::cohesion, c);
  shows(fmt::format("all 54: published, c {:.0f} Pa fitted to the straight pull", c), fitted, Drives::all);
  shows("9 straight: the same", fitted, Drives::straight);
  shows("6 without slip: the same", fitted, Drives::free_rolling);
  shows("40 others: the same", fitted, Drives::rest);
  const double k = best_number(plain, &SoilParams::janosi_k, 0.003, 0.05, straight);
  shows(fmt::format("9 straight: published, K {:.1f} mm fitted to their pull", k * 1e3),
        with_number(plain, &SoilParams::janosi_k, k), Drives::straight);

  // side by side with resistive force theory, nothing fitted in it (rft_measured_test.cpp)
  SoilParams grains;
  grains.law = SoilLaw::rft;
  grains.density = 1330.0, grains.phi = 29.0 * kDeg, grains.surface_friction = 0.37;
  for (const SoilParams& soil : {plain, identified, grains})
    for (const WheelGeometry& wheel : {kCmuWheel, kDrawnWheel}) {
      const Misfit e = misfit_of_cmu(soil, rows, Drives::all, wheel);
      fmt::print(
          "  all 54, wheel {:4.1f} x {:.0f} mm, {:40} pull {:5.2f} N, side {:5.2f} N, sinkage {:5.2f} mm\n",
          wheel.radius * 1e3, wheel.width * 1e3, soil.id.empty() ? "rft" : soil.id, e.pull.rms(),
          e.side.rms(), e.sinkage.rms());
    }

  // the numbers were fitted to other rows than those on which they are tested
  const Misfit before = misfit_of_cmu(plain, rows, Drives::rest),
               after = misfit_of_cmu(identified, rows, Drives::rest);
  CHECK(after.pull.rms() < 0.77 * before.pull.rms());
  CHECK(after.side.rms() < 0.78 * before.side.rms());
  CHECK(after.sinkage.rms() < 0.5 * before.sinkage.rms());
  CHECK(straight(identified) < 2.5);
}

TEST_CASE("the analytic law on VIPER's wheel: its keys and one fitted number", "[reference]") {
  GROUSER_NEED_REFERENCE("measured/viper_full_rover_slip_slope_2021.csv", path);
  const Table rows = read_csv(path);
  const auto shows = [&](const std::string& what, const SoilParams& soil) {
    const double rms = misfit_of_viper(soil, rows);
    fmt::print("  {:70} slope {:.2f} deg\n", what, rms);
    return rms;
  };
  const auto error = [&](const SoilParams& s) { return misfit_of_viper(s, rows); };
  const SoilParams plain = load_soil("GRC1_SCM_fit");
  const SoilParams sides = with_number(plain, &SoilParams::grouser_side_shear, 1.0);
  fmt::print("VIPER's wheel on GRC-1, rms\n");
  const double without = shows("published", plain),
               with = shows("published, side shear (nothing fitted)", sides);
  CHECK(with < without - 0.2);
  const double c = best_number(plain, &SoilParams::cohesion, 0.0, 4000.0, error);
  CHECK(shows(fmt::format("published, c {:.0f} Pa fitted", c), with_number(plain, &SoilParams::cohesion, c)) <
        2.4);
  struct Fitted {
    const char* name;
    double SoilParams::*number;
    double most;
  };
  for (const auto& [name, number, most] :
       {Fitted{"K, m,", &SoilParams::janosi_k, 0.05}, Fitted{"exit_b0", &SoilParams::exit_b0, 0.9}}) {
    const double best = best_number(plain, number, 0.0033 * most, most, error);
    shows(fmt::format("published, {} {:.4f} fitted", name, best), with_number(plain, number, best));
  }
  const double k = best_number(sides, &SoilParams::janosi_k, 0.003, 0.05, error);
  CHECK(shows(fmt::format("side shear, K {:.1f} mm fitted", k * 1e3),
              with_number(sides, &SoilParams::janosi_k, k)) < 2.4);
  CHECK(shows("published, exit angle as identified on CMU's sand", with_exit_of_cmu(plain)) > 2.0 * without);
}

TEST_CASE("the analytic law on another sand: growth of n with slip does not carry over", "[reference]") {
  GROUSER_NEED_REFERENCE("measured/cmu_smooth_wheel_means.csv", cmu);
  GROUSER_NEED_REFERENCE("measured/ding2011_smooth_wheel.csv", ding);
  const SoilParams sand = load_soil("CMU_sand_smooth"), simulant = load_soil("ding2011_identified"),
                   published = load_soil("ding2011_simulant");
  const auto with_share = [](SoilParams soil, const SoilParams& from) {
    soil.slip_sinkage_n1 = from.slip_sinkage_n1 / from.n * soil.n;
    return soil;
  };
  const auto on_cmu = [rows = read_csv(cmu)](const SoilParams& soil) {
    return misfit_of_cmu(soil, rows, Drives::driven_straight).sinkage.rms();
  };
  const auto on_ding = [rows = read_csv(ding)](const SoilParams& soil) {
    return misfit_of_ding(soil, rows).sinkage.rms();
  };
  const double kept = on_cmu(sand), swapped = on_cmu(with_share(sand, published));
  fmt::print("n1/n of Ding's simulant on CMU's driven wheel: sinkage {:.1f} to {:.1f} mm rms\n", kept,
             swapped);
  CHECK(swapped > 2.0 * kept);
  const double here = on_ding(simulant), there = on_ding(with_share(simulant, sand));
  fmt::print("n1/n of CMU's sand on Ding's wheel: sinkage {:.1f} to {:.1f} mm rms\n", here, there);
  CHECK(there > 2.0 * here);
}

// Why, in docs/validation_soil.md (Questions about the law, answered).
TEST_CASE(
    "the analytic law on LETE sand: pull over load rises with load where K is as long as the arc, and falls "
    "where not") {
  const auto pull_over_load = [](double janosi_k, double load, double width) {
    SoilParams soil = load_soil("wong_LETE_sand");
    soil.janosi_k = janosi_k;
    RigSetup setup;
    setup.wheel = {.radius = 0.1425, .width = width};
    setup.load = load;
    return solve_wheel_rig(soil, setup, 0.2, 0.0).drawbar_pull / load;
  };
  fmt::print("LETE sand, slip 0.2: K mm | pull over load at 50 and 800 N | 0.06 and 0.48 m wide\n");
  for (const double k : {0.012, 0.003, 0.001, 0.0003})
    fmt::print("  {:4.1f} | {:.3f} {:.3f} | {:.3f} {:.3f}\n", k * 1e3, pull_over_load(k, 50.0, 0.12),
               pull_over_load(k, 800.0, 0.12), pull_over_load(k, 191.7, 0.06),
               pull_over_load(k, 191.7, 0.48));
  CHECK(pull_over_load(0.012, 50.0, 0.12) == Approx(0.036).margin(0.0005));
  CHECK(pull_over_load(0.012, 800.0, 0.12) == Approx(0.054).margin(0.0005));
  CHECK(pull_over_load(0.012, 191.7, 0.48) < pull_over_load(0.012, 191.7, 0.06));
  CHECK(pull_over_load(0.001, 800.0, 0.12) < pull_over_load(0.001, 50.0, 0.12));
  CHECK(pull_over_load(0.001, 191.7, 0.48) > pull_over_load(0.001, 191.7, 0.06));
}
