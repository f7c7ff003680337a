// SPDX-License-Identifier: BSD-3-Clause
// Keys whose default follows from other keys.
#pragma once
#include "grouser/base/keys.hpp"

namespace grouser {

/// `value` is the default; a list of keys shows none.
inline void visit_derived(KeyVisitor& v, Key key, double& value, const NumberRange& range) {
  if (v.task() == KeyTask::list) {
    v.has(key, false);
    key.need = Need::yes;
  }
  v.number(key, value, range);
}

}  // namespace grouser
