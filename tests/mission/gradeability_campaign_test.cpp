// SPDX-License-Identifier: BSD-3-Clause
// Points of a tilt bed from a journal are those that were computed.
#include "grouser/mission/gradeability/gradeability_campaign.hpp"

#include <filesystem>

#include "campaign/journal_file.hpp"
#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/gradeability/grade_curves.hpp"
#include "scratch_folder.hpp"

namespace grouser {
namespace {

TEST_CASE("a gradeability campaign goes on from its journal, to the same bits") {
  const test::ScratchFolder folder("grade");
  const std::filesystem::path journal = folder / "j";
  GradeabilitySpec spec{.rover = "exomars_lvm", .soil = "wong_LETE_sand", .speed = 0.05};
  spec.max_time = 3.0;  // too short to settle: what is compared is that nothing is lost
  const std::vector<double> tilts{0.0, 0.1};
  const auto whole = run_gradeability(spec, tilts, {}, {.threads = 2, .cancelled = {}, .progress = {}});
  REQUIRE(whole.size() == 2);

  const auto part = run_gradeability(spec, {0.1}, journal, {.threads = 1, .cancelled = {}, .progress = {}});
  REQUIRE(part.size() == 1);
  int told = 0, jobs = 0;
  const auto both =
      run_gradeability(spec, tilts, journal,
                       {.threads = 1,
                        .cancelled = {},
                        .progress = [&](double, double total) { jobs = static_cast<int>(total); }},
                       [&](const GradePoint&) { ++told; });
  CHECK(told == 2);
  CHECK(jobs == 1);  // the other came from the journal
  CHECK(to_csv(make_grade_table(spec, both)) == to_csv(make_grade_table(spec, whole)));

  // a line with other wheels, though its hash is right, is left out, and its point is made anew
  const std::filesystem::path other = folder / "other";
  {
    const JournalKind kind{"grouser gradeability journal 1", "a test", "test", "this file moved away"};
    JournalFile file(
        other, kind, JournalJson::parse(gradeability_identity(spec)), [](const JournalJson&) { return ""; },
        [](const JournalJson&) {});
    file.append({{"tilt", 0.1},
                 {"settled", true},
                 {"reason", ""},
                 {"stalled", false},
                 {"slip", 0.1},
                 {"drawbar_margin", 0.1},
                 {"braking_margin", 0.1},
                 {"time", 1.0},
                 {"distance", 1.0},
                 {"wheels", JournalJson::array()}});
  }
  const auto anew = run_gradeability(spec, {0.1}, other, {.threads = 1, .cancelled = {}, .progress = {}});
  REQUIRE(anew.size() == 1);
  CHECK(anew[0].wheels.size() == whole[1].wheels.size());
  CHECK(to_csv(make_grade_table(spec, anew)) == to_csv(make_grade_table(spec, {whole[1]})));

  spec.gravity = 9.81;
  CHECK_THROWS_WITH(run_gradeability(spec, tilts, journal, {.threads = 1, .cancelled = {}, .progress = {}}),
                    Catch::Matchers::ContainsSubstring("gravity"));
}

}  // namespace
}  // namespace grouser
