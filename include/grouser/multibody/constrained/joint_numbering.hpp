// SPDX-License-Identifier: BSD-3-Clause
// In which order a banded solver takes the joints of a forest. Two joints are neighbours if a body carries
// both; the bandwidth of a numbering is the largest distance between neighbours in it.
#pragma once
#include <cstdint>
#include <vector>

#include "grouser/multibody/tree/model.hpp"

namespace grouser {

/// given: as the file has them. worst: the first two neighbours at both ends. rcm: reverse Cuthill & McKee
/// (1969; George 1971). mbid: the least bandwidth there is, by iterative deepening (Del Corso & Manzini
/// 1999).
enum class Numbering { given, worst, rcm, mbid };
const char* to_string(Numbering);

/// Neighbours of each joint, without itself, in rising order.
using JointGraph = std::vector<std::vector<int>>;
/// A joint that no row holds (a free root) has no neighbours.
JointGraph make_joint_graph(const Model& forest);

struct JointOrder {
  std::vector<int> place;  ///< of each joint
  int bandwidth = 0;
  bool fell_back = false;  ///< mbid gave up within its budget, and this is rcm
};
int bandwidth_of(const JointGraph& graph, const std::vector<int>& place);
/// budget: nodes of the search that mbid may visit.
JointOrder number_joints(const JointGraph& graph, Numbering numbering, std::int64_t budget = 1'000'000);

}  // namespace grouser
