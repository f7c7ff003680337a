// SPDX-License-Identifier: BSD-3-Clause
// Plans the grid of a site. Its window is given by a centre and a size, by cells, or by bounds; it is copied
// from the raster if its map can serve as the site's frame, and resampled to this map or to a local one
// otherwise.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cell_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/survey/raster/site_import.hpp"
#include "map_scale.hpp"

namespace grouser {

using terrain::CellPath;
using terrain::frame_of;
using terrain::kTrueScale;
using terrain::MapScale;

namespace {

constexpr double kSiteSquare = 2e-3;      // relative; the same limit as in load_geotiff()
constexpr double kTrueNorth = 0.0174533;  // rad, 1 deg; a map whose north is this close serves as it is
constexpr double kEdge = 1e-6;            // cells: rounding of map coordinates
constexpr long long kMostSiteCells = 4'000'000'000;
constexpr double kHalfPi = 1.57079632679489661923;

// The window as requested: its middle and its size, in map units of the raster.
struct AskedWindow {
  double x, y;
  std::optional<std::array<double, 2>> map_size;  // else `size` of the request, m
  std::optional<CellRect> cells;                  // north up
};

/// The steps of plan(); each uses the raster and the request.
class Planner {
 public:
  Planner(const RasterSource& source, const SiteRequest& request)
      : source_(source), info_(source.info()), request_(request), frame_(frame_of(info_)) {}

  SitePlan plan();

 private:
  void check_request() const;
  AskedWindow asked() const;
  void measure_map(const AskedWindow&);
  bool holds_pole(const AskedWindow&) const;
  bool map_serves(const AskedWindow&) const;
  SitePlan copied(const AskedWindow&) const;
  SitePlan resampled(const AskedWindow&, bool local) const;
  std::array<double, 2> metres(const AskedWindow&) const;
  void check_inside(const SitePlan&) const;
  void locate_center(SitePlan&) const;
  [[noreturn]] void outside(double column, double row) const;

