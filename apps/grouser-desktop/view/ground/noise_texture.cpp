// SPDX-License-Identifier: BSD-3-Clause
// Value noise (random lattice values, smoothly blended) in five octaves, wrapped so that the picture tiles.
// Lattice values are hashes of integers.
#include "view/ground/noise_texture.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/base/hash.hpp"

namespace grouser::desktop {
namespace {

/// The random value of a lattice point, 0 to 1, repeated with `period`.
double lattice(int i, int j, int period, int octave) {
  const auto x = static_cast<std::uint64_t>(((i % period) + period) % period);
  const auto y = static_cast<std::uint64_t>(((j % period) + period) % period);
  return static_cast<double>(mix_bits(x << 40 ^ y << 16 ^ static_cast<std::uint64_t>(octave)) >> 11) *
         0x1p-53;
}

/// Value noise with a smooth blend, 0..1.
double value_noise(double x, double y, int period, int octave) {
  const int i = static_cast<int>(std::floor(x)), j = static_cast<int>(std::floor(y));
  const double u = x - i, v = y - j;
  const double a = u * u * (3.0 - 2.0 * u), b = v * v * (3.0 - 2.0 * v);
  const double low = std::lerp(lattice(i, j, period, octave), lattice(i + 1, j, period, octave), a);
  const double high = std::lerp(lattice(i, j + 1, period, octave), lattice(i + 1, j + 1, period, octave), a);
  return std::lerp(low, high, b);
}

/// Sum of five octaves at (u, v) of the tile, 0 to 1.
double clouds(double u, double v) {
  double sum = 0.0, weight = 0.0, amplitude = 1.0;
  for (int octave = 0, period = 4; octave < 5; ++octave, period *= 2) {
    sum += amplitude * value_noise(u * period, v * period, period, octave);
    weight += amplitude;
    amplitude *= 0.55;
  }
  return sum / weight;
}

/// A value from 0 to 1 as a byte.
std::uint8_t to_byte(double value) {
  return static_cast<std::uint8_t>(std::lround(255.0 * std::clamp(value, 0.0, 1.0)));
}

}  // namespace

std::vector<std::uint8_t> make_noise_texture(int size) {
  // Index of a pixel, wrapped at the edges; `size` is a power of two.
  const auto at = [size](int i, int j) {
    const int mask = size - 1;
    return static_cast<std::size_t>((j & mask) * size + (i & mask));
  };
  std::vector<double> height(static_cast<std::size_t>(size) * size);
  for (int j = 0; j < size; ++j) {
    for (int i = 0; i < size; ++i)
      height[at(i, j)] = clouds(static_cast<double>(i) / size, static_cast<double>(j) / size);
  }
  // Channels: clouds with more contrast, grains, slopes of the clouds by central differences.
  std::vector<std::uint8_t> pixels(4 * height.size());
  constexpr double kSteepness = 9.0;  // turns differences between neighbours into visible slopes
  for (int j = 0; j < size; ++j) {
    for (int i = 0; i < size; ++i) {
      const double grain = 0.6 * value_noise(i * 0.5, j * 0.5, size / 2, 11) + 0.4 * lattice(i, j, size, 12);
      std::uint8_t* pixel = &pixels[4 * at(i, j)];
      pixel[0] = to_byte(0.5 + 1.5 * (height[at(i, j)] - 0.5));
      pixel[1] = to_byte(grain);
      pixel[2] = to_byte(0.5 + kSteepness * (height[at(i + 1, j)] - height[at(i - 1, j)]));
      pixel[3] = to_byte(0.5 + kSteepness * (height[at(i, j + 1)] - height[at(i, j - 1)]));
    }
  }
  return pixels;
}

}  // namespace grouser::desktop
