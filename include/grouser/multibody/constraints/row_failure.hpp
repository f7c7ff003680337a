// SPDX-License-Identifier: BSD-3-Clause
// Why the rows of a model could not be satisfied.
#pragma once
#include <string>

#include "grouser/multibody/tree/model.hpp"

namespace grouser {

struct RowFailure {
  enum class Kind {
    none,
    open,       ///< no position near by closes the row; size: its gap, m or rad
    singular,   ///< the row depends on those before it; size: share of it that they leave
    unresolved  ///< the limits of one-sided rows were not resolved; size: number of tries
  };
  Kind kind = Kind::none;
  int row = -1;
  double size = 0.0;
  explicit operator bool() const { return kind != Kind::none; }
};

/// "loop joint 'pin', row 3 of 5".
std::string name_of_row(const Model&, int row);
/// Names the constraint, its row and the size, for a message.
std::string describe(const Model&, const RowFailure&);

}  // namespace grouser
