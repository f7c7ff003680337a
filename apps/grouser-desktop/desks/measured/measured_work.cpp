// SPDX-License-Identifier: BSD-3-Clause
// The residuals are found anew by a task whenever the offset, a channel or the run's length has changed
// (stale_, compared_frames_). A result that is stale when it comes is dropped.
#include "desks/measured/measured_work.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "grouser/base/error.hpp"
#include "grouser/exchange/mcap/measured_mcap.hpp"
#include "grouser/mission/campaign/measured_comparison.hpp"

namespace grouser::desktop {
/// The result of a task that is over; empty while it runs, and where it was stopped. Throws the task's
/// error.
template <class T>
std::optional<T> MeasuredWork::take(Task<T>& task) {
  try {
    auto found = task.take();
    if (found) view_.work = MeasuredTask::none;
    return found;
  } catch (const Error& error) {
    view_.work = MeasuredTask::none;
    if (dynamic_cast<const Interrupted*>(&error)) return std::nullopt;
    throw;
  }
}

/// The curves that a thread compares. They are copies, because the run goes on.
struct MeasuredWork::Curves {
  std::vector<double> run_times, times;
  std::vector<std::vector<double>> run, measured;  // both empty for a column without a channel
  MeasuredPair pair(std::size_t k) const { return {run_times, run[k], times, measured[k]}; }
};

void MeasuredWork::show(RunData* run) {
  const std::shared_ptr<const Scene> scene = run ? run->scene() : nullptr;
  // The same data may belong to another scene after a rebuild.
  if (run == run_ && scene == scene_) return;
  run_ = run;
  scene_ = scene;
  compared_frames_ = 0;
  for (std::size_t k = 0; k < view_.columns.size(); ++k) match(view_.columns[k], table_.columns[k].values);
  stale_ = true;
}

/// The channel that was chosen, also in another run, else the likely one.
void MeasuredWork::match(MatchedColumn& column, const std::vector<double>& values) const {
  column.channel = -1;
  if (scene_ && column.chosen) {
    const auto& channels = scene_->channels;
    const auto found = std::find_if(channels.begin(), channels.end(),
                                    [&](const ChannelSpec& c) { return c.name == *column.chosen; });
    if (found != channels.end()) column.channel = static_cast<int>(found - channels.begin());
  } else if (scene_) {
    column.channel = likely_channel(column.name, scene_->channels);
  }
  convert(column, values);
}

void MeasuredWork::carry_out(const MeasuredRequest& r) {
  using Kind = MeasuredRequest::Kind;
  if (r.kind == Kind::open) open(r.text);
  if (r.kind == Kind::close) close();
  if (r.kind == Kind::map) map(r.index, r.text);
  if (r.kind == Kind::select && r.index < view_.columns.size()) view_.selected = r.index;
  if (r.kind == Kind::offset) {
    view_.note.clear();
    set_offset(r.value);
  }
  if (r.kind == Kind::align) align();
  if (r.kind == Kind::stop) stop();
}

void MeasuredWork::open(const std::string& path) {
  if (working()) return;
  view_.work = MeasuredTask::reading;
  reading_.start("Reading " + path, [path](const Job::GoOn& go_on) {
    return read_measured_log(path, {}, [&] { return !go_on(-1.0); });
  });
}

void MeasuredWork::stop() {
  reading_.cancel();
  aligning_.cancel();
}

void MeasuredWork::close() {
  stop();
  table_ = {};
  view_ = {};
}

/// Sets the channel that a person chose for a column; an empty name means none.
void MeasuredWork::map(std::size_t column, const std::string& channel) {
  if (column >= view_.columns.size() || !run_) return;
  view_.columns[column].chosen = channel;
  match(view_.columns[column], table_.columns[column].values);
  stale_ = true;
}

/// Values in the channel's unit; where the file names none, they are taken to be in it.
void MeasuredWork::convert(MatchedColumn& column, const std::vector<double>& values) const {
  column.values.clear();
  column.trouble.clear();
  column.residuals = {};
  if (column.channel < 0) return;
  const ChannelSpec& channel = scene_->channels[static_cast<std::size_t>(column.channel)];
  ConvertedColumn converted = convert_values(values, column.unit, channel);
  column.values = std::move(converted.values);
  column.trouble = std::move(converted.trouble);
}

/// Shifts the file's times, s; the residuals become stale.
void MeasuredWork::set_offset(double offset) {
  view_.offset = offset;
  view_.times = table_.times;
  for (double& t : view_.times) t += offset;
  stale_ = true;
}

/// Copies of all curves as they are; a column without a channel has empty ones.
std::shared_ptr<const MeasuredWork::Curves> MeasuredWork::curves_now() const {
  auto curves = std::make_shared<Curves>();
  curves->run_times = run_->times();
  curves->times = table_.times;
  for (const MatchedColumn& column : view_.columns) {
    curves->measured.push_back(column.values);
    if (column.values.empty()) {
      curves->run.emplace_back();
      continue;
    }
    const auto values = run_->column(static_cast<std::size_t>(column.channel));
    curves->run.emplace_back(values.begin(), values.end());
  }
  return curves;
}

/// Starts the search for the offset over all columns with a channel.
void MeasuredWork::align() {
  if (working() || !run_) return;
  view_.work = MeasuredTask::aligning;
  view_.note.clear();
  aligning_.start("Finding the offset", [curves = curves_now()](const Job::GoOn& go_on) {
    std::vector<MeasuredPair> pairs;
    for (std::size_t k = 0; k < curves->measured.size(); ++k)
      if (!curves->measured[k].empty()) pairs.push_back(curves->pair(k));
    return find_offset(pairs, [&] { return !go_on(-1.0); });
  });
}

/// Starts the comparison at the present offset.
void MeasuredWork::compare() {
  comparing_.start("Comparing", [curves = curves_now(), offset = view_.offset](const Job::GoOn&) {
    std::vector<Residuals> all;
    for (std::size_t k = 0; k < curves->measured.size(); ++k)
      all.push_back(curves->measured[k].empty() ? Residuals{} : residuals_at(curves->pair(k), offset));
    return all;
  });
  compared_frames_ = run_->frame_count();
  stale_ = false;
}

/// Takes the table when reading is over: matches its columns, selects the first with a channel, and begins
/// with offset 0.
void MeasuredWork::take_table() {
  std::optional<MeasuredTable> table = take(reading_);
  if (!table) return;
  table_ = *std::move(table);
  view_.columns.clear();
  view_.file = table_.file.filename().string();
  view_.selected = 0;
  for (const MeasuredColumn& column : table_.columns) {
    MatchedColumn matched;
    matched.name = column.name;
    matched.unit = column.unit;
    match(matched, column.values);
    view_.columns.push_back(std::move(matched));
  }
  const auto first = std::find_if(view_.columns.begin(), view_.columns.end(),
                                  [](const MatchedColumn& c) { return !c.values.empty(); });
  if (first != view_.columns.end()) view_.selected = static_cast<std::size_t>(first - view_.columns.begin());
  view_.note.clear();
  set_offset(0.0);
}

/// Takes the offset that was found; the file may have been closed meanwhile.
void MeasuredWork::take_offset() {
  const auto answer = take(aligning_);
  if (!answer || view_.file.empty()) return;
  const std::optional<double> found = *answer;
  if (found) set_offset(*found);
  view_.note = found ? "Where run and measurements agree best"
                     : "No offset was found: half of a varying column has to lie within the run";
}

/// Takes the residuals, unless the offset or a channel has changed since they were begun.
void MeasuredWork::take_residuals() {
  const auto all = comparing_.take();
  if (!all || stale_ || all->size() != view_.columns.size()) return;
  for (std::size_t k = 0; k < all->size(); ++k) view_.columns[k].residuals = (*all)[k];
}

void MeasuredWork::update() {
  take_residuals();
  take_offset();
  // A live run grows, so it is compared again with each frame that came.
  const bool grown = run_ && run_->frame_count() != compared_frames_;
  if ((stale_ || grown) && run_ && run_->frame_count() > 0 && !view_.columns.empty() && !comparing_.running())
    compare();
  take_table();
}

}  // namespace grouser::desktop
