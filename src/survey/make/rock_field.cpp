// Places rocks, and makes each one a box.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>

#include "ground_layer.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/random.hpp"
#include "grouser/math/units.hpp"
#include "grouser/survey/make/rocks.hpp"

namespace grouser {
namespace {

constexpr int kMaxRocks = 100'000;

struct RockRules {
  double abundance, smallest, largest;
  double height_ratio, height_spread;      // height / diameter, between (1 -+ spread) times the ratio
  double least_aspect;                     // width / length, from this to 1
  double tilt;                             // rad, roll and pitch at most
  double west, east, south, north;         // m
  std::vector<std::vector<double>> clear;  // x, y, radius: no rock reaches into these circles
};

RockRules read_rules(const TomlTable& t, const MadeGrid& grid) {
  RockRules rules;
  // Viking 1 has k = 0.069 (without its drifts), Viking 2 0.176; no site above 0.4 is known
  rules.abundance = t.number("abundance", {0.0, 0.4, true, "-"});
  rules.smallest = t.number("min_diameter", {0.01, 100.0, false, "m"});
  rules.largest = t.number("max_diameter", {rules.smallest, 100.0, true, "m (above min_diameter)"});
  rules.height_ratio = t.number_or("height_ratio", 0.5, {0.0, 2.0, true, "-"});
  rules.height_spread = t.number_or("height_spread", 0.3, {0.0, 0.9, false, "-"});
  rules.least_aspect = t.number_or("min_aspect", 0.6, {0.2, 1.0, false, "-"});
  rules.tilt = t.angle_deg_or("max_tilt_deg", 10.0, {0.0, 45.0, false, "deg"});
  if (t.has("clear")) rules.clear = t.number_rows("clear", 3, any_number("m"), 1000);
  // within two cells of the edge the ground has no height between its cells
  const double inset = 2.0 * grid.cell + rules.largest;
  const auto center = t.has("center")
                          ? t.numbers("center", 2, any_number("m"))
                          : std::vector{0.5 * (grid.west + grid.east()), 0.5 * (grid.south() + grid.north)};
  const auto size = t.has("size") ? t.numbers("size", 2, positive("m"))
                                  : std::vector{grid.east() - grid.west - 2.0 * inset,
                                                grid.north - grid.south() - 2.0 * inset};
  rules.west = center[0] - 0.5 * size[0];
  rules.east = center[0] + 0.5 * size[0];
  rules.south = center[1] - 0.5 * size[1];
  rules.north = center[1] + 0.5 * size[1];
  const double slack = 1e-9 * (grid.east() - grid.west);  // for rounding of the default area
  if (!(size[0] > 0.0 && size[1] > 0.0 && rules.west >= grid.west + inset - slack &&
        rules.east <= grid.east() - inset + slack && rules.south >= grid.south() + inset - slack &&
        rules.north <= grid.north - inset + slack))
    throw InputError(t.place("size"),
                     fmt::format("{} x {} m about ({}, {})", size[0], size[1], center[0], center[1]),
                     fmt::format("an area for rocks within the terrain, {} m from its edge", inset));
  return rules;
}

int rock_count(const TomlTable& t, const RockRules& rules) {
  const double area = (rules.east - rules.west) * (rules.north - rules.south);
  const double count = std::floor(area * rock_density(rules.abundance, rules.smallest, rules.largest) + 0.5);
  if (count > kMaxRocks)
    throw InputError(t.place("min_diameter"), fmt::format("{} rocks of {} m and more", count, rules.smallest),
                     fmt::format("at most {}: raise it, or lay rocks on a part (center, size)", kMaxRocks));
  return static_cast<int>(count);
}

// The density is proportional to exp(-q D)/D^2: 1/D^2 is drawn by its inverse, exp(-q D) by rejection (von
// Neumann 1951).
std::vector<double> draw_diameters(const RockRules& rules, int count, math::RandomStream& random) {
  const double q = rock_decay(rules.abundance);
  const double a = 1.0 / rules.largest, b = 1.0 / rules.smallest;
  std::vector<double> diameters;
  while (static_cast<int>(diameters.size()) < count) {
    const double diameter = 1.0 / random.uniform(a, b);
    if (random.uniform() < math::exp(-q * (diameter - rules.smallest))) diameters.push_back(diameter);
  }
  std::sort(diameters.begin(), diameters.end(), std::greater<>());
  return diameters;
}

double footprint_radius(const Rock& rock) {
  return 0.5 * std::sqrt(rock.length * rock.length + rock.width * rock.width);
}

Rock draw_rock(const RockRules& rules, double diameter, math::RandomStream& random) {
  const double aspect = random.uniform(rules.least_aspect, 1.0);
  Rock rock;
  rock.length = diameter * std::sqrt(0.25 * std::numbers::pi / aspect);
  rock.width = aspect * rock.length;
  rock.height =
      diameter * rules.height_ratio * random.uniform(1.0 - rules.height_spread, 1.0 + rules.height_spread);
  rock.roll = random.uniform(-rules.tilt, rules.tilt);
  rock.pitch = random.uniform(-rules.tilt, rules.tilt);
  rock.yaw = random.uniform(-std::numbers::pi, std::numbers::pi);
  return rock;
}

// Rocks already laid, sorted into squares as wide as the largest of them.
class LaidRocks {
 public:
  LaidRocks(const RockRules& rules, double widest)
      : west_(rules.west),
        south_(rules.south),
        side_(std::max(widest, std::sqrt(area(rules) / kMaxSquares))) {
    columns_ = static_cast<int>((rules.east - rules.west) / side_) + 1;
    rows_ = static_cast<int>((rules.north - rules.south) / side_) + 1;
    squares_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
  }
  bool has_room(const Rock& rock) const {
    const int column = column_of(rock.x), row = row_of(rock.y);
    for (int j = std::max(0, row - 1); j <= std::min(rows_ - 1, row + 1); ++j)
      for (int i = std::max(0, column - 1); i <= std::min(columns_ - 1, column + 1); ++i)
        for (const Rock& other : squares_[square(i, j)]) {
          const double dx = rock.x - other.x, dy = rock.y - other.y;
          const double apart = footprint_radius(rock) + footprint_radius(other);
          if (dx * dx + dy * dy < apart * apart) return false;
        }
    return true;
  }
  void add(const Rock& rock) { squares_[square(column_of(rock.x), row_of(rock.y))].push_back(rock); }

