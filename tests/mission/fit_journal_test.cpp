// SPDX-License-Identifier: BSD-3-Clause
// A fit of a costly law: it finds the number that its data were made with, and a fit that was stopped goes on
// from its journal to the same bits without doing a row again.
#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <fstream>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/contact/scm_rig.hpp"
#include "grouser/math/units.hpp"
#include "grouser/mission/fit/fit_report.hpp"
#include "scratch_folder.hpp"

using namespace grouser;

namespace {

std::size_t lines_of(const std::string& path) {
  std::ifstream file(path);
  std::size_t count = 0;
  for (std::string line; std::getline(file, line);) ++count;
  return count;
}

/// A bed of two rows by the law scm, and a fit of one key to it.
struct GridBed {
  test::ScratchFolder folder{"fit_journal"};
  std::string data = (folder / "bed.csv").string(), journal = (folder / "fit.journal").string();
  GridBed() {
    const SoilParams soil = load_soil("wong_LETE_sand", {}, SoilLaw::scm);
    std::ofstream file(data);
    file << "slip,pull,sinkage\n";
    for (const double slip : {0.1, 0.4}) {
      const ScmRigRow row = drive_scm_rig(
          soil, {.rig = {.wheel = {.radius = 0.15, .width = 0.1}, .load = 80.0}, .cell = 0.03, .options = {}},
          slip, 0.0);
      file << fmt::format("{},{},{}\n", slip, row.mean.drawbar_pull, row.mean.sinkage);
    }
  }
  FitSpec spec() const {
    FitSpec spec;
    spec.data = {data + ",load=80,radius=0.15,width=0.1"};
    spec.keys = {parse_fit_key("phi_deg=20:45")};
    spec.base.law = SoilLaw::scm;
    spec.base.scm_cell = 0.03;
    spec.base.settings = {{"soil.phi_deg", "27"}};  // where the search begins
    spec.journal = journal;
    return spec;
  }
};

}  // namespace

TEST_CASE("a costly fit finds its truth, and goes on from its journal to the same bits") {
  const GridBed bed;
  FitSpec spec = bed.spec();
  spec.journal.clear();
  const FitResult whole = run_fit(spec, {.threads = 2});
  const double truth = load_soil("wong_LETE_sand").phi / kDegree;
  CHECK(whole.keys[0].value == Approx(truth).margin(0.5));  // deg: derivatives are taken over half a degree
  const std::string said = fit_json(spec, whole).dump();

  spec = bed.spec();
  std::atomic<int> asked = 0;
  CHECK_THROWS_AS(run_fit(spec, {.threads = 1, .cancelled = [&] { return ++asked > 12; }}), Interrupted);
  const std::size_t before = lines_of(bed.journal);
  CHECK(before > 1);
  const FitResult resumed = run_fit(spec, {.threads = 2});
  CHECK(fit_json(spec, resumed).dump() == said);
  const std::size_t after = lines_of(bed.journal);
  CHECK(after > before);
  run_fit(spec, {.threads = 1});
  CHECK(lines_of(bed.journal) == after);  // nothing is done again

  spec.keys = {parse_fit_key("janosi_k=0.005:0.05")};
  CHECK_THROWS_WITH(run_fit(spec, {.threads = 1}), Catch::Matchers::ContainsSubstring("other inputs (keys)"));
}
