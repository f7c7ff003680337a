// SPDX-License-Identifier: BSD-3-Clause
// The desk at which the open scenario is changed: its document, what is selected of it, what the inspector
// shows of that, and where it is saved.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "session/document/document.hpp"
#include "session/document/document_file.hpp"
#include "session/document/document_request.hpp"
#include "session/document/inspector.hpp"
#include "session/document/placing.hpp"
#include "session/document/placing_request.hpp"
namespace grouser::desktop {

class Session;

/// The state that the panels of the desk show.
struct DocumentView {
  const Document* document = nullptr;
  const Inspector* inspector = nullptr;
  Selection selection;
  const PlacingView* placing = nullptr;
  std::string file;  ///< where it was saved, or the scenario
  std::vector<Autosave> left_behind;
};

class DocumentWork {
 public:
  /// `state_folder`: where unsaved changes are kept meanwhile; empty: nowhere.
  explicit DocumentWork(std::filesystem::path state_folder);

  /// Notes that the session has opened something else.
  void opened(const Session& session);
  /// Hands wanted changes to the session, and takes its answers.
  void update(Session& session);
  void carry_out(const DocumentRequest& request, Session& session);
  void select(const Selection& selection) { view_.selection = selection; }
  /// `ground`: the point of the ground that the request's pointer is over, if it is over any.
  void carry_out(const PlacingRequest& request, const std::optional<Vec3>& ground, const Session& session);
  Placing& placing() { return placing_; }

  /// Writes the scenario with its changes. Throws InputError or RunError.
  void save(const std::filesystem::path& path, Session& session);
  /// Whether the file that it would be saved to is known and not one that came with the program.
  bool has_file() const;
  /// The file to offer in "Save as".
  std::string suggested_file() const;
  /// The program ends in order: nothing is offered at the next start.
  void end() { autosave_.forget(); }

  bool unsaved() const { return document_.unsaved(); }
  const DocumentView& view() const { return view_; }

 private:
  void keep();
  void begin_placing(PlacingMode mode, const Session& session);
  void set_down();
  void edit_shapes(DocumentRequest::Kind kind, Session& session);
  void use_rover(const std::string& file, Session& session);
  void select_again(const Session& session);
  std::vector<Override> with_own_map(const std::filesystem::path& scenario) const;
  Document document_;
  Inspector inspector_;
  Placing placing_;
  AutosaveFile autosave_;
  std::optional<Autosave> restore_;  // once its scenario is open
  std::string selected_shape_;       // its name, which stays when shapes come and go
  std::string copied_shape_;         // is selected once it is there
  DocumentView view_;
};

}  // namespace grouser::desktop
