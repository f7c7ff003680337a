// SPDX-License-Identifier: BSD-3-Clause
// Waypoints and paths: reads waypoints from text or CSV, takes them from a scenario's drive, and rounds
// corners with a curvature that rises and falls as a parabola. The path is a chain of straight pieces and
// short arcs that is sampled at even distances.
#include "grouser/mission/traverse/traverse_path.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <utility>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/recording/run_file/csv_rows.hpp"

namespace grouser {
namespace {

constexpr std::size_t kMaxPathBytes = 8u << 20;
constexpr std::size_t kMostWaypoints = 20'000;  // 64 arcs each
constexpr double kMostPoses = 1e6;              // about one kilobyte each
constexpr double kFarthest = 1e6;               // m: positions keep a resolution of a tenth of a nanometre

/// Reads the numbers of one "x,y[,...]" text; false if the first two are not numbers.
bool read_pair(const std::string& text, Vec2& out) {
  const char* at = text.data();
  const char* end = at + text.size();
  for (int i = 0; i < 2; ++i) {
    while (at < end && (*at == ' ' || *at == '\t' || *at == '"')) ++at;
    const auto [next, error] = std::from_chars(at, end, out[i]);
    if (error != std::errc() || !std::isfinite(out[i])) return false;
    at = next;
    while (at < end && (*at == ' ' || *at == '\r' || *at == '"')) ++at;
    if (i == 0 && (at == end || *at++ != ',')) return false;
  }
  return at == end || *at == ',';
}

/// Parts between separators; an empty text is one empty part.
std::vector<std::string> split(const std::string& text, char by) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == by)
      parts.emplace_back();
    else
      parts.back().push_back(c);
  }
  return parts;
}

/// Whether a text ends in .csv, in small or capital letters.
bool names_file(const std::string& text) {
  constexpr std::string_view kEnd = ".csv";
  if (text.size() <= kEnd.size()) return false;
  return std::equal(kEnd.begin(), kEnd.end(), text.end() - static_cast<std::ptrdiff_t>(kEnd.size()),
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b); });
}

/// A column of lengths: metres in one of its unit.
double metres_in(const CsvRows& rows, std::size_t column) {
  const std::string& unit = rows.head()[column].unit;
  constexpr std::pair<const char*, double> kUnits[] = {
      {"", 1.0}, {"m", 1.0}, {"mm", 1e-3}, {"cm", 1e-2}, {"km", 1e3}};
  for (const auto& [name, metres] : kUnits)
    if (unit == name) return metres;
  throw InputError(rows.place(column), csv_said(unit) + " as unit", "m, mm, cm or km");
}

/// Columns x and y by their names in a head, or the first two of a file without one.
std::vector<Vec2> read_file(const std::string& name) {
  refuse_signature(name, "a CSV file with columns x and y");
  const std::string text = read_text_file(name, kMaxPathBytes);
  CsvRows rows(text, name);
  std::vector<Vec2> points;
  std::size_t column[2] = {0, 1};
  Vec2 scale = Vec2::Ones();
  // A head names the columns and their units; without one the first two columns are x and y in m.
  bool more = rows.next();
  if (more && rows.is_head()) {
    rows.take_head();
    for (int k = 0; k < 2; ++k) {
      const int found = k == 0 ? rows.find({"x"}) : rows.find({"y"});
      if (found < 0)
        throw InputError(rows.place(), csv_said(fmt::format("{}", fmt::join(rows.cells(), ","))),
                         "numbers, or a head that names columns x and y (m)");
      column[k] = static_cast<std::size_t>(found);
      scale[k] = metres_in(rows, column[k]);
    }
    more = rows.next();
  }
  for (; more; more = rows.next()) {
    if (rows.cells().size() < 2)
      throw InputError(rows.place(), csv_said(rows.cells().front()),
                       "two numbers x,y (m), parted by a comma, a semicolon or a tab");
    points.push_back(scale.cwiseProduct(Vec2(rows.number(column[0]), rows.number(column[1]))));
  }
  return points;
}

/// One piece of the path: straight or an arc.
struct Piece {
  Vec2 start;
  double heading, curvature, length, begin;
};

