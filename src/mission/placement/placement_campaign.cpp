// SPDX-License-Identifier: BSD-3-Clause
// A placement study with a journal. Its identity holds hashes of all inputs but the number of samples; a
// journal line is one pose. Poses of the journal are checked against the lander and the ground before they
// are taken.
#include "grouser/mission/placement/placement_campaign.hpp"

#include <algorithm>
#include <utility>

#include "campaign/journal_file.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/base/json_text.hpp"
#include "grouser/base/version.hpp"
#include "grouser/simulation/build/world_spec.hpp"
#include "grouser/terrain/surface/soil_map.hpp"
#include "grouser/vehicle/spec/vehicle_document.hpp"

namespace grouser {
namespace {

using Json = JournalJson;

// The journal's format and its names in messages.
const JournalKind kPlacementJournal{"grouser placement journal 1", "a placement campaign",
                                    "placement campaign", "this file moved away"};

std::string hash_of(const std::string& text) {
  Hasher hasher;
  hasher.add(text);
  return hash_text(hasher.value());
}

/// All inputs that a placement depends on besides its number, texts as hashes.
Json identity_of(const PlacementCampaign& campaign, const PlacementGround& ground,
                 const std::string& lander_file) {
  Json json;
  json["format"] = kPlacementJournal.format;
  json["version"] = version();
  json["lander"] = hash_of(read_text_file(lander_file));
  json["gravity"] = ground.gravity;
  json["seed"] = campaign.seed;
  json["table"] = ground.spec->ground.table;
  for (const InputDocument& document : ground.spec->documents)
    json["inputs"][document.kind + " " + document.name] = hash_of(document.text);
  for (const SoilParams& soil : ground.materials) json["soils"].push_back(soil.id);
  for (const Override& setting : ground.spec->overrides)
    json["settings"].push_back(setting.key + "=" + setting.value);
  if (const Heightfield* field = ground.terrain->heightfield()) json["heights"] = hash_text(field->hash());
  if (const SoilMap* map = ground.terrain->soil_map()) {
    Hasher hasher;
    hasher.add(std::string_view(reinterpret_cast<const char*>(map->cells().data()), map->cells().size()));
    json["soil_map"] = hash_text(hasher.value());
  }
  return json;
}

/// A kind of rest by its name; throws InputError for any other word.
RestKind rest_kind(const std::string& text) {
  for (const RestKind kind :
       {RestKind::resting, RestKind::slides, RestKind::tipped_over, RestKind::unsettled})
    if (text == to_string(kind)) return kind;
  throw InputError("kind", text, "resting, slides, tipped_over or unsettled");
}

/// A placement as a line of the journal: the rotation row by row, then the position, angles in rad.
Json to_json(std::size_t sample, const Placement& placement) {
  const RestingPose& pose = placement.pose;
  Json json{{"sample", sample}, {"kind", to_string(pose.kind)}};
  json["pose"] = Json::array();
  for (int k = 0; k < 9; ++k) json["pose"].push_back(pose.X_WB.R(k / 3, k % 3));
  for (int k = 0; k < 3; ++k) json["pose"].push_back(pose.X_WB.p(k));
  json["angles"] = {pose.tilt, pose.roll, pose.pitch, pose.other_tilt};
  json["pads"] = Json::array();
  for (const RestingPad& pad : pose.pads) json["pads"].push_back({pad.load, pad.sinkage, pad.material});
  json["ramps"] = Json::array();
  for (const RestingRamp& ramp : pose.ramps)
    json["ramps"].push_back({ramp.hinge, ramp.slope, ramp.cross, ramp.gap, ramp.by_plate});
  json["on_belly"] = pose.on_belly;
  json["friction_use"] = pose.friction_use;
  return json;
}

/// The pose of a journal line; throws where a field is missing.
RestingPose pose_from(const Json& json) {
  RestingPose pose;
  pose.kind = rest_kind(json.at("kind").get<std::string>());
  for (int k = 0; k < 9; ++k) pose.X_WB.R(k / 3, k % 3) = journal_number(json.at("pose").at(k));
  for (int k = 0; k < 3; ++k) pose.X_WB.p(k) = journal_number(json.at("pose").at(9 + k));
  const Json& angles = json.at("angles");
  pose.tilt = journal_number(angles.at(0));
  pose.roll = journal_number(angles.at(1));
  pose.pitch = journal_number(angles.at(2));
  pose.other_tilt = journal_number(angles.at(3));
  for (const Json& pad : json.at("pads"))
    pose.pads.push_back({journal_number(pad.at(0)), journal_number(pad.at(1)), pad.at(2).get<int>()});
  for (const Json& ramp : json.at("ramps"))
    pose.ramps.push_back({journal_number(ramp.at(0)), journal_number(ramp.at(1)), journal_number(ramp.at(2)),
                          journal_number(ramp.at(3)), ramp.at(4).get<bool>()});
  pose.on_belly = json.at("on_belly").get<bool>();
  pose.friction_use = journal_number(json.at("friction_use"));
  return pose;
}

/// Whether a pose of a journal has the pads and ramps of this lander, on materials that there are. Only a
/// spot on a void has no pads.
bool belongs_to(const RestingPose& pose, const PlacementSpot& spot, const PlacementSetting& setting) {
  const auto known = [&](const RestingPad& pad) {
    return pad.material >= -1 && pad.material < static_cast<int>(setting.ground.materials.size());
  };
  return pose.pads.size() == (spot.on_void ? 0 : setting.form.pads.size()) &&
         (pose.ramps.empty() || pose.ramps.size() == setting.form.ramps.size()) &&
         std::all_of(pose.pads.begin(), pose.pads.end(), known);
}

}  // namespace

PlacementSetting read_placement_campaign(const PlacementCampaign& campaign) {
  PlacementSetting setting{.campaign = campaign,
                           .ground = load_placement_ground(campaign.terrain, campaign.choice),
                           .form = {},
                           .spots = {},
                           .identity = {}};
  const std::string file = resolve_asset(campaign.lander, "landers").string();
  setting.form = make_lander_form(load_vehicle(file), setting.ground.materials, file);
  setting.spots = draw_spots(setting.ground, setting.form, campaign.samples, campaign.seed);
  setting.identity = journal_text(identity_of(campaign, setting.ground, file));
  return setting;
}

std::size_t run_placement_campaign(
    const PlacementSetting& setting, const std::filesystem::path& journal, const PlacementRun& run,
    const std::function<void(std::size_t sample, const Placement& placement)>& done) {
  std::vector<char> known(setting.spots.size(), 0);
  std::size_t kept = 0;
  // Poses of the journal, each sample once and only those of this study's size.
  const auto take = [&](const Json& json) {
    const auto sample = json.at("sample").get<std::size_t>();
    const RestingPose pose = pose_from(json);
    if (sample >= known.size()) return;  // of a larger study
    if (!belongs_to(pose, setting.spots[sample], setting)) return;
    if (std::exchange(known[sample], 1)) return;  // twice
    ++kept;
    done(sample, {setting.spots[sample], pose});
  };
  const Json head = parse_json<Json>(setting.identity, "identity");
  // The first input that differs, by its name, or "other inputs" where the journal has more.
  const auto difference = [&](const Json& found) -> std::string {
    for (const auto& [key, value] : head.items())
      if (!found.contains(key) || found.at(key) != value) return key;
    return found.size() > head.size() + 1 ? "other inputs" : "";  // one is the line's hash
  };
  JournalFile file(journal, kPlacementJournal, head, difference, take);
  // Only samples that the journal lacks are set down; each is appended before it is reported.
  std::vector<std::size_t> missing;
  for (std::size_t sample = 0; sample < known.size(); ++sample)
    if (!known[sample]) missing.push_back(sample);
  set_down_each(setting.ground, setting.form, setting.spots, missing, run,
                [&](std::size_t sample, const Placement& placement) {
                  file.append(to_json(sample, placement));
                  done(sample, placement);
                });
  return kept;
}

}  // namespace grouser
