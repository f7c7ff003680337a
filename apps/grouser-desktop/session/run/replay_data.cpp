// SPDX-License-Identifier: BSD-3-Clause
// A run file as data: the head, times, steps and hashes are read when it is opened; frames, columns and
// curves when they are asked for, and kept. The ground at a moment is that of the keyframe before it, until
// a thread has computed the exact one (GroundBetween).
#include "session/run/replay_data.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/error.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/link/link_decoder.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser::desktop {

ReplayData::ReplayData(const std::filesystem::path& path, FramesChecked checked)
    : RunData(nullptr), reader_(path) {
  if (checked == FramesChecked::meanwhile) reader_.check_frames_later();
  if (reader_.frame_count() == 0)
    throw InputError(path.string(), "a run file without frames", "at least one");
  // The world is built anew from the documents in the file; channels are those that were recorded.
  world_ = load_world_from_run(reader_);
  adaptive_ = world_->settings.adaptive.has_value();
  route_ = route_of(*world_);
  auto scene = std::make_shared<Scene>(world_->scene);
  scene->channels = reader_.channels();
  times_ = reader_.read_times();
  steps_ = reader_.read_steps();
  hashes_ = reader_.read_state_hashes();
  scene->duration = times_.back();
  // Notes of the scene: warnings of the run, and what the file lacks.
  for (const std::string& warning : reader_.header().warnings) {
    if (std::find(scene->notes.begin(), scene->notes.end(), warning) == scene->notes.end())
      scene->notes.push_back(warning);
  }
  if (!reader_.closed_cleanly()) {
    scene->notes.emplace_back(kInterruptedNote);
  }
  peaks_readable_ = reader_.has_peaks();
  if (!peaks_readable_)
    scene->notes.push_back(
        fmt::format("This file has frames each {:.6g} ms and not the peaks between them: the greatest and "
                    "least values in its plots are those of frames.",
                    1e3 * reader_.header().record_interval));
  // Events in order of time.
  events_ = reader_.read_events();
  join_strokes(events_);
  // Warnings at the start are the scene's notes.
  std::erase_if(events_, [&](const RunEvent& e) {
    return e.kind == "warning" && e.time <= times_.front() &&
           std::find(scene->notes.begin(), scene->notes.end(), e.text) != scene->notes.end();
  });
  sort_events(events_);
  report_ = parse_report(reader_.summary());
  if (!report_.verdict) report_.verdict = verdict_of(events_);
  scene_ = std::move(scene);
  find_pose_columns();
  // Throws here, and not in a picture, if the first frame cannot be read.
  frame(0);  // the first one can be shown
}

void ReplayData::cut(std::size_t frames) {
  if (frames >= times_.size()) return;
  // One frame at least stays, so that there is something to show.
  for (auto* column : {&steps_, &hashes_}) column->resize(std::max<std::size_t>(frames, 1));
  times_.resize(steps_.size());
  auto scene = std::make_shared<Scene>(*scene_);
  scene->duration = times_.back();
  scene_ = std::move(scene);
  std::erase_if(events_, [&](const RunEvent& e) { return e.time > times_.back(); });
}

std::unique_ptr<RunDamage> ReplayData::take_damage() {
  // Damage behind the cut is known; damage of the first frame is reported once, because nothing can be cut
  // before it.
  if (check_ && !damage_) damage_ = check_->take();
  if (damage_ && damage_->frame >= times_.size()) damage_.reset();
  if (damage_ && damage_->frame == 0 && std::exchange(told_of_first_, true)) damage_.reset();
  return std::move(damage_);
}

/// Finds the channels of poses and contact forces; old files may lack the forces.
void ReplayData::find_pose_columns() {
  poses_ = pose_channels(*scene_, reader_.path().string());
  for (const ForcePlace& place : scene_->force_places) {
    const std::string base = place.channels + "force_";
    if (!reader_.has_channel(base + "x")) return;
    forces_.push_back({reader_.channel_index(base + "x"), reader_.channel_index(base + "y"),
                       reader_.channel_index(base + "z")});
  }
}

std::shared_ptr<const Frame> ReplayData::frame(std::size_t index) {
  if (last_ && last_index_ == index) return last_;
  auto frame = std::make_shared<Frame>();
  frame->time = times_.at(index);
  frame->step = static_cast<std::int64_t>(steps_.at(index));
  frame->state_hash = hashes_.at(index);
  frame->channels.resize(scene_->channels.size());
  try {
    reader_.read_frame(index, frame->channels);
  } catch (const InputError& error) {
    // While the check goes on, a damaged frame leaves the last picture as it is.
    if (!check_ || !last_) throw;
    damage_ = std::make_unique<RunDamage>(RunDamage{index, error.what()});
    return last_;
  }
  // Poses of the bodies from their channels.
  const auto& v = frame->channels;
  for (const auto& c : poses_) {
    const Quat q = normalised(Quat(v[c[3]], v[c[4]], v[c[5]], v[c[6]]));
    frame->body_poses.push_back({to_matrix(q), Vec3(v[c[0]], v[c[1]], v[c[2]])});
  }
  // The point at which the force acts is not recorded, so the force is drawn at the rim, opposite to its
  // direction.
  for (std::size_t i = 0; i < forces_.size(); ++i) {
    const auto& c = forces_[i];
    const ForcePlace& place = scene_->force_places[i];
    const Vec3 force(v[c[0]], v[c[1]], v[c[2]]);
    const Vec3 hub = frame->body_poses.at(static_cast<std::size_t>(place.body)) * place.position;
    const double size = force.norm();
    const Vec3 away = size > 0.0 ? Vec3(force / size) : Vec3::UnitZ();
    frame->contact_forces.push_back({hub - place.reach * away, force});
  }
  // A tie is cut once its release was recorded.
  for (const TieEnds& tie : scene_->ties) {
    const bool cut = std::any_of(events_.begin(), events_.end(), [&](const RunEvent& e) {
      return e.kind == "release" && e.time <= frame->time + 1e-9 && e.text == "tie " + tie.name;
    });
    frame->ties_cut.push_back(cut ? 1 : 0);
  }
  frame->painted = strokes_.at(*world_, frame->time);
  last_ = frame;
  last_index_ = index;
  return frame;
}

