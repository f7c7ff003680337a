// SPDX-License-Identifier: BSD-3-Clause
// Panels write into requests_, which update_desk() carries out. Closing or cutting anew first asks for work
// that is not saved. Textures belong to a generation of the painter's pictures.
#include "desks/terrain/terrain_desk.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <utility>

#include "hal/keys.hpp"
#include "session/ground_files.hpp"
#include "widgets/area.hpp"

namespace grouser::desktop {
TerrainDesk::TerrainDesk(Shared& shared) : shared_(shared), work_(shared.session.clock()) {
  // The window asks this desk before it closes, too.
  shared_.saving.watch({[this] { return work_.unsaved(); },
                        [this] { open_save_dialog(ui_, work_.view(), AfterSaving::stay); }});
}

bool TerrainDesk::open(const std::string& path, double) {
  if (!is_recipe(path) && !is_map_name(path)) return false;
  if (shared_.saving.may_give_up([this, path] { open_now(path); })) open_now(path);
  return true;
}

void TerrainDesk::open_now(const std::string& path) {
  close();
  shared_.middle.take(this, [this] { close(); });
  if (ui_.rovers.empty())
    for (const std::string& id : rovers_that_drive()) ui_.rovers.emplace_back(id, rover_title(id));
  is_recipe(path) ? work_.open_recipe(path) : work_.open_map(path);
  if (shared_.session.view().state == RunState::playing) shared_.session.play_pause();
  std::error_code error;
  if (std::filesystem::exists(path, error)) remember_recent(shared_.kept, path);
}

void TerrainDesk::close() {
  shared_.middle.give_back(this);
  work_.close();
  // The list of rovers outlives the desk's other state.
  const auto rovers = std::move(ui_.rovers);
  ui_ = {};
  ui_.rovers = rovers;
  base_.reset();
  wanted_.clear();
  textures_.clear();
  start_.reset();
  complete_ = false;
}

bool TerrainDesk::press_first(const KeyPress& key, Cover cover, Requests&) {
  if (!has_middle() || cover == Cover::covered) return false;
  const bool typing = ImGui::GetIO().WantTextInput;
  if (key.key == Keys::kEscape) {
    // Escape in a field ends typing only.
    if (typing) return true;
    requests_.push_back({work_.view().job.empty() ? TerrainRequestKind::close : TerrainRequestKind::cancel});
    return true;
  }
  // Fields have an undo of their own.
  if (typing && key.control && (key.key == Keys::kZ || key.key == Keys::kY)) return true;
  if (key.control && key.key == Keys::kZ) {
    requests_.push_back({key.shift ? TerrainRequestKind::redo : TerrainRequestKind::undo});
  } else if (key.control && key.key == Keys::kY) {
    requests_.push_back({TerrainRequestKind::redo});
  } else if (key.control && key.key == Keys::kS && work_.view().site) {
    open_save_dialog(ui_, work_.view(), AfterSaving::stay);
  } else if (!typing && key.key == Keys::kHome) {
    requests_.push_back({TerrainRequestKind::show_all});
  } else if (!typing && (key.key == Keys::kEnter || key.key == Keys::kPadEnter)) {
    if (work_.view().shown == TerrainShown::map) requests_.push_back({TerrainRequestKind::cut});
  } else {
    // Keys of runs mean nothing here; F keys (except F4), Ctrl+O and Ctrl+Q stay with the program.
    const bool function_key = key.key >= Keys::kF1 && key.key <= Keys::kF12 && key.key != Keys::kF4;
    return !(key.control && (key.key == Keys::kO || key.key == Keys::kQ)) && !function_key;
  }
  return true;
}

void TerrainDesk::carry_out(const TerrainRequest& r) {
  switch (r.kind) {
    case TerrainRequestKind::close:
      return leave();
    case TerrainRequestKind::pick:
      return work_.set_pick(r.pick);
    case TerrainRequestKind::pick_middle:
      return work_.pick_middle();
    case TerrainRequestKind::cut:  // another piece takes the place of this one
      if (shared_.saving.may_give_up([this] { work_.cut(); })) work_.cut();
      return;
    case TerrainRequestKind::show:
      return work_.show(static_cast<TerrainShown>(std::lround(r.value)));
    case TerrainRequestKind::settings:
      return work_.set_settings(r.settings);
    case TerrainRequestKind::clean:
      return work_.clean(static_cast<CleanKind>(std::lround(r.value)));
    case TerrainRequestKind::clean_all:
      return work_.clean_all();
    case TerrainRequestKind::cancel:
      give_up_saving();
      return work_.cancel();
    case TerrainRequestKind::undo:
      return work_.undo();
    case TerrainRequestKind::redo:
      return work_.redo();
    case TerrainRequestKind::go_to_step:
      return work_.go_to_step(static_cast<std::size_t>(r.value));
    case TerrainRequestKind::change_recipe:
      return work_.change_recipe(r.text, r.value);
    case TerrainRequestKind::show_all:
      (work_.view().shown == TerrainShown::map ? ui_.fit_map : ui_.fit_site) = true;
      return;
    case TerrainRequestKind::save:
      saving_ = true;
      return work_.save(r.text);
    case TerrainRequestKind::give_up_saving:
      return give_up_saving();
    case TerrainRequestKind::start:
      start_ = work_.start(r.start, r.text);
      return;
  }
}

/// Ends the wish to drive or to leave after saving.
void TerrainDesk::give_up_saving() {
  ui_.start_after_save = saving_ = false;
  shared_.saving.carry_out({.kind = SavingRequest::Kind::stay});
}

/// Closes the desk, after asking about work that no file has.
void TerrainDesk::leave() {
  if (shared_.saving.may_give_up([this] { close(); })) close();
}

void TerrainDesk::update(double, Requests&) {
  update_desk();
  for (const LogLine& line : work_.take_messages()) shared_.session.add_log(line.level, line.text);
  if (const auto start = std::exchange(start_, std::nullopt))
    shared_.session.open(start->scenario, start->overrides);
}

void TerrainDesk::update_desk() {
  for (const TerrainRequest& request : std::exchange(requests_, {})) carry_out(request);
  const Site* site_before = work_.view().site;
  const bool saved_before = saving_;
  work_.update();
  if (!has_middle()) return;
  // Saving has ended, well or not; a piece that is still changed was not saved.
  saving_ = saving_ && !work_.view().job.empty();
  if (saved_before && !saving_ && work_.view().changed) give_up_saving();  // it failed
  shared_.saving.go_on();
  // A new piece is shown as a whole.
  if (work_.view().site && !site_before) ui_.fit_site = true;
  // The piece is saved, so it can be driven on.
  if (ui_.start_after_save && !work_.view().changed && work_.view().job.empty()) {
    ui_.start_after_save = false;
    start_ = work_.start(ui_.start, ui_.rover);
  }
}

/// Takes over what the painter has finished; a new generation replaces all pictures, another map also their
/// places.
void TerrainDesk::refresh_textures() {
  const TerrainView& view = work_.view();
  if (textures_.generation() != work_.generation()) {
    if (view.shown != last_shown_) textures_.clear();  // another map altogether
    last_shown_ = view.shown;
    textures_.begin_generation(work_.generation());
    wanted_.clear();
    base_.reset();
  }
  textures_.add(work_.take_tiles());
  if (view.shown == TerrainShown::map && view.thumbnail != base_) {
    base_ = view.thumbnail;
    textures_.set_base(base_->thumbnail.columns, base_->thumbnail.rows, base_->pixels);
  }
}

/// The pictures that make up the map, and a request for those that are missing.
MapPictures TerrainDesk::pictures() {
  const TerrainView& view = work_.view();
  const MapShape shape = work_.shape();
  MapCamera& camera = ui_.camera(view.shown);
  bool& fit = view.shown == TerrainShown::map ? ui_.fit_map : ui_.fit_site;
  if (shape.columns == 0 || ui_.width < 8.0f) return {};
  if (fit) camera.show_all(shape, ui_.width, ui_.height);
  fit = false;
  const bool site = view.shown == TerrainShown::site, compares = site && ui_.compare;
  const int layer = site && ui_.mask && view.recipe.empty() ? kWithMask : kAsItIs;
  // a block of the coarse copy is no larger than a pixel: tiles would show nothing more
  const bool coarse =
      !site && view.thumbnail && stride_for(camera.cells_per_pixel) >= view.thumbnail->thumbnail.stride;
  MapPictures out;
  std::vector<TileKey> all;
  const auto layer_pictures = [&](int of) {
    const std::vector<TileKey> seen =
        coarse ? std::vector<TileKey>{} : visible_tiles(shape, camera, of, ui_.width, ui_.height);
    all.insert(all.end(), seen.begin(), seen.end());
    return textures_.placed(shape, seen, !site);
  };
  out.after = layer_pictures(layer);
  if (compares) out.before = layer_pictures(kBefore);
  // The painter is asked only when a tile is missing that it is not painting already.
  std::vector<TileKey> missing = textures_.missing(all);
  complete_ = missing.empty() && !textures_.waiting() && !out.after.empty();
  const bool news = std::any_of(missing.begin(), missing.end(), [&](const TileKey& key) {
    return std::find(wanted_.begin(), wanted_.end(), key) == wanted_.end();
  });
  if (news) {
    wanted_ = missing;
    work_.want_tiles(std::move(missing));
  }
  return out;
}

void TerrainDesk::build_left(const Ui& ui) {
  map_facts_panel(ui, work_.view());
  clean_steps_panel(ui, work_.view(), requests_);
}

void TerrainDesk::build_right(const Ui& ui) {
  const TerrainView& view = work_.view();
  if (!view.recipe.empty())
    recipe_panel(ui, ui_, view, requests_);
  else if (view.shown == TerrainShown::map)
    pick_panel(ui, view, requests_);
  else
    clean_panel(ui, ui_, view, requests_);
}

void TerrainDesk::draw_middle(const Ui& ui, float top) {
  refresh_textures();
  const ImVec2 screen = ImGui::GetIO().DisplaySize, pad{ui.px(12), ui.px(10)}, slim{ui.px(12), ui.px(6)};
  const float tools = ui.px(44), status = ui.px(30), bar = ui.px(5);
  fixed_area("##terrain_bar", {0, top}, {screen.x, tools}, slim, kStillArea,
             [&] { terrain_bar(ui, ui_, work_.view(), requests_); });
  fixed_area("##terrain_status", {0, screen.y - status}, {screen.x, status}, slim, kStillArea,
             [&] { terrain_status(ui, ui_, work_.view(), requests_); });
  const float low_y = top + tools + ui.px(1), high = screen.y - status - ui.px(1) - low_y;
  const float left = std::min(std::max(ui.kept.left * screen.x, ui.px(230)), 0.3f * screen.x);
  // The map keeps a third of the width where the panel at the right has the room that its controls need.
  const float rest = std::max(screen.x * 2.0f / 3.0f - left - 2 * bar, ui.px(300));
  const float most = std::min(rest, 0.38f * screen.x);
  const float right = std::min(std::max(ui.kept.right * screen.x, ui.px(300)), most);
  fixed_area("##terrain_left", {0, low_y}, {left, high}, pad, 0, [&] { build_left(ui); });
  ui.kept.left += splitter("##terrain_bar_left", {left, low_y}, {bar, high}, true) / screen.x;
  // The panel "Use" keeps its place below, however long the panel above it is.
  const bool site = work_.view().shown == TerrainShown::site;
  const float foot = site ? 4.0f * ImGui::GetFrameHeightWithSpacing() + ui.px(22) : 0.0f;
  fixed_area("##terrain_right", {screen.x - right, low_y}, {right, high - foot}, pad, 0,
             [&] { build_right(ui); });
  if (site)
    fixed_area("##terrain_use", {screen.x - right, low_y + high - foot}, {right, foot}, slim, kStillArea,
               [&] { finish_panel(ui, ui_, work_.view(), requests_); });
  ui.kept.right -=
      splitter("##terrain_bar_right", {screen.x - right - bar, low_y}, {bar, high}, true) / screen.x;
  fixed_area("##terrain_map", {left + bar, low_y}, {screen.x - left - right - 2 * bar, high}, {0, 0},
             kStillArea, [&] { map_panel(ui, ui_, work_.view(), work_.shape(), pictures(), requests_); });
  save_terrain_dialog(ui, ui_, work_.view(), requests_);
}

void TerrainDesk::note(Activity& activity) const {
  if (!has_middle()) return;
  activity.busy = activity.busy || work_.busy();
  activity.unfinished = !complete_ && work_.paints();
}

void TerrainDesk::note(UiReport& report) const {
  if (!has_middle()) return;
  const TerrainView& view = work_.view();
  report["terrain"] = view.name;
  report["terrain_shown"] = view.shown == TerrainShown::map ? "map" : "site";
  report["terrain_surveyed"] = view.surveyed ? "yes" : "no";
  report["terrain_job"] = view.job;
  report["terrain_steps"] =
      view.site ? fmt::format("{}/{}", view.site->done(), view.site->steps().size()) : "";
  report["terrain_voids"] = view.site ? std::to_string(view.site->voids()) : "";
  report["terrain_saved"] = view.saved_as;
  report["terrain_looking"] = view.looking_ahead ? "yes" : "no";
}

}  // namespace grouser::desktop
