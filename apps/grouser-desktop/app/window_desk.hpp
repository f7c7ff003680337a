// SPDX-License-Identifier: BSD-3-Clause
// The window's own state: its panels, units, text, the list of keys, the palette, pictures to be saved.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/bars/bars.hpp"
#include "app/commands/palette.hpp"
#include "app/context_menu.hpp"
#include "app/window_request.hpp"
#include "hal/child_process.hpp"
#include "session/activity.hpp"
#include "view/shared.hpp"

namespace grouser::desktop {

class WindowDesk {
 public:
  explicit WindowDesk(Shared& shared);

  void register_requests(RequestTable& table);
  void carry_out(const WindowRequest& request);
  /// The key that was wanted for a command of the list of keys.
  void choose_key_for(const KeyPress& key);
  /// The window's thread worked so long, s, on one picture without drawing it: too long is logged.
  void worked(double seconds);
  void note(UiReport& report) const;
  bool take_fullscreen() { return std::exchange(fullscreen_, false); }
  /// The picture that is to be saved now.
  std::optional<PictureKind> take_picture() { return std::exchange(picture_, std::nullopt); }
  HelpForm& help() { return help_; }
  const HelpForm& help() const { return help_; }
  PaletteForm& palette() { return palette_; }
  const PaletteForm& palette() const { return palette_; }
  LayoutForm& layout_form() { return layout_form_; }
  const LayoutForm& layout_form() const { return layout_form_; }
  ContextMenu& menu() { return menu_; }

  /// The tab that is out of its bar; empty: none.
  const std::string& tab_out() const { return tab_out_; }
  /// The place of the tab that has left its bar.
  TabPlace place() const { return tab_out_.empty() ? TabPlace::bar : place_; }
  /// The share of the middle that the tab takes beside or below the view.
  float share() const { return share_; }
  void set_share(float share);
  /// A tab in place of the view goes back into its bar; false: there was none.
  bool escape();
  /// Puts the place of the tab into the kept state.
  void keep();

 private:
  PanelLayout layout() const;
  void show(const PanelLayout& layout);
  void place_tab(const std::string& tab, TabPlace place);
  void carry_out_layout(const WindowRequest& request);
  void show_in_folder(const std::string& path);

  Shared& shared_;
  LayoutForm layout_form_;
  ContextMenu menu_;
  std::string tab_out_;
  TabPlace place_ = TabPlace::bar;
  std::unique_ptr<ChildProcess> folder_opener_;  // ends by itself
  float share_ = 0.5f;
  HelpForm help_;
  PaletteForm palette_;
  std::optional<PictureKind> picture_;
  int pictures_ = 0;
  int slow_pictures_ = 0;  // that kept the window's thread too long
  bool fullscreen_ = false;
};

}  // namespace grouser::desktop
