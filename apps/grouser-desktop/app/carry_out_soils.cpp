// The soil library: what it shows of the document, and what it changes of it.
#include "app/app.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/toml_text.hpp"

namespace grouser::desktop {

/// The ground gets another soil, without the changed numbers of the old one.
void App::use_soil(const std::string& given) {
  DocumentRequest request{.settings = {{"terrain.soil", toml_string(given)}}, .what = "Soil " + given};
  const std::string prefix = "soil.";
  for (const Override& change : document_.view().document->changes())
    if (change.key.rfind(prefix, 0) == 0 && change.key.find('.', prefix.size()) == std::string::npos)
      request.put_back.push_back(change.key);
  document_.carry_out(request, session_);
}

bool App::carry_out_soils(const Request& r) {
  if (r.kind != RequestKind::soil || !r.soil) return false;
  try {
    if (r.soil->kind == SoilRequest::Kind::copy) {
      const std::string path = soils_.copy(r.soil->text);
      session_.add_log(LogLevel::done, "Saved " + path);
      use_soil(path);
    } else if (r.soil->kind == SoilRequest::Kind::use) {
      if (soils_.view().chosen) use_soil(soils_.view().chosen->given);
    } else {
      soils_.carry_out(*r.soil);
    }
  } catch (const Error& error) {
    session_.add_log(LogLevel::error, error.what());
  }
  return true;
}

void App::update_soils() {
  if (!passing_.soils_shown) return;  // nobody has looked at it yet
  const RunView& run = session_.view();
  const Document& document = *document_.view().document;
  const std::shared_ptr<const Frame> first =
      run.data && run.data->frame_count() > 0 && session_.world() ? run.data->frame(0) : nullptr;
  try {
    soils_.show(session_.world(), first.get(), document.changes(),
                document_.has_file() ? document_.view().file : "");
  } catch (const Error& error) {
    session_.add_log(LogLevel::error, error.what());
    passing_.soils_shown = false;
  }
  soils_.update();
}

}  // namespace grouser::desktop
