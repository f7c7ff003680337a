// SPDX-License-Identifier: BSD-3-Clause
// A shelved soil keeps the text of its file with the changes applied, so a copy of it can be written with
// all its comments.
#include "desks/soils/soil_shelf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/toml_edit.hpp"
#include "grouser/base/toml_text.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;

/// Reads a soil's text with changes. Throws InputError.
std::shared_ptr<ShelvedSoil> shelve(const std::string& text, const std::string& given, SoilOrigin origin,
                                    const std::vector<Override>& changes = {}) {
  auto soil = std::make_shared<ShelvedSoil>();
  soil->given = given;
  soil->origin = origin;
  soil->text = text;
  for (const Override& change : changes) soil->text = set_in_toml(soil->text, given, change);
  const TomlTable table = TomlTable::parse(soil->text, given);
  soil->params = read_soil(table, fs::path(given).stem().string());
  for (KeyNote& note : table.key_notes())
    if (note.kind == KeyKind::number && !note.value.empty()) soil->keys.push_back(std::move(note));
  return soil;
}

/// The changes that concern one soil of the scenario, with keys of its own file. `prefix` is cut off the
/// keys; empty: none.
std::vector<Override> changes_of(const std::vector<Override>& changes, const std::string& prefix) {
  std::vector<Override> own;
  for (const Override& change : changes) {
    if (prefix.empty() || change.key.rfind(prefix, 0) != 0) continue;
    const std::string key = change.key.substr(prefix.size());
    if (key.find('.') == std::string::npos) own.push_back({key, change.value});
  }
  return own;
}

/// Throws InputError for a name that cannot be a file's, or that a soil of the program has.
void check_name(const std::string& name) {
  constexpr std::size_t kLongest = 64;
  const bool plain = std::all_of(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; });
  if (name.empty() || name.size() > kLongest || !plain)
    throw InputError("Name of the new soil", "\"" + name + "\"",
                     fmt::format("1 to {} letters, digits, _ and -", kLongest));
  const std::vector<std::string> ids = asset_ids("soils");
  if (std::find(ids.begin(), ids.end(), name) != ids.end())
    throw InputError("Name of the new soil", "\"" + name + "\"", "a name that no soil of the program has");
}

}  // namespace

Shelf shipped_soils() {
  Shelf shelf;
  for (const std::string& id : asset_ids("soils"))
    shelf.push_back(shelve(read_text_file(resolve_asset(id, "soils")), id, SoilOrigin::shipped));
  return shelf;
}

Shelf own_soils(const fs::path& folder) {
  constexpr std::size_t kLargest = 64u << 10;  // bytes: no soil is longer
  std::vector<fs::path> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  Shelf shelf;
  for (const fs::path& file : files) {
    try {
      shelf.push_back(shelve(read_text_file(file, kLargest), file.string(), SoilOrigin::own));
    } catch (const Error&) {
      continue;  // the folder is the user's: what else lies there is no matter
    }
  }
  return shelf;
}

Shelf scenario_soils(const std::vector<InputDocument>& documents, const std::vector<Override>& changes) {
  Shelf shelf;
  for (const InputDocument& document : documents) {
    if (document.kind != "soil") continue;
    // A name with a dot, as paths have, cannot be part of a key.
    const std::string prefix = shelf.empty()                                  ? "soil."
                               : document.name.find('.') == std::string::npos ? "soil." + document.name + "."
                                                                              : "";
    auto soil = shelve(document.text, document.name, SoilOrigin::scenario, changes_of(changes, prefix));
    soil->prefix = prefix;
    shelf.push_back(std::move(soil));
  }
  return shelf;
}

fs::path write_new_soil(const ShelvedSoil& soil, const std::string& name, const fs::path& folder) {
  check_name(name);
  std::error_code error;
  fs::create_directories(folder, error);
  const fs::path path = folder / (name + ".toml");
  const std::string text = "# A copy of " + soil.params.id + ".\n" +
                           set_in_toml(soil.text, soil.given, {"name", toml_string(name)});
  // The text is read once, so that a soil that could not be read is never written.
  read_soil(TomlTable::parse(text, path.string()), name);
  // The name is claimed by making the file ("wx" fails if it exists), so that two programs never write over
  // each other.
  std::FILE* claim = std::fopen(path.c_str(), "wx");
  if (!claim)
    throw InputError(path.string(), fs::exists(path, error) ? "a file of that name" : "no place to write to",
                     "a name that is not taken, in a folder that can be written to");
  std::fclose(claim);
  try {
    write_file_atomically(path, text);
  } catch (...) {
    fs::remove(path, error);
    throw;
  }
  return path;
}

}  // namespace grouser::desktop
