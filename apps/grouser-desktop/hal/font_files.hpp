// SPDX-License-Identifier: BSD-3-Clause
// This file asks fontconfig, once, for the files of the fonts that the user interface draws with.
#pragma once
#include <string>

namespace grouser::desktop {

/// A font in a file; an empty path: there is none.
struct FontFile {
  std::string path;
  int number = 0;  ///< of the font in a collection
};

struct FontFiles {
  FontFile text, strong;  ///< Roboto, regular and medium; where it is missing DejaVu Sans, regular and bold
  FontFile far_east;      ///< of Chinese and Japanese
};

const FontFiles& font_files();

}  // namespace grouser::desktop
