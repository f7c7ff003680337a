// Ground of the Soil Contact Model under what few of its cells span: the run says so, and what to change.
#include "grouser/contact/scm_cells.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "grouser/simulation/observe/energy_verdict.hpp"
#include "scratch_folder.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::Contains;

namespace {

/// A ball of 20 mm thrown flat onto soft sand.
Simulation throw_ball(double cell) {
  static const ScratchFolder folder("scm_cells");
  const auto path = folder / "ball.toml";
  std::ofstream(path)
      << "units = \"SI\"\nname = \"ball\"\nroot = \"ball\"\n[[body]]\nname = \"ball\"\nmass = 0.5\ncom = "
         "[0.0, 0.0, 0.0]\n"
         "inertia = [8e-5, 8e-5, 8e-5]\n[contact_sphere]\nstiffness = 5e4\ndamping = 50.0\n"
         "friction = 0.5\n[[sphere]]\nbody = \"ball\"\nposition = [0.0, 0.0, 0.0]\nradius = 0.02\n";
  return start("free_fall",
               {"rover=" + path.string(), "terrain.kind=flat", "terrain.soil=krenn_SCM_exomars",
                "terrain.soil_law=scm", fmt::format("terrain.scm_cell={}", cell), "gravity=9.81",
                "initial.on_ground=false", "initial.settle=false", "initial.position=[0.0, 0.0, 0.03]",
                "initial.velocity=[2.0, 0.1, -0.3]", "integration.step=0.0002", "duration=0.5"});
}

}  // namespace

TEST_CASE("scm: a ball that two cells span is noted, and a book that stays open names the cell") {
  Simulation coarse = throw_ball(0.02), fine = throw_ball(0.005);
  const auto few = find_few_cells(coarse.world());
  REQUIRE(few);
  CHECK(few->across == Approx(2.0));
  CHECK(few->enough == Approx(0.005));
  CHECK_FALSE(find_few_cells(fine.world()));
  const auto notes_of = [](const Simulation& s) {
    std::string all;
    for (const std::string& note : s.scene().notes) all += note + "\n";
    return all;
  };
  CHECK_THAT(notes_of(coarse), Contains("terrain.scm_cell: 2 cells of 0.02 m span") && Contains("0.005 m"));
  CHECK_THAT(notes_of(fine), !Contains("scm_cell"));
  REQUIRE(run_until(coarse, 0.5));
  REQUIRE(run_until(fine, 0.5));
  const EnergyVerdict verdict = judge_energy(coarse);
  INFO(verdict.note);
  CHECK_THAT(verdict.note, Contains("terrain.scm_cell of 0.005 m") && !Contains("integration.step"));
  CHECK(verdict.note.size() <= 160);
  CHECK(energy_error(fine.state().ledger) < energy_error(coarse.state().ledger));
}
