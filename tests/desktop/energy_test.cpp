// SPDX-License-Identifier: BSD-3-Clause
// The desk of energy: its parts are those of the run's book, and what is given equals what is taken.
#include <cmath>

#include "catch.hpp"
#include "desks/energy/energy_desk.hpp"
#include "desktop/panel_bench.hpp"
#include "desktop/session_support.hpp"
#include "session/channel_values.hpp"
#include "session/run_request.hpp"

using namespace grouser;
using namespace grouser::desktop;

TEST_CASE("energy: what a drop gives is what it takes, as the run's own ledger says") {
  Session session{test::wall_clock};
  KeptState kept;
  Shared shared(session, kept);
  CHECK(energy_parts(session.view()).empty());
  session.open_at("wheel_drop_200", 3.0);
  const std::vector<EnergyPart> parts = energy_parts(session.view());
  REQUIRE(parts.size() == 8);
  double given = 0.0, taken = 0.0;
  for (const EnergyPart& part : parts) (part.given() > 0.0 ? given : taken) += std::fabs(part.given());
  CHECK(given > 5.0);  // J: a rover of 310 kg has come down by 2.6 mm
  // What the parts leave open is the residual that the run records, but for the rounding of sums of 1e4 J.
  const double residual = channel_value(session.view(), "energy/residual");
  CHECK(std::fabs(std::fabs(given - taken) - std::fabs(residual)) < 1e-10);
  CHECK(std::fabs(residual) < 1e-4 * given);
  for (const EnergyPart& part : parts)
    if (part.kind == EnergyPart::Kind::lost) CHECK(part.since_start >= 0.0);
}

TEST_CASE("energy: the panel draws flows and lines, and a press in the lines seeks") {
  Session session{test::wall_clock};
  KeptState kept;
  Shared shared(session, kept);
  session.open_at("wheel_drop_200", 3.0);
  test::Bench bench(SessionMode::empty);
  EnergyDesk room(shared);
  const Tab tab = room.tabs().front();
  REQUIRE(tab.offered());
  const auto panel = [&](const Ui& ui, const RunView&, Requests& requests) { tab.draw(ui, requests); };
  const Requests asked = bench.click("energy_plot", panel);
  CHECK(bench.map_.count("energy_flows") == 1);
  REQUIRE(test::find<RunRequest>(asked, RunRequest::Kind::seek));
  UiReport report;
  room.note(report);
  CHECK(std::stod(report["energy_flow"]) > 5.0);
}
