// SPDX-License-Identifier: BSD-3-Clause
// The panel of the soil desk.
#pragma once
#include "desks/soils/soil_work.hpp"
#include "session/document/document_work.hpp"
#include "session/request.hpp"
#include "widgets/ui.hpp"
#include "widgets/xy_plot.hpp"

namespace grouser::desktop {

/// Entries of the panel, and whether anybody has looked at it.
struct SoilForm {
  std::string filter, name;  ///< words that are searched for; of a new soil
  bool shown = false;
};

/// List of soils, numbers of the chosen one, and its curves.
void soils_panel(const Ui& ui, const SoilView& soils, const DocumentView& document, SoilForm& form,
                 Requests& requests);
/// Plots of the curves: pressure in kPa over sinkage in mm, pull in N over slip in percent.
Chart pressure_plot(const ShownUnits& units, const SoilView& soils);
Chart pull_plot(const SoilView& soils);
}  // namespace grouser::desktop
