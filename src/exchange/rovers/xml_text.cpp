// SPDX-License-Identifier: BSD-3-Clause
// Numbers are written by fmt's shortest form that reads back to the same bits; a negative zero loses its
// sign, so that the same rover gives the same text.
#include "xml_text.hpp"

#include <fmt/format.h>

#include "grouser/exchange/rovers/rover_description.hpp"

namespace grouser {

std::string escaped_xml(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&apos;";
        break;
      case '\r':
        out += "&#13;";
        break;
      default:
        out += c;
    }
  return out;
}

std::string xml_number(double value) { return fmt::format("{}", value == 0.0 ? 0.0 : value); }

std::string xml_vector(const Vec3& v) {
  return fmt::format("{} {} {}", xml_number(v.x()), xml_number(v.y()), xml_number(v.z()));
}

std::string xml_rpy(const Mat3& R) {
  const RollPitchYaw rpy = steady_rpy(R);
  return xml_vector({rpy.roll, rpy.pitch, rpy.yaw});
}

}  // namespace grouser
