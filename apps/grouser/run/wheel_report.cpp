// SPDX-License-Identifier: BSD-3-Clause
// The table for people in mm and degrees, the JSON in SI units. Rows of the law scm are driven until they
// settle, so they have a distance, a drift and a spread beside their means.
#include "wheel_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/math/units.hpp"
#include "rig_soils.hpp"

namespace grouser::cli {
namespace {

/// A single number as such, several as a list.
Json one_or_list(const std::vector<double>& values) {
  if (values.size() == 1) return values.front();
  return values;
}

Json band_json(const Band& band) { return {{"low", band.low}, {"high", band.high}}; }

/// "1.20 to 3.40" in the scaled unit; "-" without a band.
std::string band_text(const Band& band, double scale, int decimals) {
  if (!band.any()) return "-";
  return fmt::format("{:.{}f} to {:.{}f}", scale * band.low, decimals, scale * band.high, decimals);
}

/// One row: means, the conditions that were held, and spread and band where there are any.
Json row_json(const WheelTestRow& row) {
  const RigRow& mean = row.found.mean;
  Json json{{"slip", mean.slip},
            {"slip_angle_deg", mean.slip_angle / kDegree},
            {"sinkage", mean.sinkage},
            {"entry_angle", mean.entry_angle},
            {"drawbar_pull", mean.drawbar_pull},
            {"side_force", mean.side_force},
            {"torque", mean.torque},
            {"load", mean.load},
            {"law", kSoilLaws[static_cast<std::size_t>(row.law)]},
            {"held", {{"width", row.width}, {"load", row.load}}},
            {"status", wheel_status_word(row.found.status)}};
  if (row.driven) {
    json["settled"] = row.found.status == ScmRigStatus::settled;
    json["way"] = row.found.way;
    json["pull_drift"] = row.found.pull_drift;
    json["spread"] = {{"sinkage", row.found.spread.sinkage},
                      {"drawbar_pull", row.found.spread.drawbar_pull},
                      {"side_force", row.found.spread.side_force},
                      {"torque", row.found.spread.torque}};
  }
  if (row.bands.draws > 0)
    json["band"] = {{"sinkage", band_json(row.bands.sinkage)},
                    {"drawbar_pull", band_json(row.bands.drawbar_pull)},
                    {"side_force", band_json(row.bands.side_force)},
                    {"torque", band_json(row.bands.torque)},
                    {"draws", row.bands.draws},
                    {"lost", row.bands.lost}};
  return json;
}

/// Columns of a table of the rows beside those that it always has.
struct WheelShown {
  bool laws = false, widths = false, loads = false, driven = false, bands = false;
  WheelShown(const std::vector<WheelTestRow>& rows, const WheelTests& tests)
      : widths(tests.widths.size() > 1), loads(tests.loads.size() > 1) {
    for (const WheelTestRow& row : rows) {
      laws = laws || row.law != rows.front().law;
      driven = driven || row.driven;
      bands = bands || row.bands.draws > 0;
    }
  }
};

/// Heads of the columns that row_cells() fills, in the same order.
std::vector<std::string> header_cells(const WheelShown& shown) {
  std::vector<std::string> cells;
  if (shown.laws) cells.emplace_back("law");
  if (shown.widths) cells.emplace_back("width m");
  if (shown.loads) cells.emplace_back("held load N");
  cells.insert(cells.end(), {"slip -", "slip angle deg", "sinkage mm", "entry angle deg", "drawbar pull N",
                             "side force N", "torque N m", "load N"});
  if (shown.driven) cells.insert(cells.end(), {"+- sinkage mm", "+- pull N", "+- torque N m"});
  if (shown.bands) cells.insert(cells.end(), {"sinkage band mm", "pull band N", "torque band N m"});
  return cells;
}

/// The cells of a row below header_cells(): sinkage in mm, angles in degrees, forces in N.
std::vector<std::string> row_cells(const WheelTestRow& row, const WheelShown& shown) {
  const RigRow& mean = row.found.mean;
  std::vector<std::string> cells;
  if (shown.laws) cells.emplace_back(kSoilLaws[static_cast<std::size_t>(row.law)]);
  if (shown.widths) cells.push_back(fmt::format("{:.4g}", row.width));
  if (shown.loads) cells.push_back(fmt::format("{:.5g}", row.load));
  cells.insert(cells.end(),
               {fmt::format("{:.4g}", mean.slip), fmt::format("{:.4g}", mean.slip_angle / kDegree),
                fmt::format("{:.3f}", mean.sinkage * 1e3), fmt::format("{:.3f}", mean.entry_angle / kDegree),
                fmt::format("{:.3f}", mean.drawbar_pull), fmt::format("{:.3f}", mean.side_force),
                fmt::format("{:.4f}", mean.torque), fmt::format("{:.2f}", mean.load)});
  const RigSpread& spread = row.found.spread;
  // Rows that are not driven have no spread.
  const auto of_driven = [&](double value, int decimals) -> std::string {
    return row.driven ? fmt::format("{:.{}f}", value, decimals) : "-";
  };
  if (shown.driven)
    cells.insert(cells.end(), {of_driven(spread.sinkage * 1e3, 3), of_driven(spread.drawbar_pull, 3),
                               of_driven(spread.torque, 4)});
  if (shown.bands)
    cells.insert(cells.end(),
                 {band_text(row.bands.sinkage, 1e3, 3), band_text(row.bands.drawbar_pull, 1.0, 3),
                  band_text(row.bands.torque, 1.0, 4)});
  return cells;
}

}  // namespace

std::string overloaded_message(const std::vector<WheelTestRow>& rows, const std::string& soil) {
  const auto weak = [](const WheelTestRow& row) {
    return !row.driven && row.found.status == ScmRigStatus::soil_too_weak;
  };
  const auto first = std::find_if(rows.begin(), rows.end(), weak);
  if (first == rows.end()) return "";
  const auto count = static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), weak));
  return fmt::format(
      "soil {} does not carry the load in {} ({} left): at slip {:.4g}, sunk to the axle, it holds {:.4g} N",
      soil, count_text(count, "row"), rows.size() - count, first->found.mean.slip, first->found.mean.load);
}

