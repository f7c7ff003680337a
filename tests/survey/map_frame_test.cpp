// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/survey/raster/map_frame.hpp"

#include <fmt/format.h>
#include <ogr_spatialref.h>

#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "outside_tool.hpp"
#include "terrain/made_fields.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string wkt(const char* text) {
  OGRSpatialReference crs;
  REQUIRE(crs.SetFromUserInput(text) == OGRERR_NONE);
  char* out = nullptr;
  crs.exportToWkt(&out);
  const std::string result = out;
  CPLFree(out);
  return result;
}

const char* kEquirectangular =
    "+proj=eqc +lat_ts=-5 +lat_0=0 +lon_0=180 +R=3396036.8126024 +units=m +no_defs";
const char* kPolar = "+proj=stere +lat_0=-90 +lat_ts=-90 +lon_0=0 +k=1 +R=1737400 +units=m +no_defs";

}  // namespace

TEST_CASE("An equirectangular map is what its formula says") {
  const MapFrame frame(wkt(kEquirectangular), "a.tif");
  REQUIRE(frame.body());
  CHECK(std::string(frame.body()->name) == "Mars");
  CHECK_THAT(frame.words(), ContainsSubstring("Mars") && ContainsSubstring("equirectangular") &&
                                ContainsSubstring("3396.0368"));
  // Snyder 1987, eq. 12-1 and 12-2: x = R (lon - lon_0) cos lat_ts, y = R lat
  const double lon = -175.2 * kDegree, lat = -4.6 * kDegree, R = 3396036.8126024;
  const auto p = frame.to_map({lon, lat});
  REQUIRE(p);
  CHECK((*p)[0] == Approx(R * 4.8 * kDegree * std::cos(5 * kDegree)).margin(1e-6));
  CHECK((*p)[1] == Approx(R * lat).margin(1e-6));
  const auto back = frame.to_lonlat((*p)[0], (*p)[1]);
  CHECK(back->longitude == Approx(lon).margin(1e-13));
  CHECK(back->latitude == Approx(lat).margin(1e-13));
  CHECK(*frame.turn({lon, lat}) == Approx(2 * 180 * kDegree * R * std::cos(5 * kDegree)).epsilon(1e-9));
  CHECK_FALSE(MapFrame(wkt(kPolar), "b.tif").turn({0.3, -1.5}));
}

TEST_CASE("Coordinates as people write them") {
  const MapFrame mars(wkt(kEquirectangular), "a.tif");
  using Style = CoordinateStyle;
  CHECK(mars.read(190.0, 0, {}).longitude == Approx(-170 * kDegree));
  CHECK(mars.read(-170.0, 0, {}).longitude == Approx(-170 * kDegree));
  CHECK(mars.read(10.0, 0, {.longitude = Style::Longitude::west}).longitude == Approx(-10 * kDegree));
  CHECK(mars.read(350.0, 0, {.longitude = Style::Longitude::west}).longitude == Approx(10 * kDegree));
  // Mars: a = 3396.19, c = 3376.20: tan(graphic) = tan(centric) (a/c)^2; at 45 deg centric 45.338... deg
  const Style graphic{.latitude = Style::Latitude::planetographic};
  const double expected = std::atan(std::pow(3376.20 / 3396.19, 2)) / kDegree;
  CHECK(mars.read(0, 45.0, graphic).latitude / kDegree == Approx(expected).epsilon(1e-12));
  CHECK(mars.write_deg({-1.0, expected * kDegree}, graphic)[1] == Approx(45.0).epsilon(1e-12));
  CHECK(mars.write_deg({-1.0, 0.2}, {.longitude = Style::Longitude::west})[0] == Approx(1 / kDegree));
  for (const double pole : {90.0, -90.0})
    CHECK(mars.read(0, pole, graphic).latitude == Approx(pole * kDegree));
}

TEST_CASE("Latitudes of a map on an ellipsoid are planetographic") {
  const MapFrame mars(wkt("+proj=longlat +a=3396190 +b=3376200 +no_defs"), "a.tif");
  CHECK(mars.in_degrees());
  const auto at = mars.to_lonlat(20.0, 45.0);
  CHECK(at->latitude == Approx(std::atan(std::pow(3376.20 / 3396.19, 2))).epsilon(1e-13));
  CHECK((*mars.to_map(*at))[1] == Approx(45.0).epsilon(1e-13));
  CHECK(*mars.turn(*at) == 360.0);
}

TEST_CASE("Maps without a body or a meaning are refused") {
  CHECK_THROWS_WITH(MapFrame("", "a.tif"),
                    ContainsSubstring("a.tif") && ContainsSubstring("no coordinate reference system"));
  CHECK_THROWS_WITH(MapFrame("nonsense", "a.tif"), ContainsSubstring("makes no sense"));
  CHECK_THROWS_AS(MapFrame("LOCAL_CS[\"plant\",UNIT[\"metre\",1]]", "a.tif"), InputError);
}

