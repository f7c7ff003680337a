#include "grouser/terrain/recipe.hpp"

#include <fmt/format.h>

#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/random.hpp"

namespace grouser {
namespace {

constexpr double kPi = 3.14159265358979323846;

// Each use of the seed has its own stream, so that adding craters does not change the hills.
enum Stream : std::uint64_t { kWaves = 1, kCraters = 2, kBumps = 3 };

struct Grid {
  int columns, rows;
  double cell, west, north;
  std::vector<double> z;

  double x(int column) const { return west + column * cell; }
  double y(int row) const { return north - row * cell; }
};

Grid read_grid(const TomlTable& t) {
  const auto size = t.numbers("size", 2, positive("m"));
  Grid grid;
  grid.cell = t.number("cell", positive("m"));
  const double columns = std::floor(size[0] / grid.cell + 0.5), rows = std::floor(size[1] / grid.cell + 0.5);
  constexpr double kMaxCells = 64e6;
  if (!(columns >= 4.0 && rows >= 4.0 && columns * rows <= kMaxCells))
    throw InputError(t.place("cell"), fmt::format("{} x {} cells", columns, rows),
                     "4 x 4 to 64 million cells");
  grid.columns = static_cast<int>(columns);
  grid.rows = static_cast<int>(rows);
  grid.west = -0.5 * (grid.columns - 1) * grid.cell;
  grid.north = 0.5 * (grid.rows - 1) * grid.cell;
  grid.z.assign(static_cast<std::size_t>(grid.columns) * grid.rows, 0.0);
  return grid;
}

// z += amplitude sin(kx x + ky y + phase); along a row by turning a unit vector.
struct Wave {
  double kx, ky, phase, amplitude;
};
void add_wave(const Wave& wave, Grid& grid) {
  const math::SinCos turn = math::sincos(wave.kx * grid.cell);
  for (int j = 0; j < grid.rows; ++j) {
    math::SinCos at = math::sincos(wave.kx * grid.west + wave.ky * grid.y(j) + wave.phase);
    double* z = grid.z.data() + static_cast<std::size_t>(j) * grid.columns;
    for (int i = 0; i < grid.columns; ++i) {
      z[i] += wave.amplitude * at.sin;
      const double next = at.sin * turn.cos + at.cos * turn.sin;
      at.cos = at.cos * turn.cos - at.sin * turn.sin;
      at.sin = next;
    }
  }
}

void add_plane(const BasePlane& plane, Grid& grid) {
  for (int j = 0; j < grid.rows; ++j)
    for (int i = 0; i < grid.columns; ++i)
      grid.z[static_cast<std::size_t>(j) * grid.columns + i] +=
          plane.slope_x * grid.x(i) + plane.slope_y * grid.y(j);
}

void add_sinusoid(const TomlTable& t, Grid& grid) {
  const double k = 2.0 * kPi / t.number("wavelength", positive("m"));
  const math::SinCos heading = math::sincos(t.angle_deg_or("heading_deg", 0.0));
  add_wave({k * heading.cos, k * heading.sin, 0.0, t.number("amplitude", positive("m"))}, grid);
}

// Self-affine surface (Turcotte, Fractals and Chaos in Geology and Geophysics, 2nd ed. 1997, ch. 7): waves of
// all directions, wavelengths in equal steps of their logarithm, amplitude ~ wavelength^H, random phases;
// then E[(z(x + L) - z(x))^2] ~ L^(2H) between the shortest and the longest wave. Scaled so that the root
// mean square slope over `lag`, averaged over east and north, is the one asked for:
//   E[(z(x + L) - z(x))^2] = sum a^2 (1 - cos(k_L L)), k_L the wave number along the lag.
std::vector<Wave> fractal_waves(const TomlTable& t, std::uint64_t seed, double longest, double shortest) {
  constexpr int kPerOctave = 4, kDirections = 8;
  const double hurst = t.number("hurst", {0.0, 1.0, true, "-"});
  const double slope = math::tan(t.angle_deg("rms_slope_deg", {0.0, 60.0, true, "deg"}));
  const double lag = t.number("lag", positive("m"));
  math::RandomStream random(seed, kWaves);
  std::vector<Wave> waves;
  double variance = 0.0;
  const double ratio = math::pow(2.0, -1.0 / kPerOctave);
  for (double wavelength = longest; wavelength >= shortest; wavelength *= ratio)
    for (int d = 0; d < kDirections; ++d) {
      const math::SinCos heading = math::sincos((d + random.uniform()) * kPi / kDirections);
      const double k = 2.0 * kPi / wavelength;
      const Wave wave{k * heading.cos, k * heading.sin, random.uniform(0.0, 2.0 * kPi),
                      math::pow(wavelength / longest, hurst)};
      variance +=
          0.5 * wave.amplitude * wave.amplitude * (2.0 - math::cos(wave.kx * lag) - math::cos(wave.ky * lag));
      waves.push_back(wave);
    }
  const double scale = slope * lag / std::sqrt(variance);
  for (Wave& wave : waves) wave.amplitude *= scale;
  return waves;
}

void add_fractal(const TomlTable& t, std::uint64_t seed, Grid& grid) {
  const double side = grid.cell * std::max(grid.columns, grid.rows);
  constexpr double kShortestCells = 4.0;  // waves shorter than this are not carried by the grid
  const double shortest = kShortestCells * grid.cell;
  const double longest = t.number_or("longest", side, positive("m"));
  if (longest < shortest)
    throw InputError(t.place("longest"), fmt::format("{} m", longest),
                     fmt::format("at least 4 cells, {} m", shortest));
  for (const Wave& wave : fractal_waves(t, seed, longest, shortest)) add_wave(wave, grid);
}

struct Disc {
  double x, y, radius;
};

// Places uniform over the field, diameters with N(> D) ~ D^-2 between the bounds.
std::vector<Disc> scatter(const TomlTable& t, math::RandomStream random, const Grid& grid) {
  constexpr int kMaxCount = 100000;
  const int count = t.integer("count", 0, kMaxCount);
  const double smallest = t.number("min_diameter", positive("m")),
               largest = t.number("max_diameter", positive("m"));
  if (largest < smallest)
    throw InputError(t.place("max_diameter"), fmt::format("{} m", largest), "at least min_diameter");
  const double a = 1.0 / (smallest * smallest), b = 1.0 / (largest * largest);
  std::vector<Disc> discs;
  for (int i = 0; i < count; ++i) {
    const double x = random.uniform(grid.west, -grid.west), y = random.uniform(-grid.north, grid.north);
    discs.push_back({x, y, 0.5 / std::sqrt(random.uniform(b, a))});
  }
  return discs;
}

// profile(q), q the distance in radii, for q < reach.
template <typename F>
void add_round(const Disc& disc, double reach, Grid& grid, F&& profile) {
  const double far = reach * disc.radius;
  const auto index = [&](double distance, int count) {
    return static_cast<int>(std::fmin(std::fmax(std::floor(distance / grid.cell), 0.0), count));
  };
  const int first_row = index(grid.north - (disc.y + far), grid.rows),
            last_row = index(grid.north - (disc.y - far) + grid.cell, grid.rows);
  const int first = index(disc.x - far - grid.west, grid.columns),
            last = index(disc.x + far - grid.west + grid.cell, grid.columns);
  for (int j = first_row; j < last_row; ++j)
    for (int i = first; i < last; ++i) {
      const double dx = grid.x(i) - disc.x, dy = grid.y(j) - disc.y;
      const double q = std::sqrt(dx * dx + dy * dy) / disc.radius;
      if (q < reach) grid.z[static_cast<std::size_t>(j) * grid.columns + i] += profile(q);
    }
}

// Parabolic bowl; raised rim a fifth of the depth (Pike 1977: depth 0.2 D, rim 0.04 D for fresh simple
// craters); ejecta falling as q^-3 (McGetchin, Settle & Head 1973), brought to zero at three radii.
void add_craters(const TomlTable& t, std::uint64_t seed, Grid& grid) {
  constexpr double kRim = 0.2, kReach = 3.0;
  const double ratio = t.number_or("depth_ratio", 0.2, {0.0, 0.5, true, "-"});
  for (const Disc& disc : scatter(t, {seed, kCraters}, grid)) {
    const double depth = ratio * 2.0 * disc.radius, rim = kRim * depth;
    add_round(disc, kReach, grid, [&](double q) {
      if (q < 1.0) return rim - depth * (1.0 - q * q);
      const double fade = (kReach - q) / (kReach - 1.0);
      return rim * fade / (q * q * q);
    });
  }
}

// Smooth domes h (1 - q^2)^2.
void add_bumps(const TomlTable& t, std::uint64_t seed, Grid& grid) {
  const double ratio = t.number_or("height_ratio", 0.25, {0.0, 1.0, true, "-"});
  for (const Disc& disc : scatter(t, {seed, kBumps}, grid))
    add_round(disc, 1.0, grid,
              [&](double q) { return ratio * 2.0 * disc.radius * (1.0 - q * q) * (1.0 - q * q); });
}

}  // namespace

BasePlane recipe_plane(const TomlTable& t) {
  if (t.choice("kind", {"flat", "plane"}) == 0) return {};
  const double slope = math::tan(t.angle_deg("slope_deg", {-80.0, 80.0, false, "deg"}));
  const math::SinCos uphill = math::sincos(t.angle_deg_or("uphill_deg", 0.0));
  return {0.0, slope * uphill.cos, slope * uphill.sin};
}

Heightfield make_terrain(const TomlTable& t, const std::string& source) {
  const int kind = t.choice("kind", {"flat", "plane", "sinusoid", "fractal"});
  Grid grid = read_grid(t);
  const auto seed = static_cast<std::uint64_t>(t.integer_or("seed", 0, 0, 2147483647));
  if (kind <= 1) add_plane(recipe_plane(t), grid);
  if (kind == 2) add_sinusoid(t, grid);
  if (kind == 3) add_fractal(t, seed, grid);
  if (t.has("craters")) add_craters(t.table("craters"), seed, grid);
  if (t.has("bumps")) add_bumps(t.table("bumps"), seed, grid);
  HeightfieldSpec spec;
  spec.columns = grid.columns;
  spec.rows = grid.rows;
  spec.west = grid.west;
  spec.north = grid.north;
  spec.cell = grid.cell;
  spec.source = source;
  spec.offsets.reserve(grid.z.size());
  for (double z : grid.z) spec.offsets.push_back(static_cast<float>(z));
  return Heightfield(std::move(spec));
}

}  // namespace grouser
