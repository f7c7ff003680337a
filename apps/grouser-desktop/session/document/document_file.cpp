// SPDX-License-Identifier: BSD-3-Clause
// Changes are written into the text of the scenario key by key, so that its comments stay. Changes of files
// that it names go into its list `set`. Unsaved changes are kept as JSON in a file whose name has the
// process id, so that a later start finds those of a program that no longer runs.
#include "session/document/document_file.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/json_text.hpp"
#include "grouser/base/toml_edit.hpp"
#include "grouser/base/toml_text.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrefix = "unsaved-";

/// Whether a setting changes a file that the scenario names.
bool is_of_other_file(const Override& o) {
  for (const char* kind : {"rover.", "lander.", "soil.", "recipe."})
    if (o.key.rfind(kind, 0) == 0) return true;
  return false;
}

/// The list `set` of a scenario with these settings, each key once.
std::vector<std::string> merged_set(std::vector<std::string> list, const std::vector<Override>& changes) {
  for (const Override& o : changes) {
    std::erase_if(list, [&](const std::string& entry) { return entry.rfind(o.key + "=", 0) == 0; });
    list.push_back(o.key + "=" + o.value);
  }
  return list;
}

/// A TOML array of strings.
std::string toml_list(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& entry : list) text += (text.empty() ? "" : ", ") + toml_string(entry);
  return "[" + text + "]";
}

/// The scenario's text with the full paths of files that lie beside the old one, for a copy in another
/// folder.
std::string with_full_paths(std::string text, const std::string& name, const fs::path& old_folder) {
  const TomlTable table = TomlTable::parse(text, name);
  // A relative path of a file that lies beside the old scenario; ids of the program's own files stay as
  // they are.
  const auto beside = [&](const std::string& file) {
    std::error_code ignored;
    return fs::path(file).is_relative() && fs::is_regular_file(old_folder / file, ignored);
  };
  // Replaces the value of a key that names such a file; `whole`: the key as --set takes it.
  const auto full = [&](const TomlTable& holder, const std::string& key, const std::string& whole) {
    if (!holder.has(key) || holder.is_table(key)) return;
    const std::string file = holder.string_or(key, "");
    if (beside(file))
      text = set_in_toml(text, name, {whole, toml_string(fs::absolute(old_folder / file).string())});
  };
  for (const char* key : {"rover", "lander"}) full(table, key, key);
  if (table.is_table("terrain"))
    for (const char* key : {"file", "recipe", "soil_map", "soil"})
      full(table.table("terrain"), key, std::string("terrain.") + key);
  return text;
}

}  // namespace

std::string scenario_with_changes(const std::string& scenario, const std::vector<Override>& changes,
                                  const fs::path& folder) {
  const fs::path path = resolve_asset(scenario, "scenarios");
  const std::string name = path.string();
  std::string text = read_text_file(path);
  // Keys of the scenario itself are set in its text; the others follow in one list.
  std::vector<Override> others;
  for (const Override& o : changes) {
    if (is_of_other_file(o))
      others.push_back(o);
    else
      text = set_in_toml(text, name, o);
  }
  if (!others.empty()) {
    const TomlTable table = TomlTable::parse(text, name);
    text = set_in_toml(text, name, {"set", toml_list(merged_set(table.string_list_or_empty("set"), others))});
  }
  std::error_code ignored;
  if (!fs::equivalent(path.parent_path(), folder, ignored))
    text = with_full_paths(text, name, path.parent_path());
  return text;
}

bool is_shipped(const std::string& scenario) {
  std::error_code ignored;
  const fs::path path = resolve_asset(scenario, "scenarios");
  return fs::equivalent(path.parent_path(), home_folder() / "assets" / "scenarios", ignored);
}

AutosaveFile::AutosaveFile(fs::path folder) : folder_(std::move(folder)) {
  if (!folder_.empty()) own_ = folder_ / fmt::format("{}{}.json", kPrefix, ::getpid());
}

void AutosaveFile::keep(const std::string& scenario, const std::vector<Override>& changes) {
  if (own_.empty()) return;
  // The content, with the scenario in full, because another start may have another working folder.
  nlohmann::json settings = nlohmann::json::array();
  for (const Override& o : changes) settings.push_back({{"key", o.key}, {"value", o.value}});
  std::error_code ignored;
  const fs::path full = fs::exists(scenario, ignored) ? fs::absolute(scenario, ignored) : fs::path(scenario);
  const nlohmann::json j = {{"scenario", full.string()}, {"changes", settings}};
  const std::string text = j.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  // Nothing is written that the file has already.
  if (text == kept_) return;
  fs::create_directories(folder_, ignored);
  try {
    write_file_atomically(own_, text);
    kept_ = text;
  } catch (const Error&) {
    return;
  }
}

void AutosaveFile::forget() {
  std::error_code ignored;
  kept_.clear();
  if (!own_.empty()) fs::remove(own_, ignored);
}

std::vector<Autosave> AutosaveFile::left_behind() const {
  std::vector<Autosave> found;
  std::error_code error;
  if (folder_.empty()) return found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind(kPrefix, 0) != 0 || entry.path().extension() != ".json") continue;
    // A process of this id that runs still needs its file; EPERM means that it runs for another user.
    const long pid = std::atol(name.c_str() + std::string(kPrefix).size());
    const bool lives = pid > 0 && (::kill(static_cast<pid_t>(pid), 0) == 0 || errno == EPERM);
    if (lives) continue;
    try {
      const auto j = parse_json<nlohmann::json>(read_text_file(entry.path()), name);
      Autosave autosave{j.at("scenario").get<std::string>(), {}, 0.0, entry.path()};
      for (const auto& setting : j.at("changes"))
        autosave.changes.push_back(
            {setting.at("key").get<std::string>(), setting.at("value").get<std::string>()});
      const auto age = fs::file_time_type::clock::now() - entry.last_write_time();
      autosave.age = std::chrono::duration<double>(age).count();
      found.push_back(std::move(autosave));
    } catch (const std::exception&) {
      continue;  // not ours, or half a file of a full disk
    }
  }
  std::sort(found.begin(), found.end(), [](const Autosave& a, const Autosave& b) { return a.age < b.age; });
  return found;
}

}  // namespace grouser::desktop
