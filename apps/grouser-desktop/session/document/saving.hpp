// SPDX-License-Identifier: BSD-3-Clause
// Saving what is open, and the question what becomes of unsaved changes before something else takes its place
// or the program ends.
#pragma once
#include <string>
#include <vector>

#include "session/document/document_work.hpp"
#include "session/document/saving_request.hpp"
#include "widgets/dialog_state.hpp"

namespace grouser::desktop {

/// The dialogs that it opens.
struct SavingForm {
  Dialog name;   ///< asks for the file to save to
  Dialog leave;  ///< asks what becomes of unsaved changes
  std::string path;
};

class Saving {
 public:
  Saving(DocumentWork& document, Session& session) : document_(document), session_(session) {}

  void carry_out(const SavingRequest& request);
  /// The document may have been saved since: what waited for that goes on.
  void go_on();
  /// Whether something may be opened in place of what is open; otherwise the question is shown, and `path`
  /// opened with these settings once it is answered.
  bool may_leave(const std::string& path, const std::vector<Override>& overrides = {});
  /// Whether the program may end; otherwise the question is shown.
  bool may_close();
  void quit() { quit_ = true; }
  bool wants_quit() const { return quit_; }
  SavingForm& form() { return form_; }
  const SavingForm& form() const { return form_; }

 private:
  void save();
  void show_dialog();
  void leave();

  DocumentWork& document_;
  Session& session_;
  SavingForm form_;
  std::string to_;  // what is opened once unsaved changes have been dealt with; empty: the program ends
  std::vector<Override> with_;
  bool after_save_ = false;              // it waits for a name to save under
  bool quit_ = false, closing_ = false;  // closing: the question was answered, the program may end
};

}  // namespace grouser::desktop
