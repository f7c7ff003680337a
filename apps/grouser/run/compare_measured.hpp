// SPDX-License-Identifier: BSD-3-Clause
// grouser compare RUN.h5 DATA.csv|DATA.mcap: a run beside measurements, as the window's tab Measured has it.
#pragma once
#include <string>
#include <vector>

#include "shared/picture_option.hpp"

namespace grouser::cli {

struct MeasuredArguments {
  std::string run, data, plot;
  std::vector<std::string> channels, map;  ///< channels: those that are compared; none: all
  std::string offset;                      ///< s; empty: none
  bool align = false, json = false, force = false;
  PictureOptions size;
};

/// Whether a file holds measurements over time: known by its ending.
bool is_measured_file(const std::string& path);

int compare_with_measurements(const MeasuredArguments& arguments);

}  // namespace grouser::cli
