// SPDX-License-Identifier: BSD-3-Clause
// Text of the XML files that are written here.
#pragma once
#include <string>
#include <string_view>

#include "grouser/math/pose.hpp"

namespace grouser {

/// A text with the five marks of XML and the carriage return escaped, for attributes and inside of elements.
std::string escaped_xml(std::string_view text);
/// The shortest decimal that reads back to the same bits; zero without a sign.
std::string xml_number(double value);
/// Three of them.
std::string xml_vector(const Vec3& v);
/// Roll, pitch and yaw of a rotation (steady_rpy).
std::string xml_rpy(const Mat3& R);

}  // namespace grouser
