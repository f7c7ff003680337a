// SPDX-License-Identifier: BSD-3-Clause
// Scalars of the header are attributes of the root, texts and documents datasets below /header, rasters
// deflated grids below /rasters. One hash covers all of it; parts that were added to the format have their
// own attributes or are hashed only if they are used, so that files without them keep their hash.
#include "run_header_io.hpp"

#include <algorithm>
#include <string_view>

#include "deflated_grid.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "run_layout.hpp"

namespace grouser {
namespace {
using hdf5::check;
using hdf5::checked;
using hdf5::Failure;
using hdf5::Handle;

/// Adds a list of texts with its length, so that no two lists give the same bytes.
void add_texts(Hasher& hasher, const std::vector<std::string>& texts) {
  hasher.add(static_cast<std::uint64_t>(texts.size()));
  for (const auto& text : texts) hasher.add(std::string_view(text));
}

void add_raster(Hasher& hasher, const EmbeddedRaster& r) {
  add_texts(hasher, {r.name, r.source, r.crs});
  for (double number : {double(r.nx), double(r.ny), r.origin_x, r.origin_y, r.cell, r.datum})
    hasher.add(number);
  if (r.map_x != 0.0 || r.map_y != 0.0)  // zero in files without them, whose hash is without them too
    for (double number : {r.map_x, r.map_y}) hasher.add(number);
  hasher.add(r.hash);
  hasher.add(
      std::string_view(reinterpret_cast<const char*>(r.values.data()), r.values.size() * sizeof(float)));
}

/// Hash over the whole header: raw data has no checksum in the file, and this finds any changed byte.
std::uint64_t hash_of(const RunHeader& h, const std::vector<ChannelSpec>& channels) {
  Hasher hasher;
  add_texts(hasher, {h.scenario, h.program_version, h.simd_level, h.integrator});
  hasher.add(h.dt);
  hasher.add(h.record_interval);
  hasher.add(static_cast<std::uint64_t>(h.values_per_tile));
  for (const auto& d : h.documents) add_texts(hasher, {d.kind, d.name, d.text});
  add_texts(hasher, h.overrides);
  add_texts(hasher, h.body_names);
  add_texts(hasher, h.warnings);
  for (const auto& r : h.rasters) add_raster(hasher, r);
  for (const auto& c : channels) add_texts(hasher, {c.name, c.unit, c.description});
  for (const auto& c : h.commands) add_texts(hasher, {c.name, c.unit});
  return hasher.value();
}

/// Hash of the parent, apart from the header's: versions without parents can read the file.
std::uint64_t hash_of(const RunParent& p) {
  Hasher hasher;
  add_texts(hasher, {p.file, p.program_version});
  hasher.add(p.frame);
  hasher.add(p.time);
  hasher.add(p.state_hash);
  return hasher.value();
}

void write_parent(hid_t file, const RunParent& p) {
  hdf5::write_attribute(file, "parent_file", p.file);
  hdf5::write_attribute(file, "parent_program_version", p.program_version);
  hdf5::write_attribute(file, "parent_frame", p.frame);
  hdf5::write_attribute(file, "parent_time", p.time);
  hdf5::write_attribute(file, "parent_state_hash", p.state_hash);
  hdf5::write_attribute(file, "parent_hash", hash_of(p));
}

/// The run that this one continues, or nothing; refuses one that differs from its hash.
std::optional<RunParent> read_parent(hid_t file) {
  if (!hdf5::has_attribute(file, "parent_file")) return std::nullopt;
  RunParent p;
  p.file = hdf5::read_text_attribute(file, "parent_file");
  p.program_version = hdf5::read_text_attribute(file, "parent_program_version");
  p.frame = hdf5::read_integer_attribute(file, "parent_frame");
  p.time = hdf5::read_number_attribute(file, "parent_time");
  p.state_hash = hdf5::read_integer_attribute(file, "parent_state_hash");
  if (hdf5::read_integer_attribute(file, "parent_hash") != hash_of(p))
    throw Failure("a parent that differs from its hash (damaged)");
  return p;
}

Handle make_group(hid_t file, const char* name) {
  return checked(H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), name);
}

void write_documents(hid_t file, const std::vector<InputDocument>& documents) {
  const Handle group = make_group(file, "/header/documents");
  for (std::size_t k = 0; k < documents.size(); ++k) {
    const Handle dataset = hdf5::write_text(group, std::to_string(k), documents[k].text);
    hdf5::write_attribute(dataset, "kind", documents[k].kind);
    hdf5::write_attribute(dataset, "name", documents[k].name);
  }
}

/// A grid of heights with its place as attributes.
void write_raster(hid_t group, const EmbeddedRaster& r) {
  const hsize_t size[2] = {hsize_t(r.ny), hsize_t(r.nx)};
  const Handle dataset = write_deflated_grid(group, r.name, size, r.values.data());
  hdf5::write_attribute(dataset, "unit", "m");
  hdf5::write_attribute(dataset, "origin_x", r.origin_x);
  hdf5::write_attribute(dataset, "origin_y", r.origin_y);
  hdf5::write_attribute(dataset, "cell", r.cell);
  hdf5::write_attribute(dataset, "datum", r.datum);
  hdf5::write_attribute(dataset, "hash", r.hash);
  hdf5::write_attribute(dataset, "source", r.source);
  hdf5::write_attribute(dataset, "crs", r.crs);
  hdf5::write_attribute(dataset, "map_x", r.map_x);
  hdf5::write_attribute(dataset, "map_y", r.map_y);
}

void write_command_columns(hid_t group, const std::vector<CommandColumn>& columns) {
  std::vector<std::string> names, units;
  for (const CommandColumn& column : columns) {
    names.push_back(column.name);
    units.push_back(column.unit);
  }
  hdf5::write_texts(group, "command_names", names);
  hdf5::write_texts(group, "command_units", units);
}

std::vector<CommandColumn> read_command_columns(hid_t file) {
  if (H5Lexists(file, "/header/command_names", H5P_DEFAULT) <= 0) return {};
  const auto names = hdf5::read_texts(file, "/header/command_names"),
             units = hdf5::read_texts(file, "/header/command_units");
  if (names.size() > kMaxCommandColumns || units.size() != names.size())
    throw Failure("an absurd number of command columns");
  std::vector<CommandColumn> columns;
  for (std::size_t k = 0; k < names.size(); ++k) columns.push_back({names[k], units[k]});
  return columns;
}

std::vector<std::string> raster_names(const std::vector<EmbeddedRaster>& rasters) {
  std::vector<std::string> names;
  for (const auto& raster : rasters) names.push_back(raster.name);
  return names;
}

/// All documents; refuses more, or larger ones, than a header may have.
std::vector<InputDocument> read_documents(hid_t file) {
  const std::string folder = "/header/documents";
  const Handle group = hdf5::open_group(file, folder);
  H5G_info_t info{};
  check(H5Gget_info(group, &info), "group '" + folder + "'");
  if (info.nlinks > kMaxDocuments) throw Failure("an absurd number of documents");
  std::vector<InputDocument> documents;
  std::size_t bytes = 0;
  for (hsize_t k = 0; k < info.nlinks; ++k) {
    const Handle dataset = hdf5::open_dataset(file, folder + "/" + std::to_string(k));
    documents.push_back({hdf5::read_text_attribute(dataset, "kind"),
                         hdf5::read_text_attribute(dataset, "name"), hdf5::read_text(dataset)});
    bytes += documents.back().kind.size() + documents.back().name.size() + documents.back().text.size();
    if (bytes > kMaxDocumentBytes) throw Failure("documents of an absurd size");
  }
  return documents;
}

/// Refuses a size to which the stored bytes cannot expand: deflate compresses at most about 1032 to 1
/// (zlib's own bound).
void check_raster_size(hid_t dataset, const hsize_t size[2], const std::string& name) {
  constexpr double kMostCompression = 1032.0;
  const double cells = static_cast<double>(size[0]) * static_cast<double>(size[1]);
  const double stored = static_cast<double>(H5Dget_storage_size(dataset));
  if (!(cells > 0.0) || cells > double(kMaxRasterCells) || cells * sizeof(float) > kMostCompression * stored)
    throw Failure("raster '" + name + "' has an absurd size");
}

/// A raster with its heights, after its size was checked.
EmbeddedRaster read_raster(hid_t file, const std::string& name) {
  const std::string path = "/rasters/" + name;
  const Handle dataset = hdf5::open_dataset(file, path, hdf5::Storage::deflated);
  const Handle space = checked(H5Dget_space(dataset), name);
  const Handle type = checked(H5Dget_type(dataset), name);
  hsize_t size[2] = {0, 0};
  if (H5Sget_simple_extent_ndims(space) != 2 || H5Sget_simple_extent_dims(space, size, nullptr) != 2 ||
      H5Tget_class(type) != H5T_FLOAT)
    throw Failure("raster '" + name + "' is not a grid of numbers");
  check_raster_size(dataset, size, name);
  EmbeddedRaster r;
  r.name = name;
  r.ny = static_cast<int>(size[0]);
  r.nx = static_cast<int>(size[1]);
  r.origin_x = hdf5::read_number_attribute(dataset, "origin_x");
  r.origin_y = hdf5::read_number_attribute(dataset, "origin_y");
  r.cell = hdf5::read_number_attribute(dataset, "cell");
  r.datum = hdf5::read_number_attribute(dataset, "datum");
  r.hash = hdf5::read_integer_attribute(dataset, "hash");
  r.source = hdf5::read_text_attribute(dataset, "source");
  r.crs = hdf5::read_text_attribute(dataset, "crs");
  if (H5Aexists(dataset, "map_x") > 0) {
    r.map_x = hdf5::read_number_attribute(dataset, "map_x");
    r.map_y = hdf5::read_number_attribute(dataset, "map_y");
  }
  r.values = read_deflated_grid(dataset, size, path);
  return r;
}

std::vector<EmbeddedRaster> read_rasters(hid_t file) {
  const auto names = hdf5::read_texts(file, "/header/raster_names");
  if (names.size() > kMaxRasters) throw Failure("an absurd number of rasters");
  std::vector<EmbeddedRaster> rasters;
  for (const auto& name : names) rasters.push_back(read_raster(file, name));
  return rasters;
}

/// Names from the header, unit and description from each channel's own dataset.
std::vector<ChannelSpec> read_channels(hid_t file) {
  constexpr std::size_t kMostBytes = 64u << 20;  // of names, units and descriptions: one line each
  std::vector<ChannelSpec> channels;
  std::size_t bytes = 0;
  for (const auto& name : hdf5::read_texts(file, "/header/channel_names")) {
    const Handle dataset = hdf5::open_dataset(file, run_layout::kChannels + name);
    channels.push_back({name, hdf5::read_text_attribute(dataset, "unit"),
                        hdf5::read_text_attribute(dataset, "description")});
    bytes += name.size() + channels.back().unit.size() + channels.back().description.size();
    if (channels.size() > kMaxChannels || bytes > kMostBytes) throw Failure("an absurd number of channels");
  }
  return channels;
}

/// Checks that the header is as the writer makes it: valid names, finite numbers, sizes that fit.
void need_as_written(const RunHeader& header, const std::vector<ChannelSpec>& channels) {
  try {
    validate(header);
    validate(channels);
  } catch (const InputError& e) {
    throw Failure(std::string("a header that no run has: ") + e.what());
  }
}

}  // namespace

