#include "grouser/survey/raster/map_frame.hpp"

#include <fmt/format.h>
#include <ogr_spatialref.h>

#include <cmath>
#include <vector>

#include "crs_text.hpp"
#include "gdal_session.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"

namespace grouser {

using terrain::GdalSession;

namespace {

constexpr double kHalfTurn = 180.0;  // deg

double wrapped_deg(double degrees) { return degrees - 360.0 * std::floor((degrees + kHalfTurn) / 360.0); }

std::string projection_words(const OGRSpatialReference& crs) {
  if (crs.IsGeographic()) return "longitude and latitude in degrees";
  std::string name = crs.GetAttrValue("PROJECTION") ? crs.GetAttrValue("PROJECTION") : "unnamed projection";
  for (char& c : name) c = c == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

}  // namespace

struct MapFrame::Part {
  std::unique_ptr<OGRCoordinateTransformation> to_lonlat, to_map;
};

MapFrame::MapFrame(const std::string& crs_wkt, std::string place) : part_(std::make_unique<Part>()) {
  const GdalSession gdal;
  if (crs_wkt.empty())
    throw InputError(place, "no coordinate reference system", "a map that says where it lies");
  OGRSpatialReference crs;
  if (!lies_on_body(crs_wkt, place))
    throw InputError(place, "a local coordinate system", "a map on a planet, moon or small body");
  crs.importFromWkt(crs_wkt.c_str());
  crs.StripVertical();
  crs.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  const std::unique_ptr<OGRSpatialReference> lonlat(crs.CloneGeogCS());
  if (!lonlat) throw InputError(place, "a map without a body", "a map on a planet, moon or small body");
  lonlat->SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  equatorial_radius_ = crs.GetSemiMajor();
  polar_radius_ = crs.GetSemiMinor();
  if (!(equatorial_radius_ > 0.0 && polar_radius_ > 0.0))
    throw InputError(place, fmt::format("a body of radius {} m", equatorial_radius_), "a radius > 0");
  body_ = find_body(equatorial_radius_);
  in_degrees_ = crs.IsGeographic();
  if (!in_degrees_) metres_per_unit_ = crs.GetLinearUnits(static_cast<const char**>(nullptr));
  part_->to_lonlat.reset(OGRCreateCoordinateTransformation(&crs, lonlat.get()));
  part_->to_map.reset(OGRCreateCoordinateTransformation(lonlat.get(), &crs));
  if (!part_->to_lonlat || !part_->to_map)
    throw InputError(place, "a map that cannot be traced back to its body (" + gdal.said() + ")",
                     "a known projection");
  const std::string figure =
      equatorial_radius_ == polar_radius_
          ? fmt::format("sphere of {:.8g} km", equatorial_radius_ / 1e3)
          : fmt::format("ellipsoid of {:.8g} x {:.8g} km", equatorial_radius_ / 1e3, polar_radius_ / 1e3);
  words_ = fmt::format("{}, {}, {}", body_ ? body_->name : "unknown body", projection_words(crs), figure);
}
MapFrame::~MapFrame() = default;
MapFrame::MapFrame(MapFrame&&) noexcept = default;
MapFrame& MapFrame::operator=(MapFrame&&) noexcept = default;

std::optional<LonLat> MapFrame::to_lonlat(double x, double y) const {
  const GdalSession gdal;
  int ok = 0;
  if (!part_->to_lonlat->Transform(1, &x, &y, nullptr, &ok) || !ok || !std::isfinite(x) ||
      !std::isfinite(y) || std::fabs(y) > 90.0 + 1e-9)
    return std::nullopt;
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
  const GdalSession gdal;
  std::vector<int> ok(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] /= kDegree;
    y[i] = graphic_from_centric(y[i], equatorial_radius_, polar_radius_) / kDegree;
  }
  part_->to_map->Transform(static_cast<int>(x.size()), x.data(), y.data(), nullptr, ok.data());
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!ok[i] || !std::isfinite(x[i]) || !std::isfinite(y[i])) x[i] = y[i] = std::nan("");
}

