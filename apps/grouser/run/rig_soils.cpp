// SPDX-License-Identifier: BSD-3-Clause
// One soil is loaded once for each law of --law, so that the rows of a rig can be compared between laws.
#include "rig_soils.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "shared/number_range.hpp"
#include "soil_report.hpp"

namespace grouser::cli {
namespace {

/// The law of that name. Throws InputError.
SoilLaw law_named(const std::string& name) {
  const auto law = std::find(std::begin(kSoilLaws), std::end(kSoilLaws), name);
  if (law != std::end(kSoilLaws)) return static_cast<SoilLaw>(law - std::begin(kSoilLaws));
  throw InputError("--law", name.empty() ? "nothing between commas" : name,
                   fmt::format("one of {}, or several with commas", fmt::join(kSoilLaws, ", ")));
}

/// The laws of a list with commas, each once. Throws InputError.
std::vector<SoilLaw> laws_named(const std::string& text) {
  std::vector<SoilLaw> laws;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const SoilLaw law = law_named(text.substr(at, end - at));
    if (std::find(laws.begin(), laws.end(), law) != laws.end())
      throw InputError("--law", fmt::format("{} twice", kSoilLaws[static_cast<std::size_t>(law)]),
                       "each law once");
    laws.push_back(law);
    at = end + 1;
  }
  return laws;
}

const char* law_word(const UncertainSoil& soil) {
  return kSoilLaws[static_cast<std::size_t>(soil.best().law)];
}

}  // namespace

void add_rig_soil_options(Command& command, RigSoilArguments& a) {
  command.option("--soil ID|FILE", a.soil, "A soil of 'grouser soils' or a soil file");
  command.option("--law LAWS", a.laws,
                 "bekker, rft or scm, or several with commas, in place of the soil's own");
  command.option("--uncertain FILE", a.uncertain,
                 "A file whose [uncertain] says how the soil's numbers are distributed, in place of the "
                 "soil's own [uncertain]: 90 % bands");
  command.option("--draws N", a.draws, fmt::format("Draws of an uncertain soil ({} by default)", kBandDraws));
}

std::vector<std::filesystem::path> rig_soil_files(const RigSoilArguments& a) {
  return {resolve_asset(a.soil, "soils"), a.uncertain};
}

std::vector<UncertainSoil> rig_soils(const RigSoilArguments& a) {
  std::vector<UncertainSoil> soils;
  if (a.laws.empty()) {
    soils.push_back(UncertainSoil::load(a.soil, a.uncertain));
    return soils;
  }
  for (const SoilLaw law : laws_named(a.laws)) soils.push_back(UncertainSoil::load(a.soil, a.uncertain, law));
  return soils;
}

int rig_draws(const RigSoilArguments& a) {
  if (a.draws.empty()) return kBandDraws;
  const double draws = parse_number("--draws", a.draws, {8.0, kMostBandDraws, false, ""});
  if (draws != static_cast<int>(draws)) throw InputError("--draws", a.draws, "a whole number");
  return static_cast<int>(draws);
}

std::string law_list(const std::vector<UncertainSoil>& soils) {
  std::vector<std::string> words;
  for (const UncertainSoil& soil : soils) words.emplace_back(law_word(soil));
  return fmt::format("{}", fmt::join(words, ", "));
}

Json laws_json(const std::vector<UncertainSoil>& soils) {
  Json laws = Json::array();
  for (const UncertainSoil& soil : soils) laws.push_back(law_word(soil));
  return laws;
}

Json rig_soils_json(const std::vector<UncertainSoil>& soils, int draws) {
  Json json{{"soils", Json::array()}};
  for (const UncertainSoil& soil : soils) json["soils"].push_back(soil_json(soil.best()));
  if (soils.front().is_certain()) return json;
  Json keys = Json::array();
  for (const DrawSpec& draw : soils.front().draws()) keys.push_back(draw.key);
  json["uncertain"] = {{"keys", keys}, {"draws", draws}, {"seed", kBandDrawSeed}, {"band", kBandShare}};
  return json;
}

std::vector<std::string> rig_soil_notes(const std::vector<UncertainSoil>& soils, double gravity, int draws) {
  std::vector<std::string> notes;
  for (const UncertainSoil& soil : soils)
    for (const std::string& note : soil_notes(soil.best(), gravity))
      if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
  if (!soils.front().is_certain()) {
    std::vector<std::string> keys;
    for (const DrawSpec& draw : soils.front().draws()) keys.push_back(draw.key);
    notes.push_back(fmt::format("bands hold the middle {:.0f} % of {} draws of {}", 100.0 * kBandShare, draws,
                                fmt::join(keys, ", ")));
  }
  return notes;
}

}  // namespace grouser::cli
