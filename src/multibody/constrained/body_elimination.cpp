// SPDX-License-Identifier: BSD-3-Clause
#include "body_elimination.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>

#include "block_passes.hpp"

namespace grouser {
namespace {

BodyNumbers<double>& numbers(BodyBlock& block) { return block; }
double* numbers_in(BodyBlock& block) { return reinterpret_cast<double*>(&numbers(block)); }

// Where a body is taken: bodies of one distance and number of rows come together, those of one parent in its order.
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

std::vector<Place> places_of(const Model& forest) {
  std::vector<Place> places;
  std::vector<int> at(forest.bodies().size());
  for (std::size_t i = 0; i < at.size(); ++i) {
    const Joint& joint = forest.joints()[i];
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

BodyElimination::BodyElimination(const Model& forest, Indexed<BodyId, BodyBlock>& blocks, SimdLevel level)
    : blocks_(blocks), passes_(GROUSER_OF_LEVEL(level, kPasses)) {
  find_turns(forest, passes_.lanes > 1 ? kMostLanes : 1);
  find_parents();
}

NumbersOf BodyElimination::numbers_of(LaneGroup& group, int lane) const {
  const int part = lane / passes_.lanes;
  return {group.numbers + part * passes_.lanes * number_place::count + lane % passes_.lanes, passes_.lanes};
}

void BodyElimination::find_turns(const Model& forest, int most) {
  const std::vector<Place> places = places_of(forest);
  groups_.reserve(places.size());  // turns point at them
  for (std::size_t first = 0, last = 0; first < places.size(); first = last) {
    while (last < places.size() && last - first < static_cast<std::size_t>(most) &&
           places[first].together(places[last]))
      ++last;
    if (last - first == 1) {
      turns_.push_back({&blocks_[static_cast<std::size_t>(places[first].body)]});
      continue;
    }
    LaneGroup& group = groups_.emplace_back();
    turns_.push_back({nullptr, &group});
    for (std::size_t k = first; k < last; ++k) group.bodies[group.count++] = places[k].body;
    // lanes without a body never change
    for (int lane = 0; lane < kMostLanes; ++lane) {
      const NumbersOf numbers = numbers_of(group, lane);
      for (int i = 0; i < 6; ++i) {
        numbers.of[(number_place::inertia + small::Symmetric<double, 6>::place(i, i)) * numbers.stride] = 1.0;
        numbers.of[(number_place::compliance + i) * numbers.stride] = 1.0;
      }
    }
  }
}

void BodyElimination::find_parents() {
  struct LaneOf {
    LaneGroup* group = nullptr;
    int lane = 0;
  };
  std::vector<LaneOf> lane_of(blocks_.size());
  for (LaneGroup& group : groups_)
    for (int lane = 0; lane < group.count; ++lane)
      lane_of[static_cast<std::size_t>(group.bodies[lane])] = {&group, lane};
  const auto parent_of = [&](const BodyBlock& block) {
    if (block.parent < 0) return NumbersOf{};
    const auto parent = static_cast<std::size_t>(block.parent);
    if (const LaneOf& in = lane_of[parent]; in.group) return numbers_of(*in.group, in.lane);
    return NumbersOf{numbers_in(blocks_[parent])};
  };
  for (Turn& turn : turns_) {
    if (turn.body) {
      turn.parent = parent_of(*turn.body);
      continue;
    }
    LaneGroup& group = *turn.group;
    for (int lane = 0; lane < group.count; ++lane) {
      const BodyBlock& block = blocks_[static_cast<std::size_t>(group.bodies[lane])];
      group.parent[lane] = parent_of(block);
      const LaneOf above = block.parent < 0 ? LaneOf{} : lane_of[static_cast<std::size_t>(block.parent)];
      if (lane == 0) group.parents = above.group;
      if (above.group != group.parents || above.lane != lane) group.parents = nullptr;
    }
  }
}

BodyBlock& BodyElimination::block_of(const LaneGroup& group, int lane) const {
  return blocks_[static_cast<std::size_t>(group.bodies[lane])];
}
// `count` numbers of a body from a place on, to its lane.
void BodyElimination::move(LaneGroup& group, int lane, int place, int count) const {
  const NumbersOf to = numbers_of(group, lane);
  const double* from = numbers_in(block_of(group, lane));
  for (int n = place; n < place + count; ++n) to.of[n * to.stride] = from[n];
}

// Lanes with fewer rows than others have empty ones, whose multipliers are zero.
void BodyElimination::move_in(LaneGroup& group) const {
  group.rows = 0;
  for (int lane = 0; lane < group.count; ++lane)
    group.rows = std::max(group.rows, block_of(group, lane).row_count);
  for (int lane = 0; lane < group.count; ++lane) {
    BodyBlock& block = block_of(group, lane);
    for (int k = block.row_count; k < group.rows; ++k) {
      for (double& x : block.rows.of[k]) x = 0.0;
      block.compliance[k] = 1.0, block.target[k] = 0.0;
    }
    move(group, lane, number_place::inertia, 21 + 3 + 6 * group.rows);
    move(group, lane, number_place::compliance, group.rows);
    move(group, lane, number_place::target, group.rows);
  }
}

void BodyElimination::factor() {
  for (LaneGroup& group : groups_) move_in(group);
  for (std::size_t t = turns_.size(); t-- > 0;) {
    const Turn& turn = turns_[t];
    if (turn.group) {
      passes_.factor(*turn.group);
      continue;
    }
    passes::with_rows(turn.body->row_count, [&]<int m>() {
      if (!turn.parent.of)
        passes::factor<m>(numbers(*turn.body), [](int, double) {});
      else if (turn.parent.stride == 1)
        passes::factor<m>(numbers(*turn.body),
                          [to = turn.parent.of + number_place::inertia](int n, double x) { to[n] += x; });
      else
        passes::factor<m>(numbers(*turn.body), [&](int n, double x) {
          turn.parent.of[(number_place::inertia + n) * turn.parent.stride] += x;
        });
    });
  }
}

void BodyElimination::solve(Targets targets) {
  const bool given = targets == Targets::given;
  for (BodyBlock& block : blocks_) block.y = block.force;
  for (LaneGroup& group : groups_)
    for (int lane = 0; lane < group.count; ++lane) move(group, lane, number_place::y, 6);
  for (std::size_t t = turns_.size(); t-- > 0;) {
    const Turn& turn = turns_[t];
    if (turn.group) {
      passes_.inwards(*turn.group, given);
      continue;
    }
    passes::with_rows(turn.body->row_count, [&]<int m>() {
      passes::pass_inwards<m>(numbers(*turn.body), given, [&](int i, double x) {
        if (turn.parent.of) turn.parent.of[(number_place::y + i) * turn.parent.stride] -= x;
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
      for (int i = 0; i < 6; ++i) a[i] = turn.parent.of[(number_place::a + i) * turn.parent.stride];
    passes::with_rows(turn.body->row_count,
                      [&]<int m>() { passes::pass_outwards<m>(numbers(*turn.body), a); });
  }
  for (LaneGroup& group : groups_)
    for (int lane = 0; lane < group.count; ++lane) {
      const NumbersOf from = numbers_of(group, lane);
      double* to = numbers_in(block_of(group, lane));
      for (int n = number_place::a; n < number_place::lambda + group.rows; ++n)
        to[n] = from.of[n * from.stride];
    }
}

}  // namespace grouser
