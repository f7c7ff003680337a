// SPDX-License-Identifier: BSD-3-Clause
// Limits that both a header to be written and one that was read must keep, so that a forged file cannot pass
// sizes on to the rest of the program.
#include "grouser/recording/run_file/run_header.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

/// Refuses a zero byte: the file pads texts with zeros, so one at the end would be lost.
void refuse_zero_byte(const std::string& place, const std::string& text) {
  if (text.find('\0') != std::string::npos) throw InputError("run header: " + place, "a zero byte", "text");
}

void refuse_zero_bytes(const std::string& place, const std::vector<std::string>& texts) {
  for (const auto& text : texts) refuse_zero_byte(place, text);
}

/// Whether a name has lower-case letters, digits and underscores only.
bool is_word(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

/// Refuses a raster with a wrong name, size or place.
void validate(const EmbeddedRaster& raster) {
  const std::string place = "run header: raster '" + raster.name + "'";
  if (!is_word(raster.name))
    throw InputError(place, "this name", "lower-case letters, digits and underscores");
  if (raster.nx <= 0 || raster.ny <= 0)
    throw InputError(place, std::to_string(raster.nx) + " x " + std::to_string(raster.ny) + " cells",
                     "at least 1 x 1");
  const std::size_t cells = static_cast<std::size_t>(raster.nx) * static_cast<std::size_t>(raster.ny);
  if (cells > kMaxRasterCells)
    throw InputError(place, std::to_string(cells) + " cells", "at most " + std::to_string(kMaxRasterCells));
  if (raster.values.size() != cells)
    throw InputError(place, std::to_string(raster.values.size()) + " values", std::to_string(cells));
  if (!std::isfinite(raster.origin_x) || !std::isfinite(raster.origin_y) || !std::isfinite(raster.datum) ||
      !std::isfinite(raster.cell) || raster.cell <= 0.0)
    throw InputError(place, "a place or cell size that is not finite",
                     "finite numbers and a positive cell size");
  refuse_zero_byte("raster source", raster.source);
  refuse_zero_byte("raster CRS", raster.crs);
}

}  // namespace

const InputDocument* find_document(const RunHeader& header, const std::string& kind) {
  const auto it = std::find_if(header.documents.begin(), header.documents.end(),
                               [&](const InputDocument& document) { return document.kind == kind; });
  return it == header.documents.end() ? nullptr : &*it;
}

void validate(const RunHeader& header) {
  if (!std::isfinite(header.dt) || !std::isfinite(header.record_interval))
    throw InputError("run header", "a step or record interval that is not finite", "seconds");
  constexpr int kMaxValuesPerTile = 1 << 24;
  if (header.values_per_tile < 0 || header.values_per_tile > kMaxValuesPerTile)
    throw InputError("run header: values_per_tile", std::to_string(header.values_per_tile),
                     "0 to " + std::to_string(kMaxValuesPerTile));
  refuse_zero_bytes("name", {header.scenario, header.program_version, header.simd_level, header.integrator});
  refuse_zero_bytes("overrides", header.overrides);
  refuse_zero_bytes("body names", header.body_names);
  refuse_zero_bytes("warnings", header.warnings);
  refuse_zero_bytes("state layout", {header.state_layout});
  for (const CommandColumn& column : header.commands)
    refuse_zero_bytes("command columns", {column.name, column.unit});
  if (header.commands.size() > kMaxCommandColumns)
    throw InputError("run header: command columns", std::to_string(header.commands.size()),
                     "at most " + std::to_string(kMaxCommandColumns));
  if (header.parent) {
    refuse_zero_bytes("parent", {header.parent->file, header.parent->program_version});
    if (!(header.parent->time >= 0.0) || !std::isfinite(header.parent->time))
      throw InputError("run header: parent", std::to_string(header.parent->time) + " s", "a time of a run");
  }
  // Documents are bounded together, since they are read into memory at once.
  std::size_t bytes = 0;
  for (const auto& document : header.documents) {
    refuse_zero_bytes("document", {document.kind, document.name, document.text});
    bytes += document.kind.size() + document.name.size() + document.text.size();
  }
  if (header.documents.size() > kMaxDocuments || bytes > kMaxDocumentBytes)
    throw InputError("run header: documents",
                     std::to_string(header.documents.size()) + " of " + std::to_string(bytes) + " bytes",
                     "at most " + std::to_string(kMaxDocuments) + " of " + std::to_string(kMaxDocumentBytes));
  if (header.rasters.size() > kMaxRasters)
    throw InputError("run header: rasters", std::to_string(header.rasters.size()),
                     "at most " + std::to_string(kMaxRasters));
  std::set<std::string> names;
  for (const auto& raster : header.rasters) {
    validate(raster);
    if (!names.insert(raster.name).second)
      throw InputError("run header: raster '" + raster.name + "'", "it twice", "it once");
  }
}

}  // namespace grouser
