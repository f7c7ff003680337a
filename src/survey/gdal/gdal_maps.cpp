// SPDX-License-Identifier: BSD-3-Clause
// Maps and their coordinate reference systems by GDAL and PROJ. Longitudes are degrees to the east of the
// body's prime meridian, whatever the system counts; places without an image become NaN.
#include "gdal_maps.hpp"

#include <ogr_spatialref.h>

#include <cmath>
#include <limits>

#include "crs_text.hpp"
#include "gdal_session.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"

namespace grouser::terrain {
namespace {

/// Both directions of a map projection.
class ProjMap final : public Projection {
 public:
  /// `sign`: -1 where longitudes of `lonlat` count to the west. `meridian`: where they count from, degrees to
  /// the east.
  ProjMap(OGRSpatialReference& map, OGRSpatialReference& lonlat, double sign, double meridian)
      : sign_(sign),
        meridian_(meridian),
        to_lonlat_(OGRCreateCoordinateTransformation(&map, &lonlat)),
        to_map_(OGRCreateCoordinateTransformation(&lonlat, &map)) {}
  bool complete() const { return to_lonlat_ && to_map_; }
  void to_lonlat(std::span<double> x, std::span<double> y) const override {
    transform(*to_lonlat_, x, y);
    for (double& longitude : x) longitude = sign_ * longitude + meridian_;
  }
  void to_map(std::span<double> x, std::span<double> y) const override {
    for (double& longitude : x) longitude = sign_ * (longitude - meridian_);
    transform(*to_map_, x, y);
  }

 private:
  static void transform(OGRCoordinateTransformation& way, std::span<double> x, std::span<double> y) {
    const GdalSession gdal;
    int one = 0;  // most often it is one point
    std::vector<int> many(x.size() > 1 ? x.size() : 0);
    int* const ok = many.empty() ? &one : many.data();
    way.Transform(static_cast<int>(x.size()), x.data(), y.data(), nullptr, ok);
    for (std::size_t i = 0; i < x.size(); ++i)
      if (!ok[i]) x[i] = y[i] = std::numeric_limits<double>::quiet_NaN();
  }
  double sign_, meridian_;
  std::unique_ptr<OGRCoordinateTransformation> to_lonlat_, to_map_;
};

/// Whether the longitudes of a geographic system grow to the west, as planetographic ones of many bodies do.
bool counts_to_the_west(const OGRSpatialReference& lonlat) {
  for (const int axis : {0, 1}) {
    OGRAxisOrientation along = OAO_Other;
    lonlat.GetAxis(nullptr, axis, &along);
    if (along == OAO_West) return true;
  }
  return false;
}

}  // namespace

CrsFacts describe_crs(const std::string& wkt) {
  const GdalSession gdal;
  OGRSpatialReference crs;
  CrsFacts facts;
  // A text that is no WKT.
  if (crs.importFromWkt(wkt.c_str()) != OGRERR_NONE) {
    facts.nonsense = gdal.said();
    return facts;
  }
  // Heights do not matter for a map.
  facts.local = crs.IsLocal() != 0;  // alone: with a vertical system it is no map of ours
  crs.StripVertical();
  facts.geographic = crs.IsGeographic() != 0;
  facts.projected = crs.IsProjected() != 0;
  facts.equatorial_radius = crs.GetSemiMajor();
  facts.polar_radius = crs.GetSemiMinor();
  const char* unit = nullptr;
  facts.metres_per_unit = crs.GetLinearUnits(&unit);
  facts.unit = unit ? unit : "";
  const char* projection = crs.GetAttrValue("PROJECTION");
  facts.projection = projection ? projection : "";
  return facts;
}

std::unique_ptr<Projection> project(const std::string& wkt, const std::string& place) {
  const GdalSession gdal;
  OGRSpatialReference crs;
  // x is east and longitude comes first, whatever the order that the system prefers.
  crs.importFromWkt(wkt.c_str());
  crs.StripVertical();
  crs.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  const std::unique_ptr<OGRSpatialReference> lonlat(crs.CloneGeogCS());
  if (!lonlat) throw InputError(place, "a map without a body", "a map on a planet, moon or small body");
  lonlat->SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  // Degrees, from any unit.
  if (std::fabs(lonlat->GetAngularUnits() / kDegree - 1.0) > 1e-9) lonlat->SetAngularUnits("degree", kDegree);
  const double sign = counts_to_the_west(*lonlat) ? -1.0 : 1.0;
  auto map = std::make_unique<ProjMap>(crs, *lonlat, sign, lonlat->GetPrimeMeridian());
  if (!map->complete())
    throw InputError(place, "a map that cannot be traced back to its body (" + gdal.said() + ")",
                     "a known projection");
  return map;
}

std::string crs_from_proj(const std::string& text, const std::string& name) {
  const GdalSession gdal;
  OGRSpatialReference crs;
  if (crs.SetFromUserInput(text.c_str()) != OGRERR_NONE)
    throw RunError("no local map at that place: " + gdal.said());
  if (!name.empty()) crs.SetNode("PROJCS", name.c_str());
  return crs_text(&crs);
}

bool same_crs(const std::string& wkt, const std::string& other) {
  const GdalSession gdal;
  OGRSpatialReference one, two;
  if (one.importFromWkt(wkt.c_str()) != OGRERR_NONE || two.importFromWkt(other.c_str()) != OGRERR_NONE)
    return false;
  const char* const how[] = {"IGNORE_DATA_AXIS_TO_SRS_AXIS_MAPPING=YES", nullptr};
  return one.IsSame(&two, how) != 0;
}

}  // namespace grouser::terrain
