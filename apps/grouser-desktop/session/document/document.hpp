// SPDX-License-Identifier: BSD-3-Clause
// The changes that a person makes to the open scenario: one value with one history. It is a list of
// settings as --set takes them, so that the shown state runs, is checked, recorded and saved exactly as a
// file is.
//
// A change is first wanted: the session builds its world beside the window. Once that world is there the
// change is shown. If the library refuses it, it is taken out of the history again and the reason is shown
// at its key.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "session/edit_history.hpp"

namespace grouser::desktop {

/// The changes of one moment, each key once, in the order in which they were first made.
struct DocumentState {
  std::vector<Override> changes;
  std::string what;  ///< the step that led here, for people: "Set rover.wheel.radius to 0.15"
};
bool same_changes(const DocumentState& a, const DocumentState& b);
/// The setting of a key, or nullptr.
const Override* find_change(const std::vector<Override>& changes, const std::string& key);

class Document {
 public:
  /// A scenario (path or id) is open with these settings: a new history begins.
  void open(const std::string& scenario, const std::vector<Override>& changes);
  void close();
  bool is_open() const { return !scenario_.empty(); }
  const std::string& scenario() const { return scenario_; }

  /// Sets keys, in one step of the history; `put_back`: keys that have the value of their file again.
  void set(const std::vector<Override>& settings, const std::string& what,
           const std::vector<std::string>& put_back = {});
  /// The value of the file again.
  void put_back(const std::string& key);
  void put_all_back();
  void undo();
  void redo();

  /// The changes that a world has to be built from, if those that are shown are not what is wanted and none
  /// is being built. The caller builds it and then calls built() or refused().
  std::optional<std::vector<Override>> take_due();
  void built();
  void refused(const std::string& reason);

  const std::vector<Override>& changes() const { return history_.now().changes; }
  bool can_undo() const { return history_.can_undo(); }
  bool can_redo() const { return history_.can_redo(); }
  /// Names of the steps that undo() would take back and redo() would repeat.
  const std::string& last_step() const { return history_.now().what; }
  std::string next_step() const;
  /// Whether changes are wanted that are not shown yet.
  bool building() const { return is_open() && (trying_ || !same_changes(history_.now(), shown_)); }
  /// Whether there are changes that no file has.
  bool unsaved() const { return is_open() && !same_changes(history_.now(), saved_); }
  void mark_saved() { saved_ = history_.now(); }
  /// The reason why the last change was refused; empty: it was not. refused_keys(): the keys that it set.
  const std::string& refusal() const { return refusal_; }
  const std::vector<std::string>& refused_keys() const { return refused_keys_; }

 private:
  void step_to(DocumentState next);
  std::string scenario_;
  EditHistory<DocumentState> history_;
  DocumentState shown_, saved_;
  std::optional<DocumentState> trying_;
  std::string refusal_;
  std::vector<std::string> refused_keys_;
};

}  // namespace grouser::desktop
