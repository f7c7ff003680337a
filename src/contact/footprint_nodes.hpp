// SPDX-License-Identifier: BSD-3-Clause
// The nodes that a part presses on, a number of each in an array of its own (scm_loops.hpp).
#pragma once
#include <span>
#include <vector>

#include "grouser/math/types.hpp"
#include "grouser/soil/laws/scm_node.hpp"
#include "grouser/terrain/memory/soil_layers.hpp"
#include "scm_loops.hpp"

namespace grouser {

class FootprintNodes {
 public:
  /// most: nodes that there may be; nothing is allocated later.
  void reserve(std::size_t most);
  void clear() { count_ = 0; }
  bool empty() const { return count_ == 0; }
  std::size_t size() const { return count_; }

  /// Numbers in the part's window, ascending.
  std::span<const int> at() const { return {at_.data(), count_}; }
  int material(std::size_t i) const { return material_[i]; }
  /// Among its part's edges; -1 where there is none.
  int edge(std::size_t i) const { return edge_[i]; }
  struct Place {
    int at = 0, material = 0, edge = -1;
    double depth = 0.0, area = 0.0;  ///< m; what the part covers of the node, seen from above, m2
    Vec3 point, normal;
  };
  void add(const Place& place) {
    const std::size_t i = count_++;
    at_[i] = place.at, material_[i] = place.material, edge_[i] = place.edge;
    of(scm::kDepth, i) = place.depth;
    of(scm::kArea, i) = place.area;
    set_vector(scm::kX, i, place.point);
    set_vector(scm::kNormalX, i, place.normal);
    set_vector(scm::kEdgeRim, i, Vec3::Zero());  // and along the axle, and its spring
  }
  /// Sets the law of each node by its material. `changed`: the laws differ from those of the last call.
  void set_laws(std::span<const ScmLaw> laws, bool changed);

  double& of(scm::Column column, std::size_t i) { return table_.of[column][i]; }
  double of(scm::Column column, std::size_t i) const { return table_.of[column][i]; }
  Vec3 vector(scm::Column first, std::size_t i) const {
    return {table_.of[first][i], table_.of[first + 1][i], table_.of[first + 2][i]};
  }
  void set_vector(scm::Column first, std::size_t i, const Vec3& v) {
    for (int k = 0; k < 3; ++k) table_.of[first + k][i] = v[k];
  }
  std::span<double> column(scm::Column which) { return {table_.of[which], count_}; }
  /// The ground's layers at the nodes, in their order.
  std::span<double* const> layers() { return {&table_.of[scm::kGround], kSoilLayers}; }

  /// For the loops; what fills the last register presses on nothing.
  const scm::Nodes& table();
  /// Power of the pressures as the surface comes down over the nodes, W.
  double pressing_power() const;
  /// Leaves those whose depth is above `up`, m, and takes that off it.
  void press_through(double up);

 private:
  void move_run(std::size_t from, std::size_t count, std::size_t to);

  std::size_t count_ = 0;
  std::vector<int> at_, material_, edge_;
  int alike_ = -1;  // material whose law stands in all places; -1: each has its own
  std::vector<double> numbers_;
  scm::Nodes table_{};
};

}  // namespace grouser
