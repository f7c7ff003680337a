// SPDX-License-Identifier: BSD-3-Clause
// Test beds: levelled places, ramps and steps in the ground itself. (Rigid ones are shapes:
// terrain_input.hpp.)
#include <algorithm>
#include <cmath>

#include "ground_layer.hpp"
#include "grouser/math/elementary.hpp"

namespace grouser::terrain {
namespace {

// A place and a heading: `ahead` along it, `aside` to its left, m.
struct Course {
  double x, y;
  math::SinCos heading;

  explicit Course(const CourseKeys& keys)
      : x(keys.position[0]), y(keys.position[1]), heading(math::sincos(keys.heading)) {}
  double ahead(double px, double py) const { return (px - x) * heading.cos + (py - y) * heading.sin; }
  double aside(double px, double py) const { return (py - y) * heading.cos - (px - x) * heading.sin; }
};

// Rises by `height` over `run` from the course's place on, stays level for `top`, then falls as it rose; it
// is `width` wide, and its sides fall over `side`.
class RiseLayer final : public GroundLayer {
 public:
  explicit RiseLayer(const RiseKeys& keys) : course_(keys.course), keys_(keys) {}
  void add(RowBlock& block) const override {
    for (int k = 0; k < block.count; ++k) {
      double* z = block.row(k);
      for (int i = 0; i < block.grid.columns; ++i) {
        const double x = block.grid.x(i), y = block.y(k);
        z[i] += keys_.height * share(course_.ahead(x, y), std::fabs(course_.aside(x, y)));
      }
    }
  }

 private:
  /// Share of the height, 0 to 1: along the rise and the fall, times across the sides.
  double share(double ahead, double aside) const {
    const double along = std::min(ahead, 2.0 * keys_.run + keys_.top - ahead) / keys_.run;
    const double across = (0.5 * keys_.width + keys_.side - aside) / keys_.side;
    return std::clamp(along, 0.0, 1.0) * std::clamp(across, 0.0, 1.0);
  }
  Course course_;
  RiseKeys keys_;
};

// Levels a rectangle to a plane, blended into the ground over a margin all around.
class BedLayer final : public GroundLayer {
 public:
  explicit BedLayer(const BedKeys& keys) : keys_(keys), course_(keys.course), slope_(math::tan(keys.slope)) {}
  void add(RowBlock& block) const override {
    for (int k = 0; k < block.count; ++k) {
      double* z = block.row(k);
      for (int i = 0; i < block.grid.columns; ++i) {
        const double x = block.grid.x(i), y = block.y(k);
        const double ahead = course_.ahead(x, y);
        // Distance from the rectangle in margins.
        const double u = std::fmax(std::fabs(ahead) - 0.5 * keys_.size[0], 0.0),
                     v = std::fmax(std::fabs(course_.aside(x, y)) - 0.5 * keys_.size[1], 0.0);
        const double away = std::sqrt(u * u + v * v) / keys_.margin;
        if (away >= 1.0) continue;
        // Smooth step from the bed to the ground.
        const double ground = away * away * (3.0 - 2.0 * away);
        z[i] = ground * z[i] + (1.0 - ground) * (keys_.height + slope_ * ahead);
      }
    }
  }

 private:
  BedKeys keys_;
  Course course_;
  double slope_;
};

/// Place and heading of a bed or a rise.
void visit_course(KeyVisitor& v, const char* position, CourseKeys& course) {
  v.vector({"position", position, Need::yes}, course.position, any_number("m"));
  v.angle({"heading_deg", "from +x towards +y"}, course.heading);
}

/// Place of a rise, and how far it reaches ahead and aside.
void visit_extent(KeyVisitor& v, const char* position, RiseKeys& rise) {
  visit_course(v, position, rise.course);
  visit_derived(v, {"top", "length of level ground before it falls again; left out: without end"}, rise.top,
                non_negative("m"));
  visit_derived(v, {"width", "across the heading; left out: without end"}, rise.width, positive("m"));
}

constexpr double kSteepestCells = 1.0;  // a step's face falls from one row of cells to the next

}  // namespace

void visit_bed(KeyVisitor& v, const MadeGrid& grid, BedKeys& bed) {
  constexpr double kMarginCells = 4.0;
  visit_course(v, "of its middle", bed.course);
  v.vector({"size", "length and width", Need::yes}, bed.size, positive("m"));
  v.number({"height", "of its middle"}, bed.height, any_number("m"));
  v.angle({"slope_deg", "rise along the heading"}, bed.slope, {-60.0, 60.0, false, "deg"});
  if (v.reads()) bed.margin = kMarginCells * grid.cell;
  visit_derived(v, {"margin", "over which it blends into the ground; left out: 4 cells"}, bed.margin,
                positive("m"));
}

void visit_ramp(KeyVisitor& v, const MadeGrid& grid, RiseKeys& ramp) {
  double slope = 0.0;
  v.number({"length", "horizontal", Need::yes}, ramp.run, positive("m"));
  v.angle({"slope_deg", "of its surface", Need::yes}, slope, {-60.0, 60.0, false, "deg"});
  ramp.height = math::tan(slope) * ramp.run;
  ramp.side = kSteepestCells * grid.cell;
  visit_extent(v, "middle of its foot", ramp);
}

void visit_step(KeyVisitor& v, const MadeGrid& grid, RiseKeys& step) {
  v.number({"height", "of its top above its foot; it may be negative", Need::yes}, step.height,
           any_number("m"));
  if (v.reads()) step.run = kSteepestCells * grid.cell;
  visit_derived(v, {"run", "of its face; left out: a cell"}, step.run, positive("m"));
  step.side = step.run;
  visit_extent(v, "middle of the foot of its face", step);
}

Layer make_bed(const BedKeys& keys) { return std::make_unique<BedLayer>(keys); }
Layer make_rise(const RiseKeys& keys) { return std::make_unique<RiseLayer>(keys); }

}  // namespace grouser::terrain
