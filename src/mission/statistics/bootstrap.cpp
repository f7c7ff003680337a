#include "bootstrap.hpp"

#include <cmath>
#include <numeric>

#include "grouser/base/error.hpp"
#include "grouser/math/random.hpp"

namespace grouser {
namespace {

constexpr std::uint64_t kBootstrapStream = std::uint64_t{8} << 32;

}  // namespace

std::vector<Ranged> bootstrap(std::size_t rows, std::size_t estimates, const RowStatistic& statistic,
                              const BootstrapOptions& options) {
  if (options.resamples < 2) throw InputError("bootstrap: resamples must be at least 2");
  std::vector<std::uint32_t> drawn(rows);
  std::iota(drawn.begin(), drawn.end(), 0u);
  std::vector<double> out(estimates, kUnset), sums(estimates, 0.0), squares(estimates, 0.0);
  statistic(drawn, out);
  std::vector<Ranged> result(estimates);
  for (std::size_t i = 0; i < estimates; ++i) result[i].value = out[i];
  math::RandomStream random(options.seed, kBootstrapStream);
  for (int k = 0; k < options.resamples; ++k) {
    for (std::uint32_t& row : drawn)
      row = static_cast<std::uint32_t>(random.uniform() * static_cast<double>(rows));
    statistic(drawn, out);
    for (std::size_t i = 0; i < estimates; ++i) {  // about the value, so that squares lose no digits
      const double away = out[i] - result[i].value;
      sums[i] += away;
      squares[i] += away * away;
    }
  }
  const double n = options.resamples, z = normal_width(options.confidence);
  for (std::size_t i = 0; i < estimates; ++i) {
    const double variance = (squares[i] - sums[i] * sums[i] / n) / (n - 1.0);
    const double half = z * std::sqrt(std::fmax(0.0, variance));
    result[i].range = {result[i].value - half, result[i].value + half};
  }
  return result;
}

}  // namespace grouser
