// SPDX-License-Identifier: BSD-3-Clause
// The terrain desk in the window: keys, panels and textures about a TerrainDesk. Takes the window's middle, left and
// right while it is open.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/pace.hpp"
#include "app/ui_map_file.hpp"
#include "desks/terrain/terrain_panels.hpp"
#include "hal/window.hpp"

namespace grouser::desktop {

class TerrainRoom {
 public:
  explicit TerrainRoom(Session& session) : session_(session), desk_(session.clock()) {}

  bool is_open() const { return desk_.is_open(); }
  /// Opens a map or a recipe; false where the file is neither.
  bool open(const std::string& path);
  void close();
  /// True if the key was meant for the desk.
  bool press(const KeyPress& key);
  void update();
  /// The desk between the menu bar, which ends at `top`, and the lower edge of the window.
  void build(const Ui& ui, float top);

  void note(Activity& activity) const;
  void note(UiReport& report) const;
  /// Everything that is wanted is on the screen, or will never be.
  bool complete() const { return !desk_.busy() && (complete_ || !desk_.paints()); }

 private:
  void carry_out(const TerrainRequest& request);
  void update_desk();
  void leave();
  void refresh_textures();
  MapPictures pictures();
  void build_left(const Ui& ui);
  void build_right(const Ui& ui);

  Session& session_;
  TerrainDesk desk_;
  TerrainUi ui_;
  MapTextures textures_;
  std::shared_ptr<const ThumbnailPicture> base_;
  std::vector<TileKey> wanted_;
  TerrainShown last_shown_ = TerrainShown::map;
  TerrainRequests requests_;
  std::optional<TerrainStart> start_;
  std::vector<LogLine> notes_;
  bool complete_ = false;
  bool warned_ = false;  // that what is done is not saved
};

}  // namespace grouser::desktop