/// The point at a distance along a piece: chord and mean heading of the arc, exact for any curvature.
PathPoint point_on(const Piece& piece, double along) {
  PathPoint p;
  const double angle = piece.curvature * along;
  p.heading = piece.heading + angle;
  p.curvature = piece.curvature;
  const double chord = std::fabs(angle) > 1e-9 ? 2.0 / piece.curvature * math::sin(0.5 * angle) : along;
  p.x = piece.start.x() + chord * math::cos(piece.heading + 0.5 * angle);
  p.y = piece.start.y() + chord * math::sin(piece.heading + 0.5 * angle);
  p.distance = piece.begin + along;
  return p;
}

double heading_of(const Vec2& leg) { return math::atan2(leg.y(), leg.x()); }

/// A corner of turn `turn` as a chain of arcs. Curvature rises and falls as a parabola, so that wheels steer
/// into it smoothly:
///   heading = turn (3 t^2 - 2 t^3)
/// `cut`: how far before the corner it begins and after it ends.
class PathCorner {
 public:
  PathCorner(double turn, double cut) : turn_(turn) {
    // First with unit length: seen from its start, the end lies at the tangent length times ((1, 0) + (cos,
    // sin)(turn)).
    Vec2 end = Vec2::Zero();
    for (int i = 0; i < kArcs; ++i) {
      const Piece arc{end, heading(i), (heading(i + 1) - heading(i)) * kArcs, 1.0 / kArcs, 0.0};
      const PathPoint p = point_on(arc, arc.length);
      end = Vec2(p.x, p.y);
    }
    // A corner without a turn is straight: half of its length on either side.
    const double tangent = std::fabs(turn) > 1e-6 ? end.y() / math::sin(turn) : 0.5;
    length_ = cut / tangent;
  }
  /// Adds the arcs one after the other, from the place and heading at which the corner begins.
  template <class Add>
  void lay(Vec2 at, double begin_heading, Add&& add) const {
    for (int i = 0; i < kArcs; ++i) {
      const double curvature = (heading(i + 1) - heading(i)) * kArcs / length_;
      at = add(at, begin_heading + heading(i), curvature, length_ / kArcs);
    }
  }

 private:
  static constexpr int kArcs = 64;
  double heading(int i) const {
    const double t = static_cast<double>(i) / kArcs;
    return turn_ * t * t * (3.0 - 2.0 * t);
  }
  double turn_, length_;
};

/// Straight pieces and corners between the waypoints. A corner takes at most half of each leg; turns beyond
/// 170 degrees are refused.
std::vector<Piece> round_corners(const std::vector<Vec2>& waypoints, double radius) {
  constexpr double kSharpest = 170.0 / 180.0 * std::numbers::pi;
  constexpr double kDense = 0.1;  // m: corners of a dense path are rounded over this at least
  std::vector<Piece> pieces;
  double begin = 0.0;
  // Appends a piece, unless it has no length, and returns where it ends.
  const auto add = [&](const Vec2& start, double heading, double curvature, double length) -> Vec2 {
    const Piece piece{start, heading, curvature, length, begin};
    if (length > 1e-12) pieces.push_back(piece), begin += length;
    const PathPoint end = point_on(piece, length);
    return {end.x, end.y};
  };
  Vec2 at = waypoints.front();
  for (std::size_t i = 0; i + 1 < waypoints.size(); ++i) {
    const Vec2 leg = waypoints[i + 1] - waypoints[i];
    const double heading = heading_of(leg);
    // The last leg runs straight to its end.
    if (i + 2 == waypoints.size()) {
      add(at, heading, 0.0, (waypoints[i + 1] - at).norm());
      break;
    }
    const Vec2 next = waypoints[i + 2] - waypoints[i + 1];
    // The turn in [-pi, pi).
    double turn = heading_of(next) - heading;
    turn -= 2.0 * std::numbers::pi * std::floor(turn / (2.0 * std::numbers::pi) + 0.5);
    if (std::fabs(turn) > kSharpest)
      throw InputError(
          "path",
          fmt::format("a turn of {:.0f} degrees at waypoint {}", turn * 180.0 / std::numbers::pi, i + 2),
          "turns of at most 170 degrees");
    // The largest curvature of a corner is 1.5 times that of a circle that touches both legs at the same
    // points.
    const double wanted = 1.5 * radius * math::tan(0.5 * std::fabs(turn));
    const double cut = std::min(0.5 * std::min(leg.norm(), next.norm()), std::max(wanted, kDense));
    const Vec2 from = waypoints[i + 1] - cut * leg.normalized();
    add(at, heading, 0.0, (from - at).dot(leg.normalized()));
    PathCorner(turn, cut).lay(from, heading, add);
    at = waypoints[i + 1] + cut * next.normalized();
  }
  return pieces;
}

}  // namespace

