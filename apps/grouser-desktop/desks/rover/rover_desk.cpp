// SPDX-License-Identifier: BSD-3-Clause
// Each choice asks for another look at the file, whose answer replaces the one before; saving is a question
// of its own and opens a scenario with the rover.
#include "desks/rover/rover_desk.hpp"

#include "desks/rover/rover_dialog.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/toml_text.hpp"
#include "session/ground_files.hpp"
#include "session/text_parts.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;

/// The scenario that shows a rover that was taken: it stands on sand, and can be driven by hand.
constexpr const char* kShownOn = "drive_flat_soft";

}  // namespace

ConvertOptions options_of(const RoverForm& form) {
  ConvertOptions options;
  RoverImportOptions& import = options.import;
  import.wheels = text_parts(form.wheels, ',');
  import.forward = kForward[form.forward];
  import.contact = form.collisions ? ImportedContact::collisions : ImportedContact::made;
  if (!form.radius.empty()) import.wheel_keys.emplace_back("radius", form.radius);
  if (!form.width.empty()) import.wheel_keys.emplace_back("width", form.width);
  if (form.left_rocker.empty() != form.right_rocker.empty())
    throw InputError(form.left_rocker.empty() ? "Left rocker" : "Right rocker", "missing",
                     "both joints of the differential, or none");
  if (!form.left_rocker.empty()) import.differential = {form.left_rocker, form.right_rocker};
  if (!form.allowed.empty()) options.allowed.emplace_back(form.allowed);
  return options;
}

void RoverDesk::register_requests(RequestTable& table) {
  table.on<RoverRequest>(
      [this](const RoverRequest& r) { r.kind == RoverRequest::Kind::look ? look() : save(); });
}

bool RoverDesk::open(const std::string& path, double) {
  if (!is_rover_name(path)) return false;
  if (!fs::is_regular_file(path)) throw InputError(path, "no such file", "a rover as .urdf, .xacro or .sdf");
  form_ = {};
  form_.source = fs::absolute(path);
  fs::path save = form_.source;
  // All endings go: rover.urdf.xacro becomes rover.toml.
  while (save.has_extension()) save.replace_extension();
  form_.save_path = save.string() + ".toml";
  form_.dialog.show();
  look();
  return true;
}

/// Asks for a look at the file with the choices of the form; choices that contradict each other are the
/// answer.
void RoverDesk::look() {
  try {
    work_.ask({.source = form_.source, .options = options_of(form_)});
    form_.working = true, saves_ = false;
  } catch (const InputError& error) {
    work_.cancel();
    form_.working = false;
    form_.answer = {.report = {}, .stance = {}, .refusal = error.what(), .saved_as = {}};
  }
}

/// Asks for the rover to be written.
void RoverDesk::save() {
  form_.refusal.clear();
  try {
    work_.ask({form_.source, options_of(form_), fs::absolute(form_.save_path)});
    form_.working = saves_ = true;
  } catch (const InputError& error) {
    form_.refusal = error.what();
  }
}

/// Opens the scenario with the rover in place of its own.
void RoverDesk::show(const fs::path& file) {
  form_.dialog.open = false;
  const std::vector<Override> shown = {{"rover", toml_string(file.string())},
                                       {"integration.step", "0.001"},
                                       {"view.plots", "[\"wheel/*/load\", \"wheel/*/sinkage\"]"}};
  if (shared_.saving.may_leave(kShownOn, shown)) shared_.session.open(kShownOn, shown);
}

/// Takes an answer: shows a saved rover, or its refusal, or what was found.
void RoverDesk::take(const RoverAnswer& answer, bool saving) {
  if (!answer.saved_as.empty()) return show(answer.saved_as);
  if (saving)
    form_.refusal = answer.refusal;
  else
    form_.answer = answer;
}

void RoverDesk::update(double, Requests&) {
  const bool working = work_.working();  // before its answer is taken: none comes later
  const bool saving = saves_;
  if (const auto answer = work_.take()) take(*answer, saving);
  // A closed dialog wants no answer.
  if (!form_.dialog.open && form_.working) work_.cancel();
  form_.working = form_.dialog.open && working;
}

void RoverDesk::draw_front(const Ui& ui, const UiRect&, Requests& requests) {
  rover_dialog(ui, form_, requests);
}

void RoverDesk::note(Activity& activity) const {
  if (form_.working) activity.works.push_back({"Reading " + form_.source.filename().string()});
}

void RoverDesk::note(UiReport& report) const {
  report["rover_import"] = !form_.dialog.open              ? "closed"
                           : form_.working                 ? "reading"
                           : !form_.answer.refusal.empty() ? "refused: " + form_.answer.refusal
                                                           : "ready";
  report["rover_save_refusal"] = form_.refusal;
}

}  // namespace grouser::desktop
