// SPDX-License-Identifier: BSD-3-Clause
// What is opened, compared, connected and recorded, and the dialogs that ask for it.
#pragma once
#include <string>

#include "desks/campaigns/statistics_room.hpp"
#include "desks/files/file_request.hpp"
#include "desks/measured/measured_room.hpp"
#include "desks/path/path_room.hpp"
#include "desks/terrain/terrain_room.hpp"
#include "session/document/saving.hpp"

namespace grouser::desktop {

class Files {
 public:
  Files(Session& session, DocumentDesk& document, Saving& saving, TerrainRoom& terrain,
        StatisticsRoom& campaigns, MeasuredRoom& measured, PathRoom& path, KeptState& kept,
        PassingState& passing);

  /// Throws InputError.
  void carry_out(const FileRequest& request);
  /// A scenario, a run, a map of heights, a recipe of ground, a rover for the open scenario, or a table,
  /// which goes where its header says. `at`: where a run file opens, s.
  void open(const std::string& path, double at = 0.0);
  /// The session shows another file.
  void opened();
  /// Finished recordings are recent files too.
  void update();
  /// Asks under which name the run that is open is saved.
  void show_save_run_dialog();

 private:
  void open_table(const std::string& path);
  void show_open_dialog(bool compares);
  void toggle_recording();

  Session& session_;
  DocumentDesk& document_;
  Saving& saving_;
  TerrainRoom& terrain_;
  StatisticsRoom& campaigns_;
  MeasuredRoom& measured_;
  PathRoom& path_;
  KeptState& kept_;
  PassingState& passing_;
};

}  // namespace grouser::desktop
