// SPDX-License-Identifier: BSD-3-Clause
// Entries of the tab Fit, and what it shows.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "grouser/mission/fit/fit.hpp"

namespace grouser::desktop {

/// Laws to choose from: that of the soil's file, then these.
inline constexpr const char* kFitLawNames[] = {"its law", "bekker", "rft", "scm"};
inline constexpr SoilLaw kFitLaws[] = {SoilLaw::bekker, SoilLaw::rft, SoilLaw::scm};

/// Charts of the tab.
enum class FitCharts { curves, residuals, corner };

/// Entries of the tab, kept from session to session except the charts and the file.
struct FitForm {
  std::string data;                               ///< "bed.csv,radius=0.15,load=80"; several with ;
  std::string keys = "phi_deg=20:45\nn=0.5:1.5";  ///< a line for each, as --vary takes them
  std::string soil = "wong_LETE_sand";
  int law = 0;  ///< of kFitLawNames
  std::string save_path = "fitted_soil.toml";
  FitCharts charts = FitCharts::curves;
};

/// State that the tab shows.
struct FitView {
  FitSpec spec;                             ///< of what is shown
  std::vector<double> keys;                 ///< values that the curves are of
  std::vector<FittedValue> values;          ///< measured and predicted
  std::shared_ptr<const FitResult> result;  ///< null: none yet, or a slider was moved away from it
  std::string refusal, saved;               ///< why there is none; the file that was written last
  bool working = false;
  double progress = -1.0;  ///< 0 to 1, negative: not known
};

/// The fit of the form. Throws InputError.
FitSpec fit_spec_of(const FitForm& form);

}  // namespace grouser::desktop
