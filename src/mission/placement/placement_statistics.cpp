#include "grouser/mission/placement/placement_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"

namespace grouser {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

/// log Gamma(x), x > 0: Stirling's series (Abramowitz & Stegun 6.1.41) after shifting x beyond 10, where
/// three terms leave an error below 1e-11.
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
  constexpr double kTiny = 1e-300;
  const auto away = [](double value) { return std::fabs(value) < kTiny ? kTiny : value; };
  double c = 1.0, d = 1.0 / away(1.0 - (a + b) * x / (a + 1.0)), fraction = d;
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

/// Where a decreasing function of p in [0, 1] passes a value.
template <typename Function>
double find_share(double value, Function falling) {
  double low = 0.0, high = 1.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (falling(middle) > value ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

/// Two-sided quantile of the standard normal distribution by bisection of its integral (Simpson).
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

// The k-th smallest value is below the quantile q with probability P(X >= k), X ~ Bin(n, q).
QuantileEstimate estimate_quantile(const std::vector<double>& sorted, double level, double confidence) {
  const int n = static_cast<int>(sorted.size());
  QuantileEstimate estimate{.level = level};
  const double place = level * (n - 1);
  const int below = std::min(static_cast<int>(place), std::max(0, n - 2));
  const double share = place - below;
  estimate.value = n == 1 ? sorted[0] : (1.0 - share) * sorted[below] + share * sorted[below + 1];
  const double tail = 0.5 * (1.0 - confidence);
  int low = 0;  // largest rank whose value exceeds the quantile with at most the tail's probability
  while (low < n && binomial_cdf(low, n, level) <= tail) ++low;
  if (low > 0) estimate.range.low = sorted[low - 1];
  int high = n + 1;  // smallest rank whose value falls short of it with at most that
  while (high > 1 && 1.0 - binomial_cdf(high - 2, n, level) <= tail) --high;
  if (high <= n) estimate.range.high = sorted[high - 1];
  return estimate;
}

}  // namespace

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
    const double half = normal_width(confidence) * s.deviation / std::sqrt(static_cast<double>(s.count));
    s.mean_range = {s.mean - half, s.mean + half};
  }
  for (const double level : {0.05, 0.5, 0.9, 0.95, 0.99})
    s.quantiles.push_back(estimate_quantile(values, level, confidence));
  s.least = values.front();
  s.greatest = values.back();
  s.share_below_greatest = math::exp(math::log(1.0 - confidence) / s.count);
  return s;
}

std::vector<HistogramBin> make_histogram(const std::vector<double>& values, int wanted, double confidence) {
  std::vector<double> kept;
  for (const double value : values)
    if (std::isfinite(value)) kept.push_back(value);
  std::vector<HistogramBin> bins;
  if (kept.empty()) return bins;
  const auto [least, greatest] = std::minmax_element(kept.begin(), kept.end());
  const double span = std::max(*greatest - *least, 1e-9);
  double width = 1e-12;
  for (int k = 0; width * wanted < span; ++k) width *= k % 3 == 1 ? 2.5 : 2.0;  // 1, 2, 5, 10
  const double first = std::floor(*least / width);
  const int count = static_cast<int>(std::floor(*greatest / width) - first) + 1;
  for (int i = 0; i < count; ++i) bins.push_back({(first + i) * width, (first + i + 1) * width, 0, 0.0, {}});
  for (const double value : kept)
    ++bins[std::clamp(static_cast<int>(std::floor(value / width) - first), 0, count - 1)].count;
  for (HistogramBin& bin : bins) {
    bin.share = static_cast<double>(bin.count) / static_cast<double>(kept.size());
    bin.range = clopper_pearson(bin.count, static_cast<int>(kept.size()), confidence);
  }
  return bins;
}

