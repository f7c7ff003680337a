// SPDX-License-Identifier: BSD-3-Clause
// The resources of a unit: a JSON list (kFmuManifest) with one file per document and raster, from which the
// same world is built again. Absolute paths are stripped, so that the unit says nothing of the machine that
// made it. The token is a hash over all resources.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/base/json_text.hpp"
#include "grouser/exchange/fmu/fmu_model.hpp"

namespace grouser {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

// Version of the list, and the words in it, in the order of their enumerations.
constexpr int kFmuFormat = 1;
constexpr std::size_t kMostManifestBytes = 16u << 20;
constexpr std::array kCausalities{"independent", "input", "output", "parameter"};
constexpr std::array kTypes{"real", "integer", "boolean", "string"};

static_assert(std::endian::native == std::endian::little);  // rasters are little endian

/// Paths of the machine that makes the unit stay out of it: of a file, its name is left.
std::string without_folders(std::string text, const std::string& path, const std::string& name) {
  for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path, at + name.size()))
    text.replace(at, path.size(), name);
  return text;
}

/// Replaces every absolute path among the names of files by the name of the file, in all texts.
void strip_paths(RunHeader& header) {
  std::vector<std::string> paths;
  for (const InputDocument& document : header.documents) paths.push_back(document.name);
  for (const EmbeddedRaster& raster : header.rasters) paths.push_back(raster.source);
  // The value of a setting may be a path as well.
  for (const std::string& setting : header.overrides) {
    const auto equals = setting.find('=');
    if (equals == std::string::npos) continue;
    std::string value = setting.substr(equals + 1);
    std::erase(value, '"');
    paths.push_back(value);
  }
  std::erase_if(paths, [](const std::string& path) { return path.empty() || path.front() != '/'; });
  // Longer paths come first: a shorter one may be the beginning of another.
  std::ranges::sort(paths, std::greater<>{}, &std::string::size);
  for (const std::string& path : paths) {
    const std::string name = std::filesystem::path(path).filename().string();
    if (name.empty()) continue;
    for (InputDocument& document : header.documents) {
      document.name = without_folders(document.name, path, name);
      document.text = without_folders(document.text, path, name);
    }
    for (EmbeddedRaster& raster : header.rasters) raster.source = without_folders(raster.source, path, name);
    for (std::string& setting : header.overrides) setting = without_folders(setting, path, name);
    for (std::string& warning : header.warnings) warning = without_folders(warning, path, name);
  }
}

/// Once their folders are gone, files of one kind differ by their names alone.
void check_file_names(const RunHeader& header) {
  for (std::size_t k = 0; k < header.documents.size(); ++k)
    for (std::size_t other = 0; other < k; ++other) {
      const InputDocument &a = header.documents[other], &b = header.documents[k];
      if (a.kind == b.kind && a.name == b.name && a.text != b.text)
        throw InputError(header.scenario, "two files of the name " + a.name + " in different folders",
                         "files with names of their own: an FMU holds no folders of this machine");
    }
}

/// Entry of a raster, whose heights are in the named file.
OrderedJson to_json(const EmbeddedRaster& raster, const std::string& file) {
  return {{"name", raster.name},
          {"file", file},
          {"columns", raster.nx},
          {"rows", raster.ny},
          {"origin_x", raster.origin_x},
          {"origin_y", raster.origin_y},
          {"cell", raster.cell},
          {"datum", raster.datum},
          {"map_x", raster.map_x},
          {"map_y", raster.map_y},
          {"hash", raster.hash},
          {"source", raster.source},
          {"crs", raster.crs}};
}

OrderedJson to_json(const FmuVariable& v) {
  return {{"name", v.name},
          {"causality", kCausalities[static_cast<std::size_t>(v.causality)]},
          {"type", kTypes[static_cast<std::size_t>(v.type)]},
          {"unit", v.unit},
          {"description", v.description},
          {"start", v.start},
          {"limited", v.limited},
          {"lowest", v.lowest},
          {"highest", v.highest}};
}

/// Place of a word in its list; refuses unknown words.
template <std::size_t Count>
std::size_t word_of(const std::array<const char*, Count>& words, const std::string& word) {
  for (std::size_t k = 0; k < Count; ++k)
    if (word == words[k]) return k;
  throw InputError(kFmuManifest, "'" + word + "'", "a word of this version");
}

FmuVariable variable_of(const Json& j) {
  return {.name = j.at("name"),
          .causality = static_cast<FmuCausality>(word_of(kCausalities, j.at("causality"))),
          .type = static_cast<FmuType>(word_of(kTypes, j.at("type"))),
          .unit = j.at("unit"),
          .description = j.at("description"),
          .start = j.at("start"),
          .limited = j.at("limited"),
          .lowest = j.at("lowest"),
          .highest = j.at("highest")};
}

