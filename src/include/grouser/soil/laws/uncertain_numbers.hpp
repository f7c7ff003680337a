// SPDX-License-Identifier: BSD-3-Clause
// How sure the numbers of a soil are, as `grouser fit` writes it below a soil's own numbers:
//
//   [uncertain]
//   keys = ["n", "k_phi"]
//   logarithmic = ["k_phi"]                  # whose logarithms are normally distributed; the others are themselves
//   low = [0.5, 1e5]                         # ends of the distributions, units of the keys
//   high = [1.5, 1e7]
//   covariance = [0.01, 0.02, 0.02, 0.09]    # row by row: of the values, or of their natural logarithms
//
// The file's own values are the centres. The laws do not read it; campaigns draw from it (docs/campaigns.md).
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grouser/base/keys.hpp"

namespace grouser {

/// Numbers of a soil's file that are not known well, and how they vary together.
struct UncertainNumbers {
  std::vector<std::string> keys;         ///< of the soil's file
  std::vector<std::string> logarithmic;  ///< those of them whose logarithm is normal
  std::vector<double> low;               ///< lower ends, units of the keys
  std::vector<double> high;              ///< upper ends
  std::vector<double> covariance;        ///< row by row

  /// Whether the logarithm of a key is normally distributed.
  bool is_logarithmic(const std::string& key) const;
  /// One standard deviation of the k-th value, or of its logarithm.
  double deviation(std::size_t k) const;
  /// Between two of them.
  double correlation(std::size_t a, std::size_t b) const;
};

/// The keys of the table [uncertain]; refuses lists that do not belong together.
void visit_keys(KeyVisitor& v, UncertainNumbers& numbers);

/// The table of a soil's file, by its id or path (relative to `beside` first); nothing where it has none. Throws InputError.
std::optional<UncertainNumbers> load_uncertain_numbers(const std::string& id_or_path,
                                                       const std::filesystem::path& beside = {});

}  // namespace grouser
