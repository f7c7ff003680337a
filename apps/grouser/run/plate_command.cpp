// SPDX-License-Identifier: BSD-3-Clause
// grouser plate: a bevameter and a cone penetrometer. A plate or a cone is pressed slowly into level
// undisturbed soil. The pressure at given depths, or the depth at given pressures, comes from test_plates();
// this file reads the bodies, draws the curves and reports.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "commands.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "grouser/mission/rigs/plate_tests.hpp"
#include "grouser/recording/plot/plot.hpp"
#include "rig_soils.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/number_range.hpp"
#include "shared/picture_option.hpp"

namespace grouser::cli {
namespace {

struct PlateArguments {
  RigSoilArguments soil;
  std::string radius, width, length, cone;  // empty: not given
  std::string depth = "0:0.1:0.005", pressure;
  std::string gravity = "9.81";
  std::string plot, csv;
  PictureOptions size;
  bool json = false, force = false;
};

constexpr NumberRange kPlateSizes{0.0, 10.0, true, "m"};

/// Throws InputError if an option is given beside another that excludes it.
void refuse_with(const char* option, const std::string& value, const char* other) {
  if (!value.empty()) throw InputError(option, value, fmt::format("nothing beside {}", other));
}

/// Rectangles of one length, cones of one apex angle, or discs; one for each width or radius. Throws
/// InputError.
std::vector<PressedBody> read_bodies(const PlateArguments& a) {
  std::vector<PressedBody> bodies;
  if (!a.width.empty() || !a.length.empty()) {
    refuse_with("--radius", a.radius, "--width and --length");
    refuse_with("--cone", a.cone, "--width and --length");
    if (a.width.empty() || a.length.empty())
      throw InputError(a.width.empty() ? "--width" : "--length", "nothing", "both sides of a rectangle, m");
    const double length = parse_number("--length", a.length, kPlateSizes);
    for (const double width : parse_number_range("--width", a.width, kPlateSizes))
      bodies.push_back({.form = PressedForm::rectangle, .width = width, .length = length});
    return bodies;
  }
  PressedBody body{.radius = 0.1};
  if (!a.cone.empty()) {
    body.form = PressedForm::cone;
    body.apex_angle = kDegree * parse_number("--cone", a.cone, {5.0, 175.0, false, "deg"});
    body.radius = kPenetrometerRadius;
  }
  if (a.radius.empty()) return {body};
  for (const double radius : parse_number_range("--radius", a.radius, kPlateSizes)) {
    body.radius = radius;
    bodies.push_back(body);
  }
  return bodies;
}

/// The tests: depths are held unless pressures are given. Throws InputError.
PlateTests read_plate_tests(const PlateArguments& a) {
  PlateTests tests{.bodies = read_bodies(a)};
  tests.gravity = parse_number("--gravity", a.gravity, {0.0, 100.0, true, "m/s2"});
  tests.draws = rig_draws(a.soil);
  if (a.pressure.empty()) {
    tests.values = parse_number_range("--depth", a.depth, {0.0, 10.0, false, "m"});
  } else {
    tests.held = PlateHeld::pressure;
    tests.values = parse_number_range("--pressure", a.pressure, {0.0, 1e9, true, "Pa"});
  }
  return tests;
}

/// "disc of radius 0.1 m", "plate of 0.1 x 0.3 m", "cone of 30 deg, 20.27 mm across".
std::string body_text(const PressedBody& body) {
  switch (body.form) {
    case PressedForm::disc:
      return fmt::format("disc of radius {:.4g} m", body.radius);
    case PressedForm::rectangle:
      return fmt::format("plate of {:.4g} x {:.4g} m", body.width, body.length);
    case PressedForm::cone:
      break;
  }
  return fmt::format("cone of {:.4g} deg, {:.4g} mm across", body.apex_angle / kDegree, 2e3 * body.radius);
}

/// Name of a curve: the law, and the body if there are several.
std::string body_label(const PlateTestRow& row, const PlateTests& tests) {
  const std::string law = kSoilLaws[static_cast<std::size_t>(row.law)];
  return tests.bodies.size() > 1 ? law + ", " + body_text(tests.bodies[row.body]) : law;
}

/// Pressure in kPa over depth in mm, one curve per law and body, with dashed bands in the curve's colour.
/// Rows without a depth are left out.
Chart plate_chart(const std::vector<UncertainSoil>& soils, const PlateTests& tests,
                  const std::vector<PlateTestRow>& rows) {
  const bool cone = tests.bodies.front().form == PressedForm::cone, held = tests.held == PlateHeld::depth;
  Chart chart{fmt::format("{}, {}, {:.4g} m/s2", soils.front().best().id,
                          tests.bodies.size() > 1 ? "several plates" : body_text(tests.bodies.front()),
                          tests.gravity),
              "depth [mm]",
              cone ? "cone index [kPa]" : "pressure [kPa]",
              {}};
  std::vector<ChartSeries> edges;
  for (const PlateTestRow& row : rows) {
    if (!std::isfinite(row.depth)) continue;
    const std::string label = body_label(row, tests);
    // Rows of a curve follow each other, so another label begins another curve and its two edges.
    if (chart.series.empty() || chart.series.back().label != label) {
      const int colour = static_cast<int>(chart.series.size());
      chart.series.push_back({label, {}, {}, ChartStyle::kLine, colour});
      for (int k = 0; k < 2; ++k) edges.push_back({"", {}, {}, ChartStyle::kDashed, colour});
    }
    chart.series.back().add(1e3 * row.depth, 1e-3 * row.pressure);
    if (!row.band.any()) continue;
    const auto add = [&](ChartSeries& edge, double limit) {
      // A band is of the quantity that was not held.
      held ? edge.add(1e3 * row.depth, 1e-3 * limit) : edge.add(1e3 * limit, 1e-3 * row.pressure);
    };
    add(edges[edges.size() - 2], row.band.low);
    add(edges[edges.size() - 1], row.band.high);
  }
  for (ChartSeries& edge : edges)
    if (!edge.x.empty()) chart.series.push_back(std::move(edge));
  return chart;
}

/// The table for people, with the columns that differ between rows.
std::string plate_text(const PlateTests& tests, const std::vector<PlateTestRow>& rows) {
  const bool bands = std::any_of(rows.begin(), rows.end(), [](const auto& r) { return r.band.any(); });
  const bool held = tests.held == PlateHeld::depth, several = tests.bodies.size() > 1;
  const bool cone = tests.bodies.front().form == PressedForm::cone;
  std::vector<std::string> header{"law"};
  if (several) header.emplace_back("body");
  header.insert(header.end(), {"depth mm", cone ? "cone index kPa" : "pressure kPa", "load N"});
  if (bands) header.emplace_back(held ? "band kPa" : "band mm");
  TextTable table(std::vector<TextTable::Align>(header.size(), TextTable::Align::right));
  table.add_header(header);
  for (const PlateTestRow& row : rows) {
    std::vector<std::string> cells{kSoilLaws[static_cast<std::size_t>(row.law)]};
    if (several) cells.push_back(body_text(tests.bodies[row.body]));
    cells.insert(cells.end(),
                 {number_text(1e3 * row.depth), number_text(1e-3 * row.pressure), number_text(row.load)});
    const double scale = held ? 1e-3 : 1e3;
    if (bands)
      cells.push_back(row.band.any()
                          ? number_text(scale * row.band.low) + " to " + number_text(scale * row.band.high)
                          : "-");
    table.add_row(cells);
  }
  return table.text();
}

Json body_json(const PressedBody& body) {
  Json json{{"form", kPressedForms[static_cast<std::size_t>(body.form)]}};
  if (body.form == PressedForm::rectangle) {
    json["width"] = body.width, json["length"] = body.length;
  } else {
    json["radius"] = body.radius;
    if (body.form == PressedForm::cone) json["cone_deg"] = body.apex_angle / kDegree;
  }
  return json;
}

/// Mean index of each cone from the surface to the deepest depth asked for, by each law.
Json cone_means(const std::vector<UncertainSoil>& soils, const PlateTests& tests) {
  Json means = Json::array();
  const double deepest = *std::max_element(tests.values.begin(), tests.values.end());
  for (const UncertainSoil& soil : soils)
    for (const PressedBody& body : tests.bodies)
      means.push_back(
          {{"law", kSoilLaws[static_cast<std::size_t>(soil.best().law)]},
           {"radius", body.radius},
           {"to_depth", deepest},
           {"mean_cone_index", mean_pressure(PressedCurve(soil.best(), body, tests.gravity), deepest)}});
  return means;
}

/// All settings and rows, SI units; a band is named by the quantity that it limits.
Json plate_json(const std::vector<UncertainSoil>& soils, const PlateTests& tests,
                const std::vector<PlateTestRow>& rows, const std::vector<std::string>& notes) {
  Json bodies = Json::array(), list = Json::array();
  for (const PressedBody& body : tests.bodies) bodies.push_back(body_json(body));
  for (const PlateTestRow& row : rows) {
    Json json{{"law", kSoilLaws[static_cast<std::size_t>(row.law)]},
              {"body", row.body},
              {"depth", row.depth},
              {"pressure", row.pressure},
              {"load", row.load}};
    if (row.band.any())
      json[tests.held == PlateHeld::depth ? "pressure_band" : "depth_band"] = {{"low", row.band.low},
                                                                               {"high", row.band.high}};
    list.push_back(std::move(json));
  }
  Json settings{{"laws", laws_json(soils)}, {"bodies", bodies}, {"gravity", tests.gravity}};
  settings[tests.held == PlateHeld::depth ? "depths" : "pressures"] = tests.values;
  settings.update(rig_soils_json(soils, tests.draws));
  Json report{{"soil", soils.front().best().id}, {"settings", settings}, {"rows", list}};
  if (tests.bodies.front().form == PressedForm::cone && tests.held == PlateHeld::depth)
    report["mean_cone_index"] = cone_means(soils, tests);
  report["notes"] = notes;
  return report;
}

/// Notes on soils, bands and bodies, each once, and on pressures that no depth carries.
std::vector<std::string> plate_notes(const std::vector<UncertainSoil>& soils, const PlateTests& tests,
                                     const std::vector<PlateTestRow>& rows) {
  std::vector<std::string> notes = rig_soil_notes(soils, tests.gravity, tests.draws);
  for (const UncertainSoil& soil : soils)
    for (const PressedBody& body : tests.bodies) {
      const std::string note = pressed_note(soil.best(), PressedCurve(soil.best(), body, tests.gravity));
      if (!note.empty() && std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
    }
  const auto lost = std::count_if(rows.begin(), rows.end(),
                                  [](const PlateTestRow& row) { return !std::isfinite(row.depth); });
  if (lost > 0)
    notes.push_back(count_text(static_cast<std::size_t>(lost), "row") + ": no depth carries the pressure");
  return notes;
}

/// Checks the outputs, presses the bodies, writes and reports.
int test_plate(const PlateArguments& arguments) {
  const PlotSize size = picture_size(arguments.size);
  check_outputs({{"--plot", arguments.plot, chart_kind(arguments.plot)},
                 {"--csv", arguments.csv, csv_kind(kPlateCsvBegin)}},
                rig_soil_files(arguments.soil), replacing(arguments.force));
  const std::vector<UncertainSoil> soils = rig_soils(arguments.soil);
  const PlateTests tests = read_plate_tests(arguments);
  const std::vector<PlateTestRow> rows = test_plates(soils, tests);
  const std::vector<std::string> notes = plate_notes(soils, tests, rows);
  if (!arguments.csv.empty()) write_table_csv(arguments.csv, plate_table(tests, rows));
  if (!arguments.plot.empty()) write_plot(arguments.plot, {plate_chart(soils, tests, rows)}, size);
  if (arguments.json) {
    print_json(plate_json(soils, tests, rows, notes));
  } else {
    std::cout << plate_text(tests, rows);
    print_notes(notes);
  }
  return kExitOk;
}

}  // namespace

void declare_plate(Command& command) {
  auto& a = command.runs(test_plate);
  add_rig_soil_options(command, a.soil);
  command.option("--radius RANGE", a.radius,
                 "Radius of a disc (0.1 m by default) or of a cone's base, m: a number, a list or a range");
  command.option("--width RANGE", a.width, "Width of a rectangle, m");
  command.option("--length M", a.length, "Its length");
  command.option(
      "--cone DEG", a.cone,
      "A cone with this whole apex angle in place of a disc; 30 and the default radius, 10.135 mm, "
      "are those of ASABE S313.3");
  command.option("--depth RANGE", a.depth, "Depths, m, of a cone those of its base");
  command.option("--pressure RANGE", a.pressure, "Pressures, Pa, whose depths are found; in place of depths");
  command.option("--gravity M/S2", a.gravity, "Gravity, for the weight of the soil");
  command.option("--csv OUT.csv", a.csv, "Write the rows into this file");
  command.option("--plot FILE", a.plot, "Draw the curves into this picture: .png, .svg or .pdf");
  add_picture_options(command, a.size);
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON, SI units");
  command.footer(
      "Example: grouser plate --soil lunar_nominal_chrono --law bekker,rft,scm --radius 0.05,0.1 --depth "
      "0:0.05:0.005 --csv plates.csv\n"
      "         grouser plate --soil wong_LETE_sand --law bekker,rft --cone 30 --depth 0:0.15:0.025\n"
      "The plate is rigid and is pressed in slowly for the first time; the law scm knows no cones.");
}

}  // namespace grouser::cli
