// SPDX-License-Identifier: BSD-3-Clause
// Measured wheels against the Soil Contact Model on the rig, with both of its shear laws and no number of the soil fitted on these
// curves. The errors are printed (docs/choosing_a_soil_law.md quotes them); each limit is the error found when the table was made,
// rounded up. Cells of 10 mm: with 20 mm the errors of Ding's wheel are the same within a tenth, and CMU's wheel is too small for them.
#include <fmt/format.h>

#include <cmath>

#include "catch.hpp"
#include "grouser/contact/scm_rig.hpp"
#include "grouser/soil/laws/soil_params.hpp"
#include "skip.hpp"
#include "soil/measured_for_test.hpp"
#include "soil/soil_laws_for_test.hpp"

using namespace grouser;
using test::kDeg;
using test::read_csv;
using test::RmsError;

namespace {

struct ScmErrors {
  RmsError pull, side, torque, sinkage;
  int unsettled = 0;
  void print(const char* of) const {
    fmt::print(
        "  {}: RMS pull {:.2f} N, side {:.2f} N, torque {:.2f} N m, sinkage {:.2f} mm; {} not settled\n", of,
        pull.rms(), side.count ? side.rms() : 0.0, torque.count ? torque.rms() : 0.0, sinkage.rms(),
        unsettled);
  }
};

ScmRigSetup rig_of(const WheelGeometry& wheel, double load, ScmShear shear, double cell = 0.01) {
  ScmRigSetup setup;
  setup.rig.wheel = wheel;
  setup.rig.load = load;
  setup.cell = cell;
  setup.options.shear = shear;
  return setup;
}

ScmErrors compare_ding(const std::filesystem::path& path, ScmShear shear, double cell) {
  const SoilParams soil = load_soil("ding2011_simulant", {}, SoilLaw::scm);
  const ScmRigSetup setup = rig_of({.radius = 0.15735, .width = 0.165}, 80.0, shear, cell);
  ScmErrors e;
  const auto rows = read_csv(path);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto& f = rows[i];
    const double slip = std::stod(f.at(9)), pull = std::stod(f.at(10)), z = std::stod(f.at(11)) * 1e3,
                 torque = std::stod(f.at(12));
    const ScmRigRow row = drive_scm_rig(soil, setup, slip, 0.0);
    fmt::print("  {:.1f} | {:6.2f} {:6.2f} | {:5.2f} {:5.2f} | {:5.2f} {:5.2f}\n", slip,
               row.mean.drawbar_pull, pull, row.mean.torque, torque, row.mean.sinkage * 1e3, z);
    e.pull.add(row.mean.drawbar_pull, pull);
    e.torque.add(row.mean.torque, torque);
    e.sinkage.add(row.mean.sinkage * 1e3, z);
    e.unsettled += row.status != ScmRigStatus::settled;
  }
  return e;
}

ScmErrors compare_cmu(const std::filesystem::path& path, ScmShear shear) {
  const SoilParams soil = load_soil("CMU_sand_smooth", {}, SoilLaw::scm);
  ScmErrors e;
  const auto rows = read_csv(path);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto& f = rows[i];
    const double angle = std::stod(f.at(1)), slip = std::stod(f.at(4));
    if (angle > 80.0) continue;
    const double rim = slip < 0.0 ? 1.0 + slip : 1.0 / (1.0 - slip), forward = std::cos(angle * kDeg);
    const double along = rim >= forward ? 1.0 - forward / rim : rim / forward - 1.0;
    const ScmRigRow row = drive_scm_rig(
        soil, rig_of({.radius = 0.058, .width = 0.05}, std::stod(f.at(9)), shear), along, angle * kDeg);
    REQUIRE(row.status != ScmRigStatus::soil_too_weak);
    e.pull.add(row.mean.drawbar_pull, std::stod(f.at(5)));
    e.side.add(row.mean.side_force, std::stod(f.at(7)));
    e.sinkage.add(row.mean.sinkage * 1e3, std::stod(f.at(10)));
    e.unsettled += row.status != ScmRigStatus::settled;
  }
  return e;
}

struct Slopes {
  RmsError slope;  // deg
  double growth = 0.0;
};

