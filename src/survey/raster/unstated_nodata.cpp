// SPDX-License-Identifier: BSD-3-Clause
// Finds heights that are probably nodata values by their distance from all others, against the relief of the
// rest, their number, and whether the value is a customary one. The survey keeps the few outermost heights of
// either side.
#include "unstated_nodata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace grouser::terrain {
namespace {

constexpr double kBeyondRelief = 3e4;  // m: no planet has a step as high, so one cell is enough
constexpr double kFarOff = 100.0;      // m: no step between cells of real ground is so high
constexpr double kFarInRelief = 2.0;   // of the relief of the rest: far, whatever the share
constexpr double kNearInRelief = 0.2;  // of it: far enough where many cells have the value
constexpr double kMany = 0.01;         // share of the cells with a height
constexpr double kCustomary = 10.0;    // m: far enough for a value that people use for "no height"
constexpr double kCustomaryInRelief = 0.05;
constexpr long long kFlatCells = 1000;  // at exactly the lowest height, whatever its distance
constexpr double kFlatShare = 1e-3;

/// Whether a raw value is one that people use for "no height": largest and least of 8, 16 and 32 bits, rows
/// of nines, round numbers far from zero.
bool customary(double raw) {
  constexpr double kValues[] = {32767, 32768, 65535, 65536,    255,  9999,       99999,        999999,
                                9998,  32766, 999,   99999999, 1e10, 2147483647, 2147483648.0, 4294967295.0};
  const double size = std::fabs(raw);
  return std::any_of(std::begin(kValues), std::end(kValues),
                     [&](double v) { return std::fabs(size - v) <= 1e-6 * v; });
}

/// The outermost heights up to the widest gap among them; no distance if there are fewer than two.
Suspect apart(const std::vector<ExtremeHeights::Height>& few) {
  Suspect found;
  long long cells = 0;
  for (std::size_t i = 0; i + 1 < few.size(); ++i) {
    cells += few[i].cells;
    const double gap = std::fabs(static_cast<double>(few[i + 1].z) - few[i].z);
    if (gap <= found.distance) continue;
    found = {few[0].z, cells, gap, static_cast<int>(i + 1)};
  }
  return found;
}

}  // namespace

std::string Suspect::words() const {
  const std::string which =
      values == 1 ? fmt::format("{} {} at exactly {} m", cells, cells == 1 ? "cell lies" : "cells lie", value)
                  : fmt::format("{} cells lie at {} values from {} m on", cells, values, value);
  const std::string far = distance > kCustomary ? fmt::format(", {:.6g} m from all others", distance) : "";
  return fmt::format("{}{}: perhaps a nodata value (no height there) that the file does not state (--nodata)",
                     which, far);
}

std::vector<Suspect> unstated_nodata(const RasterInfo& info, const RasterSurvey& s) {
  std::vector<Suspect> suspects;
  const double known = static_cast<double>(s.cells - s.voids);
  if (!(known > 0.0)) return suspects;
  const auto low = s.lowest_few.heights(), high = s.highest_few.heights();
  Suspect below = apart(low), above = apart(high);
  const auto raw_of = [&](const Suspect& x) {
    return (x.value / info.metres_per_unit.value_or(1.0) - info.offset) / info.scale;
  };
  // Two groups of heights and nothing else: one of them is the ground. The other is the one with the
  // customary value, or else the one with fewer cells.
  if (below.values + above.values == static_cast<int>(low.size()) && low.size() == high.size() &&
      below.distance == above.distance) {
    const bool odd_below = customary(raw_of(below)) != customary(raw_of(above)) ? customary(raw_of(below))
                                                                                : below.cells <= above.cells;
    (odd_below ? above : below) = {};
  }
  // Four criteria, from the farthest to the customary values.
  const auto stands_out = [&](const Suspect& x, double relief) {
    if (x.distance > kBeyondRelief && x.distance > kFarInRelief * relief) return true;
    if (x.distance > kFarOff && x.distance > kFarInRelief * relief && x.cells > 1) return true;
    if (x.distance > kFarOff && x.distance > kNearInRelief * relief && x.cells >= kMany * known) return true;
    return x.distance > kCustomary && x.distance > kCustomaryInRelief * relief && customary(raw_of(x));
  };
  // The relief of the rest, without the groups that are apart on either side.
  const auto inner = [](const Suspect& x, const std::vector<ExtremeHeights::Height>& few) {
    return static_cast<double>(few[x.distance > kFarOff ? static_cast<std::size_t>(x.values) : 0].z);
  };
  const double relief = std::max(0.0, inner(above, high) - inner(below, low));
  if (below.distance > 0.0 && stands_out(below, relief)) suspects.push_back(below);
  // Many cells at exactly the lowest height below zero are suspect at any distance.
  const bool flat = !info.nodata && s.at_lowest >= kFlatCells &&
                    static_cast<double>(s.at_lowest) > kFlatShare * static_cast<double>(s.cells) &&
                    s.lowest < 0.0;
  if (suspects.empty() && flat) suspects.push_back({s.lowest, s.at_lowest, 0.0, 1});
  if (above.distance > 0.0 && stands_out(above, relief)) suspects.push_back(above);
  return suspects;
}

}  // namespace grouser::terrain