std::vector<Vec2> read_waypoints(const std::string& text) {
  std::vector<Vec2> points;
  if (names_file(text)) {
    points = read_file(text);
  } else {
    for (const std::string& part : split(text, ':')) {
      Vec2 point;
      if (!read_pair(part, point))
        throw InputError("--path", "'" + part + "'", "x,y pairs in m, as 0,0:5,0:8,3, or a .csv file");
      points.push_back(point);
    }
  }
  if (points.size() < 2)
    throw InputError("--path", std::to_string(points.size()) + " points", "at least two");
  // Equal neighbours would leave a leg without direction.
  for (std::size_t i = 1; i < points.size(); ++i)
    if ((points[i] - points[i - 1]).norm() < 1e-6)
      throw InputError("--path", fmt::format("points {} and {} at one place", i, i + 1),
                       "points apart from each other");
  return points;
}

void check_wheels(const World& world) {
  if (world.wheels.empty())
    throw InputError("scenario '" + world.settings.name + "'", "no wheels", "a rover on wheels");
  if (world.main().wheel_count != static_cast<int>(world.wheels.size()))
    throw InputError("scenario '" + world.settings.name + "'", "several vehicles on wheels",
                     "one rover on wheels");
}

double scenario_speed(const World& world) {
  check_wheels(world);
  if (world.follower) return world.follower->spec().speed;
  // The programme is sampled, because its phases may ramp.
  double fastest = 0.0;
  constexpr int kLooks = 2000;
  for (int i = 0; i <= kLooks; ++i)
    for (std::size_t w = 0; w < world.wheels.size(); ++w)
      fastest =
          std::max(fastest, world.wheels[w].spec.geometry.radius *
                                world.drives[w].programme.spin_at(world.settings.duration * i / kLooks).v);
  return fastest;
}

std::vector<Vec2> waypoints_from_start(const World& world, std::vector<Vec2> waypoints) {
  const Vec2 from = world.main().initial.position.head<2>();
  const double tolerance = world.follower ? world.follower->spec().tolerance : FollowSpec{}.tolerance;
  if ((waypoints.front() - from).norm() > tolerance) waypoints.insert(waypoints.begin(), from);
  return waypoints;
}

FollowSpec suggested_follow(const World& world, std::vector<Vec2> waypoints) {
  constexpr double kSlow = 0.05;  // m/s, as rovers on Mars go
  constexpr double kLookahead = 0.6,
                   kLookaheadTime = 8.0;                // m, s: at least both, so that wheels steer in time
  constexpr double kCurvature = 0.6, kOutermost = 0.8;  // 1/m; times the distance of the outermost wheel
  FollowSpec follow;
  follow.waypoints = std::move(waypoints);
  follow.speed = scenario_speed(world);
  if (!(follow.speed > 0.0)) follow.speed = kSlow;
  follow.lookahead = std::max(kLookahead, kLookaheadTime * follow.speed);
  Kinematics kinematics(*world.model);
  calc_kinematics(*world.model, world.model->neutral_q(), VecX::Zero(world.model->nv()), kinematics);
  double outermost = 0.0;
  for (const WheelPart& wheel : world.wheels)
    outermost = std::max(outermost, std::fabs(kinematics.body[wheel.body.index].X_WB.p.y()));
  follow.max_curvature = outermost > 0.0 ? std::min(kCurvature, kOutermost / outermost) : kCurvature;
  return follow;
}

std::vector<Vec2> scenario_waypoints(const World& world) {
  check_wheels(world);
  const InitialPlacement& start = world.main().initial;
  const Vec2 from = start.position.head<2>();
  if (world.follower) return waypoints_from_start(world, world.follower->spec().waypoints);
  // Straight ahead means: all rims run forward by one distance, and no wheel steers at any sampled time.
  double least = 1e300, most = -1e300, steered = 0.0;
  constexpr int kLooks = 2000;
  for (std::size_t w = 0; w < world.wheels.size(); ++w) {
    const WheelProgramme& programme = world.drives[w].programme;
    const double way = world.wheels[w].spec.geometry.radius * programme.spin_at(world.settings.duration).q;
    least = std::min(least, way);
    most = std::max(most, way);
    for (int i = 0; i <= kLooks; ++i)
      steered = std::max(steered, std::fabs(programme.steer_at(world.settings.duration * i / kLooks).q));
  }
  if (!(least > 0.0) || most - least > 1e-6 * most || steered > 1e-9)
    throw InputError("drive", "a drive that does not go straight ahead",
                     "a straight drive, [drive.follow], or --path");
  return {from, from + most * Vec2(math::cos(start.yaw), math::sin(start.yaw))};
}

