// SPDX-License-Identifier: BSD-3-Clause
// Source of a scenario's documents: files on disk, or the run file that holds them.
#pragma once
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/recording/run_file/run_header.hpp"
#include "grouser/simulation/build/ground_store.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/survey/soil_map/soil_map_file.hpp"
#include "grouser/vehicle/spec/vehicle_document.hpp"

namespace grouser {

/// Interface of both sources. It keeps what was opened: documents, files and possible keys.
class DocumentSource {
 public:
  virtual ~DocumentSource() = default;
  /// The document with overrides applied. kind: "scenario", "rover", "lander", "soil", "recipe", "solids",
  /// "legend"; the ground's soil comes first.
  TomlTable open(const std::string& kind, const std::string& name);
  /// A "rover" or "lander" of any format, with the overrides that are meant for it.
  VehicleDocument open_vehicle(const std::string& kind, const std::string& name);
  /// The mesh that a document names, unscaled, kept among the documents as text. Throws InputError naming
  /// the place.
  TriangleMesh open_mesh(const std::string& name, const std::string& place);
  /// Call when all documents are open. Throws InputError for an override of a soil that is not used.
  void finish() const;
  /// Applies changes that a scenario makes to the files it names (its `set` list), before external overrides.
  void change_first(const std::vector<std::string>& changes, const std::string& place);
  /// File name of the scenario.
  virtual std::string scenario_name() const = 0;
  /// Whether a document can be in this source: false in runs of versions that did not store its kind.
  virtual bool holds(const std::string&, const std::string&) const { return true; }
  /// Treatment of a vehicle whose file does not say what touches: run files say it where shapes were made.
  virtual MissingTouch missing_touch() const { return MissingTouch::made; }
  /// Folder for relative paths.
  virtual std::filesystem::path folder() const = 0;
  /// The terrain's grid if it is part of the source, otherwise nullptr.
  virtual std::shared_ptr<const Heightfield> raster() const { return nullptr; }
  /// Throws InputError if [terrain] names a file that could only be found on the disk although this source
  /// should hold everything.
  virtual void check_ground(const TomlTable&) const {}

  /// Grounds that this source shares with others; null: none.
  virtual GroundStore* grounds() const { return nullptr; }
  /// Numbers of documents, files and keys that the source has read so far.
  struct Mark {
    std::size_t documents = 0, files = 0, keys = 0;
  };
  Mark mark() const;
  /// Notes with a ground what has been opened for it since then.
  void note_opened(const Mark& since, ReadGround& ground) const;
  /// Takes over what another source has opened for the ground that this one shares.
  void enter(const ReadGround& ground);

  /// The soil map that a scenario names, with its legend among the documents. Throws InputError.
  SoilMap open_soil_map(const std::string& name, const std::string& place);

  /// Adds the possible keys of a vehicle's document to keys().
  void note_vehicle_keys(const std::string& kind, std::vector<KeyNote> keys);
  /// The possible keys of the documents that were opened, as an override names them. Call when all have been
  /// read.
  std::vector<KeyNote> keys() const;
  const std::vector<InputDocument>& documents() const { return documents_; }
  const std::vector<Override>& overrides() const { return overrides_; }
  /// All files that were read.
  const std::vector<std::filesystem::path>& files() const { return files_; }
  void note_file(const std::filesystem::path& path) { files_.push_back(path); }

 protected:
  /// A document and the name by which messages call it.
  struct Text {
    std::string text, label;
  };
  virtual Text fetch(const std::string& kind, const std::string& name) = 0;
  virtual SoilRaster fetch_soil_raster(const std::string& name, const std::string& place) = 0;
  /// The mesh as text (mesh_text()).
  virtual std::string fetch_mesh(const std::string& name, const std::string& place) = 0;
  /// Throws InputError where a mesh that a document names is another one than that of this name so far.
  virtual void check_known_mesh(const std::string&, const std::string&) const {}
  std::vector<Override> overrides_;
  std::filesystem::path soil_map_;  // that was opened

