// SPDX-License-Identifier: BSD-3-Clause
// Reads the tables of estimates in a campaign's file: [rare] with a metric and its limit, [envelope] with a
// plane of speeds and angles.
#include "campaign/estimate_reader.hpp"

#include <fmt/format.h>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

constexpr int kMostPoints = 1000000, kMostRepeats = 1000, kMostCentres = 100, kMostCells = 1024;
constexpr std::size_t kMostCases = 10000;

/// Two rising speeds of 0 or more, m/s.
SpeedRange read_speeds(const TomlTable& table, const std::string& key) {
  const std::vector<double> ends = table.numbers(key, 2, non_negative("m/s"));
  if (!(ends[1] > ends[0]))
    throw InputError(table.place(key), fmt::format("[{}, {}]", ends[0], ends[1]),
                     "the lower speed and a higher one, m/s");
  return {ends[0], ends[1]};
}

/// Angles in degrees; one of 0 where none is given.
std::vector<double> read_angles(const TomlTable& table, const std::string& key) {
  std::vector<double> angles = table.number_list_or_empty(key, {-360.0, 360.0, false, "deg"});
  if (angles.empty()) angles.push_back(0.0);
  return angles;
}

}  // namespace

const char* to_string(RareMethod method) {
  constexpr const char* kNames[] = {"importance", "subset", "plain"};
  return kNames[static_cast<std::size_t>(method)];
}

std::optional<RareSpec> read_rare(const TomlTable& root) {
  if (!root.has("rare")) return std::nullopt;
  const TomlTable table = root.table_or_empty("rare");
  RareSpec spec;
  spec.metric = table.string("metric");
  spec.above = table.has("above");
  // Exactly one of `above` and `below` is the limit.
  if (spec.above == table.has("below"))
    throw InputError(table.place("metric"), spec.above ? "both `above` and `below`" : "no limit",
                     "either `above` or `below`: beyond it the metric is a failure");
  spec.limit = table.number(spec.above ? "above" : "below", any_number(""));
  spec.method =
      static_cast<RareMethod>(table.choice_or("method", "importance", {"importance", "subset", "plain"}));
  spec.points = static_cast<int>(table.integer_or("points", spec.points, 100, kMostPoints));
  spec.repeats = static_cast<int>(table.integer_or("repeats", spec.repeats, 2, kMostRepeats));
  spec.centres = static_cast<int>(table.integer_or("centres", spec.centres, 1, kMostCentres));
  return spec;
}

std::optional<EnvelopeSpec> read_envelope(const TomlTable& root) {
  if (!root.has("envelope")) return std::nullopt;
  const TomlTable table = root.table_or_empty("envelope");
  EnvelopeSpec spec;
  spec.horizontal = read_speeds(table, "horizontal_speed");
  spec.vertical = read_speeds(table, "vertical_speed");
  spec.resolution = static_cast<int>(table.integer_or("resolution", spec.resolution, 2, kMostCells));
  spec.least_island = table.number_or("least_island", spec.least_island, {0.0, 1.0, true, ""});
  spec.directions = read_angles(table, "directions_deg");
  spec.headings = read_angles(table, "headings_deg");
  spec.rolls = read_angles(table, "rolls_deg");
  spec.pitches = read_angles(table, "pitches_deg");
  spec.failures = table.string_list_or_empty("failures");
  if (spec.failures.empty()) spec.failures.push_back("rolled_over");
  // Each point of the plane is run in all cases.
  const std::size_t cases =
      spec.directions.size() * spec.headings.size() * spec.rolls.size() * spec.pitches.size();
  if (cases > kMostCases)
    throw InputError(table.place("directions_deg"), fmt::format("{} cases of all angles", cases),
                     fmt::format("at most {}", kMostCases));
  if (spec.least_island * spec.resolution < 1.0)
    throw InputError(table.place("least_island"), fmt::format("{}", spec.least_island),
                     fmt::format("a cell at least: 1/{} of a side", spec.resolution));
  return spec;
}

}  // namespace grouser
