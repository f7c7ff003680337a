// SPDX-License-Identifier: BSD-3-Clause
// The head of a run as bytes: documents, overrides, rasters and channels, from which a viewer builds the
// same world.
#include "scene_codec.hpp"

#include "grouser/recording/run_file/channel.hpp"

namespace grouser {
namespace {

constexpr std::size_t kMostText = 4096;  // bytes of a name or a setting
// Entries of a list at most.
constexpr std::size_t kMostList = 65536;
constexpr std::size_t kTextBytes = 4;  // of a text at least: its length

/// Puts a list of texts.
void put_texts(ByteWriter& writer, const std::vector<std::string>& texts) {
  writer.put(static_cast<std::uint32_t>(texts.size()));
  for (const std::string& text : texts) writer.put(text);
}

/// Reads a list of texts.
std::vector<std::string> read_texts(ByteReader& reader) {
  std::vector<std::string> texts(reader.count(kTextBytes, kMostList));
  for (std::string& text : texts) text = reader.text(kMostText);
  return texts;
}

/// Puts a raster's grid, hash, source and values.
void put_raster(ByteWriter& writer, const EmbeddedRaster& r) {
  writer.put(r.name);
  writer.put(static_cast<std::int32_t>(r.nx));
  writer.put(static_cast<std::int32_t>(r.ny));
  for (const double number : {r.origin_x, r.origin_y, r.cell, r.datum, r.map_x, r.map_y}) writer.put(number);
  writer.put(r.hash);
  writer.put(r.source);
  writer.put(r.crs);
  writer.put_all(std::span<const float>(r.values));
}

/// Reads a raster; validate() checks its grid against its values.
EmbeddedRaster read_raster(ByteReader& reader) {
  constexpr std::size_t kMostCrs = 1u << 16;  // bytes of WKT
  EmbeddedRaster r;
  r.name = reader.text(kMostText);
  r.nx = reader.number<std::int32_t>();
  r.ny = reader.number<std::int32_t>();
  for (double* number : {&r.origin_x, &r.origin_y, &r.cell, &r.datum, &r.map_x, &r.map_y})
    *number = reader.finite();
  r.hash = reader.number<std::uint64_t>();
  r.source = reader.text(kMostText);
  r.crs = reader.text(kMostCrs);
  r.values = reader.all<float>(kMaxRasterCells);
  return r;
}

}  // namespace

void put_scene(ByteWriter& writer, const LinkScene& scene) {
  const RunHeader& h = scene.header;
  writer.put(h.scenario);
  writer.put(h.program_version);
  writer.put(static_cast<std::uint32_t>(h.documents.size()));
  for (const InputDocument& document : h.documents) {
    writer.put(document.kind);
    writer.put(document.name);
    writer.put(document.text);
  }
  put_texts(writer, h.overrides);
  writer.put(static_cast<std::uint32_t>(h.rasters.size()));
  for (const EmbeddedRaster& raster : h.rasters) put_raster(writer, raster);
  writer.put(static_cast<std::uint32_t>(scene.channels.size()));
  for (const ChannelSpec& channel : scene.channels) {
    writer.put(channel.name);
    writer.put(channel.unit);
  }
}

LinkScene read_scene(ByteReader& reader) {
  LinkScene scene;
  RunHeader& h = scene.header;
  h.scenario = reader.text(kMostText);
  h.program_version = reader.text(kMostText);
  h.documents.resize(reader.count(3 * kTextBytes, kMaxDocuments));
  for (InputDocument& document : h.documents) {
    document.kind = reader.text(kMostText);
    document.name = reader.text(kMostText);
    document.text = reader.text(kMaxDocumentBytes);
  }
  h.overrides = read_texts(reader);
  const std::size_t rasters = reader.count(kTextBytes, kMaxRasters);
  for (std::size_t i = 0; i < rasters; ++i) h.rasters.push_back(read_raster(reader));
  scene.channels.resize(reader.count(2 * kTextBytes, kMaxChannels));
  for (ChannelSpec& channel : scene.channels) {
    channel.name = reader.text(kMostText);
    channel.unit = reader.text(kMostText);
  }
  reader.finish();
  validate(h);
  return scene;
}

}  // namespace grouser
