// Measurements beside the run.
#include <filesystem>

#include "app/app.hpp"
#include "grouser/base/error.hpp"
#include "measured/measured_panel.hpp"

namespace grouser::desktop {
namespace {

bool is_measured_name(const std::string& path) {
  std::string end = std::filesystem::path(path).extension().string();
  for (char& c : end) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return end == ".csv";
}

}  // namespace

/// A file of measurements goes beside what is open. False: it is none.
bool App::open_measured(const std::string& path) {
  if (!is_measured_name(path)) return false;
  if (session_.view().mode == SessionMode::empty) {
    session_.add_log(LogLevel::error,
                     path + ": measurements are shown beside a run; open a scenario or a run first");
    return true;
  }
  ask(requests_, MeasuredRequest{.kind = MeasuredRequest::Kind::open, .text = path});
  return true;
}

bool App::carry_out_measured(const Request& r) {
  if (r.kind == RequestKind::compare_file) return open_measured(r.text);
  if (r.kind != RequestKind::measured || !r.measured) return false;
  measured_.show(session_.view().data);  // what the request is about may have been replaced since
  measured_.carry_out(*r.measured);
  if (r.measured->kind != MeasuredRequest::Kind::open) return true;
  kept_.show_bottom = true;
  passing_.wanted_tab = "measured";
  return true;
}

void App::update_measured() {
  try {
    measured_.show(session_.view().data);
    measured_.update();
  } catch (const Error& error) {
    session_.add_log(LogLevel::error, error.what());
  }
}

}  // namespace grouser::desktop
