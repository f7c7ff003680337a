// SPDX-License-Identifier: BSD-3-Clause
// A fit for programs and for people: JSON, a table, charts, and the soil's file with its uncertainty.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "grouser/chart/chart.hpp"
#include "grouser/mission/fit/fit.hpp"
#include "grouser/recording/run_file/table_file.hpp"

namespace grouser {

/// Everything that was found; SI units, keys in those of their files. `draws`: at most so many of the
/// posterior.
nlohmann::ordered_json fit_json(const FitSpec& spec, const FitResult& result, std::size_t draws = 1000);

/// A row per measured value: where it is from, what was measured and predicted, the band.
Table make_fit_table(const FitResult& result);
inline constexpr const char* kFitCsvBegin = "file,line,channel,held,";

/// Measured and predicted values of each channel of each file, with the band where there is one, against the
/// condition that varies most.
std::vector<Chart> make_fit_charts(const std::vector<FittedValue>& values);
/// Measured less predicted values, against the same condition.
std::vector<Chart> make_residual_charts(const std::vector<FittedValue>& values);
/// Draws of the posterior, each two of the first four keys against each other; none without draws.
std::vector<Chart> make_corner_charts(const FitResult& result);

/// The first line of a soil's file that a fit wrote.
inline constexpr const char* kFittedSoilBegin = "# A soil fitted by grouser fit";

/// The file of the soil that was fitted: the base soil's text with the found numbers in place of its own, and
/// [uncertain]. Keys that are not numbers of a soil are left out. Throws InputError where none is one.
std::string fitted_soil_text(const FitSpec& spec, const FitResult& result);

}  // namespace grouser
