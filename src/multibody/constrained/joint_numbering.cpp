// SPDX-License-Identifier: BSD-3-Clause
// Numberings of joints that keep the band of J M^-1 J^T narrow: reverse Cuthill-McKee, and the least
// bandwidth there is by a search in depth with deadlines (MB-ID, Del Corso & Manzini 1999) within a budget
// of tries.
#include "grouser/multibody/constrained/joint_numbering.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <utility>

namespace grouser {
namespace {

// Nodes of each connected part, in the order of Cuthill & McKee from a node at an end of it: breadth first,
// fewest neighbours first. Their parts stand one after the other.
std::vector<int> breadth_first(const JointGraph& graph, int from) {
  std::vector<int> order{from};
  std::vector<char> seen(graph.size(), 0);
  seen[static_cast<std::size_t>(from)] = 1;
  for (std::size_t at = 0; at < order.size(); ++at) {
    std::vector<int> next;
    for (const int node : graph[static_cast<std::size_t>(order[at])])
      if (!seen[static_cast<std::size_t>(node)]) next.push_back(node);
    std::stable_sort(next.begin(), next.end(), [&](int a, int b) {
      return graph[static_cast<std::size_t>(a)].size() < graph[static_cast<std::size_t>(b)].size();
    });
    for (const int node : next) seen[static_cast<std::size_t>(node)] = 1;
    order.insert(order.end(), next.begin(), next.end());
  }
  return order;
}

// A node far from the others of its part: the last of a breadth-first order, twice.
int end_of_part(const JointGraph& graph, int node) {
  for (int k = 0; k < 2; ++k) node = breadth_first(graph, node).back();
  return node;
}

/// Connected parts, each in breadth-first order from one of its ends.
std::vector<std::vector<int>> parts_of(const JointGraph& graph) {
  std::vector<std::vector<int>> parts;
  std::vector<char> seen(graph.size(), 0);
  for (int node = 0; node < static_cast<int>(graph.size()); ++node) {
    if (seen[static_cast<std::size_t>(node)]) continue;
    parts.push_back(breadth_first(graph, end_of_part(graph, node)));
    for (const int other : parts.back()) seen[static_cast<std::size_t>(other)] = 1;
  }
  return parts;
}

/// The inverse permutation: the place of each node.
std::vector<int> places_of(const std::vector<int>& order) {
  std::vector<int> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    place[static_cast<std::size_t>(order[k])] = static_cast<int>(k);
  return place;
}

std::vector<int> reverse_cuthill_mckee(const JointGraph& graph) {
  std::vector<int> order;
  for (const std::vector<int>& part : parts_of(graph)) order.insert(order.end(), part.rbegin(), part.rend());
  return places_of(order);
}

// Depth-first search for a numbering of one part with a given bandwidth: places are given out in rising
// order, and a node with a placed neighbour has a deadline, the neighbour's place and the bandwidth.
class BandSearch {
 public:
  BandSearch(const JointGraph& graph, const std::vector<int>& part, std::int64_t budget)
      : graph_(graph), part_(part), deadline_(graph.size()), placed_(graph.size(), 0), budget_(budget) {}
  bool out_of_budget() const { return budget_ <= 0; }
  std::int64_t budget() const { return budget_; }

  /// The order, if there is one.
  std::optional<std::vector<int>> find(int bandwidth) {
    bandwidth_ = bandwidth;
    order_.clear();
    std::fill(deadline_.begin(), deadline_.end(), kNone);
    std::fill(placed_.begin(), placed_.end(), 0);
    if (place_next()) return order_;
    return std::nullopt;
  }

 private:
  static constexpr int kNone = 1 << 30;

  // Whether all deadlines can still be met: of the nodes due by a place there are no more than places up to
  // it.
  bool can_meet_deadlines() {
    due_.clear();
    for (const int node : part_)
      if (!placed_[static_cast<std::size_t>(node)] && deadline_[static_cast<std::size_t>(node)] < kNone)
        due_.push_back(deadline_[static_cast<std::size_t>(node)]);
    std::sort(due_.begin(), due_.end());
    const int next = static_cast<int>(order_.size());
    for (std::size_t k = 0; k < due_.size(); ++k)
      if (due_[k] < next + static_cast<int>(k)) return false;
    return true;
  }

