// SPDX-License-Identifier: BSD-3-Clause
// Footprint of a part: the nodes of the ground that it meets.
#include <algorithm>
#include <cmath>
#include <limits>

#include "scm_contacts.hpp"

namespace grouser {
namespace {

// Share of the last step's displacement by which a surface is surely pushed up in this one: shallower nodes
// would only be dropped. If it is pushed up less, they are searched again.
constexpr double kSurelyUp = 0.95;

/// Sinkage of the soil where a surface lies so deep below the ground at a node, m: what is there already
/// counts too.
double pressed_to(const FootprintNodes& nodes, std::size_t i, double depth) {
  ScmSoil soil{nodes.of(scm::kSinkage, i), nodes.of(scm::kLoose, i), nodes.of(scm::kFloor, i)};
  soil.press(depth);
  return soil.sinkage;
}

}  // namespace

void ScmContacts::look_around(const Terrain& terrain, Part& part) {
  Surroundings& around = part.around;
  const MemoryRect& w = part.window;
  const int margin = static_cast<int>(std::ceil(kFlowReach / cell_));
  const auto holds = [&](const MemoryRect& r) {
    return w.west - margin >= r.west && w.south - margin >= r.south &&
           w.west + w.columns + margin <= r.west + r.columns && w.south + w.rows + margin <= r.south + r.rows;
  };
  if (around.terrain == &terrain && holds(around.rect)) return;
  const int more = margin + kSpare;
  around.terrain = &terrain;
  around.highest = -std::numeric_limits<double>::infinity();
  around.rect = {w.west - more, w.south - more, w.columns + 2 * more, w.rows + 2 * more};
  for (int row = 0; row < around.rect.rows; ++row)
    for (int column = 0; column < around.rect.columns; ++column) {
      const double x = (static_cast<double>(around.rect.west + column) + 0.5) * cell_;
      const double y = (static_cast<double>(around.rect.south + row) + 0.5) * cell_;
      const std::size_t k = static_cast<std::size_t>(row) * around.rect.columns + column;
      HeightSample sample;
      const bool there = terrain.height(x, y, sample);
      around.height[k] = there ? sample.z : std::numeric_limits<double>::quiet_NaN();
      if (there) around.highest = std::max(around.highest, sample.z);
      around.material[k] = static_cast<std::uint8_t>(terrain.material_at(x, y));
    }
}

// The highest that the ground may be under a part which hung in the air before: found from one layer alone.
bool ScmContacts::hangs_clear(const ContactInstant& at, Part& part) {
  const PressSurface& surface = part.surface;
  double most = part.around.highest;
  const double lowest = surface.lowest();
  if (at.ground->touched_near(surface.center.x(), surface.center.y(), surface.radius + 2.0 * cell_)) {
    auto& depth = part.layer[static_cast<int>(SoilLayer::depth)];
    at.ground->read(static_cast<int>(SoilLayer::depth), part.window, depth, part.hint);
    double raised = 0.0;
    for (std::size_t k = 0; k < part.window.size(); ++k) raised = std::min(raised, depth[k]);
    most -= raised;
  }
  return lowest > most;
}

bool ScmContacts::loaded_by_other(std::size_t w, std::size_t until, int k) const {
  const MemoryRect& mine = parts_[w].window;
  const std::int64_t column = mine.west + k % mine.columns, row = mine.south + k / mine.columns;
  for (const std::size_t u : parts_[w].beside) {
    const Part& other = parts_[u];
    if (u >= until || other.nodes.empty()) continue;
    const std::int64_t x = column - other.window.west, y = row - other.window.south;
    if (x < 0 || y < 0 || x >= other.window.columns || y >= other.window.rows) continue;
    const auto number = static_cast<int>(y * other.window.columns + x);
    if (std::binary_search(other.nodes.at().begin(), other.nodes.at().end(), number)) return true;
  }
  return false;
}

void ScmContacts::find_neighbours() {
  for (Part& part : parts_) part.beside.clear();
  for (std::size_t w = 0; w < parts_.size(); ++w)
    for (std::size_t u = w + 1; u < parts_.size(); ++u)
      if (overlap(parts_[u].window, parts_[w].window)) {
        parts_[w].beside.push_back(u);
        parts_[u].beside.push_back(w);
      }
}

bool ScmContacts::find_footprint(const ContactInstant& at, std::size_t w) {
  Part& part = parts_[w];
  const PressForm form = part.surface.form;
  part.nodes.clear();
  part.clear = form != PressForm::rim && start_[w].depth == 0.0 && hangs_clear(at, part);
  if (part.clear) return true;
  const auto read = [&](SoilLayer l) {
    at.ground->read(static_cast<int>(l), part.window, part.layer[static_cast<int>(l)], part.hint);
  };
  read(SoilLayer::depth), read(SoilLayer::sheared);
  if (form == PressForm::sole) read(SoilLayer::sinkage), read(SoilLayer::loose), read(SoilLayer::floor);
  return find_nodes(at, w, kSurelyUp * start_[w].depth);
}

// A node that several parts cover belongs to the first of them that presses on it.
bool ScmContacts::find_nodes(const ContactInstant& at, std::size_t w, double least) {
  Part& part = parts_[w];
  part.least = least;
  part.nodes.clear();
  part.edges.clear();
  if (part.surface.form != PressForm::rim)
    find_other_nodes(w);
  else if (!find_rim_nodes(w))
    return false;
  at.ground->gather(part.window, part.nodes.at(), part.nodes.layers(), part.hint);
  part.nodes.set_laws(part.laws, false);
  if (part.surface.form == PressForm::ball) slacken(w);
  return true;
}

bool ScmContacts::find_rim_nodes(std::size_t w) {
  Part& part = parts_[w];
  const MemoryRect& rect = part.window;
  const double* depth = part.layer[static_cast<int>(SoilLayer::depth)].data();
  const scm::Cylinder cylinder = part.surface.cylinder();
  const scm::Strip strip = part.surface.strip(cell_);
  for (int column = 0; column < rect.columns + scm::kLanes - 1; ++column)
    part.x[column] = (static_cast<double>(rect.west + column) + 0.5) * cell_;
  for (int row = 0; row < rect.rows; ++row) {
    const std::size_t first = static_cast<std::size_t>(row) * rect.columns,
                      known = around_place(part, row * rect.columns);
    const double y = (static_cast<double>(rect.south + row) + 0.5) * cell_;
    loops_.cover(cylinder, strip,
                 {part.x.data(),
                  y,
                  rect.columns,
                  &part.top[first],
                  &part.share[first],
                  {&part.normal[0][first], &part.normal[1][first], &part.normal[2][first]}});
    for (int column = 0; column < rect.columns; ++column) {
      const std::size_t k = first + column;
      const double top = part.top[k];
      if (top == std::numeric_limits<double>::infinity()) continue;
      const double height = part.around.height[known + column] - depth[k];
      if (height != height) return false;
      if (!(height - top > part.least)) continue;
      if (!part.beside.empty() && loaded_by_other(w, w, static_cast<int>(k))) continue;
      part.nodes.add({.at = static_cast<int>(k),
                      .material = part.around.material[known + column],
                      .depth = height - top,
                      .area = part.share[k] * cell_ * cell_,
                      .point = Vec3(part.x[column], y, top),
                      .normal = Vec3(part.normal[0][k], part.normal[1][k], part.normal[2][k])});
    }
  }
  return true;
}

void ScmContacts::find_other_nodes(std::size_t w) {
  Part& part = parts_[w];
  const double* depth = part.layer[static_cast<int>(SoilLayer::depth)].data();
  const bool is_sole = part.surface.form == PressForm::sole;
  PressSurface::Point point;
  for (int k = 0; k < static_cast<int>(part.window.size()); ++k) {
    const Vec2 at = middle(part, k);
    part.top[k] = std::numeric_limits<double>::infinity();
    if (!part.surface.cover(at.x(), at.y(), cell_, point)) continue;
    part.top[k] = point.height;
    const std::size_t known = around_place(part, k);
    const double height = part.around.height[known] - depth[k];
    if (!(height - point.height > part.least)) continue;
    if (!part.beside.empty() && loaded_by_other(w, w, k)) continue;
    part.nodes.add({.at = k,
                    .material = part.around.material[known],
                    .edge = is_sole ? edge_in(part, point) : -1,
                    .depth = height - point.height,
                    .area = point.share * cell_ * cell_,
                    .point = Vec3(point.x, point.y, point.height),
                    .normal = point.normal});
  }
}

Vec2 ScmContacts::middle(const Part& part, int k) const {
  const MemoryRect& rect = part.window;
  return {(static_cast<double>(rect.west + k % rect.columns) + 0.5) * cell_,
          (static_cast<double>(rect.south + k / rect.columns) + 0.5) * cell_};
}

double ScmContacts::covered_area(const Part& part, int k) const {
  const Vec2 at = middle(part, k);
  PressSurface surface = part.surface;
  if (surface.form == PressForm::ball) surface.center -= part.way;
  PressSurface::Point point;
  if (!surface.cover(at.x(), at.y(), cell_, point)) return 0.0;
  return point.share * cell_ * cell_ / point.normal.z();
}

// Takes the nodes that the rim pressed on at its displacement of the last step, so that the result does not
// depend on the search in this one.
void ScmContacts::take_width(std::size_t w) {
  Part& part = parts_[w];
  const bool wanted = std::any_of(part.laws.begin(), part.laws.end(),
                                  [](const ScmLaw& law) { return law.width == ScmWidth::footprint; });
  if (!wanted) return;
  FootprintReach reach(part.surface);
  for (std::size_t i = 0; i < part.nodes.size(); ++i) {
    const double deeper = part.nodes.of(scm::kDepth, i) - start_[w].depth;
    const Vec2 at = middle(part, part.nodes.at()[i]);
    if (deeper > 0.0) reach.add(at.x(), at.y(), pressed_to(part.nodes, i, deeper));
  }
  const double b = reach.width(cell_);
  for (ScmLaw& law : part.laws)
    if (law.width == ScmWidth::footprint) law.curve = virgin_curve(law.moduli, b);
  part.nodes.set_laws(part.laws, true);
}

double ScmContacts::footprint_length(const Part& part) const {
  FootprintReach reach(part.surface);
  for (std::size_t i = 0; i < part.nodes.size(); ++i)
    reach.add(part.nodes.of(scm::kX, i), part.nodes.of(scm::kY, i), 0.0);
  return reach.length(cell_);
}

}  // namespace grouser