namespace {

/// Estimates the memory and time of the poses before any is made.
void check_extent(const std::vector<Vec2>& waypoints, double spacing) {
  if (waypoints.size() > kMostWaypoints)
    throw InputError("path", fmt::format("{} waypoints", waypoints.size()),
                     fmt::format("at most {}", kMostWaypoints));
  // Straight legs bound the length of the rounded path from above.
  double length = 0.0;
  for (std::size_t i = 0; i < waypoints.size(); ++i) {
    if (!(waypoints[i].cwiseAbs().maxCoeff() <= kFarthest))
      throw InputError(
          "path",
          fmt::format("waypoint {} at x = {:g} m, y = {:g} m", i + 1, waypoints[i].x(), waypoints[i].y()),
          fmt::format("waypoints within {:g} m of the middle", kFarthest));
    if (i > 0) length += (waypoints[i] - waypoints[i - 1]).norm();
  }
  if (!(length <= kMostPoses * spacing))
    throw InputError("path", fmt::format("{:g} m with a pose every {:g} m", length, spacing),
                     fmt::format("at most {:g} poses: a wider --spacing, or a shorter path", kMostPoses));
}

}  // namespace

std::vector<PathPoint> lay_path(const std::vector<Vec2>& waypoints, double spacing, double radius) {
  check_extent(waypoints, spacing);
  const std::vector<Piece> pieces = round_corners(waypoints, radius);
  const double length = pieces.back().begin + pieces.back().length;
  const auto count = static_cast<std::size_t>(std::floor(length / spacing * (1.0 + 1e-12)));
  std::vector<PathPoint> path;
  std::size_t piece = 0;
  // The last point is the path's end, unless a regular one is already there.
  for (std::size_t i = 0; i <= count + 1; ++i) {
    const double along = std::min(length, static_cast<double>(i) * spacing);
    if (i == count + 1 && length - path.back().distance < 1e-3 * spacing) break;
    while (piece + 1 < pieces.size() && along > pieces[piece + 1].begin) ++piece;
    path.push_back(point_on(pieces[piece], along - pieces[piece].begin));
  }
  return path;
}

std::vector<GroundPoint> ground_profile(const Terrain& terrain, const std::vector<PathPoint>& path) {
  std::vector<GroundPoint> profile;
  for (const PathPoint& p : path) {
    HeightSample ground;
    if (!terrain.height(p.x, p.y, ground)) continue;
    const auto [sine, cosine] = math::sincos(p.heading);
    profile.push_back(
        {p.distance, ground.z, math::atan2(cosine * ground.slope_x + sine * ground.slope_y, 1.0)});
  }
  return profile;
}

void check_path(const World& world, const std::vector<PathPoint>& path) {
  Kinematics kinematics(*world.model);
  calc_kinematics(*world.model, world.model->neutral_q(), VecX::Zero(world.model->nv()), kinematics);
  constexpr double kTurned = 1.2;  // hubs may lie a little farther out than on level ground
  constexpr double kEvery = 0.05;  // m
  // Every 5 cm and at the end: hubs of all wheels, turned to the path's heading.
  double checked = -1.0;
  for (const PathPoint& p : path) {
    if (p.distance - checked < kEvery && &p != &path.back()) continue;
    checked = p.distance;
    const auto [sine, cosine] = math::sincos(p.heading);
    for (const WheelPart& wheel : world.wheels) {
      const Vec3 hub = kTurned * kinematics.body[wheel.body.index].X_WB.p;
      HeightSample sample;
      if (!world.terrain->height(p.x + cosine * hub.x() - sine * hub.y(),
                                 p.y + sine * hub.x() + cosine * hub.y(), sample))
        throw InputError(
            "path",
            fmt::format("{:.2f} m from its start, at x = {:.2f} m, y = {:.2f} m, wheel {} leaves the terrain",
                        p.distance, p.x, p.y, wheel.spec.name),
            "a path on which all wheels stand on the terrain");
    }
  }
}

}  // namespace grouser
