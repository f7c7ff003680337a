// SPDX-License-Identifier: BSD-3-Clause
#include "desks/soils/soil_room.hpp"

#include "grouser/base/toml_text.hpp"
#include "session/tell_errors.hpp"

namespace grouser::desktop {

/// The ground gets another soil, without the changed numbers of the old one.
void SoilRoom::use(const std::string& given) {
  DocumentRequest request{.settings = {{"terrain.soil", toml_string(given)}}, .what = "Soil " + given};
  const std::string prefix = "soil.";
  for (const Override& change : document_.view().document->changes())
    if (change.key.rfind(prefix, 0) == 0 && change.key.find('.', prefix.size()) == std::string::npos)
      request.put_back.push_back(change.key);
  document_.carry_out(request, session_);
}

void SoilRoom::carry_out(const SoilRequest& r) {
  if (r.kind == SoilRequest::Kind::copy) {
    const std::string path = desk_.copy(r.text);
    session_.add_log(LogLevel::done, "Saved " + path);
    use(path);
  } else if (r.kind == SoilRequest::Kind::use) {
    if (view().chosen) use(view().chosen->given);
  } else {
    desk_.carry_out(r);
  }
}

void SoilRoom::update() {
  if (!passing_.soils_shown) return;  // nobody has looked at it yet
  const RunView& run = session_.view();
  const Document& document = *document_.view().document;
  const std::shared_ptr<const Frame> first =
      run.data && run.data->frame_count() > 0 && session_.world() ? run.data->frame(0) : nullptr;
  const bool shown = tell_errors(session_, [&] {
    desk_.show(session_.world(), first.get(), document.changes(),
               document_.has_file() ? document_.view().file : "");
  });
  if (!shown) passing_.soils_shown = false;
  desk_.update();
}

}  // namespace grouser::desktop
