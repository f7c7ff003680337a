// SPDX-License-Identifier: BSD-3-Clause
// Units of the window: numbers there and back against what hand and pocket calculator say, fields that give files their SI
// values, and what plots and panels write, read back from their pictures.
#include "widgets/units.hpp"

#include <numbers>

#include "app/kept_file.hpp"
#include "catch.hpp"
#include "desks/document/document_panels.hpp"
#include "desktop/drawn_text.hpp"
#include "desktop/panel_bench.hpp"
#include "desktop/session_support.hpp"
#include "hal/imgui_versions.hpp"
#include "session/document/document_request.hpp"
#include "view/look/probe.hpp"
#include "widgets/entry_field.hpp"
#include "widgets/plot.hpp"
#include "widgets/xy_plot.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

const ShownUnits kFitting;
const ShownUnits kSmall{LengthUnit::mm, AngleUnit::rad, ForceUnit::kN};
const ShownUnits kLarge{LengthUnit::m, AngleUnit::deg, ForceUnit::N};

/// Types into a field that shows `shown`; what it gives.
std::vector<double> typed(const ShownUnits& units, const std::string& shown, const EntryField& field,
                          const std::string& text) {
  Bench bench;
  bench.kept_.units = units;
  ImGuiIO& io = ImGui::GetIO();
  std::vector<double> given;
  const auto panel = [&](const Ui& ui, const RunView&, Requests&) {
    if (const auto value = entry_field(ui, "##a", shown, field)) given.push_back(*value);
    ui.mark("a");
  };
  bench.click("a", panel);
  for (const char c : text) io.AddInputCharacter(static_cast<unsigned>(c));
  bench.draw(panel);
  gui::add_key_event(ImGuiKey_Enter, true);
  bench.draw(panel);
  gui::add_key_event(ImGuiKey_Enter, false);
  bench.draw(panel);
  return given;
}

std::string drawn_field(const ShownUnits& units, const std::string& shown, const EntryField& field) {
  Bench bench;
  bench.kept_.units = units;
  bench.draw([&](const Ui& ui, const RunView&, Requests&) { entry_field(ui, "##a", shown, field); });
  return drawn_text();
}

}  // namespace

TEST_CASE("units: what is chosen holds for values of every size, and what is not is as it fits") {
  CHECK(value_text(kFitting, 12.0, "m") == "12.00 m");
  CHECK(value_text(kSmall, 12.0, "m") == "12000 mm");
  CHECK(value_text(kSmall, 0.0123, "m") == "12.30 mm");
  CHECK(value_text(kLarge, 0.0123, "m") == "0.01230 m");
  CHECK(value_text(kLarge, 0.0123, "m/s") == "0.01230 m/s");
  CHECK(value_text(kSmall, 1.5, "m/s") == "1500 mm/s");
  CHECK(value_text(kFitting, 3.71, "m/s2") == "3.710 m/s²");
  CHECK(value_text(kSmall, 3.71, "m/s2") == "3.710 m/s²");  // gravity, which nobody reads in mm/s²
  CHECK(value_text(kSmall, 321.0, "N") == "0.3210 kN");
  CHECK(value_text(kLarge, 12345.0, "N") == "12345 N");
  CHECK(value_text(kSmall, 45.0, "N m") == "0.04500 kN m");
  CHECK(value_text(kSmall, 0.5, "rad") == "0.5000 rad");
  CHECK(value_text(kSmall, 0.5, "rad/s") == "0.5000 rad/s");
  CHECK(value_text(kLarge, 0.5, "rad") == "28.65°");
  for (const char* other : {"kg", "Pa", "N/m", "N m/rad", "s", "W"})
    CHECK(value_text(kSmall, 2.0, other) == value_text(kLarge, 2.0, other));
  CHECK(value_text(kSmall, 0.425, "slip") == "42.50 %");
}

TEST_CASE("units: stiffness, pressure, mass and energy as chosen, and what has no choice stays") {
  ShownUnits units;
  CHECK(value_text(units, 12000.0, "Pa") == "12.00 kPa");  // as it fits
  CHECK(value_text(units, 12300.0, "J") == "12.30 kJ");
  CHECK(value_text(units, 23000.0, "N/m") == "23000 N/m");
  units = {.stiffness = StiffnessUnit::N_per_mm,
           .pressure = PressureUnit::kPa,
           .mass = MassUnit::g,
           .energy = EnergyUnit::kJ};
  CHECK(value_text(units, 23000.0, "N/m") == "23.00 N/mm");
  CHECK(value_text(units, 1500.0, "N s/m") == "1.500 N s/mm");
  CHECK(value_text(units, 1379.0, "Pa") == "1.379 kPa");
  CHECK(value_text(units, 0.25, "kg") == "250.0 g");
  CHECK(value_text(units, 120.0, "J") == "0.1200 kJ");
  for (const char* other : {"N m/rad", "kg m2", "kg/m3", "W", "N/m^(n+1)", "Pa s"})
    CHECK(value_text(units, 2.0, other) == std::string("2.000 ") + other);
  units = {.stiffness = StiffnessUnit::kN_per_m, .pressure = PressureUnit::Pa, .energy = EnergyUnit::J};
  CHECK(value_text(units, 23000.0, "N/m") == "23.00 kN/m");
  CHECK(value_text(units, 12000.0, "Pa") == "12000 Pa");
  CHECK(value_text(units, 12300.0, "J") == "12300 J");
}

