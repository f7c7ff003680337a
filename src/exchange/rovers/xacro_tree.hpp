// SPDX-License-Identifier: BSD-3-Clause
// Parses an expression of xacro into a tree, with the precedence of Python (The Python Language Reference,
// 6.17).
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "xacro_expression.hpp"

namespace grouser {

/// A node of the tree: `op` is "value", "name", "call", or the operator's own word ("+", "neg", "if", "and").
struct XacroNode {
  std::string op;
  XacroValue value = false;  ///< of "value"; the name of "name" and "call" as text
  std::vector<XacroNode> parts = {};
};

/// Throws InputError, naming the place.
XacroNode parse_xacro(std::string_view expression, const std::string& place);

}  // namespace grouser
