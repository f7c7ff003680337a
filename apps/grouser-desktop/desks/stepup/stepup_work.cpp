// SPDX-License-Identifier: BSD-3-Clause
// Numbers of the scenario are taken once per world, when its first frame is there. A person's changes are
// kept when the same scenario is rebuilt.
#include "desks/stepup/stepup_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "grouser/base/error.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser::desktop {
namespace {

/// Name of the shape that gets the plan's height.
constexpr const char* kPlatform = "platform";

constexpr StepupField kFields[] = {
    {"height", "Height", "m", [](StepupSpec& s) -> double& { return s.height; }, -2.0, 2.0,
     "Of the platform"},
    {"step", "Step", "m", [](StepupSpec& s) -> double& { return s.step; }, -3.0, 3.0,
     "That both feet go forward"},
    {"half_width", "Half width", "m", [](StepupSpec& s) -> double& { return s.half_width; }, 0.01, 2.0,
     "From the middle between the feet to each of them"},
    {"start.height", "Start height", "m", [](StepupSpec& s) -> double& { return s.start_height; }, 0.1, 10.0,
     "Of the centre of mass above the soles, where it stands at first"},
    {"gravity", "Gravity", "m/s2", [](StepupSpec& s) -> double& { return s.gravity; }, 0.01, 100.0,
     "Of the plan; the scenario's own stays"},
    {"leg.shortest", "Shortest leg", "m", [](StepupSpec& s) -> double& { return s.shortest_leg; }, 0.1, 10.0,
     "From the sole to the centre of mass"},
    {"leg.longest", "Longest leg", "m", [](StepupSpec& s) -> double& { return s.longest_leg; }, 0.1, 10.0,
     "From the sole to the centre of mass"},
    {"foot.friction", "Friction", "-", [](StepupSpec& s) -> double& { return s.friction; }, 0.01, 10.0,
     "Coefficient between sole and ground"},
    {"foot.scale", "Share of the sole", "-", [](StepupSpec& s) -> double& { return s.foot_scale; }, 0.01, 1.0,
     "That the centre of pressure may use"},
    {"weights.most_torque", "Weight of torque", "-",
     [](StepupSpec& s) -> double& { return s.weights.most_torque; }, 0.0, 1e9,
     "Of the largest torque that the plan asks of a knee: the more, the gentler for the knees"},
};

/// The world's own box of that name; null: none.
const RigidShape* platform_of(const World& world) {
  for (const RigidShape& shape : world.terrain->shapes())
    if (shape.name == kPlatform && !shape.hull && shape.owner == "world") return &shape;
  return nullptr;
}

/// The humanoid that is the scenario's main vehicle; null: none.
const Humanoid* robot_of(const World* world) {
  if (!world) return nullptr;
  for (const Humanoid& robot : world->humanoids)
    if (robot.vehicle == world->main_vehicle) return &robot;
  return nullptr;
}

/// A vector as TOML text, m.
std::string list_text(const Vec3& v) {
  return fmt::format("[{:.10g}, {:.10g}, {:.10g}]", v.x(), v.y(), v.z());
}

/// A channel of a frame; nothing where the scene has none of this name.
std::optional<double> channel_of(const World& world, const Frame& frame, const std::string& name) {
  const auto& channels = world.scene.channels;
  const auto found = std::find_if(channels.begin(), channels.end(),
                                  [&](const ChannelSpec& channel) { return channel.name == name; });
  const auto k = static_cast<std::size_t>(found - channels.begin());
  if (found == channels.end() || k >= frame.channels.size()) return std::nullopt;
  return frame.channels[k];
}

/// Whether all numbers of the fields are equal.
bool same_numbers(StepupSpec a, StepupSpec b) {
  return std::all_of(std::begin(kFields), std::end(kFields),
                     [&](const StepupField& field) { return field.of(a) == field.of(b); });
}

}  // namespace

std::span<const StepupField> stepup_fields() { return kFields; }

