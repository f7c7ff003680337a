// SPDX-License-Identifier: BSD-3-Clause
// Elimination of bodies and joints from leaves to roots, a body before its joint (Baraff 1996;
// docs/theory_constrained.md, "Solution"). Bodies of one depth whose joints have as many rows are factored
// side by side in the lanes of registers; the others one by one.
#include "body_elimination.hpp"

#include <algorithm>
#include <compare>
#include <cstddef>

#include "block_passes.hpp"

namespace grouser {
namespace {

// Order of the bodies: bodies of one distance and number of rows come together, those of one parent in its
// order.
struct Place {
  int depth, rows, parent_at, body;
  bool together(const Place& o) const { return depth == o.depth && rows == o.rows; }
  auto operator<=>(const Place&) const = default;
};

// A joint's rows but for those of its dampers, which come and go; twice, and one more if there may be such.
int usual_rows(const Joint& joint) {
  const int hard = joint.mode == CoordinateMode::prescribed ? 6 : 6 - joint.nv;
  return 2 * hard + (joint.passive ? 1 : 0);
}

/// Places of all bodies, sorted: by depth, rows and their parent's place.
std::vector<Place> places_of(const Model& forest) {
  std::vector<Place> places;
  std::vector<int> at(forest.bodies().size());
  for (std::size_t i = 0; i < at.size(); ++i) {
    const Joint& joint = forest.joints()[i];
    // Depth in joints from the world; parents come before their children in a model.
    const int above =
        joint.parent == kWorld ? -1 : places[static_cast<std::size_t>(joint.parent.index)].depth;
    places.push_back({above + 1, usual_rows(joint), -1, static_cast<int>(i)});
  }
  // level by level, as the order of a level is that of the one before it
  const auto by_depth = [](const Place& a, const Place& b) { return a.depth < b.depth; };
  std::stable_sort(places.begin(), places.end(), by_depth);
  for (auto first = places.begin(); first != places.end();) {
    const auto last = std::upper_bound(first, places.end(), *first, by_depth);
    for (auto place = first; place != last; ++place)
      if (const BodyId parent = forest.joints()[static_cast<std::size_t>(place->body)].parent;
          parent != kWorld)
        place->parent_at = at[static_cast<std::size_t>(parent.index)];
    std::sort(first, last);
    for (; first != last; ++first)
      at[static_cast<std::size_t>(first->body)] = static_cast<int>(first - places.begin());
  }
  return places;
}

}  // namespace

BodyElimination::BodyElimination(const Model& forest, SimdLevel level)
    : passes_(GROUSER_OF_LEVEL(level, kPasses)), blocks_(forest.bodies().size()), alone_(blocks_.size()) {
  for (const Joint& joint : forest.joints()) {
    blocks_[joint.child].parent = joint.parent.index;
    blocks_[joint.child].numbers.of = alone_[static_cast<std::size_t>(joint.child.index)].inertia.of;
  }
  find_turns(forest);
  find_parents();
}

NumbersOf BodyElimination::numbers_of(LaneGroup& group, int lane) const {
  const int part = lane / passes_.lanes;
  return {group.numbers + part * passes_.lanes * number_place::count + lane % passes_.lanes, passes_.lanes};
}

void BodyElimination::find_turns(const Model& forest) {
  const std::vector<Place> places = places_of(forest);
  const std::size_t most = passes_.lanes > 1 ? kMostLanes : 1;
  for (std::size_t first = 0, last = 0; first < places.size(); first = last) {
    // As many alike as fit the lanes; one by itself needs no group.
    int bodies[kMostLanes], count = 0;
    while (last < places.size() && last - first < most && places[first].together(places[last]))
      bodies[count++] = places[last++].body;
    if (count == 1)
      turns_.push_back({&blocks_[BodyId{bodies[0]}]});
    else
      make_group(bodies, count);
  }
}

void BodyElimination::make_group(const int* bodies, int count) {
  LaneGroup& group = groups_.emplace_back();
  turns_.push_back({nullptr, &group});
  group.count = count;
  for (int lane = 0; lane < kMostLanes; ++lane) {
    // lanes without a body never change
    BodyBlock none;
    BodyBlock& block = lane < count ? blocks_[BodyId{bodies[lane]}] : none;
    if (lane < count) group.bodies[lane] = bodies[lane];
    block.numbers = numbers_of(group, lane);
    for (int i = 0; i < 6; ++i) block.inertia(i, i) = block.compliance(i) = 1.0;
  }
}

void BodyElimination::find_parents() {
  for (Turn& turn : turns_) {
    if (turn.block) {
      turn.parent = parent_of(*turn.block);
      continue;
    }
    LaneGroup& group = *turn.group;
    for (int lane = 0; lane < group.count; ++lane) group.parent[lane] = parent_of(block_of(group, lane));
    // A group whose parents lie lane by lane in another group reads and writes whole registers.
    for (LaneGroup& above : groups_) {
      const auto beside = [&](int lane) { return group.parent[lane].of == numbers_of(above, lane).of; };
      int lanes = 0;
      while (lanes < group.count && beside(lanes)) ++lanes;
      if (lanes == group.count) group.parents = &above;
    }
  }
}

// Lanes with fewer rows than others get empty ones, whose multipliers are zero.
void BodyElimination::level_rows(LaneGroup& group) {
  group.rows = 0;
  for (int lane = 0; lane < group.count; ++lane)
    group.rows = std::max(group.rows, block_of(group, lane).row_count);
  for (int lane = 0; lane < group.count; ++lane) {
    const BodyBlock& block = block_of(group, lane);
    for (int k = block.row_count; k < group.rows; ++k) {
      for (int i = 0; i < 6; ++i) block.row(k, i) = 0.0;
      block.compliance(k) = 1.0, block.target(k) = 0.0;
    }
  }
}

void BodyElimination::factor() {
  for (LaneGroup& group : groups_) level_rows(group);
  for (std::size_t t = turns_.size(); t-- > 0;) {
    const Turn& turn = turns_[t];
    if (turn.group) {
      passes_.factor(*turn.group);
      continue;
    }
    const NumbersOf& parent = turn.parent;
    // The body's share, W^T E^-1 W, goes to its parent's inertia, if it has one.
    passes::with_rows(turn.block->row_count, [&]<int m>() {
      if (!parent.of)
        passes::factor<m>(turn.numbers(), [](int, double) {});
      else if (parent.stride == 1)
        passes::factor<m>(turn.numbers(),
                          [to = parent.of + number_place::inertia](int n, double x) { to[n] += x; });
      else
        passes::factor<m>(turn.numbers(), [&](int n, double x) { parent[number_place::inertia + n] += x; });
    });
  }
}

void BodyElimination::solve(Targets targets) {
  const bool given = targets == Targets::given;
  for (const BodyBlock& block : blocks_)
    for (int i = 0; i < 6; ++i) block.numbers[number_place::y + i] = block.force[i];
  // Inwards: what each body passes to its parent; outwards: accelerations and multipliers.
  for (std::size_t t = turns_.size(); t-- > 0;) {
    const Turn& turn = turns_[t];
    if (turn.group) {
      passes_.inwards(*turn.group, given);
      continue;
    }
    passes::with_rows(turn.block->row_count, [&]<int m>() {
      passes::pass_inwards<m>(turn.numbers(), given, [&](int i, double x) {
        if (turn.parent.of) turn.parent[number_place::y + i] -= x;
      });
    });
  }
  for (const Turn& turn : turns_) {
    if (turn.group) {
      passes_.outwards(*turn.group);
      continue;
    }
    small::Matrix<double, 6> a = {};
    if (turn.parent.of)
      for (int i = 0; i < 6; ++i) a[i] = turn.parent[number_place::a + i];
    passes::with_rows(turn.block->row_count, [&]<int m>() { passes::pass_outwards<m>(turn.numbers(), a); });
  }
}

}  // namespace grouser