 private:
  /// The overrides of a document, with the keys that they have in it.
  std::vector<Override> changes_of(const std::string& kind, const std::string& name);
  /// The key that an override has in this document; empty if it is meant for another document.
  std::string key_in(const std::string& kind, const std::string& name, const Override& o);
  std::string first_soil_;
  std::set<std::string> named_soils_;  // keys of overrides that found their soil
  std::vector<InputDocument> documents_;
  static constexpr const char* kRecipeKeys = "recipe.";
  /// An open document whose keys an override may name.
  struct OpenTable {
    std::string prefix;                // of its keys in an override
    std::optional<TomlTable> table;    // nothing: of a shared ground
    std::vector<KeyNote> shared = {};  // keys of a shared ground, and after how many own ones they come
    std::size_t shared_at = 0;
    std::vector<KeyNote> keys() const;
  };
  std::vector<OpenTable> tables_;
  std::vector<KeyNote> vehicle_keys_;
  std::vector<std::filesystem::path> files_;
};

/// Documents as files on disk, or a scenario as text with files beside it.
class FileSource final : public DocumentSource {
 public:
  FileSource(const std::string& scenario, std::vector<Override> overrides, GroundStore* grounds = nullptr);
  explicit FileSource(const ScenarioText& scenario, std::vector<Override> overrides = {});
  std::string scenario_name() const override;
  std::filesystem::path folder() const override;
  std::shared_ptr<const Heightfield> raster() const override { return heights_; }
  GroundStore* grounds() const override { return grounds_; }

 protected:
  Text fetch(const std::string& kind, const std::string& name) override;
  SoilRaster fetch_soil_raster(const std::string& name, const std::string& place) override;
  std::string fetch_mesh(const std::string& name, const std::string& place) override;

 private:
  /// The scenario or override that named a document, for messages.
  std::string who_asked_for(const std::string& name) const;
  void check_known_mesh(const std::string& name, const std::string& place) const override;
  /// Path of a mesh within the allowed folders. Throws InputError for any other.
  std::filesystem::path find_mesh(const std::string& name, const std::string& place) const;

  std::filesystem::path scenario_;
  std::optional<std::string> text_;  // of the scenario, where no file has it
  std::shared_ptr<const Heightfield> heights_;
  std::filesystem::path vehicle_folder_;                 // of the vehicle's file that was opened last
  std::map<std::string, std::filesystem::path> meshes_;  // that were read, by their names in documents
  GroundStore* grounds_ = nullptr;
};

/// Documents that a run file holds; nothing is read from elsewhere.
class RunFileSource final : public DocumentSource {
 public:
  /// from: the run file, or who sent the header. changes: overrides that come after those of the run.
  RunFileSource(const RunHeader& header, std::string from, std::vector<Override> changes);
  std::string scenario_name() const override;
  bool holds(const std::string& kind, const std::string& name) const override;
  std::filesystem::path folder() const override { return {}; }
  MissingTouch missing_touch() const override { return MissingTouch::none; }
  std::shared_ptr<const Heightfield> raster() const override;
  void check_ground(const TomlTable& terrain) const override;

 protected:
  Text fetch(const std::string& kind, const std::string& name) override;
  SoilRaster fetch_soil_raster(const std::string& name, const std::string& place) override;
  std::string fetch_mesh(const std::string& name, const std::string& place) override;

 private:
  const RunHeader& header_;
  std::string from_;
  std::vector<Override> changes_;
};

/// Whether a setting changes the scenario itself and none of the files that it names.
bool is_of_scenario(const Override& o);
/// Whether it changes a rover or a lander.
bool is_of_vehicle(const Override& o);
/// Whether it changes the recipe of the ground.
bool is_of_recipe(const Override& o);
/// Whether it changes the ground's soil, whichever that is (soil.KEY).
bool is_of_ground_soil(const Override& o);

/// The grid as a run file stores it, and back.
EmbeddedRaster embed(const Heightfield& field);
std::shared_ptr<const Heightfield> extract(const EmbeddedRaster& raster);
EmbeddedRaster embed(const SoilMap& map);

}  // namespace grouser
