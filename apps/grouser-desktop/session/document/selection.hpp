// SPDX-License-Identifier: BSD-3-Clause
// The part of the open scenario or run that a person clicked.
#pragma once
#include "grouser/math/types.hpp"

namespace grouser::desktop {

enum class SelectionKind { none, body, shape, ground };
struct Selection {
  SelectionKind kind = SelectionKind::none;
  int index = -1;             ///< of the scene's bodies or the terrain's shapes
  Vec3 point = Vec3::Zero();  ///< where it was clicked, world, m
  bool same_as(const Selection& o) const { return kind == o.kind && index == o.index; }
};

}  // namespace grouser::desktop
