// SPDX-License-Identifier: BSD-3-Clause
// What a run was made from, kept with it.
#pragma once
#include <string>

namespace grouser {

/// A file that people wrote and the run read, kept word for word.
struct InputDocument {
  std::string kind;  ///< "scenario", "rover", "soil", "visuals", ...
  std::string name;  ///< file name or id, e.g. "exomars_lvm.toml"
  std::string text;  ///< the whole document, UTF-8
};

}  // namespace grouser
