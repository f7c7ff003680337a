// SPDX-License-Identifier: BSD-3-Clause
// The sources and tools that a program was built from, for `--version`.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace grouser {

/// The commit as git describes it, with "-dirty" behind it where files were changed; "no commit" for sources
/// outside of a git checkout of their own.
const char* build_commit();

/// Name and text of each: commit, compiler, C++ library, vector levels that were built, the one that this
/// process uses, versions of libraries.
std::vector<std::pair<std::string, std::string>> build_facts();

}  // namespace grouser