 private:
  static constexpr double kMaxSquares = 1e6;
  static double area(const RockRules& r) { return (r.east - r.west) * (r.north - r.south); }
  int column_of(double x) const { return static_cast<int>((x - west_) / side_); }
  int row_of(double y) const { return static_cast<int>((y - south_) / side_); }
  std::size_t square(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(column);
  }
  double west_, south_, side_;
  int columns_ = 0, rows_ = 0;
  std::vector<std::vector<Rock>> squares_;
};

bool is_clear(const RockRules& rules, const Rock& rock) {
  return std::none_of(rules.clear.begin(), rules.clear.end(), [&](const std::vector<double>& circle) {
    const double dx = rock.x - circle[0], dy = rock.y - circle[1], reach = circle[2] + footprint_radius(rock);
    return dx * dx + dy * dy < reach * reach;
  });
}

std::vector<Rock> scatter(const TomlTable& t, std::uint64_t seed, const MadeGrid& grid) {
  const RockRules rules = read_rules(t, grid);
  const int count = rock_count(t, rules);
  math::RandomStream random(seed, terrain::kRocks);
  const std::vector<double> diameters = draw_diameters(rules, count, random);
  std::vector<Rock> rocks;
  if (count == 0) return rocks;
  LaidRocks laid(rules, diameters.front() * std::sqrt(0.25 * std::numbers::pi *
                                                      (1.0 / rules.least_aspect + rules.least_aspect)));
  constexpr int kTries = 2000;
  for (const double diameter : diameters) {
    Rock rock = draw_rock(rules, diameter, random);
    int tries = 0;
    do {
      rock.x = random.uniform(rules.west, rules.east);
      rock.y = random.uniform(rules.south, rules.north);
    } while (!laid.has_room(rock) && ++tries < kTries);
    if (tries == kTries)
      throw InputError(t.place("abundance"),
                       fmt::format("{} rocks, but no room after the {}th", count, rocks.size()),
                       "a lower abundance or a larger min_diameter");
    laid.add(rock);
    // a rock in a clear circle is removed, not moved: the ground around keeps the number given by the law
    if (is_clear(rules, rock)) rocks.push_back(rock);
  }
  return rocks;
}

std::vector<Rock> read_laid(const TomlTable& t, MapOrigin origin) {
  constexpr std::size_t kColumns = 8;
  std::vector<Rock> rocks;
  for (const auto& r : t.number_rows("laid", kColumns, any_number("m, deg"), kMaxRocks)) {
    if (!(r[2] > 0.0 && r[3] > 0.0 && r[4] > 0.0))
      throw InputError(t.place("laid"), fmt::format("a rock of {} x {} x {} m", r[2], r[3], r[4]),
                       "sizes > 0");
    if (std::fabs(r[5]) > 60.0 || std::fabs(r[6]) > 60.0 || std::fabs(r[7]) > 360.0)
      throw InputError(t.place("laid"), fmt::format("a rock turned by {}, {}, {} deg", r[5], r[6], r[7]),
                       "roll and pitch within 60, yaw within 360 deg");
    rocks.push_back({.x = r[0] - origin.x,
                     .y = r[1] - origin.y,
                     .length = r[2],
                     .width = r[3],
                     .height = r[4],
                     .roll = r[5] * kDegree,
                     .pitch = r[6] * kDegree,
                     .yaw = r[7] * kDegree});
  }
  return rocks;
}

}  // namespace

double Rock::diameter() const { return std::sqrt(length * width * 4.0 / std::numbers::pi); }

std::vector<Rock> read_rocks(const TomlTable& t, std::uint64_t seed, const MadeGrid& grid, MapOrigin origin) {
  return t.has("laid") ? read_laid(t, origin) : scatter(t, seed, grid);
}

std::string laid_rocks(const std::vector<Rock>& rocks, const std::string& soil, MapOrigin origin) {
  std::string text =
      fmt::format("[rocks]\nsoil = \"{}\"\n", soil) +
      "# x, y (map), length, width, height above the ground (m), roll, pitch, yaw (deg)\nlaid = [\n";
  for (const Rock& r : rocks)
    text += fmt::format("[{:.4f}, {:.4f}, {:.4f}, {:.4f}, {:.4f}, {:.2f}, {:.2f}, {:.2f}],\n", r.x + origin.x,
                        r.y + origin.y, r.length, r.width, r.height, r.roll / kDegree, r.pitch / kDegree,
                        r.yaw / kDegree);
  return text + "]\n";
}

namespace {

// Extends the box under a top with known middle and rotation down to `bottom`.
void reach_down(const Rock& rock, double top, double bottom, RigidShape& box) {
  box.half = 0.5 * Vec3(rock.length, rock.width, (top - bottom) / box.pose.R(2, 2));
  box.pose.p = Vec3(rock.x, rock.y, top) - box.pose.R * Vec3(0.0, 0.0, box.half.z());
}

// Largest height of the box's lowest corners above the ground, m. Nothing if outside its extent.
std::optional<double> find_gap(const Heightfield& ground, const RigidShape& box) {
  double gap = 0.0;
  for (const double a : {-1.0, 1.0})
    for (const double b : {-1.0, 1.0}) {
      const Vec3 foot = box.pose * Vec3(a * box.half.x(), b * box.half.y(), -box.half.z());
      HeightSample s;
      if (!ground.sample(foot.x(), foot.y(), s)) return std::nullopt;
      gap = std::fmax(gap, foot.z() - s.z);
    }
  return gap;
}

// The foot of a tilted box moves a little aside as the box grows down, so the gap is found again, and then
// this share of the rock's height is put into the ground.
constexpr double kBuried = 0.2;

bool set_down(const Heightfield& ground, const Rock& rock, RigidShape& box) {
  HeightSample s;
  if (!ground.sample(rock.x, rock.y, s)) return false;
  const double top = s.z + rock.height;
  double bottom = s.z;
  for (int round = 0; round < 2; ++round) {
    reach_down(rock, top, bottom, box);
    const auto gap = find_gap(ground, box);
    if (!gap) return false;
    bottom -= *gap;
  }
  reach_down(rock, top, bottom - kBuried * rock.height, box);
  return true;
}

}  // namespace

std::vector<RigidShape> rocks_on(const Heightfield& ground, const std::vector<Rock>& rocks, int material) {
  constexpr std::array<std::array<double, 3>, 4> kColours{
      {{0.42, 0.34, 0.28}, {0.45, 0.36, 0.30}, {0.48, 0.38, 0.28}, {0.40, 0.31, 0.25}}};
  std::vector<RigidShape> boxes;
  for (std::size_t i = 0; i < rocks.size(); ++i) {
    RigidShape box;
    box.name = "rock_" + std::to_string(i + 1);
    box.material = material;
    box.colour = kColours[i % kColours.size()];
    box.pose.R = rotation_from_rpy(rocks[i].roll, rocks[i].pitch, rocks[i].yaw);
    if (set_down(ground, rocks[i], box)) boxes.push_back(std::move(box));
  }
  return boxes;
}

}  // namespace grouser
