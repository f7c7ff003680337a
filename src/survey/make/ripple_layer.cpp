// SPDX-License-Identifier: BSD-3-Clause
// Ripples and dunes: one law for two sizes. Crests lie across the wind, run in gentle bends and split; the
// windward side is long, the lee side short.
#include <cmath>
#include <numbers>

#include "ground_layer.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/random.hpp"
#include "wave_sum.hpp"

namespace grouser::terrain {
namespace {

// z = -h/2 in the troughs and h/2 on the crests, with two half cosines between: height and slope are
// continuous, and the mean is 0. u: distance downwind in wavelengths.
double ripple_height(const RippleKeys& shape, double u) {
  const double q = u - std::floor(u), rise = 1.0 - shape.lee;
  const double angle = q < rise ? q / rise - 1.0 : (q - rise) / shape.lee;
  return 0.5 * shape.height * math::cos(std::numbers::pi * angle);
}

// Offset of the crests from their straight lines, m: six waves that run along the crests, with root mean
// square `meander` and lengths within a factor of two of `meander_length`.
std::vector<Wave> meander_waves(const RippleKeys& shape, const math::SinCos& heading,
                                math::RandomStream random) {
  constexpr int kCount = 6;
  constexpr double kSpread = 0.6;  // rad to either side of the crests' direction
  std::vector<Wave> waves;
  if (shape.meander == 0.0) return waves;
  for (int i = 0; i < kCount; ++i) {
    const math::SinCos turn = math::sincos(random.uniform(-kSpread, kSpread));
    const double k =
        2.0 * std::numbers::pi / (shape.meander_length * math::pow(2.0, random.uniform(-1.0, 1.0)));
    const double along = k * turn.cos, across = k * turn.sin;  // of the crests
    waves.push_back({across * heading.cos - along * heading.sin, across * heading.sin + along * heading.cos,
                     random.uniform(0.0, 2.0 * std::numbers::pi), shape.meander * std::sqrt(2.0 / kCount)});
  }
  return waves;
}

/// One set of ripples, added to the ground below it.
class RippleLayer final : public GroundLayer {
 public:
  RippleLayer(const RippleKeys& shape, math::RandomStream random)
      : shape_(shape),
        heading_(math::sincos(shape.heading)),
        meander_(meander_waves(shape, heading_, std::move(random))) {}
  void add(RowBlock& block) const override {
    std::vector<double> shift(block.heights.size(), 0.0);
    if (!meander_.empty()) add_waves(meander_, block.grid, block.first, block.count, shift.data());
    const int columns = block.grid.columns;
    for (int k = 0; k < block.count; ++k) {
      double* z = block.row(k);
      const double* moved = shift.data() + static_cast<std::size_t>(k) * columns;
      const double north = block.y(k) * heading_.sin;
      for (int i = 0; i < columns; ++i)
        z[i] +=
            ripple_height(shape_, (block.grid.x(i) * heading_.cos + north + moved[i]) / shape_.wavelength);
    }
  }

 private:
  RippleKeys shape_;
  math::SinCos heading_;
  std::vector<Wave> meander_;
};

}  // namespace

void visit_ripples(KeyVisitor& v, const MadeGrid& grid, RippleKeys& r) {
  // A wave needs at least four cells.
  const double least = v.reads() ? 4.0 * grid.cell : 0.0;
  v.number({"wavelength", "from crest to crest", Need::yes}, r.wavelength,
           {least, 1e6, false, "m (at least 4 cells)"});
  v.number({"height", "from trough to crest, less than the wavelength", Need::yes}, r.height,
           {0.0, v.reads() ? r.wavelength : 1e6, true, "m"});
  v.number({"lee_share", "of the wavelength"}, r.lee, {0.05, 0.95, false, "-"});
  v.angle({"heading_deg", "downwind"}, r.heading);
  v.number({"meander", "root mean square of the crests off their lines, at most ten wavelengths"}, r.meander,
           {0.0, v.reads() ? 10.0 * r.wavelength : 1e7, false, "m"});
  if (v.reads()) r.meander_length = 10.0 * r.wavelength;
  visit_derived(v, {"meander_length", "of these bends; left out: ten wavelengths"}, r.meander_length,
                {r.wavelength, 1e6, false, "m (at least the wavelength)"});
}

Layer make_ripples(const RippleKeys& keys, std::size_t index, std::uint64_t seed) {
  return std::make_unique<RippleLayer>(keys, math::RandomStream(seed, kRipples + index));
}

}  // namespace grouser::terrain
