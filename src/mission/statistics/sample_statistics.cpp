// SPDX-License-Identifier: BSD-3-Clause
// Statistics of one sample. Binomial probabilities come from the incomplete beta function, intervals of
// shares and quantiles from its inversion by bisection. exp and log are those of grouser's own math.
#include "grouser/mission/statistics/sample_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "grouser/math/elementary.hpp"
#include "student_width.hpp"

namespace grouser {
namespace {

/// log Gamma(x), x > 0: Stirling's series (Abramowitz & Stegun 6.1.41) with four terms, after shifting x to
/// 15 or more.
double log_gamma(double x) {
  double shift = 0.0;
  for (; x < 15.0; x += 1.0) shift += math::log(x);
  const double r = 1.0 / (x * x);
  const double series = (1.0 / 12.0 - r * (1.0 / 360.0 - r * (1.0 / 1260.0 - r / 1680.0))) / x;
  return (x - 0.5) * math::log(x) - x + 0.5 * math::log(2.0 * std::numbers::pi) + series - shift;
}

/// Regularised incomplete beta function I_x(a, b): continued fraction (DLMF 8.17.22) by Lentz's method.
double beta_share(double a, double b, double x) {
  if (!(x > 0.0)) return 0.0;
  if (!(x < 1.0)) return 1.0;
  if (x > (a + 1.0) / (a + b + 2.0)) return 1.0 - beta_share(b, a, 1.0 - x);
  // Replaces a denominator of 0, as Lentz's method requires.
  constexpr double kTiny = 1e-300;
  const auto away = [](double value) { return std::fabs(value) < kTiny ? kTiny : value; };
  double c = 1.0, d = 1.0 / away(1.0 - (a + b) * x / (a + 1.0)), fraction = d;
  // One round applies an even and an odd coefficient of the fraction.
  for (int m = 1; m < 100000; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m));
    d = 1.0 / away(1.0 + even * d);
    c = away(1.0 + even / c);
    fraction *= c * d;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0));
    d = 1.0 / away(1.0 + odd * d);
    c = away(1.0 + odd / c);
    fraction *= c * d;
    if (std::fabs(c * d - 1.0) < 1e-15) break;
  }
  const double front =
      log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * math::log(x) + b * math::log(1.0 - x);
  return math::exp(front) * fraction / a;
}

/// The place at which a decreasing function of p in [0, 1] passes a value.
template <typename Function>
double find_share(double value, Function falling) {
  double low = 0.0, high = 1.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (falling(middle) > value ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

/// The least k in [0, n] from which a rising condition holds; n where it does not hold before.
template <typename Condition>
int first_rank(int n, Condition holds) {
  int low = 0, high = n;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    holds(middle) ? high = middle : low = middle + 1;
  }
  return low;
}

// The k-th smallest value is below the quantile q with probability P(X >= k), X ~ Bin(n, q).
QuantileEstimate estimate_quantile(const std::vector<double>& sorted, double level, double confidence) {
  const int n = static_cast<int>(sorted.size());
  QuantileEstimate estimate{.level = level};
  // The value is interpolated linearly between the two neighbouring ranks.
  const double place = level * (n - 1);
  const int below = std::min(static_cast<int>(place), std::max(0, n - 2));
  const double share = place - below;
  estimate.value = n == 1 ? sorted[0] : (1.0 - share) * sorted[below] + share * sorted[below + 1];
  const double tail = 0.5 * (1.0 - confidence);
  // Ranks are found by halving: a sample may have 10^5 values.
  const int low = first_rank(n, [&](int k) { return binomial_cdf(k, n, level) > tail; });
  if (low > 0) estimate.range.low = sorted[low - 1];
  const int high = first_rank(n, [&](int k) { return 1.0 - binomial_cdf(k, n, level) <= tail; }) + 1;
  if (high <= n) estimate.range.high = sorted[high - 1];
  // In a small sample even the greatest value may be below the quantile with near certainty.
  estimate.value = std::clamp(estimate.value, estimate.range.low, estimate.range.high);
  return estimate;
}

}  // namespace

