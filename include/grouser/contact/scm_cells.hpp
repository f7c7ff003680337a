// SPDX-License-Identifier: BSD-3-Clause
// Finds parts for which the grid of the Soil Contact Model is too coarse.
#pragma once
#include <optional>
#include <string>

#include "grouser/contact/contact_kinds.hpp"

namespace grouser {

/// A part that few cells span.
struct FewCells {
  std::string part;     ///< its kind and name
  double cell = 0.0;    ///< of the ground, m
  double across = 0.0;  ///< of them span a ball's or a sole's diameter, or a wheel's width
  double enough = 0.0;  ///< cell of which eight span a diameter, or four a width, m
};
/// Parts that a search for few cells looks at.
enum class CellSearch {
  all_parts,
  soles_and_wheels  ///< the energy book of a ball closes with the step on cells of any size
};
/// The part that lacks most cells, among those that fewer than eight span (four for a wheel); empty where the
/// ground does not deform.
std::optional<FewCells> find_few_cells(const ContactScene& scene, CellSearch search = CellSearch::all_parts);

}  // namespace grouser