void StepupWork::show(std::shared_ptr<const World> world, const Frame* first) {
  const Humanoid* robot = robot_of(world.get());
  view_.available = robot != nullptr;
  if (!robot) {
    world_.reset();
    told_.reset();
    scenario_.clear();
    if (search_) search_->cancel();
    view_.answer.reset();
    view_.working = false;
    return;
  }
  world_ = std::move(world);
  view_.platform = platform_of(*world_) != nullptr;
  if (told_ == world_ || !first) return;
  told_ = world_;
  take_numbers(*first);
  // Another scenario drops the answer and the changes.
  const bool another = std::exchange(scenario_, world_->settings.name) != world_->settings.name;
  if (another) view_.answer.reset();
  if (another || (!view_.changed && !same_numbers(view_.spec, own_))) {
    view_.spec = own_;
    fresh_ = true;
  }
  view_.changed = !same_numbers(view_.spec, own_);
}

/// Takes the numbers of the robot and its step from the first frame. Others keep the defaults of
/// StepupSpec, which the planner's authors published.
void StepupWork::take_numbers(const Frame& first) {
  const Humanoid& robot = *robot_of(world_.get());
  own_ = {};
  own_.gravity = world_->settings.gravity;
  own_.mass = world_->mass_of(robot.vehicle);
  if (robot.course) {
    own_.height = robot.course->spec().height;
    own_.step = robot.course->spec().step;
  }
  const auto sole = [&](std::size_t f) -> Vec3 {
    return first.body_poses[static_cast<std::size_t>(robot.soles[f].body.index)] * robot.soles[f].middle;
  };
  // Half the distance of the soles' middles, and the heading, are measured on the ground plane.
  const Vec3 left = sole(0), right = sole(1);
  own_.half_width = 0.5 * (left - right).head<2>().norm();
  const Vec3 x = first.body_poses[static_cast<std::size_t>(robot.root.index)].R.col(0);
  if (const double length = x.head<2>().norm(); length > 1e-3)
    ahead_[0] = x.x() / length, ahead_[1] = x.y() / length;
  // Without the channel of the centre of mass the default height stays.
  if (const auto z = channel_of(*world_, first, "balance/com_z"))
    own_.start_height = *z - 0.5 * (left + right).z();
  // a tenth of a millimetre, as people write it
  for (double* number : {&own_.half_width, &own_.start_height}) *number = std::round(1e4 * *number) / 1e4;
}

void StepupWork::carry_out(const StepupRequest& request) {
  if (!view_.available) return;
  if (request.kind == StepupRequest::Kind::reset) view_.spec = own_;
  if (request.kind == StepupRequest::Kind::set && request.field < std::size(kFields))
    kFields[request.field].of(view_.spec) = request.value;
  view_.changed = !same_numbers(view_.spec, own_);
  fresh_ = true;
}

std::vector<Override> StepupWork::settings() const {
  const bool planned =
      view_.answer && view_.answer->plan.feasible && same_numbers(view_.answer->spec, view_.spec);
  if (!planned || !world_)
    throw InputError("Step-up", "no feasible plan of these numbers", "a plan that the robot can follow");
  const StepupSpec& spec = view_.answer->spec;
  std::vector<Override> settings = stepup_settings(spec, view_.answer->plan);
  const RigidShape* platform = platform_of(*world_);
  // The platform gets the plan's height on the same ground, and moves ahead by half of what the step is
  // longer.
  if (platform && spec.height > 0.0) {
    const Vec3 size(2.0 * platform->half.x(), 2.0 * platform->half.y(), spec.height);
    const Humanoid& robot = *robot_of(world_.get());
    const double longer = 0.5 * (spec.step - (robot.course ? robot.course->spec().step : spec.step));
    Vec3 at = platform->pose.p;
    at += Vec3(longer * ahead_[0], longer * ahead_[1], 0.5 * spec.height - platform->half.z());
    const std::string key = fmt::format("terrain.shape.{}.", kPlatform);
    settings.push_back({key + "position", list_text(at)});
    settings.push_back({key + "size", list_text(size)});
  }
  return settings;
}

void StepupWork::update() {
  if (!view_.available) return;
  if (!search_) search_ = std::make_unique<StepupSearch>(stepup_work(now_));
  if (std::exchange(fresh_, false)) search_->ask(view_.spec);
  if (auto answer = search_->take()) view_.answer = std::move(answer);
  view_.working = search_->working();
  view_.progress = search_->progress();
}

}  // namespace grouser::desktop
