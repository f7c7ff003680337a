// SPDX-License-Identifier: BSD-3-Clause
// The panel of the soil library, without a window.
#include "desks/soils/soils_panel.hpp"

#include "catch.hpp"
#include "desks/soils/soil_request.hpp"
#include "desktop/panel_bench.hpp"

using namespace grouser;
using namespace grouser::desktop;

TEST_CASE("soils: the panel asks for the soil that is chosen, and lets no recorded run be changed") {
  test::Bench bench;
  Document document;
  DocumentView view;
  view.document = &document;
  SoilView soils;
  soils.shelf = shipped_soils();
  soils.chosen = soils.shelf.front();
  soils.curves = solve_soil_curves({soils.chosen->params, std::nullopt, {{0.15, 0.1, 0.0, 0.0}, 100.0}});
  SoilForm form;
  const auto panel = [&](const Ui& ui, const RunView&, Requests& requests) {
    soils_panel(ui, soils, view, form, requests);
  };
  CHECK_FALSE(test::find<SoilRequest>(bench.click("soil_use", panel)));  // no document is open
  document.open("drive_flat_soft", {});
  const Requests used = bench.click("soil_use", panel);
  REQUIRE(test::find<SoilRequest>(used));
  CHECK(test::find<SoilRequest>(used)->kind == SoilRequest::Kind::use);
  const Requests chosen = bench.click("soil_" + soils.shelf[1]->params.id, panel);
  REQUIRE(test::find<SoilRequest>(chosen));
  CHECK(test::find<SoilRequest>(chosen)->kind == SoilRequest::Kind::choose);
  CHECK(test::find<SoilRequest>(chosen)->text == soils.shelf[1]->given);
  // where the scene is on another body it says that moduli do not scale
  soils.rig.gravity = 1.62;
  CHECK(bench.click("soil_gravity", panel).empty());  // click() needs it to be there
  CHECK(pressure_plot({}, soils).series.front().x.size() == 41);
}