std::span<const double> ReplayData::column(std::size_t channel) {
  const auto found = columns_.find(channel);
  if (found != columns_.end()) return found->second;
  std::vector<double> values = reader_.read_channel(scene_->channels.at(channel).name);
  values.resize(times_.size());
  return columns_.emplace(channel, std::move(values)).first->second;
}

ChannelSamples ReplayData::samples(std::size_t channel) {
  if (!peaks_readable_) return {times_, column(channel)};
  // Curves with peaks are cut at the last frame that is shown.
  if (const auto found = curves_.find(channel); found != curves_.end())
    return {found->second.times, found->second.values};
  try {
    ChannelCurve curve = reader_.read_curve(scene_->channels.at(channel).name);
    const auto end = std::upper_bound(curve.times.begin(), curve.times.end(), times_.back());
    curve.values.resize(static_cast<std::size_t>(end - curve.times.begin()));
    curve.times.resize(curve.values.size());
    const ChannelCurve& kept = curves_.emplace(channel, std::move(curve)).first->second;
    return {kept.times, kept.values};
  } catch (const InputError& error) {
    peaks_readable_ = false;
    ground_news_ = std::string("Peaks between frames are not shown: ") + error.what();
    return {times_, column(channel)};
  }
}

std::string ReplayData::sampling_note(std::size_t channel) {
  const double interval = reader_.header().record_interval;
  if (!adaptive_ && interval < 1.5 * world_->settings.dt) return {};  // a frame each step
  samples(channel);                                                   // finds peaks that cannot be read
  if (peaks_readable_ && reader_.has_peaks(scene_->channels.at(channel).name)) return {};
  return fmt::format("frames each {:.6g} ms", 1e3 * interval);
}

std::shared_ptr<const GroundMemory> ReplayData::keyframe_ground(std::size_t keyframe, bool compared) {
  // The last keyframe is kept, unless its hash must be checked and was not.
  if (ground_keyframe_ == keyframe && (ground_compared_ || !compared)) return ground_;
  auto ground = std::make_shared<GroundMemory>(world_->grounds.untouched());
  try {
    const auto tiles = compared ? reader_.read_keyframe(keyframe).tiles : reader_.peek_tiles(keyframe);
    for (const StoredTile& tile : tiles) ground->load_tile({tile.i, tile.j}, tile.values);
  } catch (const InputError& error) {
    ground_news_ = std::string("Ruts are not shown: ") + error.what();
    ground.reset();
  }
  ground_keyframe_ = keyframe;
  ground_compared_ = compared;
  ground_ = std::move(ground);
  return ground_;
}

void ReplayData::compute_ground(std::function<void()> tell) {
  asked_frame_ = times_.size();  // none
  between_ = std::make_unique<GroundBetween>(reader_, world_, steps_, hashes_, std::move(tell));
}

/// Takes what the thread has computed. A failure ends its work: no ground between keyframes comes any more.
void ReplayData::take_answer() {
  const auto answer = between_ ? between_->take() : nullptr;
  if (!answer) return;
  if (answer->failure.empty()) {
    exact_frame_ = answer->frame;
    exact_ground_ = answer->ground;
    exact_anchors_ = answer->anchors;
    return;
  }
  ground_news_ = "Ruts are shown as they were at the last keyframe: " + answer->failure;
  between_.reset();
}

std::shared_ptr<const GroundMemory> ReplayData::ground(double time) {
  if (reader_.keyframe_count() == 0) return nullptr;
  const std::size_t frame = frame_at(time);
  const auto keyframe = reader_.keyframe_before(frame);
  if (!keyframe) return nullptr;
  take_answer();
  const std::size_t from = reader_.keyframe_frame(*keyframe);
  // At a keyframe the recorded ground is exact.
  if (from == frame) {
    auto shown = keyframe_ground(*keyframe, true);
    if (!scene_->mesh.parts.empty() && !anchors(frame)) ask(frame);  // for its anchors
    return shown;
  }
  // A computed ground of a moment since the keyframe is nearer than the keyframe's.
  const bool since = exact_ground_ && exact_frame_ > from && exact_frame_ <= frame;
  // Read before the thread is asked, which reads the same keyframe and would be waited for, and compares it
  // with its hash.
  auto shown = since ? exact_ground_ : keyframe_ground(*keyframe, !between_);
  if (!(since && exact_frame_ == frame)) ask(frame);
  return shown;
}

void ReplayData::ask(std::size_t frame) {
  if (!between_ || asked_frame_ == frame) return;
  asked_frame_ = frame;
  between_->ask(frame);
}

void ReplayData::await_ground(double time) {
  std::binary_semaphore answered(0);
  // The first call asks, the second one has the answer.
  compute_ground([&answered] { answered.release(); });
  (void)ground(time);
  if (asked_frame_ < times_.size()) answered.acquire();
  (void)ground(time);
  between_.reset();
}

}  // namespace grouser::desktop
