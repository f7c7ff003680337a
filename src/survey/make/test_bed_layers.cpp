// SPDX-License-Identifier: BSD-3-Clause
// Test beds: levelled places, ramps and steps in the ground itself. (Rigid ones are shapes:
// terrain_input.hpp.)
#include <algorithm>
#include <cmath>
#include <limits>

#include "ground_layer.hpp"
#include "grouser/math/elementary.hpp"

namespace grouser::terrain {
namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();

// A place and a heading: `ahead` along it, `aside` to its left, m.
struct Course {
  double x, y;
  math::SinCos heading;

  explicit Course(const TomlTable& t) {
    const auto p = t.numbers("position", 2, any_number("m"));
    x = p[0];
    y = p[1];
    heading = math::sincos(t.angle_deg_or("heading_deg", 0.0));
  }
  double ahead(double px, double py) const { return (px - x) * heading.cos + (py - y) * heading.sin; }
  double aside(double px, double py) const { return (py - y) * heading.cos - (px - x) * heading.sin; }
};

// Rises by `height` over `run` from the course's place on, stays level for `top`, then falls as it rose; it
// is `width` wide, and its sides fall over `side`.
class RiseLayer final : public GroundLayer {
 public:
  RiseLayer(const TomlTable& t, double height, double run, double side)
      : course_(t), height_(height), run_(run), side_(side) {
    top_ = t.number_or("top", kEndless, non_negative("m"));
    width_ = t.number_or("width", kEndless, positive("m"));
  }
  void add(RowBlock& block) const override {
    for (int k = 0; k < block.count; ++k) {
      double* z = block.row(k);
      for (int i = 0; i < block.grid.columns; ++i) {
        const double x = block.grid.x(i), y = block.y(k);
        z[i] += height_ * share(course_.ahead(x, y), std::fabs(course_.aside(x, y)));
      }
    }
  }

 private:
  double share(double ahead, double aside) const {
    const double along = std::min(ahead, 2.0 * run_ + top_ - ahead) / run_;
    const double across = (0.5 * width_ + side_ - aside) / side_;
    return std::clamp(along, 0.0, 1.0) * std::clamp(across, 0.0, 1.0);
  }
  Course course_;
  double height_, run_, side_, top_, width_;
};

// Levels a rectangle to a plane, blended into the ground over a margin all around.
class BedLayer final : public GroundLayer {
 public:
  BedLayer(const TomlTable& t, const MadeGrid& grid) : course_(t) {
    constexpr double kMarginCells = 4.0;
    const auto size = t.numbers("size", 2, positive("m"));
    half_length_ = 0.5 * size[0];
    half_width_ = 0.5 * size[1];
    height_ = t.number_or("height", 0.0, any_number("m"));
    slope_ = math::tan(t.angle_deg_or("slope_deg", 0.0, {-60.0, 60.0, false, "deg"}));
    margin_ = t.number_or("margin", kMarginCells * grid.cell, positive("m"));
  }
  void add(RowBlock& block) const override {
    for (int k = 0; k < block.count; ++k) {
      double* z = block.row(k);
      for (int i = 0; i < block.grid.columns; ++i) {
        const double x = block.grid.x(i), y = block.y(k);
        const double ahead = course_.ahead(x, y);
        const double u = std::fmax(std::fabs(ahead) - half_length_, 0.0),
                     v = std::fmax(std::fabs(course_.aside(x, y)) - half_width_, 0.0);
        const double away = std::sqrt(u * u + v * v) / margin_;
        if (away >= 1.0) continue;
        const double ground = away * away * (3.0 - 2.0 * away);
        z[i] = ground * z[i] + (1.0 - ground) * (height_ + slope_ * ahead);
      }
    }
  }

 private:
  Course course_;
  double half_length_, half_width_, height_, slope_, margin_;
};

constexpr double kSteepestCells = 1.0;  // a step's face falls from one row of cells to the next

}  // namespace

std::unique_ptr<GroundLayer> read_bed(const TomlTable& t, const MadeGrid& grid) {
  return std::make_unique<BedLayer>(t, grid);
}

std::unique_ptr<GroundLayer> read_ramp(const TomlTable& t, const MadeGrid& grid) {
  const double length = t.number("length", positive("m"));
  const double slope = math::tan(t.angle_deg("slope_deg", {-60.0, 60.0, false, "deg"}));
  return std::make_unique<RiseLayer>(t, slope * length, length, kSteepestCells * grid.cell);
}

std::unique_ptr<GroundLayer> read_step(const TomlTable& t, const MadeGrid& grid) {
  const double height = t.number("height", any_number("m"));
  const double run = t.number_or("run", kSteepestCells * grid.cell, positive("m"));
  return std::make_unique<RiseLayer>(t, height, run, run);
}

}  // namespace grouser::terrain
