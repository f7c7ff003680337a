// SPDX-License-Identifier: BSD-3-Clause
// The soil desk in the window: what it shows of the document, and what it changes of it.
#pragma once
#include "desks/soils/soil_desk.hpp"
#include "session/document/document_desk.hpp"
#include "session/session.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

class SoilRoom {
 public:
  SoilRoom(const std::filesystem::path& state_folder, Session& session, DocumentDesk& document,
           PassingState& passing)
      : session_(session), document_(document), passing_(passing), desk_(state_folder) {}

  /// Throws InputError or RunError.
  void carry_out(const SoilRequest& request);
  void update();
  const SoilView& view() const { return desk_.view(); }

 private:
  void use(const std::string& given);

  Session& session_;
  DocumentDesk& document_;
  PassingState& passing_;
  SoilDesk desk_;
};

}  // namespace grouser::desktop
