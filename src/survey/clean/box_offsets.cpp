// SPDX-License-Identifier: BSD-3-Clause
// Finds rectangles of cells that are raised or lowered as a whole. Steps between columns form straight runs;
// two runs of opposite steps, of similar size and over the same rows, are closed by steps between rows at
// their ends.
#include "grouser/survey/clean/box_offsets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "robust_scatter.hpp"
#include "turned_window.hpp"

namespace grouser {
namespace {

constexpr double kUneven = 0.5;     // a cell of an edge counts if it has this share of the least step
constexpr double kEvenShare = 0.8;  // share of an edge's cells that must count
constexpr double kAlike = 0.6;      // least ratio of smallest to largest step of the four edges
constexpr int kGap = 2;             // cells that may be missing from a run

/// An edge between columns `across` and across + 1, rows first to last.
struct Run {
  int across, first, last;
  double step;
};

/// Search of one window for boxes whose north-west cell lies in a core.
class BoxSearch {
 public:
  BoxSearch(const HeightWindow& window, const BoxOptions& options)
      : window_(window), upright_(window, false), level_(window, true), options_(options) {
    // The threshold follows the scatter of the steps on a grid of every third cell.
    const CellRect& p = window.place;
    RobustScatter scatter;
    for (int r = p.row; r < p.row + p.rows; r += 3)
      for (int c = p.column; c < p.column + p.columns; c += 3) scatter.add(upright_.step(c, r));
    threshold_ = std::max(options.least_step, options.roughness_factor * scatter.deviation());
  }

  /// Pairs each run with the nearest run to the east that closes a box.
  std::vector<BoxOffset> search(const CellRect& core) const {
    std::vector<BoxOffset> boxes;
    const std::vector<Run> runs = upright_runs();
    for (std::size_t a = 0; a < runs.size(); ++a) {
      if (runs[a].across + 1 < core.column || runs[a].across + 1 >= core.column + core.columns) continue;
      for (std::size_t b = a + 1; b < runs.size(); ++b) {
        const int columns = runs[b].across - runs[a].across;
        if (columns > options_.most_side) break;  // the runs are ordered by column
        BoxOffset box;
        if (columns < options_.least_side || !closes(runs[a], runs[b], box)) continue;
        if (box.cells.row < core.row || box.cells.row >= core.row + core.rows) continue;
        boxes.push_back(box);
        break;
      }
    }
    return boxes;
  }

 private:
  /// Straight pieces of edge along the columns: cells that step in the same direction, with small gaps.
  std::vector<Run> upright_runs() const {
    std::vector<Run> runs;
    const CellRect& p = window_.place;
    for (int c = p.column; c < p.column + p.columns; ++c)
      for (const int sign : {1, -1}) {
        int first = 0, last = 0, count = 0;
        double sum = 0.0;
        // A run counts if it is long, even and steep enough on average.
        const auto close = [&] {
          if (count >= options_.least_side && count >= kEvenShare * (last - first + 1) &&
              std::fabs(sum) >= threshold_ * count)
            runs.push_back({c, first, last, sum / count});
          count = 0, sum = 0.0;
        };
        for (int r = p.row; r < p.row + p.rows; ++r) {
          const double j = upright_.step(c, r);
          if (!(sign * j > kUneven * threshold_) || upright_.edge(c, r) == 0.0) {
            if (count > 0 && r - last > kGap) close();
            continue;
          }
          if (count == 0) first = r;
          last = r, ++count, sum += j;
        }
        close();
      }
    return runs;
  }

  /// Whether the edge below a row, from column `left` to `right`, steps evenly in the direction of `wanted`;
  /// its mean step, m. Cells without a step do not count.
  bool row_edge(int row, int left, int right, double wanted, double& step) const {
    double sum = 0.0;
    int count = 0, all = 0;
    for (int c = left; c <= right; ++c) {
      const double j = level_.step(row, c);
      if (std::isnan(j)) continue;
      ++all;
      sum += j;
      if (j * (wanted > 0.0 ? 1.0 : -1.0) > kUneven * threshold_) ++count;
    }
    if (all < options_.least_side || count < kEvenShare * all) return false;
    step = sum / all;
    return std::fabs(step) >= threshold_;
  }

  /// Whether two runs and the row edges at their ends enclose a box; sets its cells and its mean step.
  bool closes(const Run& a, const Run& b, BoxOffset& box) const {
    // One run steps up, the other down, over mostly the same rows.
    if ((a.step > 0.0) == (b.step > 0.0)) return false;
    const int shared = std::min(a.last, b.last) - std::max(a.first, b.first) + 1;
    if (shared < kAlike * (std::max(a.last, b.last) - std::min(a.first, b.first) + 1)) return false;
    // Edges between rows at both ends, with steps in the directions of the runs.
    double top = 0.0, bottom = 0.0;
    const int first = edge_near(std::min(a.first, b.first) - 1, a.across + 1, b.across, a.step, top);
    const int last = edge_near(std::max(a.last, b.last), a.across + 1, b.across, b.step, bottom);
    if (top == 0.0 || bottom == 0.0 || last - first > options_.most_side) return false;
    const auto [least, most] =
        std::minmax({std::fabs(a.step), std::fabs(b.step), std::fabs(top), std::fabs(bottom)});
    if (least < kAlike * most) return false;
    // Cells behind the edges; the step is the mean of the four.
    box.cells = {a.across + 1, first + 1, b.across - a.across, last - first};
    box.step = 0.25 * (a.step - b.step + top - bottom);
    return box.cells.rows >= options_.least_side;
  }

  /// The row edge within two cells of the ends of the runs; `step` stays 0 if there is none.
  int edge_near(int row, int left, int right, double wanted, double& step) const {
    constexpr int kSlack = 2;
    int best = row;
    for (int r = row - kSlack; r <= row + kSlack; ++r) {
      double found = 0.0;
      if (row_edge(r, left, right, wanted, found) && std::fabs(found) > std::fabs(step))
        step = found, best = r;
    }
    return best;
  }

  const HeightWindow& window_;
  Turned upright_, level_;
  BoxOptions options_;
  double threshold_ = 0.0;
};

}  // namespace

void validate(const BoxOptions& o) {
  if (!(o.least_step > 0.0) || !std::isfinite(o.least_step))
    throw InputError("least step of a box", fmt::format("{} m", o.least_step), "above 0");
  if (!(o.roughness_factor >= 0.0) || !std::isfinite(o.roughness_factor))
    throw InputError("roughness factor of boxes", fmt::format("{}", o.roughness_factor), "0 or more");
  if (o.least_side < 4 || o.most_side < o.least_side || o.most_side > 512)
    throw InputError("sides of a box", fmt::format("{} to {} cells", o.least_side, o.most_side),
                     "4 to 512 cells");
}

std::vector<BoxOffset> find_box_offsets(const HeightWindow& window, const CellRect& core,
                                        const BoxOptions& options) {
  validate(options);
  return BoxSearch(window, options).search(core);
}

}  // namespace grouser