TEST_CASE("units: fields of stiffness, pressure and mass take what they show, and give files SI") {
  const ShownUnits units{
      .stiffness = StiffnessUnit::N_per_mm, .pressure = PressureUnit::kPa, .mass = MassUnit::g};
  CHECK(typed(units, "80000", {"N/m"}, "12") == std::vector<double>{12000.0});
  CHECK(typed(units, "80000", {"N/m"}, "12000 N/m") == std::vector<double>{12000.0});
  CHECK(typed(units, "500", {"Pa"}, "1.5") == std::vector<double>{1500.0});
  CHECK(typed(units, "2", {"kg"}, "300") == std::vector<double>{0.3});
  CHECK(drawn_field(units, "80000 N/m", {"N/m"}) == "80N/mm\n");
  CHECK(field_text(units, 80000.0, "N/m") == "80 N/mm");
  CHECK(field_text(units, 2.5, "-") == "2.5");
}

TEST_CASE("units: places with so many decimals tell the same in another unit") {
  CHECK(steady_text(kFitting, 0.01234, "mm", 1) == "12.3 mm");
  CHECK(steady_text(kLarge, 0.01234, "mm", 1) == "0.0123 m");
  CHECK(steady_text(kFitting, 7.6543, "m", 3) == "7.654 m");
  CHECK(steady_text(kSmall, 7.6543, "m", 3) == "7654 mm");
  CHECK(steady_text(kFitting, 0.5, "deg", 1) == "28.6°");
  CHECK(steady_text(kSmall, 0.5, "deg", 1) == "0.500 rad");
  CHECK(steady_text(kSmall, 321.4, "N", 0) == "0.321 kN");
}

TEST_CASE("units: a field shows and takes the chosen unit, and gives its own") {
  CHECK(typed(kFitting, "0.2", {"m"}, "0.142") == std::vector<double>{0.142});
  CHECK(typed(kSmall, "0.2", {"m"}, "142") == std::vector<double>{0.142});
  CHECK(typed(kSmall, "0.2", {"m"}, "0.3 m") == std::vector<double>{0.3});
  CHECK(typed(kSmall, "0.2", {"m"}, "7 cm") == std::vector<double>{0.07});
  CHECK(typed(kSmall, "500", {"N"}, "1.7") == std::vector<double>{1700.0});
  CHECK(typed(kSmall, "500", {"N"}, "900 N") == std::vector<double>{900.0});
  CHECK(typed(kLarge, "2", {"rad"}, "90").at(0) == Approx(std::numbers::pi / 2.0).epsilon(1e-14));
  CHECK(typed(kSmall, "30", {"deg"}, "1").at(0) == Approx(57.29577951308232).epsilon(1e-14));
  CHECK(typed(kSmall, "2", {"m/s2"}, "3.71") == std::vector<double>{3.71});
  CHECK(typed(kSmall, "2", {"kg"}, "3") == std::vector<double>{3.0});
  CHECK(typed(kSmall, "30", {.unit = "deg", .as_in_file = true}, "45") == std::vector<double>{45.0});
  CHECK(typed(kSmall, "0.2", {"m", 0.1, 0.5}, "600").empty());  // 0.6 m is beyond the range
  CHECK(drawn_field(kSmall, "0.142", {"m"}).find("142\n") == 0);
  CHECK(drawn_field(kSmall, "0.142 m", {"m"}) == "142mm\n");
  CHECK(drawn_field(kSmall, "30", {"deg"}) == "0.5235987756\n");
  CHECK(drawn_field(kLarge, "0.142", {"m"}) == "0.142\n");
}

TEST_CASE("units: a number of the inspector in millimetres changes the document by the SI value") {
  Session session{wall_clock};
  DocumentWork desk{std::filesystem::path{}};
  session.open("drive_flat_soft");
  REQUIRE(
      update_until(session, [](const RunView& run) { return run.mode == SessionMode::live && run.frame; }));
  desk.opened(session);
  Bench bench;
  bench.filter_ = "rover.wheel.radius";
  const auto panel = [&](const Ui& ui, const RunView&, Requests& requests) {
    inspector_panel(ui, session.view(), desk.view(), bench.filter_, requests);
  };
  bench.draw(panel);
  CHECK(wrote("m"));
  bench.kept_.units = kSmall;
  bench.click("key_rover.wheel.radius", panel);
  CHECK(wrote("mm"));
  ImGuiIO& io = ImGui::GetIO();
  for (const char c : std::string("155")) io.AddInputCharacter(static_cast<unsigned>(c));
  bench.draw(panel);
  gui::add_key_event(ImGuiKey_Enter, true);
  const Requests asked = bench.draw(panel);
  REQUIRE(find<DocumentRequest>(asked));
  const DocumentRequest request = *find<DocumentRequest>(asked);
  REQUIRE(request.settings.size() == 1);
  CHECK(request.settings[0].key == "rover.wheel.radius");
  CHECK(request.settings[0].value == "0.155");
}

