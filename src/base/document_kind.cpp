// SPDX-License-Identifier: BSD-3-Clause
// Recognises what a TOML file describes from the keys of its root, so that a file given in the wrong place is
// refused by its own kind instead of by its first unknown key.
#include "grouser/base/document_kind.hpp"

#include <algorithm>
#include <vector>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

/// Name of a kind, advice on where it belongs, keys of its root that the other kinds do not have, and lists
/// of its root that people name in the plural.
struct Kind {
  DocumentKind kind;
  const char *words, *advice;
  std::vector<const char*> keys;
  std::vector<std::string> lists = {};
};

/// All kinds, in the order in which they are tried: the first with a key in common is the file's kind.
const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {DocumentKind::campaign,
       "a campaign",
       "`grouser campaign run FILE --out FOLDER` runs it",
       {"scenario", "draw", "cross", "samples", "plan"}},
      {DocumentKind::scenario,
       "a scenario",
       "`grouser run FILE` runs it",
       {"rover", "lander", "vehicle", "terrain", "duration"},
       {"vehicle", "tie", "release", "motion", "push"}},
      {DocumentKind::vehicle,
       "a rover, walker, lander or body",
       "a scenario names it by `rover` or `lander`, and `grouser info FILE` describes it",
       {"root", "body", "joint", "wheel"},
       {"body", "joint", "sphere", "pad", "mesh", "visual", "spring", "strut", "leg"}},
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

/// The entry of a kind, which must exist.
const Kind& of(DocumentKind wanted) {
  return *std::find_if(kinds().begin(), kinds().end(), [&](const Kind& kind) { return kind.kind == wanted; });
}

/// English plural of a list's name: "body" gives "bodies", "push" gives "pushes".
std::string plural(const std::string& name) {
  if (name.ends_with("y")) return name.substr(0, name.size() - 1) + "ies";
  return name + (name.ends_with("sh") ? "es" : "s");
}

}  // namespace

void refuse_other_kind(const TomlTable& root, DocumentKind wanted) {
  const Kind& expected = of(wanted);
  // A file of the right kind may still name a list in the plural, such as [[bodies]] for [[body]].
  if (has_some(root, expected)) {
    for (const std::string& list : expected.lists)
      if (const std::string several = plural(list); root.holds(several))
        throw InputError(root.place(several), "[[" + several + "]]", "[[" + list + "]] for each of them");
    return;
  }
  for (const Kind& kind : kinds())
    if (has_some(root, kind))
      throw InputError(root.file(), kind.words, std::string(expected.words) + "; " + kind.advice);
}

bool looks_like(const TomlTable& root, DocumentKind kind) { return has_some(root, of(kind)); }

}  // namespace grouser
