// SPDX-License-Identifier: BSD-3-Clause
// The piece of ground that is being prepared: its heights, what became of each cell, and the steps that led
// there. Undo puts back the same bits: a step keeps what it changed, before and after.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grouser/survey/clean/gaussian_process.hpp"
#include "grouser/survey/make/rocks.hpp"
#include "grouser/survey/raster/raster_sink.hpp"

namespace grouser::desktop {

/// The most cells of a piece; larger ones are the business of the command line.
inline constexpr long long kMostSiteCells = 4'000'000;

enum class CleanKind { outliers, kriging, seams };
const char* to_string(CleanKind kind);

/// Whether a CellFate says that the height was filled in.
bool is_filled(std::uint8_t fate);

using Heights = std::shared_ptr<const std::vector<double>>;      ///< m, row by row from the north; NaN: none
using Fates = std::shared_ptr<const std::vector<std::uint8_t>>;  ///< CellFate of each

/// One step of the cleaning, as the list of steps shows it.
struct CleanStep {
  CleanKind kind = CleanKind::outliers;
  std::vector<std::uint32_t> cells;  ///< whose height or fate is another one now
  std::vector<double> heights_before, heights_after;
  std::vector<std::uint8_t> fates_before, fates_after;
  long long changed = 0;                          ///< heights that are others now
  long long voids = 0;                            ///< cells without a height after it
  double largest_change = 0.0;                    ///< m, of those that had a height before and after
  double largest_deviation = 0.0;                 ///< m, kriging's standard deviation; 0: not asked for
  std::optional<double> seam_before, seam_after;  ///< largest step at a rim, m
  MaternParams params = {};                       ///< that were fitted, cells and metres
  double wall_s = 0.0;
};

/// The properties of a piece that do not change while it is prepared.
struct SiteOrigin {
  std::string name;        ///< file or recipe it came from, without folders
  std::string input_path;  ///< that must not be overwritten
  RasterSpec spec;         ///< how it is written
  double cell = 1.0;       ///< m
  std::string body;        ///< "Mars"; empty: not known
  std::string solids;      ///< text of the file beside it, for made ground with rocks; empty: none
  std::vector<Rock> rocks;
};

/// Heights and fates with their steps. Heights are shared and never changed in place, because others may
/// still draw them.
class Site {
 public:
  Site(SiteOrigin origin, std::vector<double> heights);

  const SiteOrigin& origin() const { return origin_; }
  int columns() const { return origin_.spec.columns; }
  int rows() const { return origin_.spec.rows; }
  Heights heights() const { return heights_; }
  Heights raw() const { return raw_; }  ///< as it was cut or made
  Fates fates() const { return fates_; }
  long long voids() const { return voids_; }
  long long filled() const { return filled_; }  ///< cells with a height that was filled in
  double lowest() const { return lowest_; }
  double highest() const { return highest_; }

  const std::vector<CleanStep>& steps() const { return steps_; }
  std::size_t done() const { return done_; }  ///< of the steps; the others can be done again
  void apply(CleanStep step);
  bool undo();
  bool redo();
  /// Checksum of heights and fates, bit by bit.
  std::uint64_t checksum() const;

 private:
  void put(const CleanStep& step, const std::vector<double>& heights, const std::vector<std::uint8_t>& fates);
  void measure();

  SiteOrigin origin_;
  Heights raw_, heights_;
  Fates fates_;
  std::vector<CleanStep> steps_;
  std::size_t done_ = 0;
  long long voids_ = 0, filled_ = 0;
  double lowest_ = 0.0, highest_ = 0.0;
};

}  // namespace grouser::desktop
