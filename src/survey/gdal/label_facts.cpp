// SPDX-License-Identifier: BSD-3-Clause
// Reads the label of a PDS3 or PDS4 raster, starting from the sample type that GDAL gives.
#include "label_facts.hpp"

#include <cpl_vsi.h>

#include <memory>

#include "file_bounds.hpp"

namespace grouser::terrain {
namespace {

/// The beginning of a file as text, up to kMostTextBytes; empty if it cannot be read.
std::string label_text(const std::string& name) {
  const std::unique_ptr<VSILFILE, decltype(&VSIFCloseL)> file(VSIFOpenL(name.c_str(), "rb"), VSIFCloseL);
  if (!file) return {};
  std::string text(static_cast<std::size_t>(kMostTextBytes), '\0');
  text.resize(VSIFReadL(text.data(), 1, text.size(), file.get()));
  return text;
}

/// The samples' type as GDAL reads them. GDAL 3.6 has no signed bytes and marks them in the metadata.
SampleCode plain_code(GDALRasterBand& band) {
  using enum SampleCode::Kind;
  const GDALDataType type = band.GetRasterDataType();
  SampleCode code{real, GDALGetDataTypeSizeBytes(type), false, false};
  if (type == GDT_Float32 || type == GDT_Float64) return code;
  code.kind =
      type == GDT_Byte || type == GDT_UInt16 || type == GDT_UInt32 ? unsigned_integer : signed_integer;
  // Signed bytes are read as unsigned ones, and so must be decoded here.
  const char* sign = band.GetMetadataItem("PIXELTYPE", "IMAGE_STRUCTURE");
  if (type == GDT_Byte && sign && std::string(sign) == "SIGNEDBYTE")
    code.kind = signed_integer, code.foreign = true;
  return code;
}

}  // namespace

LabelFacts read_label(GDALDataset& data, GDALRasterBand& band, const std::string& name,
                      const std::string& shown) {
  LabelFacts facts;
  facts.code = plain_code(band);
  const std::string driver = data.GetDriverName();
  if (driver == "PDS") {
    const OdlLabel label(label_text(name), shown);
    read_pds3_heights(label, facts);
    read_pds3_place(label, data, facts);
  } else if (driver == "PDS4") {
    char** const xml = data.GetMetadata("xml:PDS4");
    if (xml && *xml) read_pds4(*xml, data, shown, facts);
  }
  return facts;
}

}  // namespace grouser::terrain
