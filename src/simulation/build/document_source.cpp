// SPDX-License-Identifier: BSD-3-Clause
// Reads documents from files or from a run file, with overrides and within allowed folders.
#include "document_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/document_kind.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/base/package_folder.hpp"
#include "grouser/shape/file/mesh_file.hpp"

namespace grouser {
namespace {

constexpr const char* kTerrainRaster = "terrain";
constexpr const char* kSoilRaster = "soil_map";
constexpr const char* kMeshDocument = "mesh";

const EmbeddedRaster* find_raster(const RunHeader& header, const std::string& name) {
  for (const EmbeddedRaster& raster : header.rasters)
    if (raster.name == name) return &raster;
  return nullptr;
}

/// A raster without values on the grid of heights or soils.
template <class Grid>
EmbeddedRaster raster_on(const Grid& grid, const char* name) {
  EmbeddedRaster r;
  r.name = name;
  r.nx = grid.columns;
  r.ny = grid.rows;
  r.origin_x = grid.west;
  r.origin_y = grid.north;
  r.cell = grid.cell;
  r.map_x = grid.map_x;
  r.map_y = grid.map_y;
  r.crs = grid.crs;
  return r;
}

/// Takes the grid of heights or soils from a raster.
template <class Grid>
void take_grid(const EmbeddedRaster& r, Grid& grid) {
  grid.columns = r.nx;
  grid.rows = r.ny;
  grid.west = r.origin_x;
  grid.north = r.origin_y;
  grid.cell = r.cell;
  grid.map_x = r.map_x;
  grid.map_y = r.map_y;
  grid.crs = r.crs;
}

/// "rover.x", "lander.x", "recipe.x" and "soil.x" go to those documents, anything else to the scenario.
std::string document_of(const Override& o) {
  for (const char* kind : {"rover", "lander", "soil", "recipe"})
    if (o.key.rfind(std::string(kind) + ".", 0) == 0) return kind;
  return "scenario";
}

/// Whether an override asks for other heights or another soil map than a run has in it.
bool asks_for_ground(const Override& o) {
  if (document_of(o) == "recipe") return true;
  for (const char* key : {"file", "recipe", "center", "map_center", "size", "soil_map"})
    if (o.key == std::string("terrain.") + key) return true;
  return false;
}

std::string after_dot(const std::string& key) { return key.substr(key.find('.') + 1); }

}  // namespace

bool is_of_scenario(const Override& o) { return document_of(o) == "scenario"; }
bool is_of_vehicle(const Override& o) { return document_of(o) == "rover" || document_of(o) == "lander"; }
bool is_of_recipe(const Override& o) { return document_of(o) == "recipe"; }
bool is_of_ground_soil(const Override& o) {
  return document_of(o) == "soil" && after_dot(o.key).find('.') == std::string::npos;
}

std::string DocumentSource::key_in(const std::string& kind, const std::string& name, const Override& o) {
  if (document_of(o) != kind) return "";
  if (kind == "scenario") return o.key;
  const std::string key = after_dot(o.key);
  if (kind != "soil") return key;
  // A key of two parts names a soil; a key of one part means the ground's, which is opened first.
  if (is_of_ground_soil(o)) return name == first_soil_ ? key : "";
  if (key.substr(0, key.find('.')) != name) return "";
  named_soils_.insert(o.key);
  return after_dot(key);
}

void DocumentSource::finish() const {
  const bool has_recipe = std::any_of(documents_.begin(), documents_.end(),
                                      [](const InputDocument& d) { return d.kind == "recipe"; });
  for (const Override& o : overrides_)
    if (document_of(o) == "recipe" && !has_recipe)
      throw InputError(o.key, "no recipe in the scenario", "a scenario whose terrain names a `recipe`");
  for (const Override& o : overrides_) {
    if (document_of(o) != "soil" || after_dot(o.key).find('.') == std::string::npos ||
        named_soils_.count(o.key))
      continue;
    std::string soils;
    for (const InputDocument& document : documents_)
      if (document.kind == "soil") soils += (soils.empty() ? "" : ", ") + document.name;
    throw InputError(o.key, "no such soil in the scenario",
                     "soil.KEY for the ground's, or soil.ID.KEY with one of " + soils);
  }
}

std::vector<Override> DocumentSource::changes_of(const std::string& kind, const std::string& name) {
  std::vector<Override> changes;
  for (const Override& o : overrides_)
    if (const std::string key = key_in(kind, name, o); !key.empty())
      changes.push_back({key, o.value, origin_of(o)});
  return changes;
}

TomlTable DocumentSource::open(const std::string& kind, const std::string& name) {
  Text found = fetch(kind, name);
  if (kind == "soil" && first_soil_.empty()) first_soil_ = name;
  TomlTable table = TomlTable::parse(found.text, found.label);
  if (kind == "scenario") refuse_other_kind(table, DocumentKind::scenario);
  if (kind == "soil") refuse_other_kind(table, DocumentKind::soil);
  if (kind == "recipe") refuse_other_kind(table, DocumentKind::terrain_recipe);
  // the key may be new: the strict reader decides which keys are allowed
  for (const Override& change : changes_of(kind, name)) table.set(change);
  documents_.push_back({kind, name, std::move(found.text)});
  if (kind == "scenario") tables_.push_back({"", table});
  if (kind == "recipe") tables_.push_back({kRecipeKeys, table});
  if (kind == "soil") tables_.push_back({name == first_soil_ ? "soil." : "soil." + name + ".", table});
  return table;
}

void DocumentSource::note_vehicle_keys(const std::string& kind, std::vector<KeyNote> keys) {
  for (KeyNote& note : keys) {
    note.key = kind + "." + note.key;
    vehicle_keys_.push_back(std::move(note));
  }
}

std::vector<KeyNote> DocumentSource::keys() const {
  std::vector<KeyNote> all;
  std::set<std::string> known;
  const auto add = [&](KeyNote note) {
    if (known.insert(note.key).second) all.push_back(std::move(note));
  };
  for (const OpenTable& open : tables_)
    for (KeyNote& note : open.keys()) {
      note.key = open.prefix + note.key;
      add(std::move(note));
    }
  for (const KeyNote& note : vehicle_keys_) add(note);
  return all;
}

VehicleDocument DocumentSource::open_vehicle(const std::string& kind, const std::string& name) {
  Text found = fetch(kind, name);
  documents_.push_back({kind, name, found.text});
  return {name,
          std::move(found.text),
          std::move(found.label),
          changes_of(kind, name),
          [this](const std::string& mesh, const std::string& place) { return open_mesh(mesh, place); },
          missing_touch()};
}

TriangleMesh DocumentSource::open_mesh(const std::string& name, const std::string& place) {
  for (const InputDocument& known : documents_)
    if (known.kind == kMeshDocument && known.name == name) {
      check_known_mesh(name, place);
      return parse_mesh_text(known.text, place);
    }
  std::string text = fetch_mesh(name, place);
  TriangleMesh mesh = parse_mesh_text(text, place);
  documents_.push_back({kMeshDocument, name, std::move(text)});
  return mesh;
}

void DocumentSource::change_first(const std::vector<std::string>& texts, const std::string& place) {
  std::vector<Override> changes;
  for (const std::string& text : texts) {
    changes.push_back(parse_override(text));
    if (is_of_scenario(changes.back()))
      throw InputError(place, "'" + text + "'", "a key of a file it names: rover., lander. or soil.");
    changes.back().origin = place + " '" + text + "'";
  }
  overrides_.insert(overrides_.begin(), changes.begin(), changes.end());
}

SoilMap DocumentSource::open_soil_map(const std::string& name, const std::string& place) {
  SoilRaster raster = fetch_soil_raster(name, place);
  const std::string legend = legend_path(name).filename().string();
  const TomlTable classes = open("legend", legend);
  check_legend(name, raster, classes);
  return {std::move(raster.grid), SoilLegend::read(classes), std::move(raster.cells), place};
}

FileSource::FileSource(const std::string& scenario, std::vector<Override> overrides, GroundStore* grounds)
    : scenario_(resolve_asset(scenario, "scenarios")), grounds_(grounds) {
  overrides_ = std::move(overrides);
}

FileSource::FileSource(const ScenarioText& scenario, std::vector<Override> overrides)
    : scenario_(scenario.folder / scenario.name), text_(scenario.text), heights_(scenario.heights) {
  overrides_ = std::move(overrides);
}

std::string FileSource::scenario_name() const { return scenario_.filename().string(); }

std::filesystem::path FileSource::folder() const { return scenario_.parent_path(); }

/// The scenario, or the setting that names this document instead of it.
std::string FileSource::who_asked_for(const std::string& name) const {
  for (const Override& o : overrides_)
    if (o.value == name) return origin_of(o);
  return scenario_.string();
}

DocumentSource::Text FileSource::fetch(const std::string& kind, const std::string& name) {
  namespace fs = std::filesystem;
  if (kind == "scenario" && text_) return {*text_, scenario_.string()};
  try {
    const bool of_terrain = kind == "recipe" || kind == "solids";  // paths only
    std::error_code ec;
    if (kind == "legend" && !fs::is_regular_file(soil_map_.parent_path() / name, ec))
      throw InputError(soil_map_.string(), "no legend " + name, "the legend beside the soil map");
    // files that a legend names may lie beside the legend
    const bool by_legend = kind == "legend" || (kind == "soil" && !soil_map_.empty() &&
                                                fs::is_regular_file(soil_map_.parent_path() / name, ec));
    const fs::path path = kind == "scenario" ? scenario_
                          : by_legend        ? soil_map_.parent_path() / name
                                             : resolve_asset(name, of_terrain ? "" : kind + "s", folder());
    note_file(path);
    if (kind == "rover" || kind == "lander") vehicle_folder_ = path.parent_path();
    refuse_signature(path, kind == "scenario" ? "a scenario (TOML)" : "a TOML file");
    return {read_text_file(path, 8u << 20), path.string()};
  } catch (const InputError& error) {
    if (kind == "scenario") throw;
    throw InputError(who_asked_for(name) + ": " + error.what());
  }
}

// A scenario from elsewhere must not make the program open whatever file it names: a mesh lies in the folder
// of the vehicle's file or its package, in that of the scenario, or among the assets.
std::filesystem::path FileSource::find_mesh(const std::string& name, const std::string& place) const {
  namespace fs = std::filesystem;
  const bool by_command = std::any_of(overrides_.begin(), overrides_.end(),
                                      [&](const Override& o) { return o.value == name && o.origin.empty(); });
  const fs::path home = home_folder(), here = folder().empty() ? fs::path(".") : folder();
  std::vector<fs::path> paths{here / name, home / "assets" / "meshes" / name, home / name};
  std::vector<fs::path> allowed{here, home / "assets"};
  if (!vehicle_folder_.empty()) {
    paths.insert(paths.begin(), vehicle_folder_ / name);
    allowed.push_back(package_folder(vehicle_folder_));
  }
  std::error_code ec;
  for (const fs::path& path : paths) {
    if (!fs::is_regular_file(path, ec)) continue;
    if (!by_command && std::none_of(allowed.begin(), allowed.end(),
                                    [&](const fs::path& where) { return lies_in(where, path); }))
      throw InputError(place,
                       "\"" + name + "\", outside the folders of the scenario and the vehicle and the assets",
                       "a file inside them, or one that --set names");
    return path;
  }
  throw InputError(place, "no file \"" + name + "\"",
                   "a mesh beside the scenario or the vehicle's file, or in assets/meshes");
}

std::string FileSource::fetch_mesh(const std::string& name, const std::string& place) {
  constexpr std::size_t kMostText = 64u << 20;  // bytes: about a million triangles
  const std::filesystem::path path = find_mesh(name, place);
  note_file(path);
  meshes_[name] = path;
  std::string text = mesh_text(read_mesh(path));
  if (text.size() > kMostText)
    throw InputError(place, "\"" + name + "\" of too many triangles for a run file",
                     "about a million at most");
  return text;
}

void FileSource::check_known_mesh(const std::string& name, const std::string& place) const {
  const auto known = meshes_.find(name);
  if (known == meshes_.end() || std::filesystem::equivalent(known->second, find_mesh(name, place))) return;
  throw InputError(place, "\"" + name + "\", a second mesh of this name beside " + known->second.string(),
                   "a name of its own for each mesh of a scenario");
}

SoilRaster FileSource::fetch_soil_raster(const std::string& name, const std::string& place) {
  for (const std::filesystem::path& path :
       {folder() / name, std::filesystem::path(name), home_folder() / name}) {
    std::error_code ec;
    if (!std::filesystem::is_regular_file(path, ec)) continue;
    soil_map_ = path;
    note_file(path);
    return read_soil_raster(path);
  }
  for (const auto& path : {folder() / name, std::filesystem::path(name)}) refuse_special_file(path);
  throw InputError(place, "\"" + name + "\"",
                   "an existing soil map (beside the scenario, here, or in the home folder)");
}

RunFileSource::RunFileSource(const RunHeader& header, std::string from, std::vector<Override> changes)
    : header_(header), from_(std::move(from)), changes_(std::move(changes)) {
  for (const std::string& text : header.overrides) overrides_.push_back(parse_override(text));
  overrides_.insert(overrides_.end(), changes_.begin(), changes_.end());
}

DocumentSource::Text RunFileSource::fetch(const std::string& kind, const std::string& name) {
  for (const InputDocument& document : header_.documents)
    if (document.kind == kind && (kind == "scenario" || document.name == name))
      return {document.text, from_ + " (" + kind + " " + document.name + ")"};
  for (const Override& o : changes_)
    if (o.value == name)
      throw InputError(origin_of(o), "no " + kind + " '" + name + "' in " + from_,
                       "one that the run was recorded with: nothing is read from elsewhere");
  throw InputError(from_, "no " + kind + " '" + name + "' in it", "a run file that holds its input");
}

bool RunFileSource::holds(const std::string& kind, const std::string& name) const {
  return std::any_of(header_.documents.begin(), header_.documents.end(),
                     [&](const InputDocument& d) { return d.kind == kind && d.name == name; });
}

std::string RunFileSource::scenario_name() const {
  const InputDocument* document = find_document(header_, "scenario");
  return document ? document->name : "";
}

std::shared_ptr<const Heightfield> RunFileSource::raster() const {
  const EmbeddedRaster* raster = find_raster(header_, kTerrainRaster);
  return raster ? extract(*raster) : nullptr;
}

void RunFileSource::check_ground(const TomlTable& terrain) const {
  for (const Override& o : changes_)
    if (asks_for_ground(o) && (terrain.has("file") || terrain.has("recipe")))
      throw InputError(origin_of(o), "another ground than that of " + from_,
                       "settings that leave it as it is: its heights and soils are part of the run");
  if (find_raster(header_, kTerrainRaster)) return;
  for (const char* key : {"file", "recipe"})
    if (terrain.has(key))
      throw InputError(from_, fmt::format("no heights in it of the ground '{}'", terrain.string(key)),
                       "a run file that holds its input: nothing is read from elsewhere");
}

SoilRaster RunFileSource::fetch_soil_raster(const std::string&, const std::string&) {
  const EmbeddedRaster* raster = find_raster(header_, kSoilRaster);
  if (!raster) throw InputError(from_, "no soil map in it", "a run file that holds its input");
  SoilRaster out;
  take_grid(*raster, out.grid);
  out.cells.reserve(raster->values.size());
  for (const float value : raster->values) {
    if (!(value >= 0.0f && value <= 255.0f) || value != std::floor(value))
      throw InputError(from_ + ": soil map", "a cell of no class", "whole numbers from 0 to 255");
    out.cells.push_back(static_cast<std::uint8_t>(value));
  }
  return out;
}

std::string RunFileSource::fetch_mesh(const std::string& name, const std::string&) {
  return fetch(kMeshDocument, name).text;
}

EmbeddedRaster embed(const Heightfield& field) {
  const HeightfieldSpec& s = field.spec();
  EmbeddedRaster r = raster_on(s, kTerrainRaster);
  r.datum = s.datum;
  r.values = s.offsets;
  r.hash = field.hash();
  r.source = s.source;
  return r;
}

EmbeddedRaster embed(const SoilMap& map) {
  EmbeddedRaster r = raster_on(map.grid(), kSoilRaster);
  r.values.assign(map.cells().begin(), map.cells().end());
  r.hash = map.hash();
  return r;
}

std::shared_ptr<const Heightfield> extract(const EmbeddedRaster& r) {
  HeightfieldSpec s;
  take_grid(r, s);
  s.datum = r.datum;
  s.offsets = r.values;
  s.source = r.source;
  auto field = std::make_shared<const Heightfield>(std::move(s));
  if (field->hash() != r.hash)
    throw InputError("terrain in the run file", "heights that do not match their hash", "an undamaged file");
  return field;
}

}  // namespace grouser
