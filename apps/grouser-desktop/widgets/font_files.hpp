// SPDX-License-Identifier: BSD-3-Clause
// Where the fonts of the user interface lie on this machine: fontconfig is asked, once.
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
