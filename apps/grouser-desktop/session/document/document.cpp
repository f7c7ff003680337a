// SPDX-License-Identifier: BSD-3-Clause
// The history holds what is wanted; `shown_` is what the open world was built from, `trying_` what is being
// built. A refused state is dropped from the history together with the states that were built on it.
#include "session/document/document.hpp"

#include <algorithm>

namespace grouser::desktop {

bool same_changes(const DocumentState& a, const DocumentState& b) {
  return std::equal(
      a.changes.begin(), a.changes.end(), b.changes.begin(), b.changes.end(),
      [](const Override& x, const Override& y) { return x.key == y.key && x.value == y.value; });
}

const Override* find_change(const std::vector<Override>& changes, const std::string& key) {
  const auto found =
      std::find_if(changes.begin(), changes.end(), [&](const Override& o) { return o.key == key; });
  return found == changes.end() ? nullptr : &*found;
}

void Document::open(const std::string& scenario, const std::vector<Override>& changes) {
  *this = Document();
  scenario_ = scenario;
  history_.restart({changes, ""});
  shown_ = saved_ = history_.now();
}

void Document::close() { *this = Document(); }

/// Makes a state the wanted one; a state without another change makes no step.
void Document::step_to(DocumentState next) {
  refusal_.clear();
  refused_keys_.clear();
  if (!same_changes(next, history_.now())) history_.edit(std::move(next));
}

void Document::set(const std::vector<Override>& settings, const std::string& what,
                   const std::vector<std::string>& put_back) {
  if (!is_open()) return;
  DocumentState next = history_.now();
  for (const Override& setting : settings) {
    // A key that is set already keeps its place in the list.
    const auto there = std::find_if(next.changes.begin(), next.changes.end(),
                                    [&](const Override& o) { return o.key == setting.key; });
    if (there == next.changes.end())
      next.changes.push_back(setting);
    else
      *there = setting;
  }
  std::erase_if(next.changes, [&](const Override& o) {
    return std::find(put_back.begin(), put_back.end(), o.key) != put_back.end();
  });
  next.what = what;
  step_to(std::move(next));
}

void Document::put_back(const std::string& key) {
  DocumentState next = history_.now();
  std::erase_if(next.changes, [&](const Override& o) { return o.key == key; });
  next.what = "Put " + key + " back";
  step_to(std::move(next));
}

void Document::put_all_back() { step_to({{}, "Put everything back"}); }

void Document::undo() {
  refusal_.clear();
  history_.undo();
}

void Document::redo() {
  refusal_.clear();
  history_.redo();
}

std::string Document::next_step() const {
  const DocumentState* next = history_.next();
  return next ? next->what : std::string();
}

std::optional<std::vector<Override>> Document::take_due() {
  if (!is_open() || trying_ || same_changes(history_.now(), shown_)) return std::nullopt;
  trying_ = history_.now();
  return trying_->changes;
}

void Document::built() {
  if (!trying_) return;
  shown_ = *trying_;
  trying_.reset();
}

void Document::refused(const std::string& reason) {
  if (!trying_) return;
  const DocumentState failed = *trying_;
  trying_.reset();
  refusal_ = reason;
  // The keys in which the refused state differs from the shown one.
  refused_keys_.clear();
  for (const Override& o : failed.changes) {
    const Override* before = find_change(shown_.changes, o.key);
    if (!before || before->value != o.value) refused_keys_.push_back(o.key);
  }
  // The refused state goes, and those that were made after it.
  history_.drop_while([&](const DocumentState& state) { return !same_changes(state, shown_); });
}

}  // namespace grouser::desktop
