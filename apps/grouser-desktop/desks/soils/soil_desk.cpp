// SPDX-License-Identifier: BSD-3-Clause
// The panel's choices go to SoilWork; use() and copy() change the document, and so the ground.
#include "desks/soils/soil_desk.hpp"

#include "grouser/base/toml_text.hpp"
#include "session/document/document_request.hpp"
#include "session/tell_errors.hpp"

namespace grouser::desktop {

/// Gives the ground another soil, and puts back the numbers that were changed of the old one.
void SoilDesk::use(const std::string& given) {
  DocumentRequest request{.settings = {{"terrain.soil", toml_string(given)}}, .what = "Soil " + given};
  const std::string prefix = "soil.";
  for (const Override& change : shared_.document.view().document->changes())
    // Keys "soil.X" are the ground's; "soil.ID.X" belong to other soils and stay.
    if (change.key.rfind(prefix, 0) == 0 && change.key.find('.', prefix.size()) == std::string::npos)
      request.put_back.push_back(change.key);
  shared_.document.carry_out(request, shared_.session);
}

void SoilDesk::carry_out(const SoilRequest& r) {
  if (r.kind == SoilRequest::Kind::copy) {
    const std::string path = work_.copy(r.text);
    shared_.session.add_log(LogLevel::done, "Saved " + path);
    use(path);
  } else if (r.kind == SoilRequest::Kind::use) {
    if (work_.view().chosen) use(work_.view().chosen->given);
  } else {
    work_.carry_out(r);
  }
}

void SoilDesk::update(double, Requests&) {
  if (!form_.shown) return;  // nobody has looked at it yet
  const RunView& run = shared_.session.view();
  const Document& document = *shared_.document.view().document;
  // The loads of the wheels are taken from the run's first frame.
  const std::shared_ptr<const Frame> first =
      run.data && run.data->frame_count() > 0 && shared_.session.world() ? run.data->frame(0) : nullptr;
  const bool shown = tell_errors(shared_.session, [&] {
    work_.show(shared_.session.world(), first.get(), document.changes(),
               shared_.document.has_file() ? shared_.document.view().file : "");
  });
  // A failure is shown once, then the desk waits until the tab is opened again.
  if (!shown) form_.shown = false;
  work_.update();
}

void SoilDesk::register_requests(RequestTable& table) {
  table.on<SoilRequest>([this](const SoilRequest& r) { carry_out(r); });
}

std::vector<Tab> SoilDesk::tabs() {
  return {{.order = 80,
           .name = "Soils",
           .id = "soils",
           .tip = "Soils to choose from, their numbers and curves",
           .draw =
               [this](const Ui& ui, Requests& requests) {
                 soils_panel(ui, work_.view(), shared_.document.view(), form_, requests);
               },
           .least = 190.0f,
           .most = 0.75f}};
}

void SoilDesk::note(Activity& activity) const {
  if (!work_.view().working) return;
  activity.busy = true;
  activity.works.push_back({.title = "Curves of the soil"});
}

}  // namespace grouser::desktop
