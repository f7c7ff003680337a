// SPDX-License-Identifier: BSD-3-Clause
// Reads [uncertain] of a soil: distributions of numbers by their keys in the soil's file, with or without
// the prefix that a campaign gives them, and their correlations.
#include "campaign/uncertain_reader.hpp"

#include <cmath>
#include <string_view>

#include "campaign/correlation_reader.hpp"
#include "campaign/draw_reader.hpp"
#include "grouser/base/error.hpp"
#include "grouser/soil/laws/soil_number_access.hpp"

namespace grouser {
namespace {

constexpr std::string_view kSoilPrefix = "soil.";  // that keys of a campaign begin with

/// The key as the soil's file has it.
std::string without_prefix(const std::string& key) {
  return key.starts_with(kSoilPrefix) ? key.substr(kSoilPrefix.size()) : key;
}

/// The mean of a draw that is relative to the soil's own number.
void set_relative(const TomlTable& soil, const std::string& key, DrawSpec& draw) {
  if (!soil.holds(key))
    throw InputError(draw.place, "normal_relative of a number that the soil's file leaves out",
                     "a number in the soil's file, or normal = [mean, deviation]");
  const double mean = soil.number(key, any_number(""));
  draw.distribution.parameters = {mean, draw.relative_deviation * std::fabs(mean)};
  draw.distribution.prepare(draw.place);
}

}  // namespace

UncertainDraws read_uncertain(const TomlTable& uncertain, const TomlTable& soil,
                              const std::filesystem::path& beside) {
  UncertainDraws found;
  for (const std::string& key : uncertain.keys()) {
    if (key == "correlate") continue;
    DrawSpec draw = read_draw(uncertain, key, beside);
    const std::string own = without_prefix(key);
    // Only numbers of a soil can be uncertain.
    if (!is_soil_number(own))
      throw InputError(draw.place, "'" + own + "'", "the key of a number of the soil");
    if (draw.distribution.is_text() || !draw.grid.empty())
      throw InputError(draw.place, draw.grid.empty() ? "a distribution of texts" : "a grid",
                       "a distribution of numbers");
    if (draw.relative) set_relative(soil, own, draw);
    found.draws.push_back(std::move(draw));
  }
  if (found.draws.empty())
    throw InputError(uncertain.place(""), "no key", "a distribution of one or more of the soil's keys");
  found.correlations = read_correlations(uncertain, found.draws);
  uncertain.finish();
  // Within the soil its numbers have their keys without the prefix.
  for (DrawSpec& draw : found.draws) draw.key = without_prefix(draw.key);
  for (CorrelationSpec& correlation : found.correlations)
    for (std::string& key : correlation.keys) key = without_prefix(key);
  return found;
}

}  // namespace grouser
