// SPDX-License-Identifier: BSD-3-Clause
// Squared distances to marked cells in two passes: steps along the columns, then for each row the lower
// envelope of one parabola per column (Felzenszwalb & Huttenlocher 2012). Single precision holds the squares
// exactly up to 2^24, a distance of 4096 cells.
#include "distance_map.hpp"

#include <algorithm>
#include <cstddef>

namespace grouser {
namespace {

// Squared distance where nothing is marked.
constexpr float kFar = 1e12f;

// One line of the transform: out[i] = min over j of (i - j)^2 + in[j], in linear time.
class Envelope {
 public:
  explicit Envelope(int most) : apex_(most), from_(most + 1) {}
  void transform(const float* in, int count, float* out) {
    int last = -1;
    // Add the parabola of each column, and drop those that it hides; `start` is where it meets the last one.
    for (int j = 0; j < count; ++j) {
      if (in[j] >= kFar) continue;
      float start = 0.0f;
      while (last >= 0) {
        const int k = apex_[last];
        start = (in[j] - in[k] + static_cast<float>(j * j - k * k)) / static_cast<float>(2 * (j - k));
        if (start > from_[last]) break;
        --last;
      }
      ++last;
      apex_[last] = j;
      from_[last] = last == 0 ? -kFar : start;
    }
    if (last < 0) {
      std::fill(out, out + count, kFar);
      return;
    }
    // Walk along the envelope and read its values.
    int k = 0;
    for (int i = 0; i < count; ++i) {
      while (k < last && from_[k + 1] < static_cast<float>(i)) ++k;
      const auto d = static_cast<float>(i - apex_[k]);
      out[i] = d * d + in[apex_[k]];
    }
  }

 private:
  std::vector<int> apex_;
  std::vector<float> from_;
};

}  // namespace

std::vector<float> squared_distances(const std::vector<std::uint8_t>& marked, int columns, int rows) {
  std::vector<float> map(static_cast<std::size_t>(columns) * rows, kFar);
  // Down and up each column: number of steps to the nearest mark in it.
  for (int pass = 0; pass < 2; ++pass)
    for (int i = 0; i < rows; ++i) {
      const int row = pass == 0 ? i : rows - 1 - i, before = pass == 0 ? row - 1 : row + 1;
      float* here = map.data() + static_cast<std::size_t>(row) * columns;
      const float* there = i == 0 ? nullptr : map.data() + static_cast<std::size_t>(before) * columns;
      const std::uint8_t* mark = marked.data() + static_cast<std::size_t>(row) * columns;
      for (int c = 0; c < columns; ++c) {
        const float stepped = there ? std::min(there[c] + 1.0f, kFar) : kFar;
        here[c] = mark[c] ? 0.0f : std::min(here[c], stepped);
      }
    }
  Envelope envelope(columns);
  std::vector<float> line(columns);
  // Along each row, with the squares of these steps.
  for (int row = 0; row < rows; ++row) {
    float* here = map.data() + static_cast<std::size_t>(row) * columns;
    for (int c = 0; c < columns; ++c) line[c] = here[c] >= kFar ? kFar : here[c] * here[c];
    envelope.transform(line.data(), columns, here);
  }
  return map;
}

}  // namespace grouser
