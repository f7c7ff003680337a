// SPDX-License-Identifier: BSD-3-Clause
// The desk of files: opening, comparing, connecting and recording, with their dialogs.
#pragma once
#include <string>
#include <vector>

#include "desks/desk.hpp"
#include "desks/files/files_panels.hpp"
#include "session/file_request.hpp"
#include "view/maps/thumbnails.hpp"

namespace grouser::desktop {

class FilesDesk final : public Desk {
 public:
  /// `scenarios`: those that come with the program.
  FilesDesk(Shared& shared, std::vector<ScenarioEntry> scenarios)
      : shared_(shared), scenarios_(std::move(scenarios)) {}

  void register_requests(RequestTable& table) override;
  void opened() override;
  /// Finished recordings are recent files too.
  void update(double now, Requests& requests) override;
  /// A scenario or a run. Throws InputError for a table that no desk takes.
  bool open(const std::string& path, double at) override;
  /// The arrows move among the scenarios to choose from.
  bool press_first(const KeyPress& key, Cover cover, Requests& requests) override;
  void draw_start(const Ui& ui, Requests& requests) override;
  void draw_front(const Ui& ui, const UiRect& view, Requests& requests) override;
  const char* kept_name() const override { return "files"; }
  void recall(const KeptPart& part) override;
  void keep(KeptPart& part) const override;
  const char* dialog() const override;
  bool complete() const override { return !pictures_.waiting(); }
  void note(Activity& activity) const override;
  void note(UiReport& report) const override { report["open_refusal"] = form_.refusal; }

 private:
  void carry_out(const FileRequest& request);
  void open_typed(const std::string& path);
  void show_open_dialog(bool compares);
  void show_save_run_dialog();
  void toggle_recording();
  PictureOf picture_of();

  Shared& shared_;
  std::vector<ScenarioEntry> scenarios_;
  FilesForm form_;
  Thumbnails pictures_{scenario_pictures()};
};

}  // namespace grouser::desktop
