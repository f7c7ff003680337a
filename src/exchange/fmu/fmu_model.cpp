// SPDX-License-Identifier: BSD-3-Clause
// Lists the variables of a unit from the world that its scenario builds: the time, one input per column of
// the external drive, outputs from the channels by name patterns, and parameters from the scenario's keys.
// The place in this list is the variable's value reference, so its order is a part of the unit.
#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/error.hpp"
#include "grouser/base/name_pattern.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/exchange/fmu/fmu_package.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/run/world_header.hpp"
#include "grouser/simulation/step/external_drive.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {
namespace {

/// The outputs of default: where the vehicles are and head, and how their wheels run.
constexpr const char* kDefaultChannels[] = {"*/position_x",
                                            "*/position_y",
                                            "*/position_z",
                                            "*/velocity_x",
                                            "*/velocity_y",
                                            "*/velocity_z",
                                            "*/roll",
                                            "*/pitch",
                                            "*/yaw",
                                            "*/rate_x",
                                            "*/rate_y",
                                            "*/rate_z",
                                            "*/tip_over_margin",
                                            "wheel/*/load",
                                            "wheel/*/slip",
                                            "wheel/*/has_slip",
                                            "wheel/*/sinkage",
                                            "wheel/*/drive_torque",
                                            "wheel/*/spin_rate"};

/// Inputs of the drives, by speed or by torque, if the scenario lets the importer drive.
void add_inputs(const World& world, bool torques, std::vector<FmuVariable>& variables) {
  if (!world.external) return;
  // A wheel takes a speed or a torque, so one of the two columns is left out.
  const ExternalKind left_out = torques ? ExternalKind::wheel_speed : ExternalKind::wheel_torque;
  for (const ExternalColumn& column : world.external->columns) {
    if (column.kind == left_out) continue;
    variables.push_back({.name = column.name,
                         .causality = FmuCausality::input,
                         .unit = column.unit,
                         .description = "commanded; held until it changes",
                         .start = fmt::format("{}", std::clamp(column.start, column.lowest, column.highest)),
                         .limited = true,
                         .lowest = column.lowest,
                         .highest = column.highest});
  }
}

/// The default channels and those of the wished patterns; refuses a pattern that matches none.
void add_outputs(const Scene& scene, const std::vector<std::string>& wished,
                 std::vector<FmuVariable>& variables) {
  std::vector<std::string> known;
  for (const ChannelSpec& channel : scene.channels) known.push_back(channel.name);
  for (const std::string& pattern : wished)
    if (std::ranges::none_of(known, [&](const std::string& name) { return matches_channel(pattern, name); }))
      throw InputError("--channel", "no channel '" + pattern + "'" + did_you_mean(pattern, known),
                       "a channel of the run, or a pattern such as wheel/*/sinkage");
  const auto matched = [](const auto& patterns, const std::string& name) {
    return std::ranges::any_of(patterns, [&](const std::string& p) { return matches_channel(p, name); });
  };
  for (const ChannelSpec& channel : scene.channels)
    if (matched(kDefaultChannels, channel.name) || matched(wished, channel.name))
      variables.push_back({.name = channel.name, .unit = channel.unit, .description = channel.description});
}

/// A value as its type is written, of the TOML text of a key.
FmuVariable parameter_of(const KeyNote& note) {
  const std::string text = note.value.empty() ? note.fallback : note.value;
  FmuVariable v{.name = note.key,
                .causality = FmuCausality::parameter,
                .type = FmuType::string,
                .unit = note.range.unit,
                .description = note.help,
                .start = text};
  // The key's text is TOML; parsing it gives the value in the type's own notation.
  const TomlTable value = TomlTable::parse("value = " + (text.empty() ? "0" : text), note.key);
  switch (note.kind) {
    case KeyKind::number:
      v.type = FmuType::real;
      v.start = fmt::format("{}", value.number("value", {}));
      break;
    case KeyKind::whole:
      v.type = FmuType::integer;
      v.start = fmt::format("{}", value.integer("value", -2'147'483'647, 2'147'483'647));
      break;
    case KeyKind::flag:
      v.type = FmuType::boolean;
      v.start = value.boolean_or("value", false) ? "true" : "false";
      break;
    case KeyKind::text:
    case KeyKind::choice:
      v.start = text.empty() ? "" : value.string("value");
      break;
    case KeyKind::numbers:  // as a list of TOML
      break;
  }
  return v;
}

/// A parameter for each wished key of the scenario.
void add_parameters(const WorldSpec& spec, const std::vector<std::string>& wished,
                    std::vector<FmuVariable>& variables) {
  std::vector<std::string> known;
  for (const KeyNote& note : spec.keys) known.push_back(note.key);
  for (const std::string& key : wished) {
    const auto found = std::ranges::find(spec.keys, key, &KeyNote::key);
    if (found == spec.keys.end())
      throw InputError("--parameter", "no key '" + key + "'" + did_you_mean(key, known),
                       "a key of the scenario as --set takes it");
    variables.push_back(parameter_of(*found));
  }
}

/// Refuses two variables of the same name, which FMI forbids.
void check_names(const std::vector<FmuVariable>& variables) {
  std::vector<std::string> names;
  for (const FmuVariable& v : variables) names.push_back(v.name);
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  if (twice != names.end()) throw InputError("--parameter", "'" + *twice + "' twice", "names that differ");
}

}  // namespace

FmuModel make_fmu_model(const FmuWish& wish) {
  const WorldSpec spec = read_world_spec(wish.scenario, wish.settings);
  const std::shared_ptr<const World> world = build_world(spec);
  FmuModel model;
  model.header = header_of(*world);
  model.step = world->settings.dt;
  model.duration = world->settings.duration;
  model.variables.push_back({.name = "time",
                             .causality = FmuCausality::independent,
                             .unit = "s",
                             .description = "of the importer"});
  add_inputs(*world, wish.torques, model.variables);
  add_outputs(world->scene, wish.channels, model.variables);
  if (wish.state_hash)
    model.variables.push_back({.name = "state_hash",
                               .type = FmuType::string,
                               .description = "of the whole state, as 'grouser run --json' tells it"});
  add_parameters(spec, wish.parameters, model.variables);
  check_names(model.variables);
  return model;
}

}  // namespace grouser
