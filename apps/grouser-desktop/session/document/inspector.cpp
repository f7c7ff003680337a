// SPDX-License-Identifier: BSD-3-Clause
// The inspector shows the keys that the library has read, with range, default and meaning from the library,
// and remark and line from the text of the file. Parts are found by the prefixes of keys:
// "rover.body.NAME.", "soil.NAME.", "terrain.shape.NAME.".
#include "session/document/inspector.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "grouser/simulation/build/world_spec.hpp"
#include "grouser/simulation/step/world.hpp"
#include "session/scenario_list.hpp"
#include "widgets/entry.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

/// The document that the prefix of a key refers to; null if there is none.
const InputDocument* document_of(const std::vector<InputDocument>& documents, const std::string& key) {
  // "soil.NAME." is the soil of that name; "soil." alone is the first soil, the ground's.
  const InputDocument* soil = nullptr;
  for (const InputDocument& document : documents) {
    if (document.kind == "soil") {
      if (!soil && key.rfind("soil.", 0) == 0) soil = &document;
      if (key.rfind("soil." + document.name + ".", 0) == 0) return &document;
    } else if (document.kind != "scenario" && key.rfind(document.kind + ".", 0) == 0) {
      return &document;
    }
  }
  if (soil) return soil;
  const auto scenario = std::find_if(documents.begin(), documents.end(), [](const InputDocument& document) {
    return document.kind == "scenario";
  });
  return scenario == documents.end() ? nullptr : &*scenario;
}

/// The comment behind a value on a line of a file; empty if there is none.
std::string remark_in(const std::string& line) {
  const std::size_t hash = line.find('#');
  const std::size_t begin = hash == std::string::npos ? hash : line.find_first_not_of("# ", hash);
  return begin == std::string::npos ? "" : line.substr(begin);
}

/// A key's name for people: without its unit, with blanks, and with a capital letter unless it is a symbol.
std::string label_of(std::string name) {
  for (const char* ending : {"_deg", "_rpm"})
    if (name.size() > 4 && name.ends_with(ending)) name.resize(name.size() - 4);
  std::replace(name.begin(), name.end(), '_', ' ');
  std::replace(name.begin(), name.end(), '.', ' ');
  constexpr std::size_t kSymbol = 3;  // letters: k_c and n keep their names of books
  if (name.substr(0, name.find(' ')).size() > kSymbol)
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return name;
}

/// Whether a key names a part or a file, and so is not an editable number.
bool is_name(const std::string& key) {
  const std::string last = key.substr(key.rfind('.') + 1);
  return last == "name" || last == "units" || last == "same_as" || last == "type" || last == "parent" ||
         last == "child";
}

}  // namespace

std::vector<double> numbers_of(const std::string& toml) {
  std::vector<double> values;
  const std::size_t open = toml.find('['), close = toml.rfind(']');
  if (open == std::string::npos || close == std::string::npos) return values;
  // Numbers between the brackets, parted by blanks, commas or line breaks; anything else makes it no list
  // of numbers.
  const char *at = toml.data() + open + 1, *end = toml.data() + close;
  while (at < end) {
    if (*at == ' ' || *at == ',' || *at == '\n') {
      ++at;
      continue;
    }
    double value = 0.0;
    const auto read = std::from_chars(at, end, value);
    if (read.ec != std::errc()) return {};
    values.push_back(value);
    at = read.ptr;
  }
  return values;
}

std::string toml_numbers(const std::vector<double>& values) {
  return fmt::format("[{}]", fmt::join(values, ", "));
}

void Inspector::show(std::shared_ptr<const World> world) {
  world_ = std::move(world);
  files_.clear();
  if (!world_) return;
  // Remark and place of each key; a file is split into lines once.
  std::map<const InputDocument*, std::vector<std::string>> lines;
  for (const KeyNote& note : world_->spec->keys) {
    const InputDocument* document = note.line > 0 ? document_of(world_->documents, note.key) : nullptr;
    if (!document) {
      files_.emplace_back();
      continue;
    }
    std::vector<std::string>& text = lines[document];
    if (text.empty()) {
      std::istringstream in(document->text);
      for (std::string line; std::getline(in, line);) text.push_back(line);
    }
    const auto line = static_cast<std::size_t>(note.line);
    files_.push_back({line <= text.size() ? remark_in(text[line - 1]) : "",
                      fmt::format("{}, line {}", document->name, note.line)});
  }
}

