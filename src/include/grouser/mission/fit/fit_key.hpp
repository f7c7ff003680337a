// SPDX-License-Identifier: BSD-3-Clause
// A key that a fit varies, with its range. Inside the fit it is a number u from 0 to 1, along the range or
// along its logarithm.
#pragma once
#include <span>
#include <string>
#include <vector>

namespace grouser {

enum class FitScale { linear, logarithmic };

struct FitKey {
  std::string key;  ///< as --set takes it; a number of the soil without "soil."
  double low = 0.0, high = 1.0;
  FitScale scale = FitScale::linear;

  double value(double u) const;
  double unit(double value) const;
  /// d value / d u.
  double slope(double u) const;
};

/// "n=0.5:1.5", "k_phi=1e5:1e7", "cohesion=0:2000:linear". The logarithm is taken where the range lies above
/// 0 and spans a factor of ten, or where ":log" says so. Throws InputError.
FitKey parse_fit_key(const std::string& text);

/// Throws InputError for a key given twice, and for none or more than kMostFitKeys.
void check_fit_keys(const std::vector<FitKey>& keys);
inline constexpr std::size_t kMostFitKeys = 12;

std::vector<double> fit_values(const std::vector<FitKey>& keys, std::span<const double> units);

}  // namespace grouser
