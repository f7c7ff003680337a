// SPDX-License-Identifier: BSD-3-Clause
// Xacro (wiki.ros.org/xacro, as of ROS 2), expanded on the tree of XML elements: property, macro, include,
// if, unless, arg, insert_block, ${}, $(arg) and $(find). Anything else of it is refused by name. What comes
// out is bounded: at most kMostExpanded elements and texts, nested at most kDeepestExpansion deep.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "grouser/exchange/markup/xml_document.hpp"
#include "grouser/exchange/rovers/rover_files.hpp"

namespace grouser {

inline constexpr int kDeepestExpansion = 200;
inline constexpr std::size_t kMostExpanded = 300'000;
inline constexpr std::size_t kMostIncluded = 100;

/// The document with all of xacro carried out. `arguments`: values of xacro:arg. $(find name) becomes
/// package://name, which RoverFiles finds. Throws InputError, naming file and line, also of an included file.
XmlDocument expand_xacro(const XmlDocument& document, const RoverFiles& files,
                         const std::map<std::string, std::string>& arguments);

}  // namespace grouser