const KeyNote* Inspector::find(const std::string& key) const {
  if (!world_) return nullptr;
  for (const KeyNote& note : world_->spec->keys)
    if (note.key == key) return &note;
  return nullptr;
}

/// All that is known of the key of this index; `prefix`: characters of it that the group's title gives
/// already.
InspectedKey Inspector::inspected(std::size_t index, std::size_t prefix) const {
  const KeyNote& note = world_->spec->keys[index];
  InspectedKey key{&note, label_of(note.key.substr(prefix)), files_[index].remark, files_[index].source, ""};
  const bool number = note.kind == KeyKind::number || note.kind == KeyKind::numbers;
  if (number)
    key.unit = note.range.unit && *note.range.unit ? note.range.unit : unit_of_key(note.key, key.remark);
  return key;
}

/// Adds a group of all keys that begin with `prefix`, unless there is none.
void Inspector::add_prefix(std::vector<InspectedGroup>& groups, const std::string& title,
                           const std::string& prefix) const {
  InspectedGroup group{title, {}};
  for (std::size_t k = 0; k < world_->spec->keys.size(); ++k) {
    const std::string& key = world_->spec->keys[k].key;
    if (key.rfind(prefix, 0) == 0 && !is_name(key)) group.keys.push_back(inspected(k, prefix.size()));
  }
  if (!group.keys.empty()) groups.push_back(std::move(group));
}

/// Adds the groups of a body: of its wheel, of itself, and of the joints that carry it.
void Inspector::add_body(std::vector<InspectedGroup>& groups, const std::string& body) const {
  // A second vehicle's names have a prefix; the keys that reach a vehicle are those of the first of its kind.
  for (const VehicleRuntime& vehicle : world_->vehicles) {
    if (!vehicle.prefix.empty() && body.rfind(vehicle.prefix, 0) != 0) continue;
    const std::string name = body.substr(vehicle.prefix.size()), kind = to_string(vehicle.role);
    const std::size_t before = groups.size();
    for (const KeyNote& note : world_->spec->keys) {
      const std::string wheels = kind + ".wheels.";
      if (note.key.rfind(wheels, 0) != 0 || !note.key.ends_with(".body") || note.value != "\"" + name + "\"")
        continue;
      add_prefix(groups, "All wheels", kind + ".wheel.");
    }
    // The body itself, then each joint whose child it is; a joint's name lies between "joint." and
    // ".child".
    add_prefix(groups, "Body", kind + ".body." + name + ".");
    for (const KeyNote& note : world_->spec->keys) {
      const std::string joints = kind + ".joint.";
      if (note.key.rfind(joints, 0) != 0 || !note.key.ends_with(".child") || note.value != "\"" + name + "\"")
        continue;
      const std::string joint = note.key.substr(joints.size(), note.key.size() - joints.size() - 6);
      add_prefix(groups, "Joint " + label_of(joint), joints + joint + ".");
    }
    if (groups.size() > before) return;
  }
}

/// The ground's own soil, then the others by their names.
void Inspector::add_soils(std::vector<InspectedGroup>& groups) const {
  const std::string prefix = "soil.";
  // The first group is that of keys without a soil's name.
  std::vector<InspectedGroup> soils(1);
  for (std::size_t k = 0; k < world_->spec->keys.size(); ++k) {
    const std::string& key = world_->spec->keys[k].key;
    if (key.rfind(prefix, 0) != 0 || is_name(key)) continue;
    const std::size_t dot = key.find('.', prefix.size());
    const std::string name = dot == std::string::npos
                                 ? "Soil of the ground"
                                 : "Soil " + key.substr(prefix.size(), dot - prefix.size());
    auto group =
        std::find_if(soils.begin(), soils.end(), [&](const InspectedGroup& g) { return g.title == name; });
    if (group == soils.end()) group = soils.insert(soils.end(), {name, {}});
    group->keys.push_back(inspected(k, dot == std::string::npos ? prefix.size() : dot + 1));
  }
  for (InspectedGroup& soil : soils)
    if (!soil.keys.empty()) groups.push_back(std::move(soil));
}

