// SPDX-License-Identifier: BSD-3-Clause
// The terrain desk in the window: keys, panels and textures about a TerrainWork. Takes the window's middle,
// left and right while it is open.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "desks/desk.hpp"
#include "desks/terrain/terrain_panels.hpp"

namespace grouser::desktop {

class TerrainDesk final : public Desk {
 public:
  explicit TerrainDesk(Shared& shared);

  /// Opens a map or a recipe.
  bool open(const std::string& path, double at) override;
  void opened() override { close(); }
  void update(double now, Requests& requests) override;
  bool press_first(const KeyPress& key, Cover cover, Requests& requests) override;
  bool has_middle() const override { return work_.is_open(); }
  void draw_middle(const Ui& ui, float top) override;
  const char* middle_area() const override { return "terrain_map"; }
  /// Whether nothing is being read or painted, and the view is there in full.
  bool complete() const override { return !work_.is_open() || (complete_ && !work_.busy()); }
  void note(Activity& activity) const override;
  void note(UiReport& report) const override;

 private:
  void open_now(const std::string& path);
  void close();
  void carry_out(const TerrainRequest& request);
  void update_desk();
  void leave();
  void give_up_saving();
  void refresh_textures();
  MapPictures pictures();
  void build_left(const Ui& ui);
  void build_right(const Ui& ui);

  Shared& shared_;
  TerrainWork work_;
  TerrainUi ui_;
  MapTextures textures_;
  std::shared_ptr<const ThumbnailPicture> base_;
  std::vector<TileKey> wanted_;
  TerrainShown last_shown_ = TerrainShown::map;
  TerrainRequests requests_;
  std::optional<TerrainStart> start_;
  bool complete_ = false, saving_ = false;
};

}  // namespace grouser::desktop