/// Slope at a slip over the tips, of one wheel with grousers on level ground.
Slopes compare_viper(const std::filesystem::path& path, ScmShear shear, double grousers) {
  const SoilParams soil = load_soil("GRC1_SCM_fit", {}, SoilLaw::scm);
  const ScmRigSetup setup =
      rig_of({.radius = 0.225, .width = 0.18, .grouser_height = 0.025, .grouser_count = grousers}, 171.7,
             shear, 0.02);
  Slopes e;
  double at_half = 0.0, at_most = 0.0;
  const auto rows = read_csv(path);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const double slip = std::stod(rows[i].at(2)) / 100.0, measured = std::stod(rows[i].at(3));
    const double ratio = (1.0 - slip) * 0.25 / 0.225;  // v / (r omega) of the rim
    const ScmRigRow row = drive_scm_rig(soil, setup, ratio <= 1.0 ? 1.0 - ratio : 1.0 / ratio - 1.0, 0.0);
    const double model = std::atan2(row.mean.drawbar_pull, row.mean.load) / kDeg;
    fmt::print("  {:4.1f} | {:5.1f} {:5.1f} deg | {:5.1f} mm{}\n", slip * 100.0, model, measured,
               row.mean.sinkage * 1e3, row.status == ScmRigStatus::settled ? "" : ", not settled");
    e.slope.add(model, measured);
    if (slip > 0.4 && slip < 0.5) at_half = model;
    if (slip > 0.8) at_most = model;
  }
  e.growth = std::tan(at_most * kDeg) / std::tan(at_half * kDeg);
  return e;
}

}  // namespace

TEST_CASE("Ding's smooth wheel by the Soil Contact Model", "[reference]") {
  GROUSER_NEED_REFERENCE("measured/ding2011_smooth_wheel.csv", path);
  for (const double cell : {0.02, 0.01})
    for (const ScmShear shear : {ScmShear::coulomb, ScmShear::janosi}) {
      fmt::print(
          "Ding 2011 smooth wheel, SCM, {}, cells of {:.0f} mm: slip | DP N model measured | T N m | z mm\n",
          kScmShears[static_cast<int>(shear)], cell * 1e3);
      const ScmErrors e = compare_ding(path, shear, cell);
      e.print("Ding");
      const bool coulomb = shear == ScmShear::coulomb;
      CHECK(e.unsettled == 0);
      CHECK(e.pull.rms() < (coulomb ? 32.5 : 14.5));
      CHECK(e.torque.rms() < (coulomb ? 4.6 : 1.25));
      CHECK(e.sinkage.rms() < 4.8);
    }
}

TEST_CASE("CMU's smooth wheel by the Soil Contact Model", "[reference]") {
  GROUSER_NEED_REFERENCE("measured/cmu_smooth_wheel_means.csv", path);
  for (const ScmShear shear : {ScmShear::coulomb, ScmShear::janosi}) {
    const ScmErrors e = compare_cmu(path, shear);
    e.print(kScmShears[static_cast<int>(shear)]);
    CHECK(e.unsettled == 0);
    CHECK(e.pull.rms() < 12.1);
    CHECK(e.side.rms() < 13.0);
    CHECK(e.sinkage.rms() < 28.5);
  }
}

TEST_CASE("VIPER's wheel on a slope by the Soil Contact Model", "[reference]") {
  GROUSER_NEED_REFERENCE("measured/viper_full_rover_slip_slope_2021.csv", path);
  struct Expected {
    double grousers;
    ScmShear shear;
    double most;  // RMS, deg
  };
  // the rim alone touches: at a slip of 5 % over the tips it skids; and Reece's digging buries it where it spins
  for (const auto& [grousers, shear, most] :
       {Expected{0.0, ScmShear::coulomb, 19.5}, Expected{0.0, ScmShear::janosi, 9.6},
        Expected{24.0, ScmShear::coulomb, 22.0}, Expected{24.0, ScmShear::janosi, 16.0}}) {
    fmt::print("VIPER's wheel, SCM, {}, {} grousers: slip % | slope deg model measured | sinkage\n",
               kScmShears[static_cast<int>(shear)], grousers);
    const Slopes e = compare_viper(path, shear, grousers);
    fmt::print("  RMS {:.2f} deg, growth from 43 to 88 % slip {:.2f}\n", e.slope.rms(), e.growth);
    CHECK(e.slope.rms() < most);
  }
}
