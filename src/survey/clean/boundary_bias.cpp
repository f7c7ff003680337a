// SPDX-License-Identifier: BSD-3-Clause
// Carries the bias at the rim of a hole inward: repeated convolutions with an averaging window reach one
// window farther each time, then relaxation towards the mean of the four neighbours smooths the result.
#include "grouser/survey/clean/boundary_bias.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

/// Bias of the cells of one hole; `known_` marks those that have a value, `waiting_` lists those without one.
class Spreading {
 public:
  Spreading(const std::vector<BiasCell>& cells, int columns, int rows, std::vector<double>& bias)
      : cells_(cells), columns_(columns), rows_(rows), bias_(bias), known_(cells.size()) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      known_[i] = cells[i] == BiasCell::rim;
      if (cells[i] == BiasCell::hole) waiting_.push_back(i), bias_[i] = 0.0;
    }
    hole_ = waiting_;
  }

  /// One convolution with the averaging window; false when nothing changed.
  bool average(int half) {
    std::vector<std::size_t> rest, reached;
    std::vector<double> values;
    for (const std::size_t i : waiting_) {
      const auto [sum, count] = sum_round(i, half);
      if (count == 0)
        rest.push_back(i);
      else
        reached.push_back(i), values.push_back(sum / count);
    }
    // New values count only in the next convolution, so that the order of the cells does not matter.
    for (std::size_t k = 0; k < reached.size(); ++k) bias_[reached[k]] = values[k], known_[reached[k]] = true;
    waiting_.swap(rest);
    return !reached.empty() && !waiting_.empty();
  }

  /// Replaces each cell of the hole by the mean of its four neighbours, once forwards and once backwards.
  void relax() {
    for (const std::size_t i : hole_) relax_cell(i);
    for (auto it = hole_.rbegin(); it != hole_.rend(); ++it) relax_cell(*it);
  }

 private:
  /// Sum and number of the known biases within `half` cells.
  std::pair<double, int> sum_round(std::size_t i, int half) const {
    const int column = static_cast<int>(i % columns_), row = static_cast<int>(i / columns_);
    double sum = 0.0;
    int count = 0;
    for (int r = std::max(row - half, 0); r <= std::min(row + half, rows_ - 1); ++r)
      for (int c = std::max(column - half, 0); c <= std::min(column + half, columns_ - 1); ++c) {
        const std::size_t k = static_cast<std::size_t>(r) * columns_ + c;
        if (known_[k]) sum += bias_[k], ++count;
      }
    return {sum, count};
  }
  /// Takes the mean of those of the four neighbours that belong to the rim or the hole.
  void relax_cell(std::size_t i) {
    const int column = static_cast<int>(i % columns_), row = static_cast<int>(i / columns_);
    double sum = 0.0;
    int count = 0;
    const auto take = [&](bool inside, std::size_t k) {
      if (inside && cells_[k] != BiasCell::outside) sum += bias_[k], ++count;
    };
    take(column > 0, i - 1);
    take(column + 1 < columns_, i + 1);
    take(row > 0, i - columns_);
    take(row + 1 < rows_, i + columns_);
    if (count > 0) bias_[i] = sum / count;
  }

  const std::vector<BiasCell>& cells_;
  int columns_, rows_;
  std::vector<double>& bias_;
  std::vector<char> known_;
  std::vector<std::size_t> waiting_, hole_;
};

}  // namespace

void validate(const BiasOptions& o) {
  if (o.width != 0 && (o.width < 3 || o.width > 101 || o.width % 2 == 0))
    throw InputError("bias width", fmt::format("{} cells", o.width), "0, or an odd number from 3 to 101");
  if (o.relaxations < 0 || o.relaxations > 10000)
    throw InputError("bias relaxations", fmt::format("{}", o.relaxations), "0 to 10,000");
}

void spread_bias(const std::vector<BiasCell>& cells, int columns, int rows, const BiasOptions& options,
                 std::vector<double>& bias) {
  Spreading spreading(cells, columns, rows, bias);
  if (options.width == 0) return;
  while (spreading.average(options.width / 2)) {
  }
  for (int pass = 0; pass < options.relaxations; ++pass) spreading.relax();
}

}  // namespace grouser