Envelope parse_envelope(const std::string& option, const std::string& text) {
  struct Key {
    const char* name;
    double Envelope::*member;
    double scale, most;
  };
  constexpr Key kKeys[] = {{"tilt_deg", &Envelope::tilt, kDegree, 180.0},
                           {"ramp_deg", &Envelope::ramp, kDegree, 180.0},
                           {"best_ramp_deg", &Envelope::best_ramp, kDegree, 180.0},
                           {"ramp_cross_deg", &Envelope::ramp_cross, kDegree, 180.0},
                           {"ramp_gap", &Envelope::ramp_gap, 1.0, 1e3},
                           {"sinkage", &Envelope::sinkage, 1.0, 1e3}};
  Envelope envelope;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find(',', from), text.size());
    const std::string part = text.substr(from, end - from);
    const std::size_t equals = part.find('=');
    const auto key = std::find_if(std::begin(kKeys), std::end(kKeys),
                                  [&](const Key& k) { return part.substr(0, equals) == k.name; });
    if (equals == std::string::npos || key == std::end(kKeys))
      throw InputError(
          option, "'" + part + "'",
          "KEY=NUMBER,... with tilt_deg, ramp_deg, best_ramp_deg, ramp_cross_deg, ramp_gap or sinkage");
    double value = 0.0;
    const auto [stop, error] = std::from_chars(part.data() + equals + 1, part.data() + part.size(), value);
    if (error != std::errc{} || stop != part.data() + part.size() || !(value >= 0.0 && value <= key->most))
      throw InputError(option, "'" + part + "'",
                       fmt::format("{} = a number from 0 to {:g}", key->name, key->most));
    if (!std::isnan(envelope.*(key->member)))
      throw InputError(option, fmt::format("{} twice", key->name), "each key once");
    envelope.*(key->member) = value * key->scale;
    from = end + 1;
  }
  return envelope;
}

bool covers(const Envelope& e, const Placement& placement) {
  const RestingPose& pose = placement.pose;
  if (pose.kind != RestKind::resting) return false;
  const auto over = [](double value, double limit) { return !std::isnan(limit) && !(value <= limit); };
  if (over(pose.tilt, e.tilt) || over(placement.deepest_pad(), e.sinkage)) return false;
  if (!pose.ramps.empty() && over(placement.gentlest_ramp(), e.best_ramp)) return false;
  const double most_gap = std::isnan(e.ramp_gap) ? 0.0 : e.ramp_gap;
  for (const RestingRamp& ramp : pose.ramps) {
    if (over(std::fabs(ramp.slope), e.ramp) || over(std::fabs(ramp.cross), e.ramp_cross)) return false;
    if ((!std::isnan(e.ramp) || !std::isnan(e.ramp_gap)) && ramp.gap > most_gap) return false;
  }
  return true;
}

PlacementStudy study_placements(const LanderForm& form, const std::vector<Placement>& placements,
                                const Envelope& envelope, double confidence) {
  PlacementStudy study{.confidence = confidence,
                       .samples = static_cast<int>(placements.size()),
                       .quantities = {{"tilt", "deg", {}}},
                       .summaries = {},
                       .covered_range = {}};
  for (const LanderRamp& ramp : form.ramps) study.quantities.push_back({ramp.name + "/slope", "deg", {}});
  if (!form.ramps.empty()) study.quantities.push_back({"steepest_ramp", "deg", {}});
  if (!form.ramps.empty()) study.quantities.push_back({"gentlest_ramp", "deg", {}});
  study.quantities.push_back({"deepest_pad", "m", {}});
  for (const Placement& placement : placements) {
    const RestingPose& pose = placement.pose;
    if (placement.spot.on_void) {
      ++study.voids;
      continue;
    }
    ++study.counted;
    study.slides += pose.kind == RestKind::slides;
    study.tipped_over += pose.kind == RestKind::tipped_over;
    study.unsettled += pose.kind == RestKind::unsettled;
    study.covered += covers(envelope, placement);
    if (pose.kind != RestKind::resting && pose.kind != RestKind::slides) continue;
    study.on_belly += pose.on_belly;
    study.rocking += !std::isnan(pose.other_tilt);
    auto quantity = study.quantities.begin();
    (quantity++)->values.push_back(pose.tilt / kDegree);
    for (const RestingRamp& ramp : pose.ramps) (quantity++)->values.push_back(ramp.slope / kDegree);
    if (!pose.ramps.empty()) (quantity++)->values.push_back(placement.steepest_ramp() / kDegree);
    if (!pose.ramps.empty()) (quantity++)->values.push_back(placement.gentlest_ramp() / kDegree);
    quantity->values.push_back(placement.deepest_pad());
  }
  for (const PlacementQuantity& quantity : study.quantities)
    study.summaries.push_back(summarise_sample(quantity.name, quantity.unit, quantity.values, confidence));
  if (study.counted > 0) study.covered_range = clopper_pearson(study.covered, study.counted, confidence);
  return study;
}

}  // namespace grouser
