// SPDX-License-Identifier: BSD-3-Clause
// The base layers of the ground: planes, sinusoids, and fractals as sums of plane waves.
#include <cmath>
#include <numbers>

#include "ground_layer.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/random.hpp"
#include "grouser/terrain/surface/no_ground.hpp"
#include "wave_sum.hpp"

namespace grouser::terrain {
namespace {

/// A plane through the origin.
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

/// A sum of plane waves.
class WaveLayer final : public GroundLayer {
 public:
  explicit WaveLayer(std::vector<Wave> waves) : waves_(std::move(waves)) {}
  void add(RowBlock& block) const override {
    add_waves(waves_, block.grid, block.first, block.count, block.row(0));
  }

 private:
  std::vector<Wave> waves_;
};

/// One wave with its crest across the heading.
Wave make_sinusoid(const BaseKeys& keys) {
  const double k = 2.0 * std::numbers::pi / keys.wavelength;
  const math::SinCos heading = math::sincos(keys.heading);
  return {k * heading.cos, k * heading.sin, 0.0, keys.amplitude};
}

// Self-affine surface (Turcotte, Fractals and Chaos in Geology and Geophysics, 2nd ed. 1997, ch. 7): waves of
// all directions, with wavelengths in equal logarithmic steps, amplitude ~ wavelength^H, random phases. Then
// E[(z(x + L) - z(x))^2] ~ L^(2H) between the shortest and the longest wave. The surface is scaled so that
// the root mean square of z(x + lag) - z(x), averaged over east and north, has the requested value (the RMS
// deviation or Allan deviation, Shepard et al. 2001, JGR 106, eq. 3; over the lag it is the RMS slope, eq.
// 5):
//   E[(z(x + L) - z(x))^2] = sum a^2 (1 - cos(k_L L))
// with k_L the wave number along the lag.
std::vector<Wave> fractal_waves(const BaseKeys& keys, std::uint64_t seed, double shortest) {
  constexpr int kPerOctave = 4, kDirections = 8;
  const double hurst = keys.hurst, lag = keys.lag, longest = keys.longest;
  // root mean square of z(x + lag) - z(x), m
  const double deviation = keys.rms_deviation ? *keys.rms_deviation : math::tan(keys.rms_slope) * lag;
  math::RandomStream random(seed, kWaves);
  std::vector<Wave> waves;
  double variance = 0.0;
  const double ratio = math::pow(2.0, -1.0 / kPerOctave);
  // Eight directions per wavelength, each drawn within its share of the half circle.
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

void visit_plane(KeyVisitor& v, BaseKeys& b) {
  v.angle({"slope_deg", "of the plane", Need::yes}, b.slope, {-80.0, 80.0, false, "deg"});
  v.angle({"uphill_deg", "direction of rise from +x towards +y"}, b.uphill);
}

void visit_sinusoid(KeyVisitor& v, BaseKeys& b) {
  v.number({"wavelength", "of the waves", Need::yes}, b.wavelength, positive("m"));
  v.angle({"heading_deg", "direction across the crests"}, b.heading);
  v.number({"amplitude", "of the waves", Need::yes}, b.amplitude, positive("m"));
}

void visit_fractal(KeyVisitor& v, BaseKeys& b) {
  visit_derived(v, {"longest", "longest wave; left out: the larger side"}, b.longest, positive("m"));
  v.number({"hurst", "exponent of roughness", Need::yes}, b.hurst, {0.0, 1.0, true, "-"});
  v.number({"lag", "distance for which the roughness holds", Need::yes}, b.lag, positive("m"));
  const Key slope{"rms_slope_deg", "root mean square of the slope over the lag", Need::yes};
  const Key deviation{"rms_deviation", "root mean square of the heights' differences over the lag",
                      Need::yes};
  const bool by_deviation = v.has(deviation, b.rms_deviation.has_value());
  if (const auto own = v.when(!by_deviation, "no rms_deviation"))
    v.angle(slope, b.rms_slope, {0.0, 60.0, true, "deg"});
  const auto own = v.when(by_deviation, "in place of rms_slope_deg");
  if (!own) return;
  if (v.reads() && v.has(slope, false)) v.refuse(deviation.name, "rms_slope_deg too", "one of the two");
  if (!b.rms_deviation) b.rms_deviation = 0.0;
  v.number(deviation, *b.rms_deviation, positive("m"));
}

}  // namespace

BasePlane BaseKeys::plane() const {
  if (kind != GroundKind::plane) return {.z0 = kind == GroundKind::none ? kOutOfReach : 0.0};
  const double rise = math::tan(slope);
  const math::SinCos direction = math::sincos(uphill);
  return {0.0, rise * direction.cos, rise * direction.sin};
}

void visit_kind(KeyVisitor& v, GroundKind& kind) {
  constexpr const char* kKinds[] = {"flat", "plane", "none", "sinusoid", "fractal"};
  v.choice({"kind", "of ground; none: out of reach", Need::yes}, kind, kKinds);
}

void visit_keys(KeyVisitor& v, BaseKeys& b) {
  visit_kind(v, b.kind);
  if (const auto plane = v.when(b.kind == GroundKind::plane, "kind = \"plane\"")) visit_plane(v, b);
  if (const auto waves = v.when(b.kind == GroundKind::sinusoid, "kind = \"sinusoid\"")) visit_sinusoid(v, b);
  if (const auto rough = v.when(b.kind == GroundKind::fractal, "kind = \"fractal\"")) visit_fractal(v, b);
}

Layer make_base(const GroundRecipe& recipe) {
  if (recipe.base.kind == GroundKind::sinusoid)
    return std::make_unique<WaveLayer>(std::vector{make_sinusoid(recipe.base)});
  if (recipe.base.kind == GroundKind::fractal)
    return std::make_unique<WaveLayer>(fractal_waves(recipe.base, static_cast<std::uint64_t>(recipe.seed),
                                                     kShortestWave * recipe.grid.cell));
  return std::make_unique<PlaneLayer>(recipe.base.plane());
}

}  // namespace grouser::terrain