TEST_CASE("Bodies are told by their radius") {
  const auto name = [](double radius) {
    const CelestialBody* body = find_body(radius);
    return std::string(body ? body->name : "none");
  };
  CHECK(name(3396190) == "Mars");
  CHECK(name(3376200) == "Mars");
  CHECK(name(1737400) == "Moon");
  CHECK(name(6378137) == "Earth");
  CHECK(name(11100) == "Phobos");
  CHECK(name(1000) == "none");
  for (const CelestialBody& a : known_bodies())
    for (const CelestialBody& b : known_bodies())
      CHECK((&a == &b || a.largest_radius < b.least_radius || b.largest_radius < a.least_radius));
}

TEST_CASE("A local map has its distances from haversines, and its north is north") {
  const MapFrame mars(wkt(kEquirectangular), "a.tif");
  const LonLat center{137.4 * kDegree, -4.6 * kDegree};
  const MapFrame local(local_crs(mars, center), "local");
  CHECK(local.equatorial_radius() == mars.equatorial_radius());
  const auto origin = local.to_map(center);
  CHECK(std::fabs((*origin)[0]) < 1e-6);
  CHECK(std::fabs((*origin)[1]) < 1e-6);
  const LonLat away{center.longitude + 3e-4, center.latitude + 2e-4};
  const auto p = *local.to_map(away);
  // great circle by haversines; a stereographic map is longer by (d / 2R)^2 / 3, 2e-8 of a kilometre here
  const double dlat = away.latitude - center.latitude, dlon = away.longitude - center.longitude;
  const double h = std::pow(std::sin(dlat / 2), 2) +
                   std::cos(center.latitude) * std::cos(away.latitude) * std::pow(std::sin(dlon / 2), 2);
  const double distance = 2 * mars.equatorial_radius() * std::asin(std::sqrt(h));
  CHECK(std::hypot(p[0], p[1]) == Approx(distance).epsilon(1e-7));
  CHECK(p[0] > 0);
  CHECK(std::fabs((*local.to_map({center.longitude, away.latitude}))[0]) < 1e-6);
}

TEST_CASE("A site's local frame leads back to longitude and latitude") {
  HeightfieldSpec s = test::field_of(5.0, 0.25, [](double, double) { return 0.0; }).spec();
  s.crs = wkt(kEquirectangular);
  s.map_x = -2500000.0;
  s.map_y = -270000.0;
  s.source = "site.tif";
  const SiteFrame site(s);
  const auto at = site.to_lonlat(3.0, -4.0);
  REQUIRE(at);
  const auto map = *site.map().to_lonlat(-2499997.0, -270004.0);
  CHECK(at->longitude == map.longitude);
  CHECK(at->latitude == map.latitude);
  const auto back = site.to_local(*at);
  CHECK((*back)[0] == Approx(3.0).margin(1e-6));
  CHECK((*back)[1] == Approx(-4.0).margin(1e-6));
  s.crs.clear();
  CHECK_THROWS_AS(SiteFrame(s), InputError);
}

TEST_CASE("gdaltransform finds the same places to a millimetre") {
  GROUSER_NEED_TOOL("gdaltransform");
  for (const char* text :
       {kEquirectangular, kPolar,
        "+proj=stere +lat_0=90 +lat_ts=80 +lon_0=30 +a=3396190 +b=3376200 +units=m +no_defs",
        "+proj=eqc +lat_ts=0 +lon_0=0 +R=11100 +units=m +no_defs",
        "+proj=utm +zone=32 +datum=WGS84 +units=m +no_defs"}) {
    CAPTURE(text);
    const MapFrame frame(wkt(text), "a");
    const bool south = std::string(text).find("-90") != std::string::npos,
               polar = std::string(text).find("stere") != std::string::npos;
    for (int k = 0; k < 4; ++k) {
      const double x = 1000.0 + 777.7 * k,
                   y = polar ? -2000.0 + 555.5 * k : (south ? -1 : 1) * (3000.0 + 888.8 * k);
      const auto at = frame.to_lonlat(x, y);
      REQUIRE(at);
      const double graphic =
          graphic_from_centric(at->latitude, frame.equatorial_radius(), frame.polar_radius());
      const std::string line = test::output_of(
          fmt::format("echo '{:.15g} {:.15g}' | gdaltransform -t_srs '{}' -s_srs '{}' -output_xy",
                      at->longitude / kDegree, graphic / kDegree, text,
                      std::string(text).find("datum") != std::string::npos
                          ? "+proj=longlat +datum=WGS84 +no_defs"
                          : fmt::format("+proj=longlat +a={:.15g} +b={:.15g} +no_defs",
                                        frame.equatorial_radius(), frame.polar_radius())));
      double gx = 0, gy = 0;
      REQUIRE(std::sscanf(line.c_str(), "%lf %lf", &gx, &gy) == 2);
      CHECK(std::fabs(gx - x) < 1e-3);
      CHECK(std::fabs(gy - y) < 1e-3);
    }
  }
}
