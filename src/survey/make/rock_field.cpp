// SPDX-License-Identifier: BSD-3-Clause
// Places rocks by a law of sizes and numbers, or as a file lists them, and writes such lists.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "ground_layer.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/key_visitors.hpp"
#include "grouser/base/toml_text.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/random.hpp"
#include "grouser/math/units.hpp"
#include "grouser/survey/make/rock_form.hpp"
#include "grouser/survey/make/rocks.hpp"
#include "rock_keys.hpp"

namespace grouser {
namespace {

constexpr int kMaxRocks = 100'000;

/// Share of the ground covered, and the range of diameters.
void visit_size(KeyVisitor& v, RockRules& rules) {
  // Viking 1 has k = 0.069 (without its drifts), Viking 2 0.176; no site above 0.4 is known.
  v.number({"abundance", "part of the ground that all rocks cover", Need::yes}, rules.abundance,
           {0.0, 0.4, true, "-"});
  v.number({"min_diameter", "of the smallest", Need::yes}, rules.smallest, {0.01, 100.0, false, "m"});
  v.number({"max_diameter", "of the largest", Need::yes}, rules.largest,
           {rules.smallest, 100.0, true, "m (above min_diameter)"});
}

/// Form, and axes in place of the measured ones.
void visit_form(KeyVisitor& v, RockRules& rules) {
  constexpr const char* kForms[] = {"polyhedra", "boxes"};
  v.choice({"form", "of the rocks"}, rules.boxes, kForms);
  // Boxes always have the axes of the keys; polyhedra only if one of them is given.
  if (v.reads()) {
    rules.height_asked = rules.boxes || v.has({"height_ratio"}, false) || v.has({"height_spread"}, false);
    rules.aspect_asked = rules.boxes || v.has({"min_aspect"}, false);
  }
  v.number({"height_ratio", "height over diameter, in place of measured ones"}, rules.height_ratio,
           {0.0, 2.0, true, "-"});
  v.number({"height_spread", "by which that ratio differs to both sides"}, rules.height_spread,
           {0.0, 0.9, false, "-"});
  v.number({"min_aspect", "least width over length, in place of measured ones"}, rules.least_aspect,
           {0.2, 1.0, false, "-"});
  v.angle({"max_tilt_deg", "largest roll and pitch"}, rules.tilt, {0.0, 45.0, false, "deg"});
}

/// The part of the ground that has rocks.
void visit_area(KeyVisitor& v, const MadeGrid& grid, RockRules& rules) {
  // Within two cells of the edge the ground has no height between its cells.
  const double inset = 2.0 * grid.cell + rules.largest;
  std::array<double, 2> center{0.5 * (grid.west + grid.east()), 0.5 * (grid.south() + grid.north)};
  std::array<double, 2> size{grid.east() - grid.west - 2.0 * inset, grid.north - grid.south() - 2.0 * inset};
  if (v.has({"center"}, false))
    v.vector({"center", "of the part with rocks; left out: the ground's", Need::yes}, center,
             any_number("m"));
  if (v.has({"size"}, false))
    v.vector({"size", "of the part with rocks; left out: all", Need::yes}, size, positive("m"));
  rules.west = center[0] - 0.5 * size[0];
  rules.east = center[0] + 0.5 * size[0];
  rules.south = center[1] - 0.5 * size[1];
  rules.north = center[1] + 0.5 * size[1];
  // The area must be inside of the terrain by the largest rock.
  const double slack = 1e-9 * (grid.east() - grid.west);  // for rounding of the default area
  if (!(size[0] > 0.0 && size[1] > 0.0 && rules.west >= grid.west + inset - slack &&
        rules.east <= grid.east() - inset + slack && rules.south >= grid.south() + inset - slack &&
        rules.north <= grid.north - inset + slack))
    v.refuse("size", fmt::format("{} x {} m about ({}, {})", size[0], size[1], center[0], center[1]),
             fmt::format("an area for rocks within the terrain, {} m from its edge", inset));
}

/// All keys for scattered rocks.
void visit_rules(KeyVisitor& v, const MadeGrid& grid, RockRules& rules) {
  visit_size(v, rules);
  visit_form(v, rules);
  if (v.has({"clear"}, !rules.clear.empty()))
    v.rows({"clear", "[x, y, radius] of circles without rocks"}, rules.clear, any_number("m"), 1000);
  visit_area(v, grid, rules);
}

/// Rocks that are listed one by one.
void visit_laid(KeyVisitor& v, RockKeys& keys) {
  v.list({"forms", "number of each rock's polyhedron, 0 of a box; left out: boxes"}, keys.forms,
         {0.0, static_cast<double>(kRockForms), false, "-"}, kMaxRocks);
  v.rows({"laid", "[x, y, length, width, height, roll, pitch, yaw] of each rock, in m and deg", Need::yes},
         keys.laid, any_number("m, deg"), kMaxRocks);
  for (const auto& r : keys.laid) {
    if (!(r[2] > 0.0 && r[3] > 0.0 && r[4] > 0.0))
      v.refuse("laid", fmt::format("a rock of {} x {} x {} m", r[2], r[3], r[4]), "sizes > 0");
    if (std::fabs(r[5]) > 60.0 || std::fabs(r[6]) > 60.0 || std::fabs(r[7]) > 360.0)
      v.refuse("laid", fmt::format("a rock turned by {}, {}, {} deg", r[5], r[6], r[7]),
               "roll and pitch within 60, yaw within 360 deg");
  }
  if (!keys.forms.empty() && keys.forms.size() != keys.laid.size())
    v.refuse("forms", fmt::format("{} forms of {} rocks", keys.forms.size(), keys.laid.size()),
             "one for each rock of `laid`");
}

/// Number of rocks of the law on the area, at most kMaxRocks.
int rock_count(const KeyVisitor& v, const RockRules& rules) {
  const double area = (rules.east - rules.west) * (rules.north - rules.south);
  const double count = std::floor(area * rock_density(rules.abundance, rules.smallest, rules.largest) + 0.5);
  if (count > kMaxRocks)
    v.refuse("min_diameter", fmt::format("{} rocks of {} m and more", count, rules.smallest),
             fmt::format("at most {}: raise it, or lay rocks on a part (center, size)", kMaxRocks));
  return static_cast<int>(count);
}

// Diameters in falling order, m. Their density is proportional to exp(-q D)/D^2: 1/D^2 is drawn by its
// inverse, exp(-q D) by rejection (von Neumann 1951).
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

/// The polyhedron of a rock, or a corner of the unit box, which is enough for its reach.
RockForm form_of(const Rock& rock) {
  constexpr double kBoxOutline = 1.0;
  return rock.form > 0 ? rock_form(rock.form) : RockForm{{{0.5, 0.5, 0.5}}, kBoxOutline};
}

/// Distance of the farthest corner from the rock's middle in plan, m, at any yaw.
double reach_of(const RockForm& form, const Rock& rock) {
  double squared = 0.0;
  for (const Vec3& p : form.points)
    squared = std::max(squared, Vec2(rock.length * p.x(), rock.width * p.y()).squaredNorm());
  return std::sqrt(squared);
}

/// A rock of a diameter: axes, tilt and yaw are drawn, its place is not.
Rock draw_rock(const RockRules& rules, double diameter, int form_number, math::RandomStream& random) {
  // Both numbers are always drawn, so that other keys do not change the rocks that follow.
  const double u = random.uniform(), v = random.uniform();
  AxisRatios axes = axis_ratios(u, v);
  if (rules.aspect_asked) {
    axes.b = rules.least_aspect + (1.0 - rules.least_aspect) * u;
    axes.c = kFlattestRock + (axes.b - kFlattestRock) * v;
  }
  Rock rock;
  rock.form = form_number;
  const RockForm form = form_of(rock);
  rock.outline = form.outline;
  // The area of the outline in plan is that of a circle of the diameter.
  rock.length = diameter * std::sqrt(0.25 * std::numbers::pi / (form.outline * axes.b));
  rock.width = axes.b * rock.length;
  rock.reach = reach_of(form, rock);
  rock.height = axes.c * rock.length / (1.0 + kBuriedShare);
  if (rules.height_asked) {
    const double low = 1.0 - rules.height_spread, high = 1.0 + rules.height_spread;
    rock.height = diameter * rules.height_ratio * (low + (high - low) * v);
  }
  rock.roll = random.uniform(-rules.tilt, rules.tilt);
  rock.pitch = random.uniform(-rules.tilt, rules.tilt);
  rock.yaw = random.uniform(-std::numbers::pi, std::numbers::pi);
  return rock;
}

// Rocks already placed, sorted into squares at least as wide as the largest of them, so that neighbours are
// in adjacent squares. At most a million squares.
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
  /// Whether the circle of a rock's reach meets no other rock's.
  bool has_room(const Rock& rock) const {
    const int column = column_of(rock.x), row = row_of(rock.y);
    for (int j = std::max(0, row - 1); j <= std::min(rows_ - 1, row + 1); ++j)
      for (int i = std::max(0, column - 1); i <= std::min(columns_ - 1, column + 1); ++i)
        for (const Rock& other : squares_[square(i, j)]) {
          const double dx = rock.x - other.x, dy = rock.y - other.y;
          const double apart = rock.reach + other.reach;
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

/// Whether a rock stays out of all clear circles.
bool is_clear(const RockRules& rules, const Rock& rock) {
  return std::none_of(rules.clear.begin(), rules.clear.end(), [&](const std::array<double, 3>& circle) {
    const double dx = rock.x - circle[0], dy = rock.y - circle[1], reach = circle[2] + rock.reach;
    return dx * dx + dy * dy < reach * reach;
  });
}

// The diagonal of the longest rock there can be, m. A convex outline that touches all sides of a rectangle
// fills at least half of it.
double widest_rock(const RockRules& rules, double diameter) {
  const double aspect = rules.aspect_asked ? rules.least_aspect : kFlattestRock;
  const double outline = rules.boxes ? 1.0 : 0.5;
  return diameter * std::sqrt(0.25 * std::numbers::pi / outline * (1.0 / aspect + aspect));
}

/// Rocks by the law, the largest first, each where it has room. v: for errors.
std::vector<Rock> scatter(const KeyVisitor& v, const RockRules& rules, std::uint64_t seed) {
  const int count = rock_count(v, rules);
  math::RandomStream random(seed, terrain::kRocks);
  const std::vector<double> diameters = draw_diameters(rules, count, random);
  std::vector<Rock> rocks;
  if (count == 0) return rocks;
  LaidRocks laid(rules, widest_rock(rules, diameters.front()));
  // Forms have a stream of their own: boxes draw the same numbers as polyhedra.
  math::RandomStream forms(seed, terrain::kRockNumbers);
  constexpr int kTries = 2000;
  for (const double diameter : diameters) {
    const int form = 1 + static_cast<int>(forms.uniform() * kRockForms);
    Rock rock = draw_rock(rules, diameter, rules.boxes ? 0 : form, random);
    int tries = 0;
    do {
      rock.x = random.uniform(rules.west, rules.east);
      rock.y = random.uniform(rules.south, rules.north);
    } while (!laid.has_room(rock) && ++tries < kTries);
    if (tries == kTries)
      v.refuse("abundance", fmt::format("{} rocks, but no room after the {}th", count, rocks.size()),
               "a lower abundance or a larger min_diameter");
    laid.add(rock);
    // A rock in a clear circle is removed rather than moved, so that the ground around keeps the number of
    // the law.
    if (is_clear(rules, rock)) rocks.push_back(rock);
  }
  return rocks;
}

/// Listed rocks, from map coordinates to the local frame.
std::vector<Rock> laid_as(const RockKeys& keys, MapOrigin origin) {
  std::vector<Rock> rocks;
  for (const auto& r : keys.laid) {
    rocks.push_back({.x = r[0] - origin.x,
                     .y = r[1] - origin.y,
                     .length = r[2],
                     .width = r[3],
                     .height = r[4],
                     .roll = r[5] * kDegree,
                     .pitch = r[6] * kDegree,
                     .yaw = r[7] * kDegree});
    if (!keys.forms.empty()) rocks.back().form = static_cast<int>(keys.forms[rocks.size() - 1]);
    const RockForm form = form_of(rocks.back());
    rocks.back().outline = form.outline;
    rocks.back().reach = reach_of(form, rocks.back());
  }
  return rocks;
}

}  // namespace

double Rock::diameter() const { return std::sqrt(outline * length * width * 4.0 / std::numbers::pi); }

void visit_rocks(KeyVisitor& v, const MadeGrid& grid, RockKeys& keys) {
  v.text({"soil", "id or file of the rocks' soil"}, keys.soil);
  keys.lays = v.has({"laid"}, keys.lays);
  if (const auto own = v.when(keys.lays, "laid given")) visit_laid(v, keys);
  if (const auto own = v.when(!keys.lays, "no laid")) visit_rules(v, grid, keys.rules);
}

std::vector<Rock> read_rocks(const TomlTable& t, std::uint64_t seed, const MadeGrid& grid, MapOrigin origin,
                             std::string* soil) {
  RockKeys keys;
  KeyReader reader(t);
  visit_rocks(reader, grid, keys);
  if (soil) *soil = keys.soil;
  return keys.lays ? laid_as(keys, origin) : scatter(reader, keys.rules, seed);
}

// Writes rocks in map coordinates; reading the text gives the same rocks, rounded.
std::string laid_rocks(const std::vector<Rock>& rocks, const std::string& soil, MapOrigin origin) {
  std::string text =
      "[rocks]\nsoil = " + toml_string(soil) + "\n" +
      "# x, y (map), length, width, height above the ground (m), roll, pitch, yaw (deg)\nlaid = [\n";
  for (const Rock& r : rocks)
    text += fmt::format("[{:.4f}, {:.4f}, {:.4f}, {:.4f}, {:.4f}, {:.2f}, {:.2f}, {:.2f}],\n", r.x + origin.x,
                        r.y + origin.y, r.length, r.width, r.height, r.roll / kDegree, r.pitch / kDegree,
                        r.yaw / kDegree);
  text += "]\n# numbers of their polyhedra; 0: a box\nforms = [\n";
  for (const Rock& r : rocks) text += fmt::format("{},\n", r.form);
  return text + "]\n";
}

}  // namespace grouser
