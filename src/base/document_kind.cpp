// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/base/document_kind.hpp"

#include <algorithm>
#include <vector>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

/// Name of a kind, advice on where it belongs, and keys of its root that the other kinds do not have.
struct Kind {
  DocumentKind kind;
  const char *words, *advice;
  std::vector<const char*> keys;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {DocumentKind::campaign,
       "a campaign",
       "`grouser campaign run FILE --out FOLDER` runs it",
       {"scenario", "draw", "cross", "samples", "plan"}},
      {DocumentKind::scenario,
       "a scenario",
       "`grouser run FILE` runs it",
       {"rover", "lander", "vehicle", "terrain", "duration"}},
      {DocumentKind::vehicle,
       "a rover, walker, lander or body",
       "a scenario names it by `rover` or `lander`, and `grouser info FILE` describes it",
       {"root", "body", "joint", "wheel"}},
      {DocumentKind::soil,
       "a soil",
       "a scenario names it by `terrain.soil`, and `grouser info FILE` describes it",
       {"phi_deg", "k_phi", "cohesion", "creep_stiffness", "hard_stiffness"}},
      {DocumentKind::terrain_recipe,
       "a terrain recipe",
       "`grouser terrain make FILE --out HEIGHTS.tif` makes the terrain",
       {"cell", "size"}},
      {DocumentKind::stepup,
       "a step up",
       "`grouser stepup FILE` plans it",
       {"phases", "leg", "foot", "instants", "costs"}},
  };
  return all;
}

bool has_some(const TomlTable& root, const Kind& kind) {
  return std::any_of(kind.keys.begin(), kind.keys.end(), [&](const char* key) { return root.holds(key); });
}

}  // namespace

void refuse_other_kind(const TomlTable& root, DocumentKind wanted) {
  const Kind* expected = nullptr;
  for (const Kind& kind : kinds())
    if (kind.kind == wanted) expected = &kind;
  if (has_some(root, *expected)) return;
  for (const Kind& kind : kinds())
    if (has_some(root, kind))
      throw InputError(root.file(), kind.words, std::string(expected->words) + "; " + kind.advice);
}

}  // namespace grouser
