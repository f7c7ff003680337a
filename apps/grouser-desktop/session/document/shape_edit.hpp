// SPDX-License-Identifier: BSD-3-Clause
// Shapes of the open scenario's terrain taken away or added: one setting that gives all of them anew.
#pragma once
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"

namespace grouser {
class World;
}

namespace grouser::desktop {

struct ShapeEdit {
  Override setting;                   ///< terrain.shape
  std::vector<std::string> put_back;  ///< settings of single shapes, which are in it
  std::string name;                   ///< of the shape that was added; empty: none was
};

/// The edit that removes the shape of this name. Throws InputError if it is none of the scenario's own.
ShapeEdit without_shape(const World& world, const std::string& name, const std::vector<Override>& changes);
/// The edit that adds another shape like this one, beside it, with a name of its own.
ShapeEdit with_copy_of_shape(const World& world, const std::string& name,
                             const std::vector<Override>& changes);

}  // namespace grouser::desktop
