// SPDX-License-Identifier: BSD-3-Clause
// Facts of a PDS4 label, which is XML: unit, scale and constants of its first array, and a comparison of its
// bounding coordinates with its georeference. Names are compared without their namespaces.
#include <cpl_minixml.h>
#include <fmt/format.h>
#include <ogr_spatialref.h>

#include <cmath>
#include <functional>
#include <memory>
#include <string_view>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"
#include "label_extent.hpp"
#include "label_facts.hpp"
#include "raster_units.hpp"
#include "text_case.hpp"

namespace grouser::terrain {
namespace {

/// Name of an element without its namespace: "pds:Array_2D" gives "Array_2D".
std::string_view local_name(const CPLXMLNode& node) {
  const std::string_view name = node.pszValue;
  const auto colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

/// The first element of that name at or below a node, in the order of the file; null: none.
const CPLXMLNode* find_element(const CPLXMLNode* node, const std::function<bool(std::string_view)>& is) {
  for (; node; node = node->psNext) {
    if (node->eType != CXT_Element) continue;
    if (is(local_name(*node))) return node;
    if (const CPLXMLNode* found = find_element(node->psChild, is)) return found;
  }
  return nullptr;
}

/// The first element of that name below a node; null if there is none, or no node.
const CPLXMLNode* child(const CPLXMLNode* node, std::string_view name) {
  return node ? find_element(node->psChild, [&](std::string_view n) { return n == name; }) : nullptr;
}

/// Text of an element without white space at its ends; "" for null.
std::string text_in(const CPLXMLNode* node) {
  return node ? CPLString(CPLGetXMLValue(const_cast<CPLXMLNode*>(node), nullptr, "")).Trim() : std::string();
}

/// The attribute `unit` of an element; "" for null.
std::string unit_of(const CPLXMLNode* node) {
  return node ? CPLGetXMLValue(const_cast<CPLXMLNode*>(node), "unit", "") : std::string();
}

/// Reads the constants for "no height". Their names are lower case in PDS4: high_instrument_saturation,
/// missing_constant.
void read_constants(const CPLXMLNode* array, const std::string& shown, LabelFacts& facts) {
  const CPLXMLNode* constants = child(array, "Special_Constants");
  if (!constants) return;
  for (const CPLXMLNode* node = constants->psChild; node; node = node->psNext) {
    if (node->eType != CXT_Element || !names_void(upper(std::string(local_name(*node))))) continue;
    const std::string text = text_in(node);
    if (not_applicable(text)) continue;
    const auto value = constant_of(text, facts.code);
    if (!value)
      throw InputError(shown, fmt::format("{} of '{}'", local_name(*node), text),
                       "a number, or the bits of a sample (0xFF7FFFFB, 16#FF7FFFFB#)");
    facts.voids.push_back(*value);
  }
}

/// Reads the unit, which is in an element of its own or an attribute of scale and offset, and converts these
/// to it.
void read_element(const CPLXMLNode* array, const std::string& shown, LabelFacts& facts) {
  const CPLXMLNode *const element = child(array, "Element_Array"),
                          *const offset = child(element, "value_offset"),
                          *const scale = child(element, "scaling_factor");
  std::string unit = text_in(child(element, "unit"));
  for (const CPLXMLNode* stated : {scale, offset})
    if (unit.empty()) unit = unit_of(stated);
  if (unit.empty() || not_applicable(unit)) return;
  facts.unit = unit;
  const auto whole = metres_per_unit(unit);
  const auto in_unit = [&](const CPLXMLNode* stated, std::optional<double>& value) {
    const std::string own = unit_of(stated);
    if (own.empty() || own == unit || !whole) return;
    const auto metres = metres_per_unit(own);
    if (!metres)
      throw InputError(shown, fmt::format("{} in '{}'", local_name(*stated), own), "a length: m, km, ...");
    value = CPLAtof(text_in(stated).c_str()) * *metres / *whole;
  };
  in_unit(scale, facts.scale);
  in_unit(offset, facts.offset);
}

/// Compares the georeference with the extent, on maps whose x is proportional to longitude and y to latitude.
void check_place(const CPLXMLNode* root, GDALDataset& data, LabelFacts& facts) {
  const auto find = [&](std::string_view name) {
    return find_element(root, [&](std::string_view n) { return n == name; });
  };
  const std::string projection = upper(text_in(find("map_projection_name")));
  const OGRSpatialReference* crs = data.GetSpatialRef();
  GeoTransform g;
  if (!crs || !projection.starts_with("EQUIRECTANGULAR") || data.GetGeoTransform(g.c.data()) != CE_None)
    return;
  // All four sides must be stated; their last digit says how exact they are.
  const CPLXMLNode* sides[] = {find("west_bounding_coordinate"), find("east_bounding_coordinate"),
                               find("south_bounding_coordinate"), find("north_bounding_coordinate")};
  double degrees[4] = {};
  LabelExtent e;
  for (int k = 0; k < 4; ++k) {
    const std::string text = text_in(sides[k]);
    if (not_applicable(text)) return;
    degrees[k] = CPLAtof(text.c_str());
    const auto point = text.find('.');
    const int decimals = point == std::string::npos ? 0 : static_cast<int>(text.size() - point - 1);
    if (degrees[k] != std::floor(degrees[k])) e.written = std::max(e.written, half_of_last(decimals));
  }
  const double sign = upper(text_in(find("longitude_direction"))) == "POSITIVE WEST" ? -1.0 : 1.0;
  e.west = sign * degrees[0], e.east = sign * degrees[1], e.south = degrees[2], e.north = degrees[3];
  if (e.east <= e.west) e.east += 360.0;
  // The map's scale from the body's radius and the standard parallel.
  const double metres = crs->GetSemiMajor() * kDegree,
               parallel = crs->GetNormProjParm(SRS_PP_STANDARD_PARALLEL_1, 0.0);
  const CylinderMap map{metres * math::sincos(parallel * kDegree).cos / g.c[1], -metres / g.c[5],
                        crs->GetNormProjParm(SRS_PP_CENTRAL_MERIDIAN, 0.0)};
  note_contradiction(e, map, data.GetRasterXSize(), data.GetRasterYSize(), -g.c[0] / g.c[1], -g.c[3] / g.c[5],
                     g.c[1], facts.notes);
}

}  // namespace

void read_pds4(const std::string& xml, GDALDataset& data, const std::string& shown, LabelFacts& facts) {
  const std::unique_ptr<CPLXMLNode, decltype(&CPLDestroyXMLNode)> root(CPLParseXMLString(xml.c_str()),
                                                                       CPLDestroyXMLNode);
  if (!root) return;
  const CPLXMLNode* array = find_element(root.get(), [](std::string_view name) {
    return name.starts_with("Array_2D") || name.starts_with("Array_3D");
  });
  if (array) {
    read_element(array, shown, facts);
    read_constants(array, shown, facts);
  }
  check_place(root.get(), data, facts);
}

}  // namespace grouser::terrain
