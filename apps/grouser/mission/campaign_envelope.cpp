// SPDX-License-Identifier: BSD-3-Clause
// grouser campaign envelope: the speeds at touchdown that a lander survives upright, and how it turns over
// beyond them. The boundary in the plane of horizontal and vertical speed is found by find_envelope() with
// far fewer runs than the plane has nodes; this file reports it as JSON, table, picture and CSV.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "campaign_estimate.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/landing_envelope.hpp"
#include "grouser/mission/statistics/boundary_panel.hpp"

namespace grouser::cli {
namespace {

constexpr const char* kHorizontal = "horizontal speed [m/s]";
constexpr const char* kVertical = "vertical speed [m/s]";

/// Throws InputError for a campaign without [envelope].
CampaignFile load_envelope_file(const std::string& path) {
  CampaignFile file = load_campaign_file(path);
  if (!file.envelope)
    throw InputError(path, "a file without [envelope]",
                     "[envelope] with `horizontal_speed` and `vertical_speed` (docs/campaigns.md)");
  return file;
}

/// A point of the boundary: speeds in m/s, the mode of failure there, and the case that fails, in degrees.
Json point_json(const LinePoint& point, const std::vector<EnvelopeCase>& cases) {
  const EnvelopeCase& c = cases[static_cast<std::size_t>(point.extra)];
  return {{"horizontal_speed", point.x},
          {"vertical_speed", point.y},
          {"mode", point.mode == kNoVerdict ? "no result" : envelope_mode(point.mode)},
          {"direction_deg", c.direction},
          {"heading_deg", c.heading},
          {"roll_deg", c.roll},
          {"pitch_deg", c.pitch}};
}

/// The boundary's lines, the counts of runs, and the share of nodes that stay upright.
Json boundary_json(const StabilityBoundary& boundary, const std::vector<EnvelopeCase>& cases) {
  Json json;
  Json lines = Json::array();
  for (const PlaneLine& line : boundary.lines) {
    Json points = Json::array();
    for (const LinePoint& point : line.points) points.push_back(point_json(point, cases));
    lines.push_back({{"closed", line.closed}, {"points", points}});
  }
  const auto upright = std::count_if(boundary.nodes.begin(), boundary.nodes.end(),
                                     [](const PlaneNode& node) { return node.upright; });
  json["cases"] = cases.size();
  json["resolution"] = boundary.resolution;
  json["runs"] = boundary.runs;
  json["failed_runs"] = boundary.failed_runs;
  json["dense_runs"] = boundary.dense_runs;
  json["share_upright"] = static_cast<double>(upright) / static_cast<double>(boundary.nodes.size());
  json["lines"] = lines;
  return json;
}

/// envelope.csv: one row per node; `upright` and `run` are 1 or 0, and a node that was not run is inferred
/// from its neighbours.
void write_nodes(const std::filesystem::path& path, const PlaneOptions& plane,
                 const StabilityBoundary& boundary) {
  std::vector<double> x, y, upright, run;
  const int n = boundary.resolution;
  for (int row = 0; row <= n; ++row)
    for (int column = 0; column <= n; ++column) {
      x.push_back(plane.x0 + (plane.x1 - plane.x0) * column / n);
      y.push_back(plane.y0 + (plane.y1 - plane.y0) * row / n);
      upright.push_back(boundary.node(column, row).upright ? 1.0 : 0.0);
      run.push_back(boundary.node(column, row).run ? 1.0 : 0.0);
    }
  Table table;
  table.columns = {{"horizontal_speed", "m/s", x},
                   {"vertical_speed", "m/s", y},
                   {"upright", "-", upright},
                   {"run", "-", run}};
  write_table_csv(path, table);
}

/// Title, axes and names of the modes for the picture.
PlaneNames plane_names(const CampaignFile& file, const std::vector<EnvelopeCase>& cases) {
  PlaneNames names{fmt::format("{}: upright below the line", file.scenario), kHorizontal, kVertical, {}};
  for (const EnvelopeCase& c : cases) names.modes[c.mode] = envelope_mode(c.mode);
  return names;
}

/// Prints the summary and, of each line, at most 16 evenly chosen points.
void print_envelope(const Json& json) {
  std::cout << fmt::format(
      "upright on {} % of the plane; {} runs, {} % of the {} of a full grid with {} cases a point\n",
      number_text(100.0 * json["share_upright"].get<double>(), 3), json["runs"].get<std::size_t>(),
      number_text(100.0 * json["runs"].get<double>() / json["dense_runs"].get<double>(), 3),
      json["dense_runs"].get<std::size_t>(), json["cases"].get<std::size_t>());
  using Align = TextTable::Align;
  constexpr std::size_t kMostShown = 16;
  for (const Json& line : json["lines"]) {
    TextTable table(
        {Align::right, Align::right, Align::right, Align::right, Align::right, Align::right, Align::left});
    table.add_header(
        {"horizontal m/s", "vertical m/s", "direction deg", "heading deg", "roll deg", "pitch deg", "mode"});
    const std::size_t count = line["points"].size(), shown = std::min(count, kMostShown);
    for (std::size_t k = 0; k < shown; ++k) {
      const Json& p = line["points"][shown > 1 ? k * (count - 1) / (shown - 1) : 0];
      std::vector<std::string> cells;
      for (const char* key :
           {"horizontal_speed", "vertical_speed", "direction_deg", "heading_deg", "roll_deg", "pitch_deg"})
        cells.push_back(number_text(p[key].get<double>(), 4));
      cells.push_back(p["mode"]);
      table.add_row(cells);
    }
    std::cout << fmt::format("line of {} points{}\n", count, count > shown ? ", some of them" : "")
              << table.text();
  }
  std::cout << "picture  " << json["picture"].get<std::string>() << "\ntable    "
            << json["table"].get<std::string>() << "\n";
}

/// Finds the boundary in the plane, and writes table, picture and CSV into the folder.
int run_envelope(const EstimateArguments& arguments) {
  catch_interrupts();
  const CampaignFile file = load_envelope_file(arguments.file);
  const PlaneOptions plane = envelope_plane(*file.envelope);
  // Room for every node and case of the full grid, of which few are run.
  const auto side = static_cast<std::uint64_t>(plane.resolution) + 1;
  EstimateFolder folder(arguments, file, "envelope", "",
                        side * side * static_cast<std::uint64_t>(plane.extras));
  const std::vector<EnvelopeCase> cases = envelope_cases(folder.campaign());
  AskedRows rows = folder.rows();
  const StabilityBoundary boundary = find_envelope(folder.campaign().plan(), rows, cases);
  Json json = boundary_json(boundary, cases);
  json.update(folder.finish());
  const PlaneNames names = plane_names(file, cases);
  json["picture"] = (folder.folder() / "envelope.png").string();
  write_plot(folder.folder() / "envelope.png", {boundary_panel(names, plane, boundary)});
  write_nodes(folder.folder() / "envelope.csv", plane, boundary);
  json["csv"] = (folder.folder() / "envelope.csv").string();
  if (arguments.json)
    print_json(json);
  else
    print_envelope(json);
  return kExitOk;
}

}  // namespace

void declare_campaign_envelope(Command& command) {
  auto& a = command.runs(run_envelope);
  add_estimate_options(command, a);
  command.footer(
      "The file's [envelope] says the speeds, directions and attitudes; slope, ground and lander are in its "
      "[set]. A point is upright if it is so in every case.\n"
      "Example: grouser campaign envelope touchdown.toml --out touchdown");
}

}  // namespace grouser::cli
