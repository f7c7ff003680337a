// SPDX-License-Identifier: BSD-3-Clause
// The panels of the terrain desk: free functions, one file each, that draw what they are given and add what
// they are asked for to `requests`.
#pragma once
#include <string>
#include <vector>

#include "desks/terrain/terrain_work.hpp"
#include "view/maps/map_textures.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

enum class TerrainRequestKind {
  close,
  pick,  ///< pick: the window
  pick_middle,
  cut,
  show,      ///< value: TerrainShown
  settings,  ///< settings
  clean,     ///< value: CleanKind
  clean_all,
  cancel,
  undo,
  redo,
  go_to_step,     ///< value: steps done
  change_recipe,  ///< text: key; value
  show_all,
  save,  ///< text: path
  give_up_saving,
  start  ///< start, text: rover
};
/// A request to the desk; each kind uses the fields named beside it.
struct TerrainRequest {
  TerrainRequestKind kind;
  double value = 0.0;
  std::string text = {};
  SiteStart start = SiteStart::drive;
  Pick pick = {};
  CleanSettings settings = {};
};
using TerrainRequests = std::vector<TerrainRequest>;

/// State of the desk's panels while it is open.
struct TerrainUi {
  MapCamera map_camera, site_camera;
  bool fit_map = true, fit_site = true;  ///< to be shown as a whole once the picture's size is known
  float width = 0.0f, height = 0.0f;     ///< of the map on the screen, pixels
  bool compare = false;                  ///< before and after, side by side at the divider
  float divider = 0.5f;                  ///< part of the width
  bool mask = true;
  bool picking = true;  ///< a drag picks a window; otherwise it moves the map
  bool dragging_pick = false, dragging_divider = false;
  double from_column = 0.0, from_row = 0.0;          ///< where the drag began
  double pointer_column = -1.0, pointer_row = -1.0;  ///< cells under the pointer; -1: it is elsewhere
  std::string save_path, rover = "exomars_lvm";
  SiteStart start = SiteStart::drive;
  bool save_open = false, save_fresh = false, start_after_save = false;
  bool replace = false;                                     ///< the file that exists may be replaced
  std::vector<std::pair<std::string, std::string>> rovers;  ///< id and title
  std::string held_key;                                     ///< of the recipe, whose slider is held
  std::pair<float, float> held_range{};                     ///< that the slider keeps meanwhile

  MapCamera& camera(TerrainShown shown) { return shown == TerrainShown::map ? map_camera : site_camera; }
};

/// The pictures that the map is drawn from.
struct MapPictures {
  std::vector<PlacedPicture> after, before;  ///< before: left of the divider, only where both are compared
};

void terrain_bar(const Ui& ui, TerrainUi& state, const TerrainView& view, TerrainRequests& requests);
/// The bar below the map: the pointer's place and height, or the progress.
void terrain_status(const Ui& ui, const TerrainUi& state, const TerrainView& view, TerrainRequests& requests);
void map_panel(const Ui& ui, TerrainUi& state, const TerrainView& view, const MapShape& shape,
               const MapPictures& pictures, TerrainRequests& requests);
void map_facts_panel(const Ui& ui, const TerrainView& view);
void clean_steps_panel(const Ui& ui, const TerrainView& view, TerrainRequests& requests);
void pick_panel(const Ui& ui, const TerrainView& view, TerrainRequests& requests);
void clean_panel(const Ui& ui, TerrainUi& state, const TerrainView& view, TerrainRequests& requests);
void recipe_panel(const Ui& ui, TerrainUi& state, const TerrainView& view, TerrainRequests& requests);
void finish_panel(const Ui& ui, TerrainUi& state, const TerrainView& view, TerrainRequests& requests);
enum class AfterSaving { stay, drive };
/// Asks for a name, beginning with a likely one.
void open_save_dialog(TerrainUi& state, const TerrainView& view, AfterSaving then);
void save_terrain_dialog(const Ui& ui, TerrainUi& state, const TerrainView& view, TerrainRequests& requests);

/// "348 x 337 cells", "1.2 km", "-4 472.7 m": lengths as people read them.
std::string length_text(const ShownUnits& units, double metres);
/// The step of a seam to the millimetre, "91 mm".
std::string seam_step_text(const ShownUnits& units, const MosaicSeam& seam);
/// Longitude and latitude of a place in the map's cells, "137.37025° E, 4.66681° S"; empty where it has none.
std::string place_text(const MapFacts& map, double column, double row);

}  // namespace grouser::desktop
