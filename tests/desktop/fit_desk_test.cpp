// SPDX-License-Identifier: BSD-3-Clause
// The tab Fit: a table of a bed whose numbers are known is dropped, fitted, changed by hand and saved; what is
// wrong is said and nothing is lost.
#include "desks/fit/fit_desk.hpp"

#include <fmt/format.h>

#include "catch.hpp"
#include "desktop/whole_window.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/soil/laws/soil_params.hpp"
#include "grouser/soil/wheel/wheel_rig.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A bed of LETE sand whose friction angle is 33 deg, without noise.
std::string bed_of_sand() {
  SoilParams soil = load_soil("wong_LETE_sand");
  soil.phi = 33.0 * 0.017453292519943295;
  std::string text = "slip,load,radius,width,drawbar_pull,sinkage\n";
  for (const double load : {60.0, 140.0})
    for (const double slip : {0.05, 0.2, 0.4, 0.6}) {
      const RigRow row =
          solve_wheel_rig(soil, {.wheel = {.radius = 0.15, .width = 0.1}, .load = load}, slip, 0.0);
      text += fmt::format("{},{},0.15,0.1,{},{}\n", slip, load, row.drawbar_pull, row.sinkage);
    }
  return text;
}

void clear_and_type(WholeWindow& window, const std::string& field, const std::string& text) {
  window.click(field);
  for (const bool down : {true, false}) {
    gui::add_key_event(ImGuiMod_Ctrl, down);
    gui::add_key_event(ImGuiKey_A, down);
    window.pictures(2);
  }
  for (const char c : text) ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(c));
  window.settle();
}

}  // namespace

TEST_CASE("fit desk: keys are read a line each, data are parted, and what is missing is said") {
  FitForm form;
  CHECK_THROWS_AS(fit_spec_of(form), InputError);  // no data
  form.data = " a.csv,radius=0.1 ; b.csv ";
  form.keys = "n=0.5:1.5\n\n k_phi=1e5:1e7:log \n";
  form.law = 3;
  const FitSpec spec = fit_spec_of(form);
  CHECK(spec.data == std::vector<std::string>{"a.csv,radius=0.1", "b.csv"});
  REQUIRE(spec.keys.size() == 2);
  CHECK(spec.keys[1].scale == FitScale::logarithmic);
  CHECK(spec.base.law == SoilLaw::scm);
  form.keys = "n=2:1";
  CHECK_THROWS_AS(fit_spec_of(form), InputError);
}

TEST_CASE("fit desk: a table that is dropped is fitted, slid and saved") {
  const ScratchFolder folder("fit_desk");
  write_file_atomically(folder / "bed.csv", bed_of_sand());
  WholeWindow window({1600, 1000}, folder / "state");
  window.app().open((folder / "bed.csv").string());  // nothing is open beside it: said in the log
  window.settle();
  CHECK_FALSE(window.shows("fit_run"));
  window.open("drive_flat_soft");
  window.app().open((folder / "bed.csv").string());
  window.settle();
  REQUIRE(window.shows("fit_run"));
  clear_and_type(window, "fit_keys", "phi_deg=20:45");
  window.click("fit_run");
  REQUIRE(window.until("fit", "found"));
  CHECK(std::stod(window.report("fit_key_phi_deg")) == Approx(33.0).margin(0.01));
  // by hand: the curves are those of another value, and there is nothing to save any more
  window.click("fit_key_phi_deg");
  REQUIRE(window.until("fit", "by hand"));
  CHECK(std::stod(window.report("fit_key_phi_deg")) == Approx(32.5).margin(0.2));  // the middle of its range
  window.click("fit_save");
  CHECK(window.report("fit_saved").empty());
  window.click("fit_run");
  REQUIRE(window.until("fit", "found"));
  clear_and_type(window, "fit_save_path", (folder / "soil.toml").string());
  window.click("fit_save");
  CHECK(window.report("fit_saved") == (folder / "soil.toml").string());
  CHECK(load_soil((folder / "soil.toml").string()).phi / 0.017453292519943295 == Approx(33.0).margin(0.01));
  for (const char* charts : {"fit_charts_1", "fit_charts_2", "fit_charts_0"}) window.click(charts);
}

TEST_CASE("fit desk: what is wrong is said in the tab") {
  const ScratchFolder folder("fit_desk_wrong");
  write_file_atomically(folder / "bed.csv", "slip,drawbar_pull\n0.1,20\n0.2,25\n");
  WholeWindow window({1600, 1000}, folder / "state");
  window.open("drive_flat_soft");
  window.app().open((folder / "bed.csv").string());
  window.settle();
  window.click("fit_run");
  REQUIRE(window.until([&] { return window.report("fit").starts_with("refused"); }));
  CHECK_THAT(window.report("fit"), ContainsSubstring("bed.csv"));
  CHECK_THAT(window.report("fit"), ContainsSubstring("load"));
}