std::optional<double> MapFrame::turn(LonLat near) const {
  if (in_degrees_) return 360.0;
  // proportional to longitude: equal steps of longitude give equal steps of x and leave y unchanged; the seam
  // may lie on one side
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
  const double a = body_ ? body_->equatorial_radius : equatorial_radius_,
               c = body_ ? body_->polar_radius : polar_radius_;
  const double latitude = latitude_deg * kDegree;
  return {wrapped_deg(west ? -longitude_deg : longitude_deg) * kDegree,
          graphic ? centric_from_graphic(latitude, a, c) : latitude};
}

std::array<double, 2> MapFrame::write_deg(LonLat at, const CoordinateStyle& style) const {
  const bool graphic = style.latitude == CoordinateStyle::Latitude::planetographic;
  const bool west = style.longitude == CoordinateStyle::Longitude::west;
  const double a = body_ ? body_->equatorial_radius : equatorial_radius_,
               c = body_ ? body_->polar_radius : polar_radius_;
  return {wrapped_deg((west ? -at.longitude : at.longitude) / kDegree),
          (graphic ? graphic_from_centric(at.latitude, a, c) : at.latitude) / kDegree};
}

bool lies_on_body(const std::string& crs_wkt, const std::string& place) {
  const GdalSession gdal;
  OGRSpatialReference crs;
  if (crs.importFromWkt(crs_wkt.c_str()) != OGRERR_NONE)
    throw InputError(place, "a coordinate reference system that makes no sense (" + gdal.said() + ")",
                     "a map on a planet, moon or small body");
  if (crs.IsGeographic() || crs.IsProjected()) return true;
  if (!crs.IsLocal())
    throw InputError(place, "a coordinate reference system that is no map",
                     "a map on a planet, moon or small body");
  const char* unit = "";
  if (std::fabs(crs.GetLinearUnits(&unit) - 1.0) > 1e-9)
    throw InputError(place, fmt::format("a local coordinate system in {}", unit), "metres");
  return false;
}

CoordinateStyle usual_style(const CelestialBody* body) {
  CoordinateStyle style;
  if (body && std::string(body->name) == "Earth") style.latitude = CoordinateStyle::Latitude::planetographic;
  return style;
}

const CelestialBody* body_of(const std::string& crs_wkt) {
  const GdalSession gdal;
  OGRSpatialReference crs;
  if (crs_wkt.empty() || crs.importFromWkt(crs_wkt.c_str()) != OGRERR_NONE ||
      !(crs.IsGeographic() || crs.IsProjected()))
    return nullptr;
  return find_body(crs.GetSemiMajor());
}

std::string local_crs(const MapFrame& like, LonLat center) {
  const GdalSession gdal;
  OGRSpatialReference crs;
  const double graphic = graphic_from_centric(center.latitude, like.equatorial_radius(), like.polar_radius());
  const std::string text = fmt::format(
      "+proj=stere +lat_0={:.15g} +lon_0={:.15g} +k=1 +x_0=0 +y_0=0 +a={:.15g} +b={:.15g} +units=m +no_defs",
      graphic / kDegree, center.longitude / kDegree, like.equatorial_radius(), like.polar_radius());
  if (crs.SetFromUserInput(text.c_str()) != OGRERR_NONE)
    throw RunError("no local map at that place: " + gdal.said());
  if (like.body()) crs.SetNode("PROJCS", fmt::format("{} local, x east, y north", like.body()->name).c_str());
  return terrain::crs_text(&crs);
}

SiteFrame::SiteFrame(const HeightfieldSpec& spec)
    : map_(spec.crs, spec.source), map_x_(spec.map_x), map_y_(spec.map_y) {}

std::optional<LonLat> SiteFrame::to_lonlat(double x, double y) const {
  return map_.to_lonlat(map_x_ + x, map_y_ + y);
}

std::optional<std::array<double, 2>> SiteFrame::to_local(LonLat at) const {
  const auto p = map_.to_map(at);
  if (!p) return std::nullopt;
  // the copy of the place nearest the origin, where longitude wraps around
  double x = (*p)[0] - map_x_;
  if (const auto turn = map_.turn(at)) x -= *turn * std::floor(x / *turn + 0.5);
  return std::array<double, 2>{x, (*p)[1] - map_y_};
}

}  // namespace grouser
