// SPDX-License-Identifier: BSD-3-Clause
// Effect of each varied key on a number, as bars sorted by length (a tornado chart). The effect of a key is
// its main effect: the mean of the number over all runs in which the key has one value, from the value with
// the least mean to that with the greatest. In a full grid the other keys take all their values in each of
// these means; if runs are missing the means are of those that are there.
#pragma once
#include <string>
#include <vector>

#include "grouser/soil/laws/soil_number.hpp"

namespace grouser {

struct TornadoBar {
  std::string key;
  double low = kUnset, high = kUnset;        ///< least and greatest mean
  double low_at = kUnset, high_at = kUnset;  ///< values of the key that have them
  double span() const { return high - low; }
};

struct Tornado {
  double mean = kUnset;  ///< of all runs
  int count = 0;         ///< runs that have the number
  std::vector<TornadoBar> bars;
};

/// `values`: one list per key with one value per run; `numbers`: one per run, NaN if there is none. The
/// longest bar comes first; bars of equal length stay in the order of the keys.
Tornado make_tornado(const std::vector<std::string>& keys, const std::vector<std::vector<double>>& values,
                     const std::vector<double>& numbers);

}  // namespace grouser
