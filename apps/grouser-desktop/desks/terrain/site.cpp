// SPDX-License-Identifier: BSD-3-Clause
// A step's cells are put into copies of heights and fates, and the statistics are found anew.
#include "desks/terrain/site.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "grouser/base/hash.hpp"
#include "grouser/survey/clean/clean.hpp"

namespace grouser::desktop {

bool is_filled(std::uint8_t fate) {
  return fate >= static_cast<std::uint8_t>(CellFate::filled_void) &&
         fate <= static_cast<std::uint8_t>(CellFate::filled_box);
}

const char* to_string(CleanKind kind) {
  switch (kind) {
    case CleanKind::outliers:
      return "Outliers";
    case CleanKind::kriging:
      return "Kriging";
    case CleanKind::seams:
      return "Seams";
  }
  return "";
}

Site::Site(SiteOrigin origin, std::vector<double> heights)
    : origin_(std::move(origin)),
      raw_(std::make_shared<const std::vector<double>>(std::move(heights))),
      heights_(raw_),
      fates_(std::make_shared<const std::vector<std::uint8_t>>(raw_->size(), 0)) {
  measure();
}

void Site::measure() {
  voids_ = filled_ = 0;
  lowest_ = std::numeric_limits<double>::infinity(), highest_ = -lowest_;
  for (const double z : *heights_) {
    if (std::isnan(z)) {
      ++voids_;
      continue;
    }
    lowest_ = std::min(lowest_, z);
    highest_ = std::max(highest_, z);
  }
  if (lowest_ > highest_) lowest_ = highest_ = 0.0;
  for (std::size_t i = 0; i < fates_->size(); ++i)
    if (is_filled((*fates_)[i]) && !std::isnan((*heights_)[i])) ++filled_;
}

/// Puts these values into the step's cells, in new arrays: others may still draw the old ones.
void Site::put(const CleanStep& step, const std::vector<double>& heights,
               const std::vector<std::uint8_t>& fates) {
  auto new_heights = std::make_shared<std::vector<double>>(*heights_);
  auto new_fates = std::make_shared<std::vector<std::uint8_t>>(*fates_);
  for (std::size_t i = 0; i < step.cells.size(); ++i) {
    (*new_heights)[step.cells[i]] = heights[i];
    (*new_fates)[step.cells[i]] = fates[i];
  }
  heights_ = std::move(new_heights);
  fates_ = std::move(new_fates);
  measure();
}

/// Applies a step and drops those that were taken back.
void Site::apply(CleanStep step) {
  steps_.resize(done_);
  put(step, step.heights_after, step.fates_after);
  steps_.push_back(std::move(step));
  done_ = steps_.size();
}

bool Site::undo() {
  if (done_ == 0) return false;
  const CleanStep& step = steps_[--done_];
  put(step, step.heights_before, step.fates_before);
  return true;
}

bool Site::redo() {
  if (done_ == steps_.size()) return false;
  const CleanStep& step = steps_[done_++];
  put(step, step.heights_after, step.fates_after);
  return true;
}

std::uint64_t Site::checksum() const {
  Hasher hash;
  hash.add(
      std::string_view(reinterpret_cast<const char*>(heights_->data()), heights_->size() * sizeof(double)));
  hash.add(std::string_view(reinterpret_cast<const char*>(fates_->data()), fates_->size()));
  return hash.value();
}

}  // namespace grouser::desktop
