// SPDX-License-Identifier: BSD-3-Clause
// One question at a time: somebody wants to leave (`then_`), and unsaved work is saved piece by piece, or
// given up, before that happens. A save that asks for a name comes back through go_on().
#include "session/document/saving.hpp"

#include <utility>

#include "session/document/document_request.hpp"
#include "session/session.hpp"

namespace grouser::desktop {

void Saving::show_dialog() {
  form_.name.show();
  form_.path = document_.suggested_file();
}

/// Saves the scenario to its file, or asks for one.
void Saving::save() {
  if (document_.has_file())
    document_.carry_out({.kind = DocumentRequest::Kind::save, .text = document_.view().file}, session_);
  else
    show_dialog();
}

/// Whether the document counts for the present question and is not saved.
bool Saving::unsaved_document() const { return scope_ == Scope::all && document_.unsaved(); }

/// The first desk with unsaved work, or null.
const OtherWork* Saving::unsaved_other() const {
  for (const OtherWork& work : others_)
    if (!work.unsaved().empty()) return &work;
  return nullptr;
}

/// Saves what is unsaved piece by piece, then carries out the action that waited for it.
void Saving::save_next() {
  const OtherWork* other = unsaved_other();
  if (unsaved_document()) {
    stage_ = Stage::document;
    save();
  } else if (other) {
    stage_ = Stage::other;
    other->save();
  } else {
    stage_ = Stage::none;
    if (const auto then = std::exchange(then_, nullptr)) then();
  }
}

void Saving::go_on() {
  if (stage_ == Stage::document && !unsaved_document()) save_next();
  if (stage_ == Stage::other && !unsaved_other()) save_next();
}

void Saving::carry_out(const SavingRequest& r) {
  using Kind = SavingRequest::Kind;
  const bool open = document_.view().document->is_open();
  stage_ = Stage::none;  // whoever gave up leaving by closing the dialog for a name stays
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
      if (const auto then = std::exchange(then_, nullptr)) then();
      return;
    case Kind::save_and_leave:
      save_next();
      return go_on();
  }
}

/// True if nothing would be lost; otherwise shows the question and keeps `then` for its answer.
bool Saving::may(Scope scope, std::function<void()> then) {
  scope_ = scope;
  stage_ = Stage::none;
  form_.about_document = unsaved_document();
  form_.other.clear();
  for (const OtherWork& work : others_)
    if (std::string lost = work.unsaved(); !lost.empty()) form_.other.push_back(std::move(lost));
  if (!form_.about_document && form_.other.empty()) return true;
  then_ = std::move(then);
  form_.leave.show();
  return false;
}

bool Saving::may_leave(const std::string& path, const std::vector<Override>& overrides) {
  return may(Scope::all, [this, path, overrides] { session_.open(path, overrides); });
}

bool Saving::may_give_up(std::function<void()> then) { return may(Scope::others, std::move(then)); }

bool Saving::may_close() {
  scope_ = Scope::all;
  if (closing_ || (!unsaved_document() && !unsaved_other())) return true;
  quit_ = false;
  // A question that is open already is not asked again.
  if (!form_.leave.open && !form_.name.open) may(Scope::all, [this] { quit_ = closing_ = true; });
  return false;
}

}  // namespace grouser::desktop
