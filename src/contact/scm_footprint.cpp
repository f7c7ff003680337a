// Where a part meets the nodes of the ground.
#include <algorithm>
#include <cmath>
#include <limits>

#include "scm_contacts.hpp"

namespace grouser {
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
    const auto node = std::lower_bound(other.nodes.begin(), other.nodes.end(), number,
                                       [](const Node& n, int at) { return n.at < at; });
    if (node != other.nodes.end() && node->at == number) return true;
  }
  return false;
}

void ScmContacts::find_neighbours() {
  for (std::size_t w = 0; w < parts_.size(); ++w) {
    parts_[w].beside.clear();
    for (std::size_t u = 0; u < parts_.size(); ++u)
      if (u != w && overlap(parts_[u].window, parts_[w].window)) parts_[w].beside.push_back(u);
  }
}

// A node that several parts cover belongs to the first of them that presses on it.
bool ScmContacts::find_footprint(const ContactInstant& at, std::size_t w) {
  Part& part = parts_[w];
  const PressSurface& surface = part.surface;
  part.nodes.clear();
  part.edges.clear();
  const bool is_wheel = surface.form == ScmForm::rim, is_sole = surface.form == ScmForm::sole;
  part.clear = !is_wheel && start_[w].depth == 0.0 && hangs_clear(at, part);
  if (part.clear) return true;
  for (int k = 0; k < kSoilLayers; ++k) at.ground->read(k, part.window, part.layer[k], part.hint);
  const auto layer = [&](SoilLayer l) { return part.layer[static_cast<int>(l)].data(); };
  const double *depth = layer(SoilLayer::depth), *sinkage = layer(SoilLayer::sinkage),
               *loose = layer(SoilLayer::loose), *below = layer(SoilLayer::floor);
  const MemoryRect &rect = part.window, &all = part.around.rect;
  PressSurface::Point point;
  for (int row = 0; row < rect.rows; ++row) {
    const double y = (static_cast<double>(rect.south + row) + 0.5) * cell_;
    const std::size_t known =
        static_cast<std::size_t>(rect.south + row - all.south) * all.columns + (rect.west - all.west);
    for (int column = 0; column < rect.columns; ++column) {
      const std::size_t k = static_cast<std::size_t>(row) * rect.columns + column;
      const double x = (static_cast<double>(rect.west + column) + 0.5) * cell_;
      part.top[k] = std::numeric_limits<double>::infinity();
      if (!surface.cover(x, y, cell_, point)) continue;
      part.top[k] = point.height;
      const double height = part.around.height[known + column] - depth[k];
      if (height != height && is_wheel) return false;
      if (!(height > point.height)) continue;
      if (!part.beside.empty() && loaded_by_other(w, w, static_cast<int>(k))) continue;
      part.nodes.push_back({.at = static_cast<int>(k),
                            .material = part.around.material[known + column],
                            .edge = is_sole ? edge_in(part, point) : -1,
                            .depth = height - point.height,
                            .share = point.share,
                            .normal = point.normal,
                            .point = Vec3(point.x, point.y, point.height),
                            .soil = {sinkage[k], loose[k], below[k]}});
    }
  }
  return true;
}

double ScmContacts::covered_area(const PressSurface& surface, std::int64_t column, std::int64_t row) const {
  PressSurface::Point point;
  if (!surface.cover((static_cast<double>(column) + 0.5) * cell_, (static_cast<double>(row) + 0.5) * cell_,
                     cell_, point))
    return 0.0;
  return point.share * cell_ * cell_ / point.normal.z();
}

// Of the nodes that the rim pressed on where it was pushed up to in the last step, so that the answer does not depend on how it
// is sought in this one.
void ScmContacts::take_width(std::size_t w) {
  Part& part = parts_[w];
  const bool wanted = std::any_of(part.laws.begin(), part.laws.end(),
                                  [](const ScmLaw& law) { return law.width == ScmWidth::footprint; });
  if (!wanted) return;
  FootprintReach reach(part.surface);
  for (const Node& node : part.nodes)
    if (node.depth > start_[w].depth) {
      const std::int64_t column = part.window.west + node.at % part.window.columns,
                         row = part.window.south + node.at / part.window.columns;
      reach.add((static_cast<double>(column) + 0.5) * cell_, (static_cast<double>(row) + 0.5) * cell_,
                node.depth - start_[w].depth);
    }
  const double b = reach.width(cell_);
  for (ScmLaw& law : part.laws)
    if (law.width == ScmWidth::footprint) law.curve = virgin_curve(law.moduli, b);
}

double ScmContacts::footprint_length(const Part& part) const {
  FootprintReach reach(part.surface);
  for (const Node& node : part.nodes) reach.add(node.point.x(), node.point.y(), 0.0);
  return reach.length(cell_);
}

}  // namespace grouser
