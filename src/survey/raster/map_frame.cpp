// SPDX-License-Identifier: BSD-3-Clause
// Map coordinates to longitude and planetocentric latitude on the map's body, and back. PROJ works with
// planetographic latitudes in degrees; conversions happen here. A local map is stereographic about its
// centre, true to scale there.
#include "grouser/survey/raster/map_frame.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "raster_library.hpp"

namespace grouser {

using terrain::CrsFacts;
using terrain::raster_library;

namespace {

constexpr double kHalfTurn = 180.0;  // deg

/// An angle within -180 (included) to 180 deg.
double wrapped_deg(double degrees) { return degrees - 360.0 * std::floor((degrees + kHalfTurn) / 360.0); }

/// Name of a projection for people.
std::string projection_words(const CrsFacts& crs) {
  if (crs.geographic) return "longitude and latitude in degrees";
  std::string name = crs.projection.empty() ? "unnamed projection" : crs.projection;
  for (char& c : name) c = c == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

/// Facts of a system that is a map on a body, or a local one in metres; throws InputError for any other.
CrsFacts facts_of(const std::string& crs_wkt, const std::string& place) {
  const CrsFacts facts = raster_library().describe_crs(crs_wkt);
  if (!facts.nonsense.empty())
    throw InputError(place, "a coordinate reference system that makes no sense (" + facts.nonsense + ")",
                     "a map on a planet, moon or small body");
  if (facts.geographic || facts.projected) return facts;
  if (!facts.local)
    throw InputError(place, "a coordinate reference system that is no map",
                     "a map on a planet, moon or small body");
  if (std::fabs(facts.metres_per_unit - 1.0) > 1e-9)
    throw InputError(place, fmt::format("a local coordinate system in {}", facts.unit), "metres");
  return facts;
}

/// Radii of the ellipsoid of planetographic latitudes, m: of the map, or of its body if the map is on a
/// sphere.
std::array<double, 2> figure_of(const MapFrame& map) {
  const CelestialBody* body = map.body();
  if (!body || map.equatorial_radius() != map.polar_radius())
    return {map.equatorial_radius(), map.polar_radius()};
  return {body->equatorial_radius, body->polar_radius};
}

}  // namespace

MapFrame::MapFrame(const std::string& crs_wkt, std::string place) {
  if (crs_wkt.empty())
    throw InputError(place, "no coordinate reference system", "a map that says where it lies");
  const CrsFacts facts = facts_of(crs_wkt, place);
  if (facts.local)
    throw InputError(place, "a local coordinate system", "a map on a planet, moon or small body");
  equatorial_radius_ = facts.equatorial_radius;
  polar_radius_ = facts.polar_radius;
  if (!(equatorial_radius_ > 0.0 && polar_radius_ > 0.0))
    throw InputError(place, fmt::format("a body of radius {} m", equatorial_radius_), "a radius > 0");
  body_ = find_body(equatorial_radius_);
  in_degrees_ = facts.geographic;
  if (!in_degrees_) metres_per_unit_ = facts.metres_per_unit;
  projection_ = raster_library().project(crs_wkt, place);
  // Description for people: body, projection, figure.
  const std::string figure =
      equatorial_radius_ == polar_radius_
          ? fmt::format("sphere of {:.8g} km", equatorial_radius_ / 1e3)
          : fmt::format("ellipsoid of {:.8g} x {:.8g} km", equatorial_radius_ / 1e3, polar_radius_ / 1e3);
  words_ = fmt::format("{}, {}, {}", body_ ? body_->name : "unknown body", projection_words(facts), figure);
}
MapFrame::~MapFrame() = default;
MapFrame::MapFrame(MapFrame&&) noexcept = default;
MapFrame& MapFrame::operator=(MapFrame&&) noexcept = default;

std::optional<LonLat> MapFrame::to_lonlat(double x, double y) const {
  projection_->to_lonlat({&x, 1}, {&y, 1});
  if (!std::isfinite(x) || !std::isfinite(y) || std::fabs(y) > 90.0 + 1e-9) return std::nullopt;
  return LonLat{wrapped_deg(x) * kDegree,
                centric_from_graphic(y * kDegree, equatorial_radius_, polar_radius_)};
}

std::optional<std::array<double, 2>> MapFrame::to_map(LonLat at) const {
  double x = at.longitude, y = at.latitude;
  to_map({&x, 1}, {&y, 1});
  if (!std::isfinite(x) || !std::isfinite(y)) return std::nullopt;
  return std::array<double, 2>{x, y};
}

void MapFrame::to_map(std::span<double> x, std::span<double> y) const {
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] /= kDegree;
    y[i] = graphic_from_centric(y[i], equatorial_radius_, polar_radius_) / kDegree;
  }
  projection_->to_map(x, y);
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!std::isfinite(x[i]) || !std::isfinite(y[i])) x[i] = y[i] = std::nan("");
}