void write_header(hid_t file, const RunHeader& header, const std::vector<ChannelSpec>& channels) {
  hdf5::write_attribute(file, "format", run_layout::kFormat);
  hdf5::write_attribute(file, "format_version", run_layout::kFormatVersion);
  hdf5::write_attribute(file, "scenario", header.scenario);
  hdf5::write_attribute(file, "program_version", header.program_version);
  hdf5::write_attribute(file, "simd_level", header.simd_level);
  hdf5::write_attribute(file, "integrator", header.integrator);
  hdf5::write_attribute(file, "dt", header.dt);
  hdf5::write_attribute(file, "record_interval", header.record_interval);
  hdf5::write_attribute(file, "values_per_tile", static_cast<std::uint64_t>(header.values_per_tile));
  hdf5::write_attribute(file, "header_hash", hash_of(header, channels));
  // not part of the header's hash, so that versions that know no layouts read the file
  if (!header.state_layout.empty()) hdf5::write_attribute(file, "state_layout", header.state_layout);
  if (header.parent) write_parent(file, *header.parent);
  const Handle group = make_group(file, "/header");
  hdf5::write_texts(group, "channel_names", channel_names(channels));
  hdf5::write_texts(group, "raster_names", raster_names(header.rasters));
  hdf5::write_texts(group, "overrides", header.overrides);
  hdf5::write_texts(group, "body_names", header.body_names);
  hdf5::write_texts(group, "warnings", header.warnings);
  if (!header.commands.empty()) write_command_columns(group, header.commands);
  write_documents(file, header.documents);
  const Handle rasters = make_group(file, "/rasters");
  for (const auto& raster : header.rasters) write_raster(rasters, raster);
}

