// SPDX-License-Identifier: BSD-3-Clause
// The band of slips on a soil that is not known well: of a soil known to a hair it is the point itself, of a
// loose one it is wide, and it has the same bits on any number of threads.
#include "grouser/mission/gradeability/grade_band.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "catch.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "scratch_folder.hpp"

using namespace grouser;

namespace {

/// GRC-1 with a cohesion of this variance, Pa2.
std::string soil_file(const test::ScratchFolder& folder, double variance) {
  const std::string path = (folder / "soil.toml").string();
  std::ofstream(path) << read_text_file(resolve_asset("GRC1_SCM_fit", "soils"))
                      << fmt::format(
                             "\n[uncertain]\ncohesion = {{ normal = [{}, {}], above = 500, below = 4000 }}\n",
                             load_soil("GRC1_SCM_fit").cohesion, std::sqrt(variance));
  return path;
}

}  // namespace

TEST_CASE("a band is the point itself where the soil is known, and wide where it is not") {
  const test::ScratchFolder folder("grade_band");
  GradeabilitySpec spec{
      .rover = "viper_mgru3", .soil = soil_file(folder, 1e-6), .speed = 0.2, .gravity = 9.81};
  const double tilt = 10.0 * kDegree;
  const auto point = run_grade_point(
      spec, tilt, [](double) {}, [] { return false; });
  REQUIRE(point);
  const std::vector<GradeBand> known =
      run_grade_band(spec, {tilt}, 2, 1, {.threads = 1, .cancelled = {}, .progress = {}});
  REQUIRE(known.size() == 1);
  CHECK(known[0].low == Approx(point->slip).margin(1e-4));  // a thousandth of a pascal
  CHECK(known[0].high == Approx(point->slip).margin(1e-4));
  CHECK(known[0].climbs == 1.0);

  spec.soil = soil_file(folder, 250.0 * 250.0);
  const std::vector<GradeBand> loose =
      run_grade_band(spec, {tilt}, 6, 1, {.threads = 1, .cancelled = {}, .progress = {}});
  CHECK(loose[0].low < point->slip);
  CHECK(loose[0].high > point->slip);
  CHECK(loose[0].high - loose[0].low > 0.02);
  CHECK(loose[0].counted == 6);
  const std::vector<GradeBand> again =
      run_grade_band(spec, {tilt}, 6, 1, {.threads = 3, .cancelled = {}, .progress = {}});
  CHECK(again[0].low == loose[0].low);
  CHECK(again[0].high == loose[0].high);
  CHECK(run_grade_band(spec, {tilt}, 6, 1, {.threads = 1, .cancelled = [] { return true; }, .progress = {}})
            .empty());
  CHECK_THROWS_WITH(draw_uncertain_soil("GRC1_SCM_fit", 3, 1),
                    Catch::Matchers::ContainsSubstring("without [uncertain]"));
}