  // Places one more node and those after it, or takes it back; false: no numbering, or out of budget.
  bool place_next() {
    if (order_.size() == part_.size()) return true;
    if (--budget_ <= 0 || !can_meet_deadlines()) return false;
    const int place = static_cast<int>(order_.size());
    for (const int node : part_) {
      const auto i = static_cast<std::size_t>(node);
      if (placed_[i]) continue;
      std::vector<std::pair<int, int>> changed;
      placed_[i] = 1;
      order_.push_back(node);
      // Neighbours must follow within the bandwidth.
      for (const int other : graph_[i]) {
        int& due = deadline_[static_cast<std::size_t>(other)];
        if (placed_[static_cast<std::size_t>(other)] || due <= place + bandwidth_) continue;
        changed.emplace_back(other, due);
        due = place + bandwidth_;
      }
      if (place_next()) return true;
      for (const auto& [other, due] : changed) deadline_[static_cast<std::size_t>(other)] = due;
      order_.pop_back();
      placed_[i] = 0;
      if (budget_ <= 0) return false;
    }
    return false;
  }

  const JointGraph& graph_;
  const std::vector<int>& part_;
  std::vector<int> order_, deadline_, due_;
  std::vector<char> placed_;
  std::int64_t budget_;
  int bandwidth_ = 0;
};

JointOrder least_bandwidth(const JointGraph& graph, std::int64_t budget) {
  std::vector<int> order;
  for (const std::vector<int>& part : parts_of(graph)) {
    BandSearch search(graph, part, budget);
    std::size_t most = 0;  // neighbours of one node
    for (const int node : part) most = std::max(most, graph[static_cast<std::size_t>(node)].size());
    std::optional<std::vector<int>> found;
    // A node's neighbours lie on both its sides, so no bandwidth is below half of their number.
    for (int band = static_cast<int>((most + 1) / 2); !found && !search.out_of_budget(); ++band)
      found = search.find(band);
    budget = search.budget();
    if (!found) {
      std::vector<int> place = reverse_cuthill_mckee(graph);
      const int bandwidth = bandwidth_of(graph, place);
      return {std::move(place), bandwidth, true};
    }
    order.insert(order.end(), found->begin(), found->end());
  }
  std::vector<int> place = places_of(order);
  const int bandwidth = bandwidth_of(graph, place);
  return {std::move(place), bandwidth};
}

std::vector<int> given_numbering(std::size_t n) {
  std::vector<int> place(n);
  std::iota(place.begin(), place.end(), 0);
  return place;
}

// The first edge's second end changes places with the last node: as wide as a numbering can be.
std::vector<int> worst_numbering(const JointGraph& graph) {
  std::vector<int> place = given_numbering(graph.size());
  for (std::size_t node = 0; node < graph.size(); ++node) {
    if (graph[node].empty()) continue;
    std::swap(place[node], place.front());
    std::swap(place[static_cast<std::size_t>(graph[node].front())], place.back());
    break;
  }
  return place;
}

}  // namespace

const char* to_string(Numbering numbering) {
  switch (numbering) {
    case Numbering::given:
      return "given";
    case Numbering::worst:
      return "worst";
    case Numbering::rcm:
      return "rcm";
    case Numbering::mbid:
      return "mbid";
  }
  return "unknown";
}

JointGraph make_joint_graph(const Model& forest) {
  JointGraph graph(forest.joints().size());
  const auto held = [&](const Joint& joint) { return !joint.kind.is_free() || joint.parent != kWorld; };
  for (const Joint& a : forest.joints())
    for (const Joint& b : forest.joints()) {
      if (a.child == b.child || !held(a) || !held(b)) continue;
      const bool share =
          a.parent == b.child || b.parent == a.child || (a.parent == b.parent && a.parent != kWorld);
      if (share) graph[static_cast<std::size_t>(a.child.index)].push_back(b.child.index);
    }
  return graph;
}

int bandwidth_of(const JointGraph& graph, const std::vector<int>& place) {
  int band = 0;
  for (std::size_t i = 0; i < graph.size(); ++i)
    for (const int j : graph[i])
      band = std::max(band, std::abs(place[i] - place[static_cast<std::size_t>(j)]));
  return band;
}

JointOrder number_joints(const JointGraph& graph, Numbering numbering, std::int64_t budget) {
  if (numbering == Numbering::mbid) return least_bandwidth(graph, budget);
  std::vector<int> place = numbering == Numbering::rcm     ? reverse_cuthill_mckee(graph)
                           : numbering == Numbering::worst ? worst_numbering(graph)
                                                           : given_numbering(graph.size());
  const int bandwidth = bandwidth_of(graph, place);
  return {std::move(place), bandwidth};
}

}  // namespace grouser
