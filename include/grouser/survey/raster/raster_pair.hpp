// A raster and a text beside it that belong together: heights and what stands on them, classes and their
// legend. They get their names one after the other, so both carry one mark: a program that is killed in
// between leaves two that differ.
#pragma once
#include <string>

#include "grouser/survey/raster/raster_source.hpp"

namespace grouser {

/// Where a GeoTIFF keeps the mark, among its metadata; in the text beside it the key is `pair`.
inline constexpr const char* kPairMetadata = "GROUSER_PAIR";

/// "" if there is none.
std::string pair_mark(const RasterInfo& info);

/// A text in TOML with the mark behind its line of units.
std::string with_pair_mark(const std::string& text, const std::string& mark);

/// Throws InputError if both have a mark and these differ. `mend`: what makes them one pair again.
void check_pair(const std::string& raster, const std::string& raster_mark, const std::string& beside,
                const std::string& beside_mark, const std::string& mend);

}  // namespace grouser