std::vector<std::string> driven_notes(const std::vector<WheelTestRow>& rows) {
  std::vector<std::string> notes;
  for (const WheelTestRow& row : rows) {
    if (!row.driven || row.found.status == ScmRigStatus::settled) continue;
    const std::string at = fmt::format("at slip {:.4g} and {:.4g} deg", row.found.mean.slip,
                                       row.found.mean.slip_angle / kDegree);
    if (row.found.status == ScmRigStatus::no_way)
      notes.push_back(at + " the wheel gets nowhere and goes on digging: left out");
    else if (row.found.status == ScmRigStatus::soil_too_weak)
      notes.push_back(at + " the wheel sinks to its axle: left out");
    else
      notes.push_back(
          fmt::format("{} the wheel has not settled after {:.2f} m, its pull by {:.2g} N a radius", at,
                      row.found.way, row.found.pull_drift));
  }
  return notes;
}

std::string wheel_text(const std::vector<WheelTestRow>& rows, const WheelTests& tests) {
  const WheelShown shown(rows, tests);
  const std::vector<std::string> header = header_cells(shown);
  TextTable table(std::vector<TextTable::Align>(header.size(), TextTable::Align::right));
  table.add_header(header);
  for (const WheelTestRow& row : rows) table.add_row(row_cells(row, shown));
  return table.text();
}

Json wheel_json(const std::vector<UncertainSoil>& soils, const WheelTests& tests,
                const std::vector<WheelTestRow>& rows, const std::vector<std::string>& notes) {
  const RigSetup& rig = tests.setup.rig;
  Json angles = Json::array(), list = Json::array();
  for (const double angle : tests.slip_angles) angles.push_back(angle / kDegree);
  for (const WheelTestRow& row : rows) list.push_back(row_json(row));
  Json settings{{"laws", laws_json(soils)},
                {"loads", tests.loads},
                {"widths", tests.widths},
                {"slips", tests.slips},
                {"slip_angles_deg", angles},
                {"slip_radius", std::isnan(tests.slip_radius) ? rig.wheel.radius : tests.slip_radius},
                {"gravity", rig.gravity},
                {"speed", rig.speed},
                {"scm_cell", tests.setup.cell},
                {"scm_shear", kScmShears[static_cast<std::size_t>(tests.setup.options.shear)]}};
  settings.update(rig_soils_json(soils, tests.draws));
  return {{"soil", soils.front().best().id},
          {"radius", rig.wheel.radius},
          {"width", one_or_list(tests.widths)},
          {"grouser_height", rig.wheel.grouser_height},
          {"grouser_count", rig.wheel.grouser_count},
          {"settings", settings},
          {"rows", list},
          {"notes", notes}};
}

}  // namespace grouser::cli
