// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/soil/laws/uncertain_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/key_visitors.hpp"
#include "grouser/soil/laws/soil_number_access.hpp"

namespace grouser {
namespace {

constexpr std::size_t kMostUncertain = 64;
constexpr double kFarNumber = 1e12;
constexpr double kRounded = 1e-4;  // by which written correlations may exceed 1

void check_lists(const KeyVisitor& v, const UncertainNumbers& numbers) {
  const std::size_t count = numbers.keys.size();
  if (count == 0) v.refuse("keys", "none", "one key of the soil or more");
  for (const std::string& key : numbers.keys)
    if (!is_soil_number(key)) v.refuse("keys", "'" + key + "'", "keys of numbers of the soil");
  for (const std::string& key : numbers.logarithmic)
    if (std::find(numbers.keys.begin(), numbers.keys.end(), key) == numbers.keys.end())
      v.refuse("logarithmic", "'" + key + "'", "some of the keys");
  if (numbers.low.size() != count || numbers.high.size() != count)
    v.refuse(
        "low",
        fmt::format("{} lower and {} upper ends of {} keys", numbers.low.size(), numbers.high.size(), count),
        "low and high with one number per key");
  if (numbers.covariance.size() != count * count)
    v.refuse("covariance", fmt::format("{} numbers", numbers.covariance.size()),
             fmt::format("{}: a row per key", count * count));
}

void check_numbers(const KeyVisitor& v, const UncertainNumbers& numbers) {
  for (std::size_t a = 0; a < numbers.keys.size(); ++a) {
    if (!(numbers.low[a] < numbers.high[a]))
      v.refuse("low", "an end that is not below the upper one", "low < high");
    if (numbers.is_logarithmic(numbers.keys[a]) && !(numbers.low[a] > 0.0))
      v.refuse("low", fmt::format("{:g} of {}, which is logarithmic", numbers.low[a], numbers.keys[a]),
               "ends above 0");
    if (!(numbers.deviation(a) > 0.0))
      v.refuse("covariance", "a variance that is not above 0", "variances above 0");
  }
  for (std::size_t a = 0; a < numbers.keys.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (!(std::fabs(numbers.correlation(a, b) - numbers.correlation(b, a)) <= kRounded &&
            std::fabs(numbers.correlation(a, b)) <= 1.0 + kRounded))
        v.refuse("covariance", "numbers that are no covariances",
                 "a symmetric matrix, no correlation beyond 1");
}

}  // namespace

bool UncertainNumbers::is_logarithmic(const std::string& key) const {
  return std::find(logarithmic.begin(), logarithmic.end(), key) != logarithmic.end();
}

double UncertainNumbers::deviation(std::size_t k) const { return std::sqrt(covariance[k * keys.size() + k]); }

double UncertainNumbers::correlation(std::size_t a, std::size_t b) const {
  return covariance[a * keys.size() + b] / (deviation(a) * deviation(b));
}

void visit_keys(KeyVisitor& v, UncertainNumbers& numbers) {
  v.texts({"keys", "numbers of this file that are not known well", Need::yes}, numbers.keys);
  v.texts({"logarithmic", "those of them whose logarithm is normally distributed"}, numbers.logarithmic);
  const NumberRange any{-kFarNumber, kFarNumber, false, ""};
  v.list({"low", "lower ends, one per key, in its unit", Need::yes}, numbers.low, any, kMostUncertain);
  v.list({"high", "upper ends", Need::yes}, numbers.high, any, kMostUncertain);
  v.list({"covariance", "of the values, or of their natural logarithms, row by row", Need::yes},
         numbers.covariance, any, kMostUncertain * kMostUncertain);
  if (!v.judges()) return;
  check_lists(v, numbers);
  check_numbers(v, numbers);
}

std::optional<UncertainNumbers> load_uncertain_numbers(const std::string& id_or_path,
                                                       const std::filesystem::path& beside) {
  const TomlTable table = TomlTable::load(resolve_asset(id_or_path, "soils", beside).string());
  std::optional<UncertainNumbers> numbers;
  KeyReader reader(table);
  reader.optional({"uncertain"}, numbers);
  return numbers;
}

}  // namespace grouser
