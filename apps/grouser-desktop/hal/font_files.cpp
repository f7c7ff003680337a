// SPDX-License-Identifier: BSD-3-Clause
// Looks for font files with fontconfig. Its best match may be another font than the wanted one, so the
// family, or the set of characters, of the found font is compared.
#include "hal/font_files.hpp"

#include <fontconfig/fontconfig.h>

#include <initializer_list>
#include <memory>
#include <string_view>

namespace grouser::desktop {
namespace {

/// Deleter that calls fontconfig's own function.
template <auto end>
struct Ended {
  template <class T>
  void operator()(T* object) const {
    end(object);
  }
};
using Config = std::unique_ptr<FcConfig, Ended<FcConfigDestroy>>;
using FontPattern = std::unique_ptr<FcPattern, Ended<FcPatternDestroy>>;
using Characters = std::unique_ptr<FcCharSet, Ended<FcCharSetDestroy>>;

const FcChar8* as_fc(const char* text) { return reinterpret_cast<const FcChar8*>(text); }

/// An upright one that ImGui can draw: outlines, of one shape.
FontPattern upright(int weight) {
  FontPattern wanted(FcPatternCreate());
  FcPatternAddBool(wanted.get(), FC_SCALABLE, FcTrue);
  FcPatternAddBool(wanted.get(), FC_VARIABLE, FcFalse);
  FcPatternAddInteger(wanted.get(), FC_SLANT, FC_SLANT_ROMAN);
  FcPatternAddInteger(wanted.get(), FC_WIDTH, FC_WIDTH_NORMAL);
  FcPatternAddInteger(wanted.get(), FC_WEIGHT, weight);
  return wanted;
}

/// The installed font that is nearest to what is wanted.
FontPattern nearest(const Config& config, const FontPattern& wanted) {
  FcConfigSubstitute(config.get(), wanted.get(), FcMatchPattern);
  FcDefaultSubstitute(wanted.get());
  FcResult ignored{};
  return FontPattern(FcFontMatch(config.get(), wanted.get(), &ignored));
}

/// File and number of a font; an empty path if it has no outlines, which ImGui needs.
FontFile file_of(const FontPattern& font) {
  FcChar8* path = nullptr;
  FcBool outlines = FcFalse;
  int number = 0;
  if (FcPatternGetString(font.get(), FC_FILE, 0, &path) != FcResultMatch) return {};
  if (FcPatternGetBool(font.get(), FC_OUTLINE, 0, &outlines) != FcResultMatch || !outlines) return {};
  FcPatternGetInteger(font.get(), FC_INDEX, 0, &number);
  return {reinterpret_cast<const char*>(path), number & 0xffff};
}

/// The font of this family and no other, where it is installed.
FontFile of_family(const Config& config, const char* family, int weight) {
  const FontPattern wanted = upright(weight);
  FcPatternAddString(wanted.get(), FC_FAMILY, as_fc(family));
  const FontPattern font = nearest(config, wanted);
  FcChar8* found = nullptr;
  for (int k = 0; font && FcPatternGetString(font.get(), FC_FAMILY, k, &found) == FcResultMatch; ++k)
    if (std::string_view(reinterpret_cast<const char*>(found)) == family) return file_of(font);
  return {};
}

/// A sans-serif font that has all of these characters, or none.
FontFile with_characters(const Config& config, std::initializer_list<FcChar32> characters) {
  const Characters set(FcCharSetCreate());
  for (const FcChar32 c : characters) FcCharSetAddChar(set.get(), c);
  const FontPattern wanted = upright(FC_WEIGHT_REGULAR);
  FcPatternAddCharSet(wanted.get(), FC_CHARSET, set.get());
  FcPatternAddString(wanted.get(), FC_FAMILY, as_fc("sans-serif"));
  const FontPattern font = nearest(config, wanted);
  FcCharSet* has = nullptr;
  if (!font || FcPatternGetCharSet(font.get(), FC_CHARSET, 0, &has) != FcResultMatch) return {};
  return FcCharSetIsSubset(set.get(), has) ? file_of(font) : FontFile{};
}

/// Roboto, else DejaVu Sans, and a font that has Chinese and Japanese characters.
FontFiles look() {
  constexpr FcChar32 kHan = 0x4E2D, kHiragana = 0x3042;
  const Config config(FcInitLoadConfigAndFonts());
  FontFiles files;
  if (!config) return files;
  files.text = of_family(config, "Roboto", FC_WEIGHT_REGULAR);
  files.strong = of_family(config, "Roboto", FC_WEIGHT_MEDIUM);
  if (files.text.path.empty()) files.text = of_family(config, "DejaVu Sans", FC_WEIGHT_REGULAR);
  if (files.strong.path.empty()) files.strong = of_family(config, "DejaVu Sans", FC_WEIGHT_BOLD);
  files.far_east = with_characters(config, {kHan, kHiragana});
  return files;
}

}  // namespace

const FontFiles& font_files() {
  static const FontFiles files = look();
  return files;
}

}  // namespace grouser::desktop
