// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/contact/scm_cells.hpp"

namespace grouser {

std::optional<FewCells> find_few_cells(const ContactScene& scene, CellSearch search) {
  if (!scene.scm) return std::nullopt;
  constexpr double kRound = 8.0, kWheel = 4.0;
  std::optional<FewCells> worst;
  for (std::size_t i = 0; i < scene.scm->parts.size(); ++i) {
    const ScmFootprint& part = scene.scm->parts[i];
    if (part.form == ScmForm::ball && search == CellSearch::soles_and_wheels) continue;
    const double enough = part.width / (part.form == ScmForm::rim ? kWheel : kRound);
    if (enough >= scene.scm->cell || (worst && worst->enough <= enough)) continue;
    worst = FewCells{scene.parts[i].title(), scene.scm->cell, part.width / scene.scm->cell, enough};
  }
  return worst;
}

}  // namespace grouser
