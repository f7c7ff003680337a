// SPDX-License-Identifier: BSD-3-Clause
// Soil strokes: operations on the soil map that are due at a time of a run. They stand in scenarios
// ([[soil_stroke]]) and, as they were painted, among the events of run files; both say a stroke to the last
// bit.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grouser/base/keys.hpp"
#include "grouser/terrain/surface/soil_map_edit.hpp"

namespace grouser {

struct SoilStroke {
  double time = 0.0;  ///< s: applied before the first step from there on
  SoilMapOperation operation;
};

inline constexpr std::size_t kMostSoilStrokes = 10'000;   ///< of a run
inline constexpr std::size_t kMostStrokePoints = 10'000;  ///< of one stroke
inline constexpr std::size_t kMostPointsOfRun = 100'000;  ///< of all its strokes: its scenario stays readable
inline constexpr NumberRange kStrokeTimes{0.0, 1e9, false, "s"};

/// Points of its path or rings.
std::size_t point_count(const SoilMapOperation&);

/// The keys of an operation, as scripts of soil maps and scenarios have them. legend: names its classes;
/// null: numbers do.
void visit_operation(KeyVisitor& v, SoilMapOperation& operation, const SoilLegend* legend);
/// The keys of a [[soil_stroke]] table: `time`, and those of an operation.
void visit_stroke(KeyVisitor& v, SoilStroke& stroke, const SoilLegend* legend);

/// Throws InputError at `place` for an operation that no run takes: as apply() does, too many points, or a
/// brush or area that lies outside the map.
void check_stroke(const SoilMapOperation&, const SoilMap&, const Heightfield* terrain,
                  const std::string& place);
/// The operation with slopes that some number of degrees gives: it reads back from a scenario to the same
/// bits.
SoilMapOperation in_degrees(SoilMapOperation operation);

inline constexpr const char* kSoilStrokeEvent = "soil_stroke";
/// The texts of the events of a stroke, "1/2 class 3 brush radius 0.5 hardness 1 seed 0 points 1.5 2 ...":
/// the text of an event is short, so a stroke has several.
std::vector<std::string> soil_stroke_texts(const SoilMapOperation& operation);
/// Whether a text is a stroke's first part: one mark a stroke is enough.
bool begins_soil_stroke(std::string_view text);

/// Puts the parts of strokes together, in the order of their events.
class SoilStrokeReader {
 public:
  explicit SoilStrokeReader(std::string place) : place_(std::move(place)) {}
  /// Throws InputError for a text that is no next part.
  void take(double time, std::string_view text);
  /// All strokes. The last is left out if its end is missing: the program was killed while it wrote it.
  std::vector<SoilStroke> strokes() && { return std::move(strokes_); }

 private:
  std::string place_, text_;
  std::size_t part_ = 0;  // parts of text_ so far
  std::vector<SoilStroke> strokes_;
};

}  // namespace grouser
