// SPDX-License-Identifier: BSD-3-Clause
// Recognises which kind of TOML file the user has given by mistake, so that the error can name it.
#pragma once
#include <string>

#include "grouser/base/toml_input.hpp"

namespace grouser {

enum class DocumentKind { scenario, vehicle, soil, terrain_recipe, campaign, stepup };

/// Throws InputError if the root table has the keys of another kind of file than `wanted` and none of its
/// own: the message names the kind that was found and the command that takes it. Other tables pass.
void refuse_other_kind(const TomlTable& root, DocumentKind wanted);

}  // namespace grouser