std::optional<double> MapFrame::turn(LonLat near) const {
  if (in_degrees_) return 360.0;
  // On a map that is proportional to longitude, equal steps of longitude give equal steps of x and leave y
  // unchanged. The seam may lie on one side, so both are tried.
  constexpr double kStep = 1.0, kAlike = 1e-9;
  for (const double sign : {1.0, -1.0}) {
    const auto a = to_map(near), b = to_map({near.longitude + sign * kStep * kDegree, near.latitude}),
               c = to_map({near.longitude + 2.5 * sign * kStep * kDegree, near.latitude});
    if (!a || !b || !c) continue;
    const double first = (*b)[0] - (*a)[0], second = (*c)[0] - (*b)[0], size = std::fabs(first);
    if (std::fabs(second - 1.5 * first) < kAlike * size && std::fabs((*b)[1] - (*a)[1]) < kAlike * size &&
        std::fabs((*c)[1] - (*b)[1]) < kAlike * size)
      return 360.0 / kStep * size;
  }
  return std::nullopt;
}

LonLat MapFrame::read(double longitude_deg, double latitude_deg, const CoordinateStyle& style) const {
  const bool graphic = style.latitude == CoordinateStyle::Latitude::planetographic;
  const bool west = style.longitude == CoordinateStyle::Longitude::west;
  const auto [a, c] = figure_of(*this);
  const double latitude = latitude_deg * kDegree;
  return {wrapped_deg(west ? -longitude_deg : longitude_deg) * kDegree,
          graphic ? centric_from_graphic(latitude, a, c) : latitude};
}

std::array<double, 2> MapFrame::write_deg(LonLat at, const CoordinateStyle& style) const {
  const bool graphic = style.latitude == CoordinateStyle::Latitude::planetographic;
  const bool west = style.longitude == CoordinateStyle::Longitude::west;
  const auto [a, c] = figure_of(*this);
  return {wrapped_deg((west ? -at.longitude : at.longitude) / kDegree),
          (graphic ? graphic_from_centric(at.latitude, a, c) : at.latitude) / kDegree};
}

bool lies_on_body(const std::string& crs_wkt, const std::string& place) {
  return !facts_of(crs_wkt, place).local;
}

CoordinateStyle usual_style(const CelestialBody* body) {
  CoordinateStyle style;
  if (body && std::string(body->name) == "Earth") style.latitude = CoordinateStyle::Latitude::planetographic;
  return style;
}

const char* latitude_word(const CoordinateStyle& style) {
  return style.latitude == CoordinateStyle::Latitude::planetographic ? "planetographic" : "planetocentric";
}

const CelestialBody* body_of(const std::string& crs_wkt) {
  if (crs_wkt.empty()) return nullptr;
  const CrsFacts facts = raster_library().describe_crs(crs_wkt);
  return facts.geographic || facts.projected ? find_body(facts.equatorial_radius) : nullptr;
}

std::string local_crs(const MapFrame& like, LonLat center) {
  const double graphic = graphic_from_centric(center.latitude, like.equatorial_radius(), like.polar_radius());
  const std::string text = fmt::format(
      "+proj=stere +lat_0={:.15g} +lon_0={:.15g} +k=1 +x_0=0 +y_0=0 +a={:.15g} +b={:.15g} +units=m +no_defs",
      graphic / kDegree, center.longitude / kDegree, like.equatorial_radius(), like.polar_radius());
  return raster_library().crs_from_proj(
      text, like.body() ? fmt::format("{} local, x east, y north", like.body()->name) : "");
}

SiteFrame::SiteFrame(const HeightfieldSpec& spec)
    : map_(spec.crs, spec.source), map_x_(spec.map_x), map_y_(spec.map_y) {}

std::optional<LonLat> SiteFrame::to_lonlat(double x, double y) const {
  return map_.to_lonlat(map_x_ + x, map_y_ + y);
}

std::optional<std::array<double, 2>> SiteFrame::to_local(LonLat at) const {
  const auto p = map_.to_map(at);
  if (!p) return std::nullopt;
  // The copy of the place nearest the origin, if longitude wraps around.
  double x = (*p)[0] - map_x_;
  if (const auto turn = map_.turn(at)) x -= *turn * std::floor(x / *turn + 0.5);
  return std::array<double, 2>{x, (*p)[1] - map_y_};
}

}  // namespace grouser
