// SPDX-License-Identifier: BSD-3-Clause
// Settings, start and rows of a study. A study that is given up ends in the background: it is kept among
// the retired ones until its threads are through.
#include "session/study/study_work.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "common/processors.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"

namespace grouser::desktop {

std::vector<double> range_values(const StudyRange& range) {
  if (range.count <= 1 || range.from == range.to) return {range.from};
  std::vector<double> values;
  for (int k = 0; k < range.count; ++k) {
    const double part = static_cast<double>(k) / (range.count - 1);
    values.push_back(std::lerp(range.from, range.to, part));
  }
  return values;
}

StudyRange suggested_range(const NumberKey& key) {
  if (key.value == 0.0) return {key.key, 0.0, 1.0, 5};
  return {key.key, 0.5 * key.value, 1.5 * key.value, 5};
}

StudySettings suggested_study(const std::vector<NumberKey>& keys, const std::string& group) {
  /// Keys that are natural to vary in a group of scenarios, of which the first that exists is taken, and
  /// the metric that shows their effect.
  struct Usual {
    const char* group;
    std::vector<const char*> keys;
    const char* metric;
  };
  static const std::vector<Usual> kUsual = {
      {"Egress", {"soil.phi_deg"}, "peak_wheel_force"},
      {"Landing", {"release.0.delay", "release.0.time"}, "peak_chassis_acceleration"},
      {"Docking", {"vehicle.1.initial.position.0"}, "peak_body_contact_force"},
      {"Soil", {"terrain.slope_deg", "soil.phi_deg"}, "mean_slip"},
      {"Turning", {"soil.phi_deg"}, "mean_slip"},
      {"Obstacles", {"soil.friction_mu", "soil.phi_deg", "drive.speed"}, "peak_wheel_force"},
      {"Fast and low gravity",
       {"drive.speed", "drive.phase.0.speed", "gravity"},
       "peak_chassis_acceleration"},
      {"Drops", {"drive.speed", "initial.position.2"}, "peak_wheel_force"}};
  const auto usual =
      std::find_if(kUsual.begin(), kUsual.end(), [&](const Usual& u) { return group == u.group; });
  std::vector<const char*> wanted = {"soil.phi_deg", "drive.speed", "drive.phase.0.speed", "gravity"};
  StudySettings settings;
  if (usual != kUsual.end()) {
    wanted.insert(wanted.begin(), usual->keys.begin(), usual->keys.end());
    settings.metric = usual->metric;
  }
  // The first wanted key that the scenario has; without any the first key of all.
  for (const char* name : wanted) {
    const NumberKey* key = find_number_key(keys, name);
    if (key && settings.ranges.empty()) settings.ranges.push_back(suggested_range(*key));
  }
  if (settings.ranges.empty() && !keys.empty()) settings.ranges.push_back(suggested_range(keys.front()));
  return settings;
}

void StudyWork::open(const std::string& scenario, const std::vector<InputDocument>& documents,
                     const std::string& group, const std::vector<Override>& fixed) {
  fixed_ = fixed;
  keys_ = list_number_keys(documents);
  // The same scenario opened again leaves the study as it is.
  if (scenario == scenario_) return refresh_view();
  close();
  scenario_ = scenario;
  settings_.restart(suggested_study(keys_, group));
  refresh_view();
}

void StudyWork::retire() {
  if (study_) {
    study_->cancel();
    retired_.push_back(std::move(study_));
  }
  rows_.clear();
  view_.metrics.clear();
}

void StudyWork::close() {
  retire();
  varied_.clear();
  scenario_.clear();
  message_.clear();
  refresh_view();
}

void StudyWork::edit(StudySettings settings) {
  for (StudyRange& range : settings.ranges) range.count = std::clamp(range.count, 1, 1000);
  settings_.edit(std::move(settings));
  refresh_view();
}

void StudyWork::start() {
  message_.clear();
  if (scenario_.empty()) return;
  std::vector<VariedKey> varied;
  for (const StudyRange& range : settings_.now().ranges) varied.push_back({range.key, range_values(range)});
  try {
    // Throws if the grid is too large or a key occurs twice, before the old study is given up.
    ParameterGrid grid(varied);
    retire();
    study_ = std::make_unique<Study>(StudyJob{scenario_, fixed_, std::move(grid), processors_beside_window()},
                                     now_);
    varied_ = std::move(varied);
  } catch (const Error& error) {
    message_ = error.what();
  }
  update();
}

void StudyWork::cancel() {
  if (study_) study_->cancel();
}

std::vector<Override> StudyWork::overrides(std::size_t row) const {
  return study_ && row < rows_.size() ? study_->overrides(row) : std::vector<Override>{};
}

void StudyWork::write_csv(const std::string& path) const {
  write_file_atomically(path, study_csv(varied_, rows_));
}

void StudyWork::update() {
  std::erase_if(retired_, [](const std::unique_ptr<Study>& study) { return study->over(); });
  if (study_ && study_->refresh(rows_)) {
    view_.metrics.clear();
    for (const auto& [name, unit] : study_metrics(rows_)) view_.metrics.push_back(name);
  }
  refresh_view();
}

void StudyWork::refresh_view() {
  view_.keys = &keys_;
  view_.settings = &settings_.now();
  view_.varied = &varied_;
  view_.rows = &rows_;
  view_.scenario = scenario_;
  view_.scenario_name = std::filesystem::path(scenario_).stem().string();
  view_.running = study_ && !study_->over();
  view_.cancelled = study_ && study_->cancelled();
  view_.rows_over = study_ ? study_->rows_over() : 0;
  view_.progress = study_ ? study_->progress() : 0.0;
  view_.seconds_left = study_ ? study_->seconds_left() : std::nullopt;
  view_.message = message_;
}

}  // namespace grouser::desktop
