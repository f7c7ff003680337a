// SPDX-License-Identifier: BSD-3-Clause
// Heights that do not fit their neighbours: the first step of the cleaning.
//
// The paper convolves the image with "a Gaussian kernel whose 70x70 pixel center is first set to 0",
// normalised to a sum of one, and calls a pixel an outlier where it differs by more than T = 0.7 m. Read
// literally, the nearest pixel that counts is 35 away, and real ground differs from itself at that distance
// by more than T: this flags most of clean ground. So width, hole and standard deviation of the kernel are
// separate parameters here; the defaults keep the paper's T, with a hole that only a spike fills.
//
// If voids or the border remove a part of the kernel, the rest is no longer centred and a mere slope would
// look like an outlier: there the weighted least-squares plane of the neighbours replaces their mean (which
// is the same where the kernel is whole, by its symmetry).
#pragma once
#include <cstdint>
#include <vector>

#include "grouser/survey/raster/height_window.hpp"

namespace grouser {

struct OutlierKernel {
  int width = 17;                 ///< odd, cells
  int hole = 3;                   ///< odd, cells: neighbours this close do not count; 1: only the cell itself
  double sigma = 1.5;             ///< standard deviation of the Gaussian, cells
  double threshold = 0.7;         ///< T, m
  double roughness_factor = 6.0;  ///< threshold at least this times the ground's own scatter; 0: T alone

  /// Threshold also at least this times what nine in ten of the surrounding cells stay within, unless
  /// roughness_factor is 0; 0: not used
  double near_factor = 2.0;
};
/// The literal reading of the paper: a hole of 71 (its 70, made symmetric) in a Gaussian twice as wide. It
/// flags 77 to 88 % of clean ground.
OutlierKernel literal_kernel();
/// Throws InputError.
void validate(const OutlierKernel&);

/// Number of cells beyond the core that the kernel reads, and whose own verdict affects the core.
int outlier_halo(const OutlierKernel&);

/// Height less the prediction from the neighbours, for the cells of `core`, m; NaN where the cell has no
/// height or too few neighbours have one.
std::vector<double> outlier_residuals(const HeightWindow&, const CellRect& core, const OutlierKernel&);

/// Marks the cells of `core` that are outliers with 1. Scatter is measured in squares of 128 cells of the
/// raster's own columns and rows, as 1.4826 times the median absolute residual. A spike also shifts the mean
/// of its neighbours: the worst is taken first, and the others are judged again without it. Roughness varies
/// within a square: a cell that stands out from the square must also stand out from the 32 sampled cells
/// within 5 cells of it.
std::vector<std::uint8_t> find_outliers(const HeightWindow&, const CellRect& core, const OutlierKernel&);

}  // namespace grouser
