// SPDX-License-Identifier: BSD-3-Clause
// Place of a map on its body: map coordinates to planetocentric longitude and latitude and back. Longitudes
// are positive to the east; angles in rad. The latitude of a map on an ellipsoid is planetographic (PROJ,
// like geodesy on Earth, has no other) and is converted; on a sphere, which planetary maps use, both are the
// same.
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "grouser/survey/raster/celestial_body.hpp"
#include "grouser/terrain/surface/heightfield.hpp"

namespace grouser {

namespace terrain {
class Projection;
}

struct LonLat {
  double longitude = 0.0;  ///< rad, east
  double latitude = 0.0;   ///< rad, planetocentric
};

/// The conventions in which a person writes coordinates.
struct CoordinateStyle {
  enum class Latitude { planetocentric, planetographic } latitude = Latitude::planetocentric;
  enum class Longitude { east, west } longitude = Longitude::east;
};

/// Usual style of coordinates on this body: planetographic (geodetic) latitudes on Earth, else planetocentric
/// ones; longitudes to the east. Null: unknown body.
CoordinateStyle usual_style(const CelestialBody* body);
/// "planetocentric" or "planetographic".
const char* latitude_word(const CoordinateStyle&);

class MapFrame {
 public:
  /// `place` names the file in errors. Throws InputError: no CRS, an invalid one, or one that is not on a
  /// body.
  MapFrame(const std::string& crs_wkt, std::string place);
  ~MapFrame();
  MapFrame(MapFrame&&) noexcept;
  MapFrame& operator=(MapFrame&&) noexcept;

  const CelestialBody* body() const { return body_; }  ///< null if unknown
  double equatorial_radius() const { return equatorial_radius_; }
  double polar_radius() const { return polar_radius_; }
  bool in_degrees() const { return in_degrees_; }              ///< map coordinates are longitude and latitude
  double metres_per_unit() const { return metres_per_unit_; }  ///< of map coordinates, where they are lengths

  /// "Mars, Equidistant Cylindrical, sphere of 3396.19 km"
  const std::string& words() const { return words_; }

  /// Longitude within +-pi. Returns nothing where the map does not reach.
  std::optional<LonLat> to_lonlat(double x, double y) const;
  std::optional<std::array<double, 2>> to_map(LonLat) const;
  /// Converts many points in place: longitude and latitude in, x and y out; NaN where the map does not reach.
  void to_map(std::span<double> longitudes_to_x, std::span<double> latitudes_to_y) const;

  /// The change of x for a full turn of longitude near the given place, where x is proportional to longitude
  /// (cylindrical maps, degrees); otherwise none.
  std::optional<double> turn(LonLat near) const;

  /// Converts numbers as a person wrote them (degrees, any turn of longitude), and back; longitudes are
  /// returned within +-180 deg.
  LonLat read(double longitude_deg, double latitude_deg, const CoordinateStyle&) const;
  std::array<double, 2> write_deg(LonLat, const CoordinateStyle&) const;

 private:
  std::unique_ptr<terrain::Projection> projection_;
  const CelestialBody* body_ = nullptr;
  double equatorial_radius_ = 0.0, polar_radius_ = 0.0;
  double metres_per_unit_ = 1.0;
  bool in_degrees_ = false;
  std::string words_;
};

/// The body of a map; null: no coordinate system, one without a body (an engineer's local one), or an unknown
/// body.
const CelestialBody* body_of(const std::string& crs_wkt);

/// Whether a coordinate system refers to a body: false for an engineer's local one, which is only metres.
/// Throws InputError: an invalid system, or a local one that is not in metres.
bool lies_on_body(const std::string& crs_wkt, const std::string& place);

/// A map of a small place in metres: x east and y north of its centre, true to scale there (stereographic, so
/// angles are true everywhere; Snyder 1987, section 21). On the sphere or ellipsoid of `like`. Returns WKT.
std::string local_crs(const MapFrame& like, LonLat center);

/// The local frame of a simulation (origin of its terrain) on its body.
class SiteFrame {
 public:
  /// For a terrain that came from a map. Throws InputError if it did not.
  explicit SiteFrame(const HeightfieldSpec&);
  const MapFrame& map() const { return map_; }
  std::optional<LonLat> to_lonlat(double x, double y) const;
  std::optional<std::array<double, 2>> to_local(LonLat) const;

 private:
  MapFrame map_;
  double map_x_, map_y_;
};

}  // namespace grouser