  const RasterSource& source_;
  const RasterInfo& info_;
  const SiteRequest& request_;
  std::optional<MapFrame> frame_;
  MapScale scale_;  // at the middle
};

// Exactly one window must be given, with a size if it has a centre.
void Planner::check_request() const {
  const SiteRequest& r = request_;
  const int ways =
      r.center.has_value() + r.map_center.has_value() + r.window.has_value() + r.bounds.has_value();
  if (ways != 1)
    throw InputError(info_.path, fmt::format("{} windows to cut", ways),
                     "one of center, map_center (each with a size), window, bounds");
  const bool centred = r.center || r.map_center;
  if (centred != r.size.has_value())
    throw InputError(info_.path, centred ? "a centre without a size" : "a size beside a window that has one",
                     "a size with a centre");
  if (r.size && !((*r.size)[0] > 0.0 && (*r.size)[1] > 0.0))
    throw InputError(info_.path, fmt::format("a size of {} x {} m", (*r.size)[0], (*r.size)[1]), "sizes > 0");
  if (!(r.cell >= 0.0) || !std::isfinite(r.cell))
    throw InputError(info_.path, fmt::format("cells of {} m", r.cell), "cells > 0 m");
  require_heights(info_);
  if (!info_.transform)
    throw InputError(info_.path, "no pixel size (not georeferenced)", "a georeferenced raster");
  if (r.center && !frame_)
    throw InputError(info_.path, "no coordinate reference system",
                     "one, to find a longitude and latitude in it; or a window in map units or pixels");
}

// Middle and size of the window, from whichever kind was requested.
AskedWindow Planner::asked() const {
  const GeoTransform& g = *info_.transform;
  if (request_.center) {
    const auto p = frame_->to_map(*request_.center);
    if (!p) throw InputError(info_.path, "a place that this map does not reach", "a place on the map");
    return {(*p)[0], (*p)[1], {}, {}};
  }
  if (request_.map_center) return {(*request_.map_center)[0], (*request_.map_center)[1], {}, {}};
  if (request_.bounds) {
    const MapBounds& b = *request_.bounds;
    if (!(b.east > b.west && b.north > b.south))
      throw InputError(info_.path,
                       fmt::format("bounds from {}, {} to {}, {}", b.west, b.south, b.east, b.north),
                       "west < east, south < north");
    return {0.5 * (b.west + b.east),
            0.5 * (b.south + b.north),
            std::array{b.east - b.west, b.north - b.south},
            {}};
  }
  // Cells are those of the file, which may be turned or mirrored.
  const CellRect& w = *request_.window;
  const CellRect all = source_.stored_window(source_.all());
  if (w.column < 0 || w.row < 0 || w.columns < 1 || w.rows < 1 || w.columns > all.columns - w.column ||
      w.rows > all.rows - w.row)
    throw InputError(info_.path,
                     fmt::format("a window of {} x {} cells at ({}, {})", w.columns, w.rows, w.column, w.row),
                     fmt::format("one within {} x {} cells", all.columns, all.rows));
  const CellRect r = source_.window_of_stored(w);
  const auto middle = g.map(r.column + 0.5 * r.columns, r.row + 0.5 * r.rows);
  const double cell_x = std::sqrt(g.c[1] * g.c[1] + g.c[4] * g.c[4]),
               cell_y = std::sqrt(g.c[2] * g.c[2] + g.c[5] * g.c[5]);
  return {middle[0], middle[1], std::array{r.columns * cell_x, r.rows * cell_y}, r};
}

// The scale of the raster's map at the middle of the window.
void Planner::measure_map(const AskedWindow& at) {
  if (!frame_) return;
  const auto scale = terrain::scale_at(*frame_, at.x, at.y, info_.path);
  if (!scale) throw InputError(info_.path, "a place that is not on the body", "a place on the map");
  scale_ = *scale;
}

// Size of the window in metres on the body.
std::array<double, 2> Planner::metres(const AskedWindow& at) const {
  if (request_.size) return *request_.size;
  return {(*at.map_size)[0] * scale_.east(), (*at.map_size)[1] * scale_.north()};
}

// Whether the window holds the pole of its hemisphere, around which east and north turn.
bool Planner::holds_pole(const AskedWindow& at) const {
  if (frame_->in_degrees()) return false;
  const auto size = metres(at);
  const auto middle = frame_->to_lonlat(at.x, at.y);
  const auto pole = frame_->to_map({0.0, middle->latitude < 0.0 ? -kHalfPi : kHalfPi});
  if (!pole) return false;
  const double unit = frame_->metres_per_unit();
  return std::fabs((*pole)[0] - at.x) * unit <= 0.5 * size[0] &&
         std::fabs((*pole)[1] - at.y) * unit <= 0.5 * size[1];
}

// Whether the raster's map can be the site's frame: in metres, and true to scale; with a centre also north
// up, unless the window holds the pole. Cells that are requested as such are taken as they are.
bool Planner::map_serves(const AskedWindow& at) const {
  if (!frame_) return true;
  if (frame_->in_degrees() || std::fabs(frame_->metres_per_unit() - 1.0) > 1e-9) return false;
  if (!request_.center || holds_pole(at)) {
    return request_.window || scale_.is_true();
  }
  const auto& j = scale_.j;
  return std::fabs(j[0][0] - 1.0) < kTrueScale && std::fabs(j[1][1] - 1.0) < kTrueScale &&
         std::fabs(j[0][1]) < kTrueNorth && std::fabs(j[1][0]) < kTrueNorth;
}

// The cells whose centres lie inside the window, as they are.
SitePlan Planner::copied(const AskedWindow& at) const {
  const GeoTransform& g = *info_.transform;
  SitePlan plan;
  if (at.cells) {
    plan.copied = *at.cells;
  } else {
    const std::array<double, 2> size = at.map_size ? *at.map_size : *request_.size;
    CellPath path(info_, info_.crs, g);
    const auto cell = g.cell(at.x, at.y);
    const auto middle = *path.locate(cell[0], cell[1]);
    const auto first = [](double center, double cells) {
      return static_cast<int>(std::ceil(center - 0.5 * cells - 0.5 - kEdge));
    };
    const auto last = [](double center, double cells) {
      return static_cast<int>(std::floor(center + 0.5 * cells - 0.5 + kEdge));
    };
    const double columns = size[0] / g.c[1], rows = -size[1] / g.c[5];
    if (!(columns * rows < kMostSiteCells) || !(std::fabs(middle[0]) < 1e9 && std::fabs(middle[1]) < 1e9))
      outside(middle[0], middle[1]);
    plan.copied.column = first(middle[0], columns);
    plan.copied.row = first(middle[1], rows);
    plan.copied.columns = last(middle[0], columns) - plan.copied.column + 1;
    plan.copied.rows = last(middle[1], rows) - plan.copied.row + 1;
  }
  plan.columns = plan.copied.columns;
  plan.rows = plan.copied.rows;
  plan.cell = std::sqrt(-g.c[1] * g.c[5]);
  plan.transform = g.moved(plan.copied.column, plan.copied.row);
  plan.crs = info_.crs;
  return plan;
}

// A new grid about the window's middle, on the raster's map or on a local one.
SitePlan Planner::resampled(const AskedWindow& at, bool local) const {
  const GeoTransform& g = *info_.transform;
  SitePlan plan;
  plan.resampled = true;
  plan.local = local;
  std::array<double, 2> size = metres(at), middle{0.0, 0.0};
  double scale = 1.0;
  if (local) {
    plan.crs = local_crs(*frame_, *frame_->to_lonlat(at.x, at.y));
    const auto& j = scale_.j;
    scale = std::sqrt(std::fabs(j[0][0] * j[1][1] - j[0][1] * j[1][0]));
  } else {
    plan.crs = info_.crs;
    middle = {at.x, at.y};
    if (at.map_size) size = *at.map_size;
  }
  // Without a cell size, that of the raster is kept, as an area on the body.
  const double own = scale * std::sqrt(std::fabs(g.c[1] * g.c[5] - g.c[2] * g.c[4]));
  plan.cell = request_.cell > 0.0 ? request_.cell : own;
  const double columns = std::floor(size[0] / plan.cell + 0.5), rows = std::floor(size[1] / plan.cell + 0.5);
  if (!(columns * rows <= kMostSiteCells))
    throw InputError(info_.path, fmt::format("a site of {:.0f} x {:.0f} cells", columns, rows),
                     "at most 4000 million");
  plan.columns = static_cast<int>(columns);
  plan.rows = static_cast<int>(rows);
  plan.transform = GeoTransform{{middle[0] - 0.5 * columns * plan.cell, plan.cell, 0.0,
                                 middle[1] + 0.5 * rows * plan.cell, 0.0, -plan.cell}};
  return plan;
}

// The error names the corners of the raster in both kinds of coordinates.
void Planner::outside(double column, double row) const {
  const auto corner = [&](double i, double j) {
    const auto p = info_.transform->map(i, j);
    if (const auto at = frame_ ? frame_->to_lonlat(p[0], p[1]) : std::nullopt) {
      const auto deg = frame_->write_deg(*at, usual_style(frame_->body()));
      return fmt::format("({:.10g}, {:.10g}), {:.6f} deg east {:.6f} deg north", p[0], p[1], deg[0], deg[1]);
    }
    return fmt::format("({:.10g}, {:.10g})", p[0], p[1]);
  };
  throw InputError(
      info_.path,
      fmt::format("a window that reaches beyond the raster, to column {:.1f}, row {:.1f} of it", column, row),
      fmt::format("one within its {} x {} cells, from {} to {}", info_.columns, info_.rows,
                  corner(0, info_.rows), corner(info_.columns, 0)));
}

// The border of the new grid must lie on the raster, which 64 points of it show.
void Planner::check_inside(const SitePlan& plan) const {
  if (plan.columns < 4 || plan.rows < 4)
    throw InputError(info_.path,
                     fmt::format("a site of {} x {} cells of {:.6g} m", plan.columns, plan.rows, plan.cell),
                     "at least 4 x 4 cells");
  const CellPath path(info_, plan.crs, plan.transform);
  constexpr int kSteps = 16;  // along each side
  for (int a = 0; a <= kSteps; ++a)
    for (int b = 0; b <= kSteps; ++b) {
      if (a != 0 && a != kSteps && b != 0 && b != kSteps) continue;
      // Centres of the outer cells, because nothing is read beyond them.
      const double column = 0.5 + (plan.columns - 1.0) * a / kSteps,
                   row = 0.5 + (plan.rows - 1.0) * b / kSteps;
      const auto at = path.locate(column, row);
      if (!at) throw InputError(info_.path, "a window that leaves the map", "one within it");
      const bool beside = !path.whole_turn() && ((*at)[0] < -kEdge || (*at)[0] > info_.columns + kEdge);
      if (beside || (*at)[1] < -kEdge || (*at)[1] > info_.rows + kEdge) outside((*at)[0], (*at)[1]);
    }
}

// Longitude and latitude of the middle; scale and direction of north on the raster's own map.
void Planner::locate_center(SitePlan& plan) const {
  if (!frame_) return;
  const MapFrame frame(plan.crs, info_.path);
  const auto middle = plan.transform.map(0.5 * plan.columns, 0.5 * plan.rows);
  plan.center = frame.to_lonlat(middle[0], middle[1]);
  if (plan.local) return;
  plan.east_scale = scale_.east();
  plan.grid_north = math::atan2(scale_.j[0][1], scale_.j[1][1]);
}

SitePlan Planner::plan() {
  check_request();
  const AskedWindow at = asked();
  measure_map(at);
  // Choose the frame.
  bool local = request_.frame == SiteFrameChoice::local;
  if (request_.frame == SiteFrameChoice::automatic) local = !map_serves(at);
  if (local && !frame_)
    throw InputError(info_.path, "no coordinate reference system", "one, to make a local map of the place");
  if (!local && frame_ && (frame_->in_degrees() || std::fabs(frame_->metres_per_unit() - 1.0) > 1e-9))
    throw InputError(info_.path, "a map that is not in metres", "a local frame for it");
  // Cells are copied if they are square, and of the requested size.
  const GeoTransform& g = *info_.transform;
  const bool square = !info_.at_an_angle && std::fabs(g.c[1] + g.c[5]) <= kSiteSquare * g.c[1];
  const bool same_cell = request_.cell == 0.0 || std::fabs(request_.cell - g.c[1]) <= 1e-9 * g.c[1];
  SitePlan plan;
  if (!local && square && same_cell) plan = copied(at);
  // A window across the end of a raster that does not go round cannot be copied in one piece.
  const CellPath path(info_, info_.crs, g);
  const bool broken_seam =
      !plan.resampled && !path.whole_turn() &&
      (plan.copied.column < 0 || plan.copied.column + plan.copied.columns > info_.columns);
  if (local || !square || !same_cell || broken_seam) plan = resampled(at, local);
  check_inside(plan);
  locate_center(plan);
  return plan;
}

}  // namespace

SitePlan plan_site(const RasterSource& source, const SiteRequest& request) {
  return Planner(source, request).plan();
}

}  // namespace grouser
