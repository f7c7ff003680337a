// SPDX-License-Identifier: BSD-3-Clause
// Quantile functions of a campaign's distributions. Bounds either restrict the unit number to the shares
// inside or clip the value; both need the distribution function at the bounds, which is computed once.
#include "grouser/mission/campaign/distribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "campaign/normal_law.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"

namespace grouser {
namespace {

/// Throws InputError for a deviation that is not above 0.
void need_deviation(double deviation, const std::string& place) {
  if (!(deviation > 0.0))
    throw InputError(place, fmt::format("a deviation of {}", deviation), "a deviation above 0");
}

/// Throws InputError unless numbers rise, and the last is above the first.
void check_order(const std::vector<double>& limits, const std::string& place) {
  for (std::size_t k = 0; k + 1 < limits.size(); ++k)
    if (!(limits[k] <= limits[k + 1]))
      throw InputError(place, fmt::format("{} before {}", limits[k], limits[k + 1]), "numbers that rise");
  if (!(limits.front() < limits.back()))
    throw InputError(place, fmt::format("{} to {}", limits.front(), limits.back()),
                     "a range that is not empty");
}

/// Weights summed up to shares that end at 1.
std::vector<double> cumulated(const std::vector<double>& weights, const std::string& place) {
  double sum = 0.0;
  for (const double weight : weights) {
    if (!(weight >= 0.0)) throw InputError(place, fmt::format("a weight of {}", weight), "0 or more");
    sum += weight;
  }
  if (!(sum > 0.0)) throw InputError(place, "weights of 0 only", "a weight above 0");
  std::vector<double> shares;
  double so_far = 0.0;
  for (const double weight : weights) shares.push_back((so_far += weight) / sum);
  shares.back() = 1.0;
  return shares;
}

/// y at x between points whose x rise.
double interpolated(const std::vector<double>& xs, const std::vector<double>& ys, double x) {
  if (x <= xs.front()) return ys.front();
  if (x >= xs.back()) return ys.back();
  const auto next = static_cast<std::size_t>(std::upper_bound(xs.begin(), xs.end(), x) - xs.begin());
  const double part = (x - xs[next - 1]) / (xs[next] - xs[next - 1]);
  return ys[next - 1] + part * (ys[next] - ys[next - 1]);
}

}  // namespace

void Distribution::prepare(const std::string& place) {
  const bool bounded = std::isfinite(above) || std::isfinite(below);
  // Parameters of each kind.
  if (kind == DrawKind::normal || kind == DrawKind::lognormal) need_deviation(parameters[1], place);
  if (kind == DrawKind::lognormal && !(parameters[0] > 0.0))
    throw InputError(place, fmt::format("a median of {}", parameters[0]), "a median above 0");
  if (kind == DrawKind::uniform || kind == DrawKind::triangular) check_order(parameters, place);
  if (kind == DrawKind::discrete) weights = cumulated(weights, place);
  if (kind == DrawKind::measured) {
    check_order(values, place);
    check_order(weights, place);
    if (weights.front() != 0.0 || weights.back() != 1.0)
      throw InputError(place, fmt::format("shares from {} to {}", weights.front(), weights.back()),
                       "quantiles from share 0 to share 1");
  }
  // Bounds need a continuous distribution, and must leave a part of it where draws are repeated inside.
  if (!bounded) return;
  if (kind == DrawKind::constant || kind == DrawKind::discrete)
    throw InputError(place, "bounds of a constant or of discrete values",
                     "bounds of a continuous distribution");
  if (!(above < below))
    throw InputError(place, fmt::format("above {}, below {}", above, below), "bounds with room between them");
  low_share_ = std::isfinite(above) ? share_below(above) : 0.0;
  high_share_ = std::isfinite(below) ? share_below(below) : 1.0;
  if (outside == Outside::redraw && !(high_share_ > low_share_))
    throw InputError(place, "bounds that no draw lies within", "bounds that leave part of the distribution");
}

double Distribution::draw(double u) const {
  if (!std::isfinite(above) && !std::isfinite(below)) return quantile(u);
  const double inside = outside == Outside::redraw ? low_share_ + u * (high_share_ - low_share_) : u;
  return std::clamp(quantile(inside), above, below);
}

double Distribution::quantile(double u) const {
  const auto& p = parameters;
  switch (kind) {
    case DrawKind::constant:
      return p[0];
    case DrawKind::uniform:
      return p[0] + u * (p[1] - p[0]);
    case DrawKind::normal:
      return p[0] + p[1] * normal_quantile(u);
    case DrawKind::lognormal:
      return p[0] * math::exp(p[1] * normal_quantile(u));
    case DrawKind::triangular: {
      const double low = p[0], mode = p[1], high = p[2], share = (mode - low) / (high - low);
      return u < share ? low + std::sqrt(u * (high - low) * (mode - low))
                       : high - std::sqrt((1.0 - u) * (high - low) * (high - mode));
    }
    case DrawKind::discrete: {
      const auto at =
          static_cast<std::size_t>(std::upper_bound(weights.begin(), weights.end(), u) - weights.begin());
      const std::size_t index = std::min(at, weights.size() - 1);
      return is_text() ? static_cast<double>(index) : values[index];
    }
    case DrawKind::measured:
      return interpolated(weights, values, u);
  }
  return std::nan("");
}

double Distribution::share_below(double x) const {
  const auto& p = parameters;
  switch (kind) {
    case DrawKind::uniform:
      return std::clamp((x - p[0]) / (p[1] - p[0]), 0.0, 1.0);
    case DrawKind::normal:
      return normal_share((x - p[0]) / p[1]);
    case DrawKind::lognormal:
      return x > 0.0 ? normal_share(math::log(x / p[0]) / p[1]) : 0.0;
    case DrawKind::triangular: {
      const double low = p[0], mode = p[1], high = p[2], at = std::clamp(x, low, high);
      return at < mode ? (at - low) * (at - low) / ((high - low) * (mode - low))
                       : 1.0 - (high - at) * (high - at) / ((high - low) * std::max(high - mode, 1e-300));
    }
    case DrawKind::measured:
      return interpolated(values, weights, x);
    case DrawKind::constant:
    case DrawKind::discrete:
      break;
  }
  return 0.0;
}

}  // namespace grouser
