// SPDX-License-Identifier: BSD-3-Clause
// Heights of a PDS3 image: type and byte order of its samples, scale, offset and unit, and constants for
// voids (PDS Standards Reference 3.8). GDAL reads some of these types in another order, which is noted for
// decoding.
#include <fmt/format.h>

#include <algorithm>

#include "label_facts.hpp"
#include "raster_units.hpp"
#include "text_case.hpp"

namespace grouser::terrain {
namespace {

// Objects that describe samples, in the order of preference.
constexpr const char* kImages[] = {"IMAGE", "SPECTRAL_QUBE", "QUBE"};

/// The object that describes the samples: an image or a cube.
std::string image_of(const OdlLabel& label) {
  for (const char* object : kImages)
    for (const LabelField& field : label.fields())
      if (field.object == object) return object;
  return "IMAGE";
}

/// Code of a SAMPLE_TYPE (PDS Standards Reference 3.8, table 3.2); nothing if it is unknown. `little` is set
/// if its least significant byte comes first.
std::optional<SampleCode> code_of(const std::string& type, int bytes, bool& little) {
  using enum SampleCode::Kind;
  const auto is = [&](std::initializer_list<const char*> words) {
    return std::any_of(words.begin(), words.end(), [&](const char* w) { return type == w; });
  };
  SampleCode code{real, bytes, false, false};
  little =
      is({"LSB_INTEGER", "LSB_SIGNED_INTEGER", "LSB", "PC_INTEGER", "VAX_INTEGER", "LSB_UNSIGNED_INTEGER",
          "PC_UNSIGNED_INTEGER", "VAX_UNSIGNED_INTEGER", "PC_REAL", "LSB_REAL", "VAX_REAL", "VAXF_REAL"});
  if (is({"INTEGER", "MSB_INTEGER", "MSB_SIGNED_INTEGER", "SIGNED_INTEGER", "MAC_INTEGER", "SUN_INTEGER",
          "LSB_INTEGER", "LSB_SIGNED_INTEGER", "LSB", "PC_INTEGER", "VAX_INTEGER", "MSB"}))
    code.kind = signed_integer;
  else if (is({"UNSIGNED_INTEGER", "MSB_UNSIGNED_INTEGER", "MAC_UNSIGNED_INTEGER", "SUN_UNSIGNED_INTEGER",
               "LSB_UNSIGNED_INTEGER", "PC_UNSIGNED_INTEGER", "VAX_UNSIGNED_INTEGER"}))
    code.kind = unsigned_integer;
  else if (is({"VAX_REAL", "VAXF_REAL"}))
    code.kind = vax_real;
  else if (!is({"IEEE_REAL", "REAL", "FLOAT", "MAC_REAL", "SUN_REAL", "MSB_REAL", "PC_REAL", "LSB_REAL"}))
    return std::nullopt;
  return code;
}

/// Whether GDAL reads this SAMPLE_TYPE least significant byte first.
bool gdal_takes_for_little(const std::string& type) {
  constexpr const char* kLittle[] = {
      "LSB_INTEGER",      "LSB",      "LSB_UNSIGNED_INTEGER", "LSB_SIGNED_INTEGER",
      "UNSIGNED_INTEGER", "VAX_REAL", "VAX_INTEGER",          "PC_INTEGER",
      "PC_REAL"};
  return std::find(std::begin(kLittle), std::end(kLittle), type) != std::end(kLittle);
}

/// The samples' code by SAMPLE_TYPE, and whether GDAL reads them otherwise. Cubes are left to GDAL.
void read_encoding(const OdlLabel& label, const std::string& image, LabelFacts& facts) {
  const LabelField* field = label.find(image, "SAMPLE_TYPE");
  if (!field || not_applicable(field->value) || image != "IMAGE") return;
  const std::string type = upper(field->value);
  bool little = false;
  const int bytes = facts.code.bytes;
  const auto stated = code_of(type, bytes, little);
  constexpr const char* kKnown =
      "MSB_INTEGER, LSB_INTEGER, MSB_UNSIGNED_INTEGER, LSB_UNSIGNED_INTEGER, IEEE_REAL, "
      "PC_REAL, VAX_REAL or one of their other names";
  if (!stated) label.refuse(*field, kKnown);
  // Types that do not fit their size are refused.
  using enum SampleCode::Kind;
  const bool real_word = stated->kind == real || stated->kind == vax_real;
  if (bytes == 8 && stated->kind != real) label.refuse(*field, "64-bit samples as IEEE_REAL or PC_REAL");
  if (bytes < 4 && real_word)
    label.refuse(*field, fmt::format("an integer type for samples of {} bits", 8 * bytes));
  // Foreign samples differ from GDAL's in byte order or kind.
  const SampleCode found = facts.code;
  facts.code = *stated;
  facts.code.swapped = bytes > 1 && little != gdal_takes_for_little(type);
  facts.code.foreign = facts.code.swapped || facts.code.kind != found.kind;
  if (facts.code.foreign && type == "UNSIGNED_INTEGER")
    facts.notes.push_back(
        "its UNSIGNED_INTEGER samples are read most significant byte first, as PDS3 defines them");
}

/// Refuses several bands that are not stored one after the other.
void check_band_order(const OdlLabel& label, const std::string& image) {
  const auto bands = label.number(image, "BANDS");
  const LabelField* order = label.find(image, "BAND_STORAGE_TYPE");
  if (!bands || bands->value <= 1.0 || !order || not_applicable(order->value)) return;
  const std::string word = upper(order->value);
  if (word != "BAND_SEQUENTIAL" && word != "BAND SEQUENTIAL")
    label.refuse(*order, "BAND_SEQUENTIAL, or one band: other orders of several bands cannot be read");
}

/// "METERS" of "METERS/DN".
std::string before_slash(const std::string& unit) { return unit.substr(0, unit.find('/')); }

/// Reads the unit of heights, from a key of its own or from that in <> of scale or offset; then scale and
/// offset, converted to it.
void read_scale(const OdlLabel& label, const std::string& image, LabelFacts& facts) {
  const bool core = image != "IMAGE";
  const char* const scale_key = core ? "CORE_MULTIPLIER" : "SCALING_FACTOR";
  const char* const offset_key = core ? "CORE_BASE" : "OFFSET";
  const auto scale = label.number(image, scale_key), offset = label.number(image, offset_key);
  // The unit by its own key, or by that of scale or offset.
  for (const char* key : {"UNIT", "UNITS", "CORE_UNIT", "SAMPLE_UNIT"})
    if (const LabelField* field = label.find(image, key); field && !facts.unit) {
      const std::string& word = field->value.empty() ? field->unit : field->value;  // KM or <KM>
      if (!not_applicable(word)) facts.unit = word;
    }
  for (const auto& stated : {scale, offset})
    if (!facts.unit && stated && !stated->unit.empty()) facts.unit = before_slash(stated->unit);
  if (scale) facts.scale = scale->value;
  if (offset) facts.offset = offset->value;
  if (!scale && label.find(image, scale_key)) facts.scale = 1.0;  // none applies, which GDAL takes for 0
  // Scale and offset may have units of their own.
  const auto unit = facts.unit ? metres_per_unit(*facts.unit) : 1.0;
  const auto in_unit = [&](const std::optional<Quantity>& stated, const char* key,
                           std::optional<double>& value) {
    if (!stated || stated->unit.empty() || !unit) return;
    const auto own = metres_per_unit(before_slash(stated->unit));
    if (!own) label.refuse(*label.find(image, key), "a length: m, km, ...");
    if (*own != *unit) value = stated->value * *own / *unit;
  };
  in_unit(scale, scale_key, facts.scale);
  in_unit(offset, offset_key, facts.offset);
}

/// Raw values that mean "no height".
void read_voids(const OdlLabel& label, const std::string& image, LabelFacts& facts) {
  for (const LabelField& field : label.fields()) {
    if (field.object != image || !names_void(field.key)) continue;
    for (const std::string& word : list_of(field.value)) {
      if (not_applicable(word)) continue;
      const auto value = constant_of(word, facts.code);
      if (!value) label.refuse(field, "a number, the bits of a sample (16#FF7FFFFB#), or N/A");
      facts.voids.push_back(*value);
    }
  }
}

/// Keys of the height models of the High Resolution Stereo Camera (Mars Express), in any object of the label.
/// The image's own keys take precedence.
void read_camera_dtm(const OdlLabel& label, LabelFacts& facts) {
  const auto number = [&](const char* key) -> std::optional<double> {
    for (const LabelField& field : label.fields())
      for (const char* camera : {"", "MEX:"})
        if (field.key == std::string(camera) + key)
          if (const auto q = label.number(field.object, field.key)) return q->value;
    return std::nullopt;
  };
  const auto scale = number("DTM_SCALING_FACTOR"), offset = number("DTM_OFFSET"),
             missing = number("DTM_MISSING_DN");
  if (!facts.scale) facts.scale = scale;
  if (!facts.offset) facts.offset = offset;
  if (missing && facts.voids.empty()) facts.voids.push_back(*missing);
}

}  // namespace

void read_pds3_heights(const OdlLabel& label, LabelFacts& facts) {
  const std::string image = image_of(label);
  check_band_order(label, image);
  read_encoding(label, image, facts);
  read_scale(label, image, facts);
  read_voids(label, image, facts);
  read_camera_dtm(label, facts);
  // GDAL does not skip bytes between lines.
  if (const auto bytes = label.number(image, "LINE_SUFFIX_BYTES"); bytes && bytes->value != 0.0)
    label.refuse(*label.find(image, "LINE_SUFFIX_BYTES"),
                 "lines without bytes behind them: they cannot be read");
}

}  // namespace grouser::terrain
