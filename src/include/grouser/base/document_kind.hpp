// SPDX-License-Identifier: BSD-3-Clause
// Recognises which kind of TOML file the user has given by mistake, so that the error can name it.
#pragma once
#include <string>

#include "grouser/base/toml_input.hpp"

namespace grouser {

enum class DocumentKind { scenario, vehicle, soil, terrain_recipe, campaign, stepup };

/// Throws InputError if the root table has the keys of another kind of file than `wanted` and none of its
/// own: the message names the kind that was found and the command that takes it. Also if a list of the wanted
/// kind has its name in the plural ([[joints]]). Other tables pass.
void refuse_other_kind(const TomlTable& root, DocumentKind wanted);
/// Whether the root table has keys that only this kind of file has.
bool looks_like(const TomlTable& root, DocumentKind kind);

}  // namespace grouser
