// SPDX-License-Identifier: BSD-3-Clause
// Saving what is open, and the question what becomes of unsaved changes before something else takes its place
// or the program ends.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "session/document/document_work.hpp"
#include "session/document/saving_request.hpp"
#include "widgets/dialog_state.hpp"

namespace grouser::desktop {

/// The dialogs that it opens.
struct SavingForm {
  Dialog name;   ///< asks for the file to save to
  Dialog leave;  ///< asks whether to save unsaved changes
  std::string path;
  bool about_document = true;      ///< the question is about the document's changes
  std::vector<std::string> other;  ///< and about these: a sentence for each desk's unsaved work
};

/// Work of a desk, beside the document, that no file has.
struct OtherWork {
  std::function<std::string()> unsaved;  ///< a sentence that says what would be lost; empty: nothing
  std::function<void()> save;            ///< saves it, or asks for a name
};

class Saving {
 public:
  Saving(DocumentWork& document, Session& session) : document_(document), session_(session) {}

  /// The work is asked about from now on.
  void watch(OtherWork work) { others_.push_back(std::move(work)); }
  void carry_out(const SavingRequest& request);
  /// The document or a desk's work may have been saved since: an action that waited for that continues.
  void go_on();
  /// Whether something may be opened in place of what is open; otherwise the question is shown, and `path`
  /// opened with these settings once it is answered.
  bool may_leave(const std::string& path, const std::vector<Override>& overrides = {});
  /// Whether the desks' own work may be given up; otherwise the question is shown, and then() is called once
  /// it is answered. The document stays open.
  bool may_give_up(std::function<void()> then);
  /// Whether the program may end; otherwise the question is shown.
  bool may_close();
  void quit() { quit_ = true; }
  bool wants_quit() const { return quit_; }
  SavingForm& form() { return form_; }
  const SavingForm& form() const { return form_; }

 private:
  enum class Scope { all, others };
  enum class Stage { none, document, other };
  bool may(Scope scope, std::function<void()> then);
  bool unsaved_document() const;
  const OtherWork* unsaved_other() const;
  void save();
  void save_next();
  void show_dialog();

  DocumentWork& document_;
  Session& session_;
  SavingForm form_;
  std::vector<OtherWork> others_;
  std::function<void()> then_;  // once unsaved changes have been dealt with
  Scope scope_ = Scope::all;
  Stage stage_ = Stage::none;            // what is being saved before then_
  bool quit_ = false, closing_ = false;  // closing: the question was answered, the program may end
};

}  // namespace grouser::desktop