// The interval's integral of the density by Simpson's rule in 400 pieces, inverted by bisection.
double normal_width(double confidence) {
  const auto within = [](double z) {
    constexpr int kPieces = 400;
    double sum = 0.0;
    for (int i = 0; i <= kPieces; ++i) {
      const double x = z * i / kPieces;
      sum += (i == 0 || i == kPieces ? 1.0 : i % 2 ? 4.0 : 2.0) * math::exp(-0.5 * x * x);
    }
    return 2.0 * sum * z / kPieces / 3.0 / std::sqrt(2.0 * std::numbers::pi);
  };
  double low = 0.0, high = 8.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (within(middle) < confidence ? low : high) = middle;
  }
  return low;
}

double binomial_cdf(int k, int n, double p) {
  if (k < 0) return 0.0;
  if (k >= n) return 1.0;
  return beta_share(n - k, k + 1, 1.0 - p);
}

Interval clopper_pearson(int hits, int n, double confidence) {
  const double tail = 0.5 * (1.0 - confidence);
  Interval range{0.0, 1.0};
  // low: P(X >= hits) = tail; high: P(X <= hits) = tail
  if (hits > 0) range.low = find_share(1.0 - tail, [&](double p) { return binomial_cdf(hits - 1, n, p); });
  if (hits < n) range.high = find_share(tail, [&](double p) { return binomial_cdf(hits, n, p); });
  return range;
}

SampleSummary summarise_sample(const std::string& quantity, const std::string& unit,
                               std::vector<double> values, double confidence) {
  // A sample without values keeps NaN everywhere.
  std::erase_if(values, [](double value) { return std::isnan(value); });
  SampleSummary s{
      .quantity = quantity, .unit = unit, .count = static_cast<int>(values.size()), .quantiles = {}};
  if (values.empty()) return s;
  std::sort(values.begin(), values.end());
  double sum = 0.0, squares = 0.0;
  for (const double value : values) sum += value;
  s.mean = sum / s.count;
  for (const double value : values) squares += (value - s.mean) * (value - s.mean);
  if (s.count > 1) {
    s.deviation = std::sqrt(squares / (s.count - 1));
    const double half =
        student_width(confidence, s.count - 1) * s.deviation / std::sqrt(static_cast<double>(s.count));
    s.mean_range = {s.mean - half, s.mean + half};
  }
  // Quantiles that reports show.
  for (const double level : {0.05, 0.5, 0.9, 0.95, 0.99})
    s.quantiles.push_back(estimate_quantile(values, level, confidence));
  s.least = values.front();
  s.greatest = values.back();
  s.share_below_greatest = math::exp(math::log(1.0 - confidence) / s.count);
  return s;
}

HistogramScale histogram_scale(const std::vector<double>& values, int wanted) {
  double least = kUnset, greatest = kUnset;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    least = std::fmin(least, value);
    greatest = std::fmax(greatest, value);
  }
  HistogramScale scale;
  if (std::isnan(least)) return scale;
  const double span = std::max(greatest - least, 1e-9);
  scale.width = 1e-12;
  for (int k = 0; scale.width * wanted < span; ++k) scale.width *= k % 3 == 1 ? 2.5 : 2.0;  // 1, 2, 5, 10
  scale.first = std::floor(least / scale.width);
  scale.count = static_cast<int>(std::floor(greatest / scale.width) - scale.first) + 1;
  return scale;
}

int HistogramScale::bin_of(double value) const {
  if (!std::isfinite(value)) return -1;
  return std::clamp(static_cast<int>(std::floor(value / width) - first), 0, count - 1);
}

std::vector<HistogramBin> make_histogram(const std::vector<double>& values, int wanted, double confidence) {
  const HistogramScale scale = histogram_scale(values, wanted);
  std::vector<HistogramBin> bins;
  // Empty bins keep a share of 0; a share's interval is that of Clopper and Pearson.
  for (int i = 0; i < scale.count; ++i)
    bins.push_back({(scale.first + i) * scale.width, (scale.first + i + 1) * scale.width, 0, 0.0, {}});
  int kept = 0;
  for (const double value : values) {
    const int bin = scale.bin_of(value);
    if (bin < 0) continue;
    ++bins[static_cast<std::size_t>(bin)].count;
    ++kept;
  }
  for (HistogramBin& bin : bins) {
    bin.share = static_cast<double>(bin.count) / kept;
    bin.range = clopper_pearson(bin.count, kept, confidence);
  }
  return bins;
}

}  // namespace grouser
