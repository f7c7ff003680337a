// The panels of the document desk.
#pragma once
#include "document/document_desk.hpp"
#include "session/request.hpp"
#include "session/session.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// The numbers of what is selected, to be changed.
void inspector_panel(const Ui& ui, const RunView& run, const DocumentView& view, Requests& requests);
/// Asks where the scenario with its changes is saved.
void save_dialog(const Ui& ui, Requests& requests);
/// Asks what becomes of unsaved changes before the scenario is left.
void leave_dialog(const Ui& ui, const DocumentView& view, Requests& requests);
/// Offers unsaved changes of a program that was killed; nothing where there are none.
void restore_panel(const Ui& ui, const DocumentView& view, Requests& requests);
/// Puts a request for the document desk among the others.
void ask(Requests& requests, DocumentRequest request);

}  // namespace grouser::desktop
