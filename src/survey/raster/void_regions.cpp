// SPDX-License-Identifier: BSD-3-Clause
// Union-find over runs of voids: each run starts a region and joins those of the runs above it with a column
// in common. Voids that touch only by corners are apart.
#include "void_regions.hpp"

#include <algorithm>
#include <cmath>

namespace grouser::terrain {

/// The region's representative; shortens paths by half.
int VoidRegions::root(int region) {
  while (regions_[region].parent != region)
    region = regions_[region].parent = regions_[regions_[region].parent].parent;
  return region;
}

/// Makes two regions one: cells, bounds and contact with the border are united.
void VoidRegions::join(int a, int b) {
  a = root(a), b = root(b);
  if (a == b) return;
  Region &into = regions_[a], &from = regions_[b];
  from.parent = a;
  into.cells += from.cells;
  into.west = std::min(into.west, from.west);
  into.east = std::max(into.east, from.east);
  into.north = std::min(into.north, from.north);
  into.south = std::max(into.south, from.south);
  into.at_border |= from.at_border;
}

void VoidRegions::add_row(const float* heights) {
  runs_.clear();
  std::size_t next = 0;  // first run above that may still touch
  for (int i = 0; i < columns_; ++i) {
    if (!std::isnan(heights[i])) continue;
    const int first = i;
    while (i + 1 < columns_ && std::isnan(heights[i + 1])) ++i;
    const bool at_border = first == 0 || i == columns_ - 1 || row_ == 0 || row_ == rows_ - 1;
    const int region = static_cast<int>(regions_.size());
    regions_.push_back({region, i - first + 1LL, first, i, row_, row_, at_border, false});
    runs_.push_back({first, i, region});
    // Runs of both rows are sorted, so that one pass over them finds all that overlap.
    while (next < above_.size() && above_[next].last < first) ++next;
    for (std::size_t k = next; k < above_.size() && above_[k].first <= i; ++k) join(region, above_[k].region);
  }
  retire();
  ++row_;
}

// Counts the regions that this row does not continue, and renumbers the others.
void VoidRegions::retire() {
  for (Run& run : runs_) {
    run.region = root(run.region);
    regions_[run.region].continued = true;
  }
  renamed_.assign(regions_.size(), -1);
  int kept = 0;
  for (int i = 0; i < static_cast<int>(regions_.size()); ++i) {
    if (regions_[i].parent != i) continue;
    if (!regions_[i].continued) {
      count(regions_[i]);
      continue;
    }
    renamed_[i] = kept;
    regions_[kept] = regions_[i];
    regions_[kept].parent = kept;
    regions_[kept].continued = false;
    ++kept;
  }
  regions_.resize(kept);
  for (Run& run : runs_) run.region = renamed_[run.region];
  above_.swap(runs_);
}

/// Adds a finished region to the sums: part of the margin, or a hole.
void VoidRegions::count(const Region& region) {
  sum_.voids += region.cells;
  if (region.at_border) {
    sum_.margin_voids += region.cells;
    return;
  }
  ++sum_.holes;
  if (region.cells > sum_.largest_hole.cells)
    sum_.largest_hole = {
        region.cells,
        {region.west, region.north, region.east - region.west + 1, region.south - region.north + 1}};
}

void VoidRegions::finish(RasterSurvey& out) {
  runs_.clear();
  retire();
  out.voids = sum_.voids;
  out.margin_voids = sum_.margin_voids;
  out.holes = sum_.holes;
  out.largest_hole = sum_.largest_hole;
}

}  // namespace grouser::terrain