TEST_CASE("units: a plot's axis, legend and peaks in millimetres and kilonewtons") {
  const std::vector<double> times{0.0, 1.0, 2.0}, depths{0.0, 0.004, 0.002}, loads{0.0, 400.0, 200.0};
  Bench bench;
  const auto draw = [&](const ShownUnits& units, const char* title, const char* unit, const auto& values) {
    bench.kept_.units = units;
    PlotInput input;
    input.title = title;
    input.unit = unit;
    input.lines = {{"wheel", line_color(0), {times, values}, {}}};
    input.all = {0.0, 2.0};
    input.cursor = 2.0;
    PlotView view;
    bench.draw([&](const Ui& ui, const RunView&, Requests&) {
      draw_plot(ui, "plot", input, {700, 300}, view);
    });
  };
  draw(kFitting, "sinkage", "m", depths);
  CHECK(wrote("sinkagemm"));
  CHECK(wrote("wheel2.000"));
  draw(kLarge, "sinkage", "m", depths);
  CHECK(wrote("sinkagem"));
  CHECK(wrote("wheel0.002000"));
  CHECK(wrote("0.004000m"));  // the peak
  CHECK(wrote("0.001"));      // a number of the axis
  draw(kFitting, "load", "N", loads);
  CHECK(wrote("loadN"));
  draw(kSmall, "load", "N", loads);
  CHECK(wrote("loadkN"));
  CHECK(wrote("wheel0.2000"));
  CHECK(wrote("0.4000kN"));
  const Chart path{"", "distance", "Height", {{"", {0.0, 4.0}, {1.0, 2.0}}}, "m", "m"};
  bench.draw([&](const Ui& ui, const RunView&, Requests&) { draw_xy_plot(ui, "xy", path, {700, 300}); });
  CHECK(wrote("Heightmm"));
  CHECK(wrote("distance,mm"));
  CHECK(wrote("4000"));
}

TEST_CASE("units: wheels, pose and ground under the pointer") {
  Bench bench;
  bench.kept_.units = kSmall;
  const auto panel = [](const Ui& ui, const RunView& run, Requests& requests) {
    wheels_panel(ui, run, requests);
    state_panel(ui, run);
  };
  bench.draw(panel);
  CHECK(wrote("LoadkN"));
  CHECK(wrote("Sinkmm"));
  const Vec3 p = bench.run_.frame->body_poses[0].p;
  CHECK(wrote(fmt::format("{:.0f}mm", 1e3 * p.x())));
  bench.kept_.units = kLarge;
  bench.draw(panel);
  CHECK(wrote("LoadN"));
  CHECK(wrote("Sinkm"));
  CHECK(wrote(fmt::format("{:.3f}m", p.x())));
  ProbeReading reading;
  reading.at = Vec3(1.25, -2.0, 0.5);
  reading.slope = 0.1;
  reading.aspect = 1.5;
  reading.sinkage = 0.0125;
  CHECK(probe_text(kFitting, reading) ==
        "x 1.25  y -2.00  z 0.500 m    slope 5.7° to 086°    sinkage 12.5 mm");
  CHECK(probe_text(kSmall, reading) ==
        "x 1250  y -2000  z 500 mm    slope 0.100 rad to 1.50 rad    sinkage 12.5 mm");
}

TEST_CASE("units and text size are kept, within what there is") {
  KeptState kept;
  kept.units = kSmall;
  kept.units.stiffness = StiffnessUnit::kN_per_m;
  kept.units.pressure = PressureUnit::Pa;
  kept.units.mass = MassUnit::g;
  kept.units.energy = EnergyUnit::kJ;
  kept.text_size = 20.0f;
  const KeptState back = kept_state_of(kept_state_text(kept, -1));
  CHECK(back.units == kept.units);
  CHECK(back.text_size == 20.0f);
  CHECK(kept_state_of("{}").units == kFitting);
  CHECK(kept_state_of(R"({"length_unit": "furlong", "force_unit": "kN"})").units ==
        ShownUnits{LengthUnit::fitting, AngleUnit::deg, ForceUnit::kN});
  CHECK(kept_state_of(R"({"text_size": 3})").text_size == 12.0f);
  CHECK(kept_state_of(R"({"text_size": 300})").text_size == 28.0f);
  CHECK(kept_state_of("{}").text_size == 15.5f);
}