StoredHeader read_header(hid_t file) {
  StoredHeader stored;
  RunHeader& h = stored.header;
  h.scenario = hdf5::read_text_attribute(file, "scenario");
  h.program_version = hdf5::read_text_attribute(file, "program_version");
  h.simd_level = hdf5::read_text_attribute(file, "simd_level");
  h.integrator = hdf5::read_text_attribute(file, "integrator");
  h.dt = hdf5::read_number_attribute(file, "dt");
  h.record_interval = hdf5::read_number_attribute(file, "record_interval");
  const std::uint64_t values_per_tile = hdf5::read_integer_attribute(file, "values_per_tile");
  if (values_per_tile > (1u << 24)) throw Failure("an absurd number of values in a ground tile");
  h.values_per_tile = static_cast<int>(values_per_tile);
  h.documents = read_documents(file);
  h.overrides = hdf5::read_texts(file, "/header/overrides");
  h.body_names = hdf5::read_texts(file, "/header/body_names");
  h.warnings = hdf5::read_texts(file, "/header/warnings");
  h.rasters = read_rasters(file);
  h.commands = read_command_columns(file);
  if (hdf5::has_attribute(file, "state_layout"))
    h.state_layout = hdf5::read_text_attribute(file, "state_layout");
  h.parent = read_parent(file);
  stored.channels = read_channels(file);
  need_as_written(h, stored.channels);
  if (hdf5::read_integer_attribute(file, "header_hash") != hash_of(h, stored.channels))
    throw Failure("a header that differs from its hash (damaged)");
  return stored;
}

}  // namespace grouser
