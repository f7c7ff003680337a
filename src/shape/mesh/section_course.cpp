// SPDX-License-Identifier: BSD-3-Clause
// A section that changes with a driver: its points are linear between the sections that are given, and
// constant before the first and after the last. Drifts are their derivatives by the driver.
#include "grouser/shape/mesh/section_course.hpp"

#include <algorithm>

namespace grouser {

double SectionCourse::clamp(double value) const {
  return std::min(std::max(value, keys_.front().at), keys_.back().at);
}

SectionCourse::Place SectionCourse::place_of(double value) const {
  const double at = clamp(value);
  std::size_t k = 1;
  // The interval that holds the value; at a key it is the one behind it.
  while (k + 1 < keys_.size() && at >= keys_[k].at) ++k;
  return {k, (at - keys_[k - 1].at) / (keys_[k].at - keys_[k - 1].at)};
}

SectionPoint SectionCourse::point_at(const Place& place, std::size_t number) const {
  const SectionPoint &a = keys_[place.next - 1].section[number], &b = keys_[place.next].section[number];
  return {a.z + place.share * (b.z - a.z), a.radius + place.share * (b.radius - a.radius)};
}

void SectionCourse::find(double value, std::vector<SectionPoint>& section) const {
  const Place place = place_of(value);
  section.clear();
  for (std::size_t i = 0; i < keys_.front().section.size(); ++i) section.push_back(point_at(place, i));
}

void SectionCourse::find_drifts(double value, double width, std::vector<SectionPoint>& drifts) const {
  drifts.clear();
  const bool held = !(value > keys_.front().at && value < keys_.back().at);
  const std::size_t k = place_of(value).next;
  // From one end of the width to the other, or along the line that the value is on.
  const Place from = width > 0.0 ? place_of(value - 0.5 * width) : Place{k, 0.0},
              to = width > 0.0 ? place_of(value + 0.5 * width) : Place{k, 1.0};
  const double scale = width > 0.0 ? 1.0 / width : held ? 0.0 : 1.0 / (keys_[k].at - keys_[k - 1].at);
  for (std::size_t i = 0; i < keys_.front().section.size(); ++i) {
    const SectionPoint a = point_at(from, i), b = point_at(to, i);
    drifts.push_back({scale * (b.z - a.z), scale * (b.radius - a.radius)});
  }
}

}  // namespace grouser
