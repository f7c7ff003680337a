// SPDX-License-Identifier: BSD-3-Clause
#include "session/document/saving.hpp"

#include "session/document/document_request.hpp"
#include "session/session.hpp"

namespace grouser::desktop {

void Saving::show_dialog() {
  form_.name.show();
  form_.path = document_.suggested_file();
}

/// To its file, or asks for one.
void Saving::save() {
  if (document_.has_file())
    document_.carry_out({.kind = DocumentRequest::Kind::save, .text = document_.view().file}, session_);
  else
    show_dialog();
}

void Saving::leave() {
  after_save_ = false;
  if (to_.empty())
    quit_ = closing_ = true;
  else
    session_.open(to_, with_);
}

void Saving::go_on() {
  if (after_save_ && !document_.unsaved()) leave();
}

void Saving::carry_out(const SavingRequest& r) {
  using Kind = SavingRequest::Kind;
  const bool open = document_.view().document->is_open();
  after_save_ = false;  // whoever gave up leaving by closing the dialog for a name stays
  switch (r.kind) {
    case Kind::save:
      if (open) save();
      return;
    case Kind::show_dialog:
      if (open) show_dialog();
      return;
    case Kind::stay:
      return;
    case Kind::discard:
      return leave();
    case Kind::save_and_leave:
      after_save_ = true;
      if (open) save();
      return go_on();
  }
}

bool Saving::may_leave(const std::string& path, const std::vector<Override>& overrides) {
  if (!document_.unsaved()) return true;
  to_ = path;
  with_ = overrides;
  form_.leave.show();
  return false;
}

bool Saving::may_close() {
  if (closing_ || !document_.unsaved()) return true;
  quit_ = false;
  if (!form_.leave.open && !form_.name.open) may_leave("");
  return false;
}

}  // namespace grouser::desktop
