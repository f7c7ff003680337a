// SPDX-License-Identifier: BSD-3-Clause
// The base layers of the ground: planes, sinusoids, fractals.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "ground_layer.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/random.hpp"
#include "grouser/survey/make/recipe.hpp"
#include "wave_sum.hpp"

namespace grouser::terrain {
namespace {

class PlaneLayer final : public GroundLayer {
 public:
  explicit PlaneLayer(const BasePlane& plane) : plane_(plane) {}
  void add(RowBlock& block) const override {
    for (int k = 0; k < block.count; ++k) {
      double* z = block.row(k);
      for (int i = 0; i < block.grid.columns; ++i)
        z[i] += plane_.slope_x * block.grid.x(i) + plane_.slope_y * block.y(k);
    }
  }

 private:
  BasePlane plane_;
};

class WaveLayer final : public GroundLayer {
 public:
  explicit WaveLayer(std::vector<Wave> waves) : waves_(std::move(waves)) {}
  void add(RowBlock& block) const override {
    add_waves(waves_, block.grid, block.first, block.count, block.row(0));
  }

 private:
  std::vector<Wave> waves_;
};

Wave read_sinusoid(const TomlTable& t) {
  const double k = 2.0 * std::numbers::pi / t.number("wavelength", positive("m"));
  const math::SinCos heading = math::sincos(t.angle_deg_or("heading_deg", 0.0));
  return {k * heading.cos, k * heading.sin, 0.0, t.number("amplitude", positive("m"))};
}

// Root mean square of z(x + lag) - z(x), given as such or as a slope, m.
double read_deviation(const TomlTable& t, double lag) {
  if (!t.has("rms_deviation")) return math::tan(t.angle_deg("rms_slope_deg", {0.0, 60.0, true, "deg"})) * lag;
  if (t.has("rms_slope_deg"))
    throw InputError(t.place("rms_deviation"), "rms_slope_deg too", "one of the two");
  return t.number("rms_deviation", positive("m"));
}

// Self-affine surface (Turcotte, Fractals and Chaos in Geology and Geophysics, 2nd ed. 1997, ch. 7): waves of
// all directions, with wavelengths in equal logarithmic steps, amplitude ~ wavelength^H, random phases. Then
// E[(z(x + L) - z(x))^2] ~ L^(2H) between the shortest and the longest wave. The surface is scaled so that
// the root mean square of z(x + lag) - z(x), averaged over east and north, has the requested value (the RMS
// deviation or Allan deviation, Shepard et al. 2001, JGR 106, eq. 3; over the lag it is the RMS slope, eq.
// 5):
//   E[(z(x + L) - z(x))^2] = sum a^2 (1 - cos(k_L L))
// with k_L the wave number along the lag.
std::vector<Wave> fractal_waves(const TomlTable& t, std::uint64_t seed, double longest, double shortest) {
  constexpr int kPerOctave = 4, kDirections = 8;
  const double hurst = t.number("hurst", {0.0, 1.0, true, "-"});
  const double lag = t.number("lag", positive("m"));
  const double deviation = read_deviation(t, lag);
  math::RandomStream random(seed, kWaves);
  std::vector<Wave> waves;
  double variance = 0.0;
  const double ratio = math::pow(2.0, -1.0 / kPerOctave);
  for (double wavelength = longest; wavelength >= shortest; wavelength *= ratio)
    for (int d = 0; d < kDirections; ++d) {
      const math::SinCos heading = math::sincos((d + random.uniform()) * std::numbers::pi / kDirections);
      const double k = 2.0 * std::numbers::pi / wavelength;
      const Wave wave{k * heading.cos, k * heading.sin, random.uniform(0.0, 2.0 * std::numbers::pi),
                      math::pow(wavelength / longest, hurst)};
      variance +=
          0.5 * wave.amplitude * wave.amplitude * (2.0 - math::cos(wave.kx * lag) - math::cos(wave.ky * lag));
      waves.push_back(wave);
    }
  const double scale = deviation / std::sqrt(variance);
  for (Wave& wave : waves) wave.amplitude *= scale;
  return waves;
}

std::vector<Wave> read_fractal(const TomlTable& t, const MadeGrid& grid, std::uint64_t seed) {
  const double side = grid.cell * std::max(grid.columns, grid.rows);
  constexpr double kShortestCells = 4.0;  // the grid cannot represent shorter waves
  const double shortest = kShortestCells * grid.cell;
  const double longest = t.number_or("longest", side, positive("m"));
  if (longest < shortest)
    throw InputError(t.place("longest"), fmt::format("{} m", longest),
                     fmt::format("at least 4 cells, {} m", shortest));
  return fractal_waves(t, seed, longest, shortest);
}

}  // namespace

std::unique_ptr<GroundLayer> read_base(const TomlTable& t, const MadeGrid& grid, std::uint64_t seed) {
  switch (t.choice("kind", {"flat", "plane", "sinusoid", "fractal"})) {
    case 2:
      return std::make_unique<WaveLayer>(std::vector{read_sinusoid(t)});
    case 3:
      return std::make_unique<WaveLayer>(read_fractal(t, grid, seed));
    default:
      return std::make_unique<PlaneLayer>(recipe_plane(t));
  }
}

}  // namespace grouser::terrain
