// SPDX-License-Identifier: BSD-3-Clause
// The form of a style is that of QGIS 3.22 (qgis.org, QgsPalettedRasterRenderer and
// QgsSingleBandPseudoColorRenderer); that of the table is GDAL's (gdal.org, GDALRasterAttributeTable, field
// usages MinMax 5, Name 2, Red 6, Green 7, Blue 8, Generic 0).
#include "grouser/exchange/maps/map_style.hpp"

#include <fmt/format.h>

#include "grouser/base/atomic_file.hpp"

namespace grouser {
namespace {

using Rgb = std::array<std::uint8_t, 3>;

// Smith and van der Walt 2015 (matplotlib), at six places: they rise evenly in lightness, also in grey
constexpr std::array<Rgb, 6> kViridis{{{{0x44, 0x01, 0x54}},
                                       {{0x41, 0x44, 0x87}},
                                       {{0x2a, 0x78, 0x8e}},
                                       {{0x22, 0xa8, 0x84}},
                                       {{0x7a, 0xd1, 0x51}},
                                       {{0xfd, 0xe7, 0x25}}}};
constexpr std::array<Rgb, 6> kMagma{{{{0x00, 0x00, 0x04}},
                                     {{0x3b, 0x0f, 0x70}},
                                     {{0x8c, 0x29, 0x81}},
                                     {{0xde, 0x49, 0x68}},
                                     {{0xfe, 0x9f, 0x6d}},
                                     {{0xfc, 0xfd, 0xbf}}}};

std::string hex_colour(const Rgb& c) { return fmt::format("#{:02x}{:02x}{:02x}", c[0], c[1], c[2]); }

/// The text for XML; control characters become blanks.
std::string xml_text(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else if (c == '"')
      safe += "&quot;";
    else
      safe += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return safe;
}

/// A style file around a renderer.
std::string qgis_style(const std::string& renderer) {
  return fmt::format(
      "<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>\n"
      "<!-- {} -->\n"
      "<qgis version=\"3.22.0\" styleCategories=\"Symbology\">\n"
      "  <pipe>\n{}    <brightnesscontrast/>\n    <huesaturation/>\n    <rasterresampler/>\n  </pipe>\n"
      "  <blendMode>0</blendMode>\n"
      "</qgis>\n",
      kStyleMark, renderer);
}

/// A column of the attribute table, with GDAL's codes.
struct TableField {
  const char *name, *type;
  int type_code, usage;
  const char* usage_name;
};
constexpr TableField kFields[] = {{"Value", "Integer", 0, 5, "MinMax"}, {"Class", "String", 2, 2, "Name"},
                                  {"Soil", "String", 2, 0, "Generic"},  {"Red", "Integer", 0, 6, "Red"},
                                  {"Green", "Integer", 0, 7, "Green"},  {"Blue", "Integer", 0, 8, "Blue"}};

}  // namespace

std::filesystem::path style_path(const std::filesystem::path& raster) {
  return std::filesystem::path(raster).replace_extension(".qml");
}
std::filesystem::path attribute_table_path(const std::filesystem::path& raster) {
  return raster.string() + ".aux.xml";
}

std::string class_style(const SoilLegend& legend) {
  std::string renderer =
      "    <rasterrenderer type=\"paletted\" band=\"1\" opacity=\"1\" alphaBand=\"-1\" nodataColor=\"\">\n"
      "      <rasterTransparency/>\n      <colorPalette>\n";
  for (const SoilClass& c : legend.classes())
    renderer += fmt::format("        <paletteEntry value=\"{}\" label=\"{}\" color=\"{}\" alpha=\"255\"/>\n",
                            c.value, xml_text(c.name), hex_colour(c.colour));
  return qgis_style(renderer + "      </colorPalette>\n    </rasterrenderer>\n");
}

std::string value_style(const ValueStyle& style) {
  const auto& colours = style.ramp == ValueStyle::Ramp::viridis ? kViridis : kMagma;
  const std::string unit = style.unit == "-" ? "" : " " + style.unit;
  std::string items;
  for (std::size_t k = 0; k < colours.size(); ++k) {
    // Colours at even distances between the lowest and the highest value.
    const double part = static_cast<double>(k) / static_cast<double>(colours.size() - 1);
    const double value = style.lowest + part * (style.highest - style.lowest);
    items += fmt::format("          <item value=\"{}\" label=\"{:.4g}{}\" color=\"{}\" alpha=\"255\"/>\n",
                         value, value, xml_text(unit), hex_colour(colours[k]));
  }
  return qgis_style(fmt::format(
      "    <rasterrenderer type=\"singlebandpseudocolor\" band=\"1\" opacity=\"1\" alphaBand=\"-1\" "
      "nodataColor=\"\" classificationMin=\"{0}\" classificationMax=\"{1}\">\n"
      "      <rasterTransparency/>\n"
      "      <rastershader>\n"
      "        <colorrampshader colorRampType=\"INTERPOLATED\" classificationMode=\"2\" clip=\"0\" "
      "minimumValue=\"{0}\" maximumValue=\"{1}\" labelPrecision=\"4\">\n{2}"
      "          <rampLegendSettings prefix=\"{3} \" suffix=\"{4}\" minimumLabel=\"\" maximumLabel=\"\" "
      "direction=\"0\" orientation=\"2\" useContinuousLegend=\"1\"/>\n"
      "        </colorrampshader>\n      </rastershader>\n    </rasterrenderer>\n",
      style.lowest, style.highest, items, xml_text(style.quantity), xml_text(unit)));
}

std::string attribute_table(const SoilLegend& legend) {
  std::string xml = fmt::format(
      "<PAMDataset>\n  <!-- {} -->\n  <PAMRasterBand band=\"1\">\n    <CategoryNames>\n", kStyleMark);
  // Category names are listed by value from 0 on, with empty names between.
  for (int value = 0, known = static_cast<int>(legend.classes().size()); value < 256 && known > 0; ++value) {
    const SoilClass* const c = legend.find(value);
    known -= c ? 1 : 0;
    xml += fmt::format("      <Category>{}</Category>\n", c ? xml_text(c->name) : "");
  }
  xml += "    </CategoryNames>\n    <GDALRasterAttributeTable tableType=\"thematic\">\n";
  int index = 0;
  for (const TableField& f : kFields)
    xml += fmt::format(
        "      <FieldDefn index=\"{}\"><Name>{}</Name><Type typeAsString=\"{}\">{}</Type>"
        "<Usage typeAsString=\"{}\">{}</Usage></FieldDefn>\n",
        index++, f.name, f.type, f.type_code, f.usage_name, f.usage);
  index = 0;
  for (const SoilClass& c : legend.classes())
    xml += fmt::format(
        "      <Row index=\"{}\"><F>{}</F><F>{}</F><F>{}</F><F>{}</F><F>{}</F><F>{}</F></Row>\n", index++,
        c.value, xml_text(c.name), xml_text(c.soil), c.colour[0], c.colour[1], c.colour[2]);
  return xml + "    </GDALRasterAttributeTable>\n  </PAMRasterBand>\n</PAMDataset>\n";
}

void write_class_style(const std::filesystem::path& map, const SoilLegend& legend) {
  write_file_atomically(style_path(map), class_style(legend));
  write_file_atomically(attribute_table_path(map), attribute_table(legend));
}

void write_value_style(const std::filesystem::path& raster, const ValueStyle& style) {
  write_file_atomically(style_path(raster), value_style(style));
}

}  // namespace grouser
