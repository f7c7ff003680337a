// SPDX-License-Identifier: BSD-3-Clause
// Passes wanted changes to the session, which builds their world beside the window, and takes its outcome:
// the new world is shown, or the change is refused and taken out of the history.
#include "session/document/document_work.hpp"

#include <algorithm>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/toml_text.hpp"
#include "grouser/simulation/step/world.hpp"
#include "session/document/painted_map.hpp"
#include "session/document/shape_edit.hpp"
#include "session/session.hpp"

namespace grouser::desktop {
namespace {

/// Name of the selected shape; empty if none is selected.
std::string shape_name(const Selection& selection, const Scene* scene) {
  const auto index = static_cast<std::size_t>(std::max(0, selection.index));
  if (selection.kind != SelectionKind::shape || !scene || !scene->terrain) return "";
  return index < scene->terrain->shapes().size() ? scene->terrain->shapes()[index].name : "";
}

}  // namespace

DocumentWork::DocumentWork(std::filesystem::path state_folder) : autosave_(std::move(state_folder)) {
  view_.document = &document_;
  view_.inspector = &inspector_;
  view_.placing = &placing_.view();
  view_.left_behind = autosave_.left_behind();
}

void DocumentWork::opened(const Session& session) {
  view_.selection = {};
  placing_.cancel();
  inspector_.show(session.world());
  view_.file = session.path();
  if (session.world())
    document_.open(session.path(), session.overrides());
  else
    document_.close();
  // Changes that a killed program left are set on top, once their scenario is open.
  if (const auto restored = std::exchange(restore_, std::nullopt); restored && session.world()) {
    document_.set(restored->changes, "Restore unsaved changes");
    std::error_code ignored;
    std::filesystem::remove(restored->file, ignored);  // ours takes its place once they are shown
    std::erase_if(view_.left_behind, [&](const Autosave& a) { return a.file == restored->file; });
  }
  keep();
}

/// Saves the wanted changes before their world is built, so that a program killed meanwhile loses nothing.
void DocumentWork::keep() {
  if (document_.unsaved())
    autosave_.keep(document_.scenario(), document_.changes());
  else
    autosave_.forget();
}

void DocumentWork::update(Session& session) {
  if (const auto outcome = session.take_rebuilt()) {
    if (outcome->empty()) {
      // The selection, a vehicle that is being placed and the inspector continue in the new world.
      document_.built();
      select_again(session);
      RunData* data = session.view().data;
      placing_.go_on_in(session.world(), data && data->frame_count() > 0 ? data->frame(0) : nullptr);
      inspector_.show(session.world());
    } else {
      // The refused change leaves the history; what is shown stays.
      document_.refused(*outcome);
      copied_shape_.clear();
      keep();
      session.add_log(LogLevel::error, *outcome);
    }
  }
  placing_.update();
  if (session.loading()) return;
  // The name of the selected shape is noted here, because its index may be another one in the next world.
  selected_shape_ = shape_name(view_.selection, session.view().scene.get());
  if (const auto due = document_.take_due()) session.rebuild(*due);
}

void DocumentWork::carry_out(const DocumentRequest& request, Session& session) {
  using Kind = DocumentRequest::Kind;
  switch (request.kind) {
    case Kind::set:
      document_.set(request.settings, request.what, request.put_back);
      break;
    case Kind::put_back:
      document_.put_back(request.text);
      break;
    case Kind::put_all_back:
      document_.put_all_back();
      break;
    case Kind::undo:
      if (document_.can_undo()) session.add_log(LogLevel::info, "Undone: " + document_.last_step());
      document_.undo();
      break;
    case Kind::redo:
      document_.redo();
      break;
    case Kind::select:
      view_.selection = request.selection;
      break;
    case Kind::remove_selected:
    case Kind::duplicate_selected:
      edit_shapes(request.kind, session);
      break;
    case Kind::use_rover:
      use_rover(request.text, session);
      break;
    case Kind::save:
      save(request.text, session);
      break;
    case Kind::restore:
      if (request.index < view_.left_behind.size()) {
        const Autosave autosave = view_.left_behind[request.index];
        session.open(autosave.scenario, {});
        restore_ = autosave;
      }
      break;
    case Kind::drop_restore:
      if (request.index < view_.left_behind.size()) {
        std::error_code ignored;
        std::filesystem::remove(view_.left_behind[request.index].file, ignored);
        view_.left_behind.erase(view_.left_behind.begin() + static_cast<long>(request.index));
      }
      break;
  }
  keep();
}

void DocumentWork::carry_out(const PlacingRequest& request, const std::optional<Vec3>& ground,
                             const Session& session) {
  using Kind = PlacingRequest::Kind;
  switch (request.kind) {
    case Kind::begin:
      return begin_placing(request.mode, session);
    case Kind::point_at:
      if (ground) placing_.point_at(*ground, request.grip);
      return;
    case Kind::lift:
      return placing_.lift(request.notches, request.grip);
    case Kind::set_down:
      if (placing_.view().active) set_down();
      return;
  }
}

/// Removes or copies the selected shape; not while a world is built, because names and changes must fit
/// together.
void DocumentWork::edit_shapes(DocumentRequest::Kind kind, Session& session) {
  const std::string name = shape_name(view_.selection, session.view().scene.get());
  if (name.empty() || !session.world() || document_.building()) return;
  const bool removes = kind == DocumentRequest::Kind::remove_selected;
  const ShapeEdit edit = removes ? without_shape(*session.world(), name, document_.changes())
                                 : with_copy_of_shape(*session.world(), name, document_.changes());
  copied_shape_ = edit.name;
  document_.set({edit.setting}, (removes ? "Remove " : "Duplicate ") + name, edit.put_back);
}

/// After shapes were added or removed the same one stays selected, or its copy is selected.
void DocumentWork::select_again(const Session& session) {
  if (view_.selection.kind != SelectionKind::shape) return;
  const std::vector<RigidShape>& shapes = session.view().scene->terrain->shapes();
  const std::string wanted = copied_shape_.empty() ? selected_shape_ : copied_shape_;
  copied_shape_.clear();
  const auto found =
      std::find_if(shapes.begin(), shapes.end(), [&](const RigidShape& s) { return s.name == wanted; });
  if (found == shapes.end())
    view_.selection = {};
  else
    view_.selection.index = static_cast<int>(found - shapes.begin());
}

/// Uses a rover in place of the scenario's own, and drops the changes of that one.
void DocumentWork::use_rover(const std::string& file, Session& session) {
  const std::filesystem::path path = std::filesystem::absolute(file);
  if (!document_.is_open())
    return session.add_log(LogLevel::notice, path.filename().string() +
                                                 " is a rover: open a scenario first, then drop it again to "
                                                 "have it drive there.");
  // Settings of the former rover have no meaning for this one.
  std::vector<std::string> of_old_rover;
  for (const Override& change : document_.changes())
    if (change.key.rfind("rover.", 0) == 0) of_old_rover.push_back(change.key);
  document_.set({{"rover", toml_string(path.string())}}, "Take rover " + path.stem().string(), of_old_rover);
}

/// Takes up the vehicle of the selection, or the main one.
void DocumentWork::begin_placing(PlacingMode mode, const Session& session) {
  if (placing_.view().active) return placing_.set_mode(mode);
  // The vehicle is taken up where it starts, which is the first frame.
  RunData* data = session.view().data;
  if (!session.world() || !data || data->frame_count() == 0) return;
  const int body = view_.selection.kind == SelectionKind::body ? view_.selection.index : -1;
  placing_.begin(session.world(), data->frame(0), body, mode);
}

/// Ends placing with the changes that put the vehicle there; none if it was not moved.
void DocumentWork::set_down() {
  const std::string vehicle = placing_.view().vehicle;
  const std::vector<Override> settings = placing_.set_down();
  if (settings.empty()) return;
  document_.set(settings, "Place " + vehicle);
  keep();
}

/// The changes, with a painted map copied to lie beside the scenario.
std::vector<Override> DocumentWork::with_own_map(const std::filesystem::path& scenario) const {
  std::vector<Override> changes = document_.changes();
  for (Override& o : changes) {
    const std::optional<std::filesystem::path> file = painted_map(o);
    if (!file) continue;
    const std::string name = scenario.stem().string() + "_soils.tif";
    copy_painted_map(*file, scenario.parent_path() / name);
    o.value = toml_string(name);
  }
  return changes;
}

/// Writes the scenario and marks the present changes as saved.
void DocumentWork::save(const std::filesystem::path& path, Session& session) {
  const std::filesystem::path folder =
      path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  write_file_atomically(path, scenario_with_changes(document_.scenario(), with_own_map(path), folder));
  view_.file = path.string();
  document_.mark_saved();
  keep();
  session.add_log(LogLevel::done, "Saved " + std::filesystem::absolute(path).string());
}

bool DocumentWork::has_file() const { return document_.is_open() && !is_shipped(view_.file); }

std::string DocumentWork::suggested_file() const {
  if (has_file()) return view_.file;
  return "my_" + std::filesystem::path(view_.file).stem().string() + ".toml";
}

}  // namespace grouser::desktop
