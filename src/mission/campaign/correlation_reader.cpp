// SPDX-License-Identifier: BSD-3-Clause
// Correlated draws as a Gaussian copula: the file's matrix is factored once (Cholesky), and unit numbers
// are taken to normal ones, multiplied by the factor, and taken back.
#include "campaign/correlation_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "campaign/normal_law.hpp"
#include "grouser/base/error.hpp"

namespace grouser {
namespace {

/// The lower triangle of Cholesky's factor. Throws where the matrix is not positive definite.
std::vector<std::vector<double>> cholesky(const std::vector<std::vector<double>>& matrix,
                                          const std::string& place) {
  constexpr double kLeastPivot = 1e-12;  // below it the last variable is the others' alone, but for rounding
  const std::size_t n = matrix.size();
  std::vector<std::vector<double>> factor(n, std::vector<double>(n, 0.0));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = matrix[i][j];
      for (std::size_t k = 0; k < j; ++k) sum -= factor[i][k] * factor[j][k];
      if (i == j && !(sum > kLeastPivot))
        throw InputError(place,
                         "correlations that cannot all be true (their matrix is not positive definite)",
                         "a possible set of correlations");
      factor[i][j] = i == j ? std::sqrt(sum) : sum / factor[j][j];
    }
  return factor;
}

/// The matrix of n keys: given row by row, or one coefficient for all pairs.
std::vector<std::vector<double>> matrix_of(const TomlTable& table, std::size_t n) {
  constexpr NumberRange kRange{-1.0, 1.0, false, ""};
  std::vector<std::vector<double>> matrix(n, std::vector<double>(n, 1.0));
  if (!table.has("matrix")) {
    const double coefficient = table.number("coefficient", kRange);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        if (i != j) matrix[i][j] = coefficient;
    return matrix;
  }
  matrix = table.number_rows("matrix", n, kRange, n);
  bool good = matrix.size() == n;
  for (std::size_t i = 0; good && i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      good = good && matrix[i][j] == matrix[j][i] && (i != j || matrix[i][i] == 1.0);
  if (!good)
    throw InputError(table.place("matrix"), "a matrix that is not symmetric with ones on its diagonal",
                     fmt::format("{} rows of correlations", n));
  return matrix;
}

}  // namespace

std::vector<CorrelationSpec> read_correlations(const TomlTable& root, const std::vector<DrawSpec>& draws) {
  std::vector<CorrelationSpec> found;
  std::vector<std::string> met;
  for (const TomlTable& table : root.tables("correlate")) {
    CorrelationSpec spec{table.string_list_or_empty("keys"), {}};
    if (spec.keys.size() < 2)
      throw InputError(table.place("keys"), fmt::format("{} keys", spec.keys.size()), "two or more");
    for (const std::string& key : spec.keys) {
      const auto draw =
          std::find_if(draws.begin(), draws.end(), [&](const DrawSpec& d) { return d.key == key; });
      // A pattern is a single draw only where it is shared.
      if (draw == draws.end() || (key.find('*') != std::string::npos && !draw->shared))
        throw InputError(table.place("keys"), "'" + key + "'", "keys of single draws of this file");
      if (std::count(met.begin(), met.end(), key))
        throw InputError(table.place("keys"), "'" + key + "' twice", "each key in one place");
      met.push_back(key);
    }
    spec.factor = cholesky(matrix_of(table, spec.keys.size()),
                           table.place(table.has("matrix") ? "matrix" : "coefficient"));
    found.push_back(std::move(spec));
  }
  return found;
}

std::vector<double> correlated_units(const std::vector<CorrelationSpec>& correlations,
                                     const std::vector<std::string>& variables, std::vector<double> u) {
  for (const CorrelationSpec& correlation : correlations) {
    std::vector<double> z;
    std::vector<std::size_t> at;
    for (const std::string& key : correlation.keys) {
      at.push_back(
          static_cast<std::size_t>(std::find(variables.begin(), variables.end(), key) - variables.begin()));
      z.push_back(normal_quantile(u[at.back()]));
    }
    // Row i needs only the first i normal numbers, which are those before correlation.
    for (std::size_t i = 0; i < z.size(); ++i) {
      double sum = 0.0;
      for (std::size_t j = 0; j <= i; ++j) sum += correlation.factor[i][j] * z[j];
      u[at[i]] = std::clamp(normal_share(sum), kLeastUnit, kMostUnit);
    }
  }
  return u;
}

}  // namespace grouser
