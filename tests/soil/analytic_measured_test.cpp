// The table of the analytic law on measured wheels: as published, with the keys that add to it, and with one number of the soil
// fitted (docs/choosing_a_soil_law.md quotes it):
//   test_soil "the analytic law on*"
// What was fitted on which rows is said at each line. Limits: the error found when the table was made, rounded up.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "grouser/soil/wheel/wheel_rig.hpp"
#include "measured_for_test.hpp"
#include "skip.hpp"
#include "soil_laws_for_test.hpp"

using namespace grouser;
using test::Error;
using test::kDeg;
using test::read_csv;

namespace {

using Table = std::vector<std::vector<std::string>>;

struct Misfit {
  Error pull, side, torque, sinkage;
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
enum class Drives { all, straight, free_rolling, rest };

bool is_among(Drives drives, double angle, double slip) {
  const bool straight = angle == 0.0, free = std::fabs(slip) < 0.01;
  switch (drives) {
    case Drives::straight:
      return straight;
    case Drives::free_rolling:
      return free;
    case Drives::rest:
      return !straight && !free;
    default:
      return true;
  }
}

/// CMU's slip refers to the whole speed. At 90 degrees no slip is defined.
Misfit misfit_of_cmu(const SoilParams& soil, const Table& rows, Drives drives) {
  RigSetup setup;
  setup.wheel = {.radius = 0.058, .width = 0.05};
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
  Error e;
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
  shows("40 others: the same", fitted, Drives::rest);

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
  const double k = best_number(sides, &SoilParams::janosi_k, 0.003, 0.05, error);
  CHECK(shows(fmt::format("side shear, K {:.1f} mm fitted", k * 1e3),
              with_number(sides, &SoilParams::janosi_k, k)) < 2.4);
  CHECK(shows("published, exit angle as identified on CMU's sand", with_exit_of_cmu(plain)) > 2.0 * without);
}
