// SPDX-License-Identifier: BSD-3-Clause
// A section of a surface of revolution that changes with one number: a joint's coordinate, or the time.
#pragma once
#include <utility>
#include <vector>

#include "grouser/shape/mesh/mesh_shapes.hpp"

namespace grouser {

/// The section at one value of the number that it depends on.
struct SectionKey {
  double at = 0.0;
  std::vector<SectionPoint> section;
};

/// Linear between the given sections, point by point, and held beyond them.
class SectionCourse {
 public:
  SectionCourse() = default;
  /// keys: none, or two or more, with rising `at` and as many points each.
  explicit SectionCourse(std::vector<SectionKey> keys) : keys_(std::move(keys)) {}
  bool empty() const { return keys_.empty(); }
  const std::vector<SectionKey>& keys() const { return keys_; }
  /// The nearest value between the first and the last section: all that a section depends on.
  double clamp(double value) const;
  /// The section at a value. Allocates nothing where there is room for as many points.
  void find(double value, std::vector<SectionPoint>& section) const;
  /// Rate at which its points move with the value, per unit of it: the mean over a width about it, or with no
  /// width the rate at the value; 0 at the ends and beyond. Allocates nothing if there is room for as many
  /// points.
  void find_drifts(double value, double width, std::vector<SectionPoint>& drifts) const;

 private:
  /// The section that follows a value between the first and the last one, and the share of the value from the
  /// one before to it.
  struct Place {
    std::size_t next = 1;
    double share = 0.0;
  };
  Place place_of(double value) const;
  SectionPoint point_at(const Place& place, std::size_t number) const;

  std::vector<SectionKey> keys_;
};

}  // namespace grouser
