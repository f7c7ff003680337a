// SPDX-License-Identifier: BSD-3-Clause
// A raster and a text beside it that belong together: heights and what stands on them, classes and their
// legend. They get their names one after the other, so both carry one mark: a program that is killed in
// between leaves two that differ.
#pragma once
#include <filesystem>
#include <functional>
#include <string>

#include "grouser/base/toml_input.hpp"
#include "grouser/survey/raster/raster_source.hpp"

namespace grouser {

/// Key of the mark among a GeoTIFF's metadata; in the text file beside it the key is `pair`.
inline constexpr const char* kPairMetadata = "GROUSER_PAIR";

/// "" if there is none.
std::string pair_mark(const RasterInfo& info);

/// A text in TOML with the mark behind its line of units.
std::string with_pair_mark(const std::string& text, const std::string& mark);

/// Throws InputError if both have a mark and these differ. `mend`: what makes them one pair again.
void check_pair(const std::string& raster, const std::string& raster_mark, const std::string& beside,
                const std::string& beside_mark, const std::string& mend);

enum class PairRepair {
  was_whole,  ///< nothing was to be done
  completed,  ///< the text is the one that a killed program had written and not named yet
  accepted    ///< the text that was there has got the raster's mark
};
/// Texts that a repair may take.
enum class PairSource {
  same_mark_only,   ///< one that carries the raster's mark
  present_text_too  ///< also the text that is there, which gets the raster's mark
};
/// Makes a raster and the text beside it one pair. `check` throws for a text that does not fit the raster.
/// Throws InputError, also where `source` leaves no text to take.
PairRepair repair_pair(const std::filesystem::path& raster, const std::filesystem::path& beside,
                       PairSource source, const std::function<void(const TomlTable&)>& check);

}  // namespace grouser
