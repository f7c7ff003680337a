// SPDX-License-Identifier: BSD-3-Clause
// Any two colours of soil classes are told apart, also by eyes without green receptors.
#include "common/class_colors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "catch.hpp"

namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

Triple times(const Matrix& m, const Triple& v) {
  Triple out{};
  for (std::size_t i = 0; i < 3; ++i) out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
  return out;
}

Triple linear(const grouser::ClassColor& c) {
  Triple out{};
  for (std::size_t k = 0; k < 3; ++k) {
    const double s = c[k] / 255.0;
    out[k] = s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
  }
  return out;
}

/// Full deuteranopia, linear RGB (Machado, Oliveira & Fernandes 2009, table 1, severity 1.0).
Triple without_green_receptors(const Triple& rgb) {
  constexpr Matrix kDeuteranopia = {
      {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
  Triple seen = times(kDeuteranopia, rgb);
  for (double& x : seen) x = std::clamp(x, 0.0, 1.0);
  return seen;
}

/// CIE L*a*b* of linear sRGB under D65.
Triple lab(const Triple& rgb) {
  constexpr Matrix kXyz = {{{0.4124564, 0.3575761, 0.1804375},
                            {0.2126729, 0.7151522, 0.0721750},
                            {0.0193339, 0.1191920, 0.9503041}}};
  constexpr Triple kWhite = {0.95047, 1.0, 1.08883};
  Triple f = times(kXyz, rgb);
  for (std::size_t k = 0; k < 3; ++k) {
    const double t = f[k] / kWhite[k];
    f[k] = t > 216.0 / 24389.0 ? std::cbrt(t) : (24389.0 / 27.0 * t + 16.0) / 116.0;
  }
  return {116.0 * f[1] - 16.0, 500.0 * (f[0] - f[1]), 200.0 * (f[1] - f[2])};
}

/// Colour difference CIEDE2000 (Sharma, Wu & Dalal 2005).
double ciede2000(const Triple& a, const Triple& b) {
  constexpr double kDegree = std::numbers::pi / 180.0, k25 = 6103515625.0;  // 25^7
  const double mean = 0.5 * (std::hypot(a[1], a[2]) + std::hypot(b[1], b[2])), mean7 = std::pow(mean, 7);
  const double stretch = 1.5 - 0.5 * std::sqrt(mean7 / (mean7 + k25));
  const auto angle = [](double y, double x) { return std::fmod(std::atan2(y, x) / kDegree + 360.0, 360.0); };
  const double c1 = std::hypot(stretch * a[1], a[2]), c2 = std::hypot(stretch * b[1], b[2]);
  const double h1 = angle(a[2], stretch * a[1]), h2 = angle(b[2], stretch * b[1]);
  const double turn = std::remainder(h2 - h1, 360.0), h = std::fmod(h1 + 0.5 * turn + 360.0, 360.0);
  const double l = 0.5 * (a[0] + b[0]) - 50.0, c = 0.5 * (c1 + c2), c7 = std::pow(c, 7);
  const auto cosine = [&](double times_h, double offset) {
    return std::cos((times_h * h + offset) * kDegree);
  };
  const double t =
      1.0 - 0.17 * cosine(1, -30) + 0.24 * cosine(2, 0) + 0.32 * cosine(3, 6) - 0.20 * cosine(4, -63);
  const double dl = (b[0] - a[0]) / (1.0 + 0.015 * l * l / std::sqrt(20.0 + l * l));
  const double dc = (c2 - c1) / (1.0 + 0.045 * c);
  const double dh = 2.0 * std::sqrt(c1 * c2) * std::sin(0.5 * turn * kDegree) / (1.0 + 0.015 * c * t);
  const double around = (h - 275.0) / 25.0;
  const double rotation =
      -2.0 * std::sqrt(c7 / (c7 + k25)) * std::sin(60.0 * std::exp(-around * around) * kDegree);
  return std::sqrt(dl * dl + dc * dc + dh * dh + rotation * dc * dh);
}

}  // namespace

TEST_CASE("CIEDE2000 as in the test data of its paper") {
  // Sharma, Wu & Dalal 2005, table 1, pairs 1, 7, 17 and 25
  CHECK(ciede2000({50, 2.6772, -79.7751}, {50, 0, -82.7485}) == Approx(2.0425).margin(1e-4));
  CHECK(ciede2000({50, 0, 0}, {50, -1, 2}) == Approx(2.3669).margin(1e-4));
  CHECK(ciede2000({50, 2.5, 0}, {73, 25, -18}) == Approx(27.1492).margin(1e-4));
  CHECK(ciede2000({60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}) == Approx(1.2644).margin(1e-4));
}

TEST_CASE("colours of soil classes are told apart, also without green receptors") {
  for (std::size_t i = 0; i < grouser::kClassColors; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Triple a = linear(grouser::class_color(i)), b = linear(grouser::class_color(j));
      INFO("colours " << i << " and " << j);
      CHECK(ciede2000(lab(a), lab(b)) >= 10.0);
      CHECK(ciede2000(lab(without_green_receptors(a)), lab(without_green_receptors(b))) >= 10.0);
    }
  }
}
