// SPDX-License-Identifier: BSD-3-Clause
// The statistics desk in the window: keys, panels and the texture of the ground about a StatisticsDesk. Takes the
// window's middle, left and right while it is open.
#pragma once
#include "app/pace.hpp"
#include "app/ui_map_file.hpp"
#include "desks/campaigns/statistics_panels.hpp"
#include "desks/terrain/map_textures.hpp"
#include "desks/terrain/terrain_room.hpp"
#include "hal/window.hpp"
#include "session/document/saving.hpp"

namespace grouser::desktop {

class StatisticsRoom {
 public:
  StatisticsRoom(const std::filesystem::path& state_folder, Session& session, TerrainRoom& terrain,
                 Saving& saving)
      : session_(session), terrain_(terrain), saving_(saving), desk_(state_folder, session.clock()) {}

  bool is_open() const { return desk_.view().open; }
  /// Whether all is shown that is there.
  bool complete() const {
    return !desk_.busy() && !desk_.view().sorting && !desk_.view().campaign->now->loading;
  }
  StatisticsDesk& desk() { return desk_; }
  /// Takes the middle for a result file that a campaign wrote, or for a folder of one; false for any other.
  bool open(const std::string& path);
  void carry_out(const StatisticsRequest& request);
  /// True if the key was meant for the desk.
  bool press(const KeyPress& key);
  /// A row of a study that is to be opened is added to `requests`.
  void update(const StudyView& study, Requests& requests);
  /// The desk between the menu bar, which ends at `top`, and the lower edge of the window.
  void build(const Ui& ui, float top);

  void note(Activity& activity) const { activity.busy = activity.busy || desk_.moving(); }
  void note(UiReport& report) const;

 private:
  void show(StatisticsView view);

  Session& session_;
  TerrainRoom& terrain_;
  Saving& saving_;
  StatisticsDesk desk_;
  StatisticsUi ui_;
  MapTextures textures_;
  std::shared_ptr<const GroundPicture> sent_;  // the picture that is the texture
  std::string first_, beside_;  // run files: once the first is open, the other is shown with it
  StatisticsRequests requests_;
};

}  // namespace grouser::desktop
