// What campaigns found, as panels for write_plot() and write_table_plot() (recording/plot).
#pragma once
#include <map>
#include <string>
#include <vector>

#include "grouser/mission/statistics/elementary_effects.hpp"
#include "grouser/mission/statistics/sobol_indices.hpp"
#include "grouser/mission/statistics/stability_boundary.hpp"
#include "grouser/recording/plot/plot.hpp"
#include "grouser/recording/plot/table_plot.hpp"

namespace grouser {

/// Bars of the total indices, the largest on top (rank 1 is the lowest), each with its interval above it and a tick at the first-order
/// index; one series an input. None where the indices are refused; the title then says why.
PlotPanel index_tornado(const std::string& title, const std::vector<std::string>& names, const SobolIndices&);

/// Morris's plane: mu* across, sigma upwards, one point an input.
PlotPanel effect_plane(const std::string& title, const std::vector<std::string>& names,
                       const ElementaryEffects&);

struct PlaneNames {
  std::string title, x_label, y_label;
  std::map<int, std::string> modes;  ///< of failure, by number
};
/// The line, one series a mode, broken where modes meet; and the nodes that were run.
PlotPanel boundary_panel(const PlaneNames&, const PlaneOptions&, const StabilityBoundary&);

/// 1 upright, 0 not, over the plane in `cells` fields along each side (at most the resolution), each the share of its nodes.
TablePanel boundary_table(const PlaneNames&, const PlaneOptions&, const StabilityBoundary&, int cells);

}  // namespace grouser
