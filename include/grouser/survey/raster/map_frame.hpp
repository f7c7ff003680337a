// Where a map lies on its body: map coordinates to planetocentric longitude and latitude and back. Longitudes
// are positive to the east; angles in rad. What a map on an ellipsoid calls latitude is planetographic (PROJ,
// as geodesy on Earth, has no other) and is converted; on a sphere, which planetary maps use, both are one.
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "grouser/survey/raster/celestial_body.hpp"
#include "grouser/terrain/surface/heightfield.hpp"

namespace grouser {

struct LonLat {
  double longitude = 0.0;  ///< rad, east
  double latitude = 0.0;   ///< rad, planetocentric
};

/// How a person writes coordinates.
struct CoordinateStyle {
  enum class Latitude { planetocentric, planetographic } latitude = Latitude::planetocentric;
  enum class Longitude { east, west } longitude = Longitude::east;
};

class MapFrame {
 public:
  /// `place` names the file in errors. Throws InputError: no CRS, one that makes no sense, or not on a body.
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

  /// Longitude within +-pi. None where the map does not reach.
  std::optional<LonLat> to_lonlat(double x, double y) const;
  std::optional<std::array<double, 2>> to_map(LonLat) const;
  /// Many at once, in place: longitude and latitude in, x and y out; NaN where the map does not reach.
  void to_map(std::span<double> longitudes_to_x, std::span<double> latitudes_to_y) const;

  /// What a full turn of longitude is in x, where x is proportional to longitude (cylindrical maps, degrees);
  /// else none. Near the place given.
  std::optional<double> turn(LonLat near) const;

  /// Numbers as a person wrote them (degrees, any turn of longitude), and back; longitudes out within +-180
  /// deg.
  LonLat read(double longitude_deg, double latitude_deg, const CoordinateStyle&) const;
  std::array<double, 2> write_deg(LonLat, const CoordinateStyle&) const;

 private:
  struct Part;
  std::unique_ptr<Part> part_;
  const CelestialBody* body_ = nullptr;
  double equatorial_radius_ = 0.0, polar_radius_ = 0.0;
  double metres_per_unit_ = 1.0;
  bool in_degrees_ = false;
  std::string words_;
};

/// The body of a map; null: no system, one without a body (an engineer's local one), or a body we do not
/// know.
const CelestialBody* body_of(const std::string& crs_wkt);

/// Whether a system has its place on some body: false for an engineer's local one, which is metres and no
/// more. Throws InputError: one that makes no sense, or a local one that is not in metres.
bool lies_on_body(const std::string& crs_wkt, const std::string& place);

/// A map of a small place in metres: x east, y north of its centre, true to scale there (stereographic, so
/// angles are true everywhere; Snyder 1987, section 21). On the sphere or ellipsoid of `like`. WKT.
std::string local_crs(const MapFrame& like, LonLat center);

/// The local frame of a simulation (origin of its terrain) on its body.
class SiteFrame {
 public:
  /// Of a terrain that came from a map. Throws InputError if it did not.
  explicit SiteFrame(const HeightfieldSpec&);
  const MapFrame& map() const { return map_; }
  std::optional<LonLat> to_lonlat(double x, double y) const;
  std::optional<std::array<double, 2>> to_local(LonLat) const;

 private:
  MapFrame map_;
  double map_x_, map_y_;
};

}  // namespace grouser
