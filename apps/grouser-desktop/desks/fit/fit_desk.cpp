// SPDX-License-Identifier: BSD-3-Clause
// A question has a number: fits and looks at other values are asked in order, and update() drops answers
// older than the last fit or stop (begun_).
#include "desks/fit/fit_desk.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "desks/fit/fit_panel.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/output_files.hpp"
#include "grouser/mission/fit/fit_report.hpp"
#include "session/table_kind.hpp"
#include "session/text_parts.hpp"

namespace grouser::desktop {

FitSpec fit_spec_of(const FitForm& form) {
  FitSpec spec;
  spec.data = text_parts(form.data, ';');
  if (spec.data.empty()) throw InputError("Data", "no file", "a table of measured data");
  for (const std::string& line : text_parts(form.keys, '\n')) spec.keys.push_back(parse_fit_key(line));
  check_fit_keys(spec.keys);
  spec.base.soil = form.soil;
  if (form.law > 0) spec.base.law = kFitLaws[form.law - 1];
  return spec;
}

void FitDesk::register_requests(RequestTable& table) {
  table.on<FitRequest>([this](const FitRequest& r) { carry_out(r); });
}

std::vector<Tab> FitDesk::tabs() {
  return {{.order = 45,
           .name = "Fit",
           .id = "fit",
           .tip = "Numbers of a soil, wheel or law that meet measured data best",
           .draw = [this](const Ui& ui, Requests& requests) { fit_panel(ui, form_, view_, requests); },
           .least = 260.0f,
           .most = 0.75f}};
}

void FitDesk::run() {
  try {
    view_.spec = fit_spec_of(form_);
  } catch (const InputError& error) {
    view_.refusal = error.what();
    return;
  }
  // The view shows nothing until the search has its first curves.
  view_.result.reset();
  view_.keys.clear(), view_.values.clear();
  view_.refusal.clear(), view_.saved.clear();
  view_.working = true;
  work_.ask({view_.spec, {}, begun_ = ++asked_});
}

bool FitDesk::open(const std::string& path, double) {
  if (!is_table_of(path, TableKind::bed)) return false;
  // The tab is shown beside a scenario, so one must be open.
  if (shared_.session.view().mode == SessionMode::empty)
    throw InputError(path, "a table of a test bed",
                     "a scenario that is open, beside which the tab Fit shows it");
  form_.data = path;
  shared_.middle.clear();
  shared_.kept.show_bottom = true;
  shared_.shown.wanted_tab = "fit";
  return true;
}

/// Shows the curves at another value of a key; the intervals and the corner plot of the fit do not belong
/// to them and go.
void FitDesk::slide(std::size_t key, double value) {
  if (view_.working || key >= view_.keys.size()) return;
  view_.keys[key] = value;
  view_.result.reset();
  work_.ask({view_.spec, view_.keys, ++asked_});
}

/// Writes the fitted soil; refuses a file that was changed by hand or is not a soil of this desk.
void FitDesk::save() {
  if (!view_.result) return;
  try {
    const std::filesystem::path file = std::filesystem::absolute(form_.save_path);
    const std::string text = fitted_soil_text(view_.spec, *view_.result);
    // A soil that this desk saved, and that nobody has changed since, may be replaced.
    const FileKind before = edited_kind({".toml"}, saved_text_), now = edited_kind({".toml"}, text);
    const FileKind& kind = is_ours(file, before) ? before : now;
    std::error_code ec;
    if (std::filesystem::is_regular_file(file, ec) && !is_ours(file, kind))
      throw InputError(file.string(), "a file that is there and may have been changed by hand",
                       "another name");
    check_outputs({{"Save soil", file.string(), kind}}, {}, Replace::ours);
    write_file_atomically(file, text);
    saved_text_ = text;
    view_.saved = file.string(), view_.refusal.clear();
  } catch (const Error& error) {
    view_.refusal = error.what();
  }
}

void FitDesk::carry_out(const FitRequest& r) {
  switch (r.kind) {
    case FitRequest::Kind::run:
      return run();
    case FitRequest::Kind::stop:
      work_.cancel();
      begun_ = ++asked_;
      view_.working = false;
      return;
    case FitRequest::Kind::slide:
      return slide(r.key, r.value);
    case FitRequest::Kind::save:
      return save();
  }
}

void FitDesk::update(double, Requests&) {
  view_.progress = work_.progress();
  const auto answer = work_.take();
  if (!answer || answer->asked < begun_) return;
  if (!answer->refusal.empty()) view_.refusal = answer->refusal, view_.working = false;
  // A glimpse has curves of the best values so far, or of a slider's value.
  if (answer->glimpse) {
    view_.values = answer->glimpse->values;
    if (view_.working) view_.keys = answer->glimpse->keys;  // a slider that is dragged is ahead of its curves
  }
  // The final answer replaces the glimpses.
  if (!answer->result) return;
  view_.result = answer->result;
  view_.values = answer->result->values;
  view_.keys.clear();
  for (const FittedKey& key : answer->result->keys) view_.keys.push_back(key.value);
  view_.working = false;
}

void FitDesk::recall(const KeptPart& part) {
  const auto take = [&](const char* name, std::string& text) {
    if (const auto kept = part.find(name); kept != part.end()) text = kept->second;
  };
  take("data", form_.data);
  take("keys", form_.keys);
  take("soil", form_.soil);
  std::string law = kFitLawNames[0];
  take("law", law);
  for (int k = 0; k < static_cast<int>(std::size(kFitLawNames)); ++k)
    if (law == kFitLawNames[k]) form_.law = k;
}

void FitDesk::keep(KeptPart& part) const {
  part["data"] = form_.data;
  part["keys"] = form_.keys;
  part["soil"] = form_.soil;
  part["law"] = kFitLawNames[form_.law];
}

void FitDesk::note(Activity& activity) const {
  if (view_.working)
    activity.works.push_back({.title = "Fitting",
                              .part = view_.progress,
                              .cancel = Request(FitRequest{.kind = FitRequest::Kind::stop})});
}

void FitDesk::note(UiReport& report) const {
  report["fit"] = view_.working            ? "working"
                  : view_.result           ? "found"
                  : !view_.refusal.empty() ? "refused: " + view_.refusal
                  : view_.values.empty()   ? "nothing"
                                           : "by hand";
  report["fit_saved"] = view_.saved;
  for (std::size_t k = 0; k < view_.keys.size() && k < view_.spec.keys.size(); ++k)
    report["fit_key_" + view_.spec.keys[k].key] = fmt::format("{:.9g}", view_.keys[k]);
}

}  // namespace grouser::desktop
