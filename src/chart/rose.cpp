// SPDX-License-Identifier: BSD-3-Clause
// Shares of time by direction as petals around a middle; direction 0 is up, positive clockwise.
#include "grouser/chart/rose.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "heading.hpp"

namespace grouser {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

/// Maps a share and an angle to pixels.
struct RosePlace {
  ChartPoint middle;
  double pixels = 1.0;  ///< of a share of 1
  ChartPoint at(double share, double angle) const {
    return {middle.x + pixels * share * std::sin(angle), middle.y - pixels * share * std::cos(angle)};
  }
};

/// Points of an arc with the radius of a share, from one angle to another, rad, in pieces of three degrees.
std::vector<ChartPoint> arc(const RosePlace& place, double share, double from, double to) {
  constexpr double kPiece = kTurn / 120.0;
  const int pieces = std::max(1, static_cast<int>(std::ceil((to - from) / kPiece)));
  std::vector<ChartPoint> points;
  for (int k = 0; k <= pieces; ++k)
    points.push_back(place.at(share, std::lerp(from, to, double(k) / pieces)));
  return points;
}

/// Draws rings with their percentage and spokes with their angle, -135 to 180 deg.
void add_rings(ChartDrawing& drawing, const RosePlace& place, const ChartAxis& rings,
               const ChartPaper& paper) {
  const ChartTheme& theme = paper.theme;
  for (const double ring : rings.ticks) {
    if (ring <= 0.0) continue;
    drawing.stroke(arc(place, ring / 100.0, 0.0, kTurn), theme.grid, 1.0);
    const ChartPoint at = place.at(ring / 100.0, kTurn / 16.0);
    // On a small rose the number of an inner ring has room, that of the rim would lie on a direction.
    const bool rim = ring >= rings.max * (1.0 - 1e-9),
               small = rings.max / 100.0 * place.pixels < 6.0 * theme.tick;
    if (!(rim && small))
      drawing.text(tick_text(rings, ring) + " %", {at.x + 3.0 * theme.scale, at.y}, 0.0, theme.tick,
                   theme.faint);
  }
  constexpr int kSpokes = 8;
  for (int k = 0; k < kSpokes; ++k) {
    const double angle = kTurn * k / kSpokes, rim = rings.max / 100.0;
    drawing.line(place.middle, place.at(rim, angle), theme.grid, 1.0);
    const ChartPoint at = place.at(rim + 0.9 * theme.tick / place.pixels, angle);
    const int degrees = 360 / kSpokes * (k > kSpokes / 2 ? k - kSpokes : k);
    drawing.text((degrees < 0 ? "\u2212" : "") + std::to_string(std::abs(degrees)) + "\u00b0",
                 {at.x, at.y + 0.36 * theme.tick}, 0.5 - 0.5 * std::sin(angle), theme.tick, theme.faint);
  }
}

/// Draws one petal per sector, centred on the sector's direction.
void add_petals(ChartDrawing& drawing, const RosePlace& place, const std::vector<double>& shares,
                ChartColour colour, const ChartTheme& theme) {
  constexpr int kFill = 70;  // opacity, so that petals of several series are seen through each other
  const double width = kTurn / static_cast<double>(shares.size());
  for (std::size_t k = 0; k < shares.size(); ++k) {
    if (!(shares[k] > 0.0)) continue;
    const double angle = width * static_cast<double>(k);
    std::vector<ChartPoint> petal = arc(place, shares[k], angle - 0.5 * width, angle + 0.5 * width);
    petal.insert(petal.begin(), place.middle);
    drawing.fill(petal, colour.faded(kFill));
    petal.push_back(place.middle);
    drawing.stroke(std::move(petal), colour, theme.line);
  }
}

}  // namespace

std::vector<double> direction_shares(std::span<const double> times, std::span<const double> angles,
                                     int sectors) {
  std::vector<double> shares(static_cast<std::size_t>(std::max(sectors, 1)), 0.0);
  double all = 0.0;
  // Each angle counts for the time until the next; a sector reaches half its width to both sides.
  for (std::size_t k = 0; k + 1 < std::min(times.size(), angles.size()); ++k) {
    if (!std::isfinite(angles[k])) continue;
    const double turns = angles[k] / kTurn, part = turns - std::floor(turns), span = times[k + 1] - times[k];
    const auto sector = static_cast<std::size_t>(std::lround(part * sectors)) % shares.size();
    shares[sector] += span;
    all += span;
  }
  for (double& share : shares) share /= all > 0.0 ? all : 1.0;
  return shares;
}

ChartDrawing draw_rose(const RoseChart& rose, const ChartBox& box, const ChartPaper& paper) {
  const ChartTheme& theme = paper.theme;
  ChartDrawing drawing;
  const double head = add_heading(drawing, rose.title, box, paper), row = 1.5 * theme.legend;
  const double edge = 2.4 * theme.tick, indent = 10.0 * theme.scale;
  drawing.frame.data = {box.x + edge, box.y + head + edge, box.width - 2.0 * edge,
                        box.height - head - 2.0 * edge - row};
  const ChartBox& data = drawing.frame.data;
  double most = 0.0;
  for (const RoseSeries& series : rose.series)
    for (const double share : series.shares) most = std::max(most, share);
  const double radius = 0.5 * std::min(data.width, data.height);
  if (!(radius > 0.0)) return drawing;
  constexpr int kRings = 4;
  ChartAxis rings = make_axis({0.0, most > 0.0 ? 100.0 * most : 100.0}, kRings);
  // The outermost ring is a round number.
  rings = make_axis({0.0, rings.step * std::ceil(rings.max / rings.step - 1e-9)}, kRings);
  const RosePlace place{{data.x + 0.5 * data.width, data.y + 0.5 * data.height}, radius / rings.max * 100.0};
  drawing.frame.up = rings;
  add_rings(drawing, place, rings, paper);
  double y = box.y + head + row;
  for (std::size_t s = 0; s < rose.series.size(); ++s) {
    const ChartColour colour = series_colour(static_cast<int>(s), theme.ground);
    add_petals(drawing, place, rose.series[s].shares, colour, theme);
    if (rose.series[s].label.empty()) continue;
    drawing.line({box.x + indent, y - 0.36 * theme.legend}, {box.x + 3.0 * indent, y - 0.36 * theme.legend},
                 colour, theme.line);
    drawing.text(rose.series[s].label, {box.x + 3.6 * indent, y}, 0.0, theme.legend, theme.ink);
    y += row;
  }
  add_foot_label(drawing, rose.label, box, paper);
  return drawing;
}

}  // namespace grouser