/// Adds the keys of the scenario itself, by their tables.
void Inspector::add_scenario(std::vector<InspectedGroup>& groups) const {
  InspectedGroup run{"Run", {}};
  for (std::size_t k = 0; k < world_->spec->keys.size(); ++k) {
    const std::string& key = world_->spec->keys[k].key;
    if (key.find('.') == std::string::npos && !is_name(key)) run.keys.push_back(inspected(k, 0));
  }
  groups.push_back(std::move(run));
  add_prefix(groups, "Start", "initial.");
  add_prefix(groups, "Start of the rover", "initial.rover.");
  add_prefix(groups, "Start of the lander", "initial.lander.");
  add_prefix(groups, "Drive", "drive.");
  add_prefix(groups, "Step", "integration.");
  add_prefix(groups, "Recording", "recording.");
}

std::vector<InspectedGroup> Inspector::groups(const Selection& selection, const Scene& scene,
                                              const std::string& filter) const {
  std::vector<InspectedGroup> groups;
  if (!world_) return groups;
  // A search replaces the selection: all keys in whose name, meaning or remark the words occur, up to a
  // limit.
  if (filter.find_first_not_of(' ') != std::string::npos) {
    constexpr std::size_t kMostShown = 60;
    InspectedGroup found{"Found", {}};
    for (std::size_t k = 0; k < world_->spec->keys.size() && found.keys.size() < kMostShown; ++k) {
      const KeyNote& note = world_->spec->keys[k];
      if (!is_name(note.key) && contains_words(note.key + " " + note.help + " " + files_[k].remark, filter)) {
        found.keys.push_back(inspected(k, 0));
        found.keys.back().label = note.key;
      }
    }
    groups.push_back(std::move(found));
    return groups;
  }
  const auto index = static_cast<std::size_t>(std::max(0, selection.index));
  // The keys of the selected part.
  switch (selection.kind) {
    case SelectionKind::none:
      add_scenario(groups);
      break;
    case SelectionKind::body:
      if (index < scene.body_names.size()) add_body(groups, scene.body_names[index]);
      break;
    case SelectionKind::shape:
      if (index < scene.terrain->shapes().size()) {
        const std::string& name = scene.terrain->shapes()[index].name;
        for (const char* kind : {"terrain.shape.", "rover.surface.", "lander.surface."})
          add_prefix(groups, "Shape", kind + name + ".");
      }
      break;
    case SelectionKind::ground:
      add_soils(groups);
      InspectedGroup ground{"Ground", {}};
      for (std::size_t k = 0; k < world_->spec->keys.size(); ++k) {
        const std::string& key = world_->spec->keys[k].key;
        if (key.rfind("terrain.", 0) == 0 && key.rfind("terrain.shape.", 0) != 0)
          ground.keys.push_back(inspected(k, std::string("terrain.").size()));
      }
      groups.push_back(std::move(ground));
      break;
  }
  return groups;
}

std::string Inspector::title_of(const Selection& selection, const Scene& scene) {
  const auto index = static_cast<std::size_t>(std::max(0, selection.index));
  if (selection.kind == SelectionKind::body && index < scene.body_names.size())
    return label_of(scene.body_names[index]);
  if (selection.kind == SelectionKind::shape && scene.terrain && index < scene.terrain->shapes().size())
    return label_of(scene.terrain->shapes()[index].name);
  if (selection.kind == SelectionKind::ground) return "Ground";
  return "Scenario";
}

}  // namespace grouser::desktop
