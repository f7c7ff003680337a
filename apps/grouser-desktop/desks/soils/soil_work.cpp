// SPDX-License-Identifier: BSD-3-Clause
// show() compares world, folder and changes with the last call and finds anew only what depends on them.
#include "desks/soils/soil_work.hpp"

#include <algorithm>
#include <utility>

#include "grouser/base/error.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser::desktop {
namespace {

/// The settled load of each wheel, N; empty if the frame lacks one.
std::vector<double> loads_in(const World& world, const Frame& frame) {
  std::vector<double> loads;
  for (const WheelPart& wheel : world.wheels) {
    const auto& channels = world.scene.channels;
    const std::string name = "wheel/" + wheel.spec.name + "/load";
    const auto found = std::find_if(channels.begin(), channels.end(),
                                    [&](const ChannelSpec& channel) { return channel.name == name; });
    const auto k = static_cast<std::size_t>(found - channels.begin());
    if (found == channels.end() || k >= frame.channels.size()) return {};
    loads.push_back(frame.channels[k]);
  }
  return loads;
}

/// The wheel's share of its vehicle's weight, N; 0 where no vehicle has it.
double even_load(const World& world, std::size_t wheel) {
  for (std::size_t k = 0; k < world.vehicles.size(); ++k) {
    const VehicleRuntime& vehicle = world.vehicles[k];
    const auto first = static_cast<std::size_t>(vehicle.first_wheel);
    const auto count = static_cast<std::size_t>(vehicle.wheel_count);
    if (wheel < first || wheel >= first + count) continue;
    return world.mass_of(static_cast<int>(k)) * world.settings.gravity / static_cast<double>(count);
  }
  return 0.0;
}

}  // namespace

SoilWork::SoilWork(const std::filesystem::path& state_folder)
    : own_folder_((state_folder.empty() ? std::filesystem::temp_directory_path() / "grouser" : state_folder) /
                  "soils"),
      search_([](const CurveQuestion& question, const auto& asker) {
        asker.answer(solve_soil_curves(question));
      }) {}

/// The shelved soil that is given so; null: none.
std::shared_ptr<const ShelvedSoil> SoilWork::find(const std::string& given) const {
  const auto found = std::find_if(view_.shelf.begin(), view_.shelf.end(),
                                  [&](const auto& soil) { return soil->given == given; });
  return found == view_.shelf.end() ? nullptr : *found;
}

/// Makes the shelf: soils of the scenario, of its folder, of the program's own folder, and shipped ones. A
/// soil that is there already is not added again.
void SoilWork::take_shelf(const std::vector<Override>& changes) {
  changes_ = changes;
  Shelf shelf;
  if (world_) {
    std::vector<Override> all = world_->overrides;
    all.insert(all.end(), changes.begin(), changes.end());
    try {
      shelf = scenario_soils(world_->documents, all);
    } catch (const InputError&) {  // the document shows at the number why it is refused
      shelf = scenario_soils(world_->documents, world_->overrides);
    }
  }
  // Choices are kept by their name on the new shelf.
  const auto add = [&shelf](const Shelf& more) {
    for (const auto& soil : more) {
      const bool there =
          std::any_of(shelf.begin(), shelf.end(), [&](const auto& s) { return s->given == soil->given; });
      if (!there) shelf.push_back(soil);
    }
  };
  if (shipped_.empty()) shipped_ = shipped_soils();
  add(own_soils(view_.folder));
  if (view_.folder != own_folder_) add(own_soils(own_folder_));
  add(shipped_);
  view_.shelf = std::move(shelf);
  view_.chosen = find(view_.chosen ? view_.chosen->given : "");
  if (!view_.chosen && !view_.shelf.empty()) view_.chosen = view_.shelf.front();
  view_.beside = view_.beside ? find(view_.beside->given) : nullptr;
}

/// Wheel, gravity and load of the rig: a typed load, else that of the first frame, else the wheel's share
/// of the weight.
void SoilWork::take_wheel() {
  view_.rig = {{0.15, 0.10, 0.0, 0.0}, 100.0, 0.0, 0.0, 9.81};  // where no vehicle has wheels
  view_.load_typed = typed_load_ > 0.0;
  view_.wheels.clear();
  if (world_) {
    for (const WheelPart& wheel : world_->wheels) view_.wheels.push_back(wheel.spec.name);
    view_.wheel = view_.wheel < view_.wheels.size() ? view_.wheel : 0;
    view_.rig.gravity = world_->settings.gravity;
  }
  if (!view_.wheels.empty()) {
    view_.rig.wheel = world_->wheels[view_.wheel].spec.geometry;
    double load = view_.wheel < loads_.size() ? loads_[view_.wheel] : 0.0;
    if (!(load > 0.0)) load = even_load(*world_, view_.wheel);  // it begins in the air
    if (load > 0.0) view_.rig.load = load;
  }
  if (view_.load_typed) view_.rig.load = typed_load_;
}

void SoilWork::show(std::shared_ptr<const World> world, const Frame* first,
                    const std::vector<Override>& changes, const std::filesystem::path& file) {
  const std::filesystem::path folder =
      file.empty() ? own_folder_ : std::filesystem::absolute(file).parent_path();
  const bool another = world != world_, moved = folder != view_.folder;
  const bool same =
      std::equal(changes.begin(), changes.end(), changes_.begin(), changes_.end(),
                 [](const Override& a, const Override& b) { return a.key == b.key && a.value == b.value; });
  // The first frame may come after the world.
  const bool settled = first && loads_.empty();
  if (!another && !moved && same && !settled) return;
  if (another) {
    world_ = std::move(world);
    loads_.clear();
  }
  view_.folder = folder;
  view_.has_soil_map = world_ && world_->scene.terrain->soil_map();
  if (world_ && first) loads_ = loads_in(*world_, *first);
  if (loads_.empty() && first) loads_ = {0.0};  // asked once
  if (another || moved || !same) take_shelf(changes);
  take_wheel();
  ask_curves();
}

void SoilWork::carry_out(const SoilRequest& request) {
  switch (request.kind) {
    case SoilRequest::Kind::choose:
      view_.chosen = find(request.text);
      break;
    case SoilRequest::Kind::compare:
      view_.beside = find(request.text);
      break;
    case SoilRequest::Kind::wheel:
      view_.wheel = request.wheel;
      break;
    case SoilRequest::Kind::load:
      typed_load_ = request.load;
      break;
    case SoilRequest::Kind::use:
    case SoilRequest::Kind::copy:
      return;
  }
  take_wheel();
  ask_curves();
}

std::string SoilWork::copy(const std::string& name) {
  if (!view_.chosen) throw InputError("New soil", "no soil chosen", "the soil whose numbers it begins with");
  const std::string path = write_new_soil(*view_.chosen, name, view_.folder).string();
  take_shelf(changes_);
  view_.chosen = find(path);
  ask_curves();
  return path;
}

/// Asks for the curves of the chosen soil and of the one beside it.
void SoilWork::ask_curves() {
  view_.working = view_.chosen != nullptr;
  if (!view_.chosen) {
    search_.cancel();
    view_.curves = {};
    return;
  }
  CurveQuestion question{view_.chosen->params, std::nullopt, view_.rig};
  if (view_.beside && view_.beside != view_.chosen) question.beside = view_.beside->params;
  search_.ask(std::move(question));
}

void SoilWork::update() {
  if (auto found = search_.take()) view_.curves = std::move(*found);
  view_.working = search_.working();
}

}  // namespace grouser::desktop
