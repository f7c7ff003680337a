// SPDX-License-Identifier: BSD-3-Clause
// The passes over a group of bodies. Included only by the translation units of the vector levels.
#pragma once
#include "block_passes.hpp"

namespace grouser {
namespace {

template <class L>
constexpr int kSize = sizeof(typename L::Batch) / sizeof(double);

/// The numbers of a register's bodies.
template <class L>
GROUSER_INLINE BodyNumbers<typename L::Batch>& part_of(LaneGroup& group, int part) {
  return reinterpret_cast<BodyNumbers<typename L::Batch>*>(group.numbers)[part];
}
/// Calls visit with one register after another, and the number of rows as a constant.
template <class L, class Visit>
GROUSER_INLINE void over_parts(const LaneGroup& group, const Visit& visit) {
  passes::with_rows(group.rows, [&]<int m>() GROUSER_INLINED {
    for (int part = 0; part * kSize<L> < group.count; ++part) visit.template operator()<m>(part);
  });
}
// Lanes hand their sums to parents that are not side by side, the last body first.
template <int numbers, class Take>
GROUSER_INLINE void hand_over(const LaneGroup& group, int place, const Take& take) {
  if (group.parents || group.rows == 0) return;
  for (int lane = group.count; lane-- > 0;)
    if (const NumbersOf& parent = group.parent[lane]; parent.of)
      for (int n = 0; n < numbers; ++n) take(parent[place + n], group.handed[n][lane]);
}

template <class L>
void factor_group(LaneGroup& group) {
  using N = typename L::Batch;
  over_parts<L>(group, [&]<int m>(int part) GROUSER_INLINED {
    BodyNumbers<N>* const parents = group.parents ? &part_of<L>(*group.parents, part) : nullptr;
    passes::factor<m>(part_of<L>(group, part), [&](int n, const N& x) GROUSER_INLINED {
      if (parents)
        parents->inertia.of[n] = parents->inertia.of[n] + x;
      else
        L::store(x, group.handed[n] + part * kSize<L>);
    });
  });
  hand_over<21>(group, number_place::inertia, [](double& to, double x) GROUSER_INLINED { to += x; });
}

template <class L>
void take_inwards(LaneGroup& group, bool with_targets) {
  using N = typename L::Batch;
  over_parts<L>(group, [&]<int m>(int part) GROUSER_INLINED {
    BodyNumbers<N>* const parents = group.parents ? &part_of<L>(*group.parents, part) : nullptr;
    passes::pass_inwards<m>(part_of<L>(group, part), with_targets, [&](int i, const N& x) GROUSER_INLINED {
      if (parents)
        parents->y[i] = parents->y[i] - x;
      else
        L::store(x, group.handed[i] + part * kSize<L>);
    });
  });
  hand_over<6>(group, number_place::y, [](double& to, double x) GROUSER_INLINED { to -= x; });
}

template <class L>
void take_outwards(LaneGroup& group) {
  if (!group.parents)
    for (int lane = 0; lane < group.count; ++lane)
      for (int i = 0; i < 6; ++i) {
        const NumbersOf& parent = group.parent[lane];
        group.handed[i][lane] = parent.of ? parent[number_place::a + i] : 0.0;
      }
  over_parts<L>(group, [&]<int m>(int part) GROUSER_INLINED {
    small::Matrix<typename L::Batch, 6> parent_a;
    if (group.parents) {
      parent_a = part_of<L>(*group.parents, part).a;
    } else {
#pragma GCC unroll 6
      for (int i = 0; i < 6; ++i) parent_a[i] = L::load(group.handed[i] + part * kSize<L>);
    }
    passes::pass_outwards<m>(part_of<L>(group, part), parent_a);
  });
}

template <class L>
constexpr LanePasses kPasses = {kSize<L>, factor_group<L>, take_inwards<L>, take_outwards<L>};

}  // namespace
}  // namespace grouser
