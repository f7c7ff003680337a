// SPDX-License-Identifier: BSD-3-Clause
// A single wheel that is driven over ground of the Soil Contact Model.
#include "grouser/contact/scm_rig.hpp"

#include <cmath>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "grouser/soil/laws/soil_params.hpp"

using namespace grouser;

namespace {

/// The ExoMars wheel without grousers, on a sixth of the rover's weight on Mars.
ScmRigSetup exomars(double cell = 0.02) {
  ScmRigSetup setup;
  setup.rig.wheel = {.radius = 0.1425, .width = 0.12};
  setup.rig.load = 191.7;
  setup.cell = cell;
  return setup;
}

SoilParams scm_soil(const char* id) { return load_soil(id, {}, SoilLaw::scm); }

}  // namespace

// The motor's work goes into the pull and the ground; the sinkage, on the mean, does not change. What a step stores in the
// springs of nodes is lost where a wheel leaves them, and booked too.
TEST_CASE("a driven wheel's torque, pull and losses close their balance, and it carries its load") {
  for (const char* id : {"wong_LETE_sand", "krenn_SCM_exomars"})
    for (const double slip : {-0.3, 0.2, 0.7}) {
      const ScmRigRow row = drive_scm_rig(scm_soil(id), exomars(), slip, 0.0);
      INFO(id << " " << slip << ": pull " << row.mean.drawbar_pull << " torque " << row.mean.torque << " z "
              << row.mean.sinkage << " drift " << row.pull_drift << " way " << row.way);
      CHECK(row.status == ScmRigStatus::settled);
      CHECK(row.mean.load == Approx(191.7).epsilon(1e-6));
      const double turned = slip >= 0.0 ? 1.0 / (1.0 - slip) : 1.0 + slip;  // m of rim per m
      const double motor = row.mean.torque / 0.1425 * turned;
      const double lost = row.plastic + row.friction;
      CHECK(motor - row.mean.drawbar_pull == Approx(lost).epsilon(0.03));
    }
}

// On ground that does not give, (5) alone is left: the pull is tan(phi) W + c A, and the torque that on the radius.
TEST_CASE("a wheel on ground as hard as rock pulls by its friction, at any slip and slip angle") {
  SoilParams soil = scm_soil("wong_LETE_sand");
  soil.k_phi = 1e12;
  soil.k_c = 0.0;
  soil.cohesion = 0.0;
  soil.unloading_stiffness = 4e9;
  const double strength = std::tan(soil.phi) * 191.7;
  for (const double slip : {-1.0, -0.3, 0.3, 0.9}) {
    const ScmRigRow row = drive_scm_rig(soil, exomars(), slip, 0.0);
    CHECK(row.mean.drawbar_pull == Approx(slip > 0.0 ? strength : -strength).epsilon(0.01));
    CHECK(row.mean.torque == Approx(0.1425 * row.mean.drawbar_pull).epsilon(0.01));
    CHECK(row.mean.sinkage < 1e-3);
  }
  // rolling freely at an angle: all of it sideways, to the left of a heading that is left of the velocity ... negative slip 0
  const ScmRigRow turned = drive_scm_rig(soil, exomars(), 0.0, 30.0 * kDegree);
  CHECK(turned.mean.side_force == Approx(strength).epsilon(0.01));
  CHECK(std::fabs(turned.mean.drawbar_pull) < 0.01 * strength);
}

TEST_CASE("a driven wheel's numbers do not depend on the grid, its steps or the side to which it turns") {
  const SoilParams soil = scm_soil("wong_LETE_sand");
  const ScmRigRow fine = drive_scm_rig(soil, exomars(0.01), 0.2, 0.0);
  const ScmRigRow coarse = drive_scm_rig(soil, exomars(0.02), 0.2, 0.0);
  INFO("pull " << coarse.mean.drawbar_pull << " and " << fine.mean.drawbar_pull << ", sinkage "
               << coarse.mean.sinkage << " and " << fine.mean.sinkage << ", spread "
               << coarse.spread.drawbar_pull << " and " << fine.spread.drawbar_pull);
  CHECK(coarse.mean.drawbar_pull == Approx(fine.mean.drawbar_pull).margin(0.01 * 191.7));
  CHECK(coarse.mean.sinkage == Approx(fine.mean.sinkage).epsilon(0.1));
  CHECK(fine.spread.drawbar_pull < coarse.spread.drawbar_pull);

  const ScmRigRow left = drive_scm_rig(soil, exomars(), 0.1, 20.0 * kDegree);
  const ScmRigRow right = drive_scm_rig(soil, exomars(), 0.1, -20.0 * kDegree);
  CHECK(left.mean.side_force > 10.0);
  CHECK(right.mean.side_force == Approx(-left.mean.side_force).epsilon(1e-6));
  CHECK(right.mean.drawbar_pull == Approx(left.mean.drawbar_pull).epsilon(1e-6));
}

TEST_CASE("a driven wheel says where it has no steady state, and refuses what it cannot be given") {
  const SoilParams soil = scm_soil("wong_LETE_sand");
  CHECK(drive_scm_rig(soil, exomars(), 1.0, 0.0).status == ScmRigStatus::no_way);
  SoilParams mud = soil;
  mud.k_phi = 1e3;
  mud.k_c = 0.0;
  CHECK(drive_scm_rig(mud, exomars(), 0.2, 0.0).status == ScmRigStatus::soil_too_weak);
  CHECK_THROWS_AS(drive_scm_rig(load_soil("wong_LETE_sand"), exomars(), 0.2, 0.0), InputError);
  CHECK_THROWS_AS(drive_scm_rig(soil, exomars(0.1), 0.2, 0.0), InputError);
  CHECK_THROWS_AS(drive_scm_rig(soil, exomars(), 1.2, 0.0), InputError);
}