/// A file that the list names, directly in the folder.
std::string resource_bytes(const std::filesystem::path& folder, const std::string& name,
                           std::size_t max_bytes) {
  if (name.find('/') != std::string::npos || name.starts_with('.'))
    throw InputError((folder / kFmuManifest).string(), "a file '" + name + "'", "a file of the same folder");
  return read_text_file(folder / name, max_bytes);
}

/// A raster of the list with its heights (float32, little endian) from the file beside it.
EmbeddedRaster raster_of(const Json& j, const std::filesystem::path& folder) {
  EmbeddedRaster raster{.name = j.at("name"),
                        .nx = j.at("columns"),
                        .ny = j.at("rows"),
                        .origin_x = j.at("origin_x"),
                        .origin_y = j.at("origin_y"),
                        .cell = j.at("cell"),
                        .datum = j.at("datum"),
                        .values = {},
                        .hash = j.at("hash"),
                        .source = j.at("source"),
                        .crs = j.at("crs"),
                        .map_x = j.at("map_x"),
                        .map_y = j.at("map_y")};
  const std::string bytes = resource_bytes(folder, j.at("file"), kMaxRasterCells * sizeof(float));
  raster.values.resize(bytes.size() / sizeof(float));
  std::memcpy(raster.values.data(), bytes.data(), raster.values.size() * sizeof(float));
  return raster;
}

/// The model of a parsed list; validate() refuses sizes that do not agree.
FmuModel model_of(const Json& j, const std::filesystem::path& folder) {
  FmuModel model;
  if (j.at("format") != kFmuFormat)
    throw InputError(kFmuManifest, "another format", fmt::format("format {}", kFmuFormat));
  model.token = j.at("token");
  model.step = j.at("step");
  model.duration = j.at("duration");
  RunHeader& header = model.header;
  header.scenario = j.at("scenario");
  header.program_version = j.at("program_version");
  header.overrides = j.at("overrides").get<std::vector<std::string>>();
  for (const Json& document : j.at("documents"))
    header.documents.push_back({document.at("kind"), document.at("name"),
                                resource_bytes(folder, document.at("file"), kMaxDocumentBytes)});
  for (const Json& raster : j.at("rasters")) header.rasters.push_back(raster_of(raster, folder));
  for (const Json& variable : j.at("variables")) model.variables.push_back(variable_of(variable));
  validate(header);
  return model;
}

/// A guid as FMI 2 suggests it, of two hashes.
std::string token_of(const std::vector<FmuResource>& resources) {
  Hasher hasher;
  for (const FmuResource& resource : resources) {
    hasher.add(std::string_view(resource.path));
    hasher.add(std::string_view(resource.bytes));
  }
  const std::string a = hash_text(hasher.value()), b = hash_text(mix_bits(hasher.value()));
  return fmt::format("{{{}-{}-{}-{}-{}}}", a.substr(0, 8), a.substr(8, 4), a.substr(12), b.substr(0, 4),
                     b.substr(4));
}

}  // namespace

std::vector<FmuResource> fmu_resources(FmuModel& model) {
  strip_paths(model.header);
  check_file_names(model.header);
  const RunHeader& header = model.header;
  std::vector<FmuResource> resources(1);
  OrderedJson documents = OrderedJson::array(), rasters = OrderedJson::array(),
              variables = OrderedJson::array();
  for (const InputDocument& document : header.documents) {
    const std::string file = fmt::format("document_{}.txt", resources.size());
    resources.push_back({file, document.text});
    documents.push_back({{"kind", document.kind}, {"name", document.name}, {"file", file}});
  }
  for (const EmbeddedRaster& raster : header.rasters) {
    const std::string file = raster.name + ".f32";
    const auto* const first = reinterpret_cast<const char*>(raster.values.data());
    resources.push_back({file, std::string(first, raster.values.size() * sizeof(float))});
    rasters.push_back(to_json(raster, file));
  }
  for (const FmuVariable& variable : model.variables) variables.push_back(to_json(variable));
  OrderedJson list{{"format", kFmuFormat},
                   {"token", ""},
                   {"scenario", header.scenario},
                   {"program_version", header.program_version},
                   {"step", model.step},
                   {"duration", model.duration},
                   {"overrides", header.overrides},
                   {"documents", documents},
                   {"rasters", rasters},
                   {"variables", variables}};
  // The token covers the list with an empty token, and is written into it afterwards.
  resources.front() = {kFmuManifest, list.dump(1)};
  model.token = token_of(resources);
  list["token"] = model.token;
  resources.front().bytes = list.dump(1) + "\n";
  return resources;
}

FmuModel read_fmu_resources(const std::filesystem::path& folder) {
  const std::string file = (folder / kFmuManifest).string();
  const std::string text = read_text_file(file, kMostManifestBytes);
  const Json list = parse_json<Json>(text, file);
  if (list.is_discarded()) throw InputError(file, "text that is not JSON", "the list of a unit's resources");
  try {
    return model_of(list, folder);
  } catch (const Json::exception& error) {
    throw InputError(file, error.what(), "the list that 'grouser fmu' wrote");
  }
}

}  // namespace grouser
