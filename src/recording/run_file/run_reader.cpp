// SPDX-License-Identifier: BSD-3-Clause
// Opening takes the counts of the last commit and checks that everything they promise is in the file;
// channels are opened at their first use. Frames are cached in blocks of 512 and compared with their
// hashes. Every use of HDF5 runs in guard(), which holds the library's lock and names the file in errors.
#include "grouser/recording/run_file/run_reader.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "grouser/base/error.hpp"
#include "grouser/base/file_lock.hpp"
#include "grouser/base/json_text.hpp"
#include "grouser/base/near_words.hpp"
#include "run_columns.hpp"
#include "run_header_io.hpp"
#include "run_layout.hpp"
#include "run_open.hpp"
#include "run_reader_impl.hpp"

namespace grouser {
namespace {
namespace fs = std::filesystem;
namespace layout = run_layout;
using hdf5::check;
using hdf5::checked;
using hdf5::Failure;
using hdf5::Handle;

constexpr const char* kExpected = run_open::kExpected;

}  // namespace

// A file that is being written may change, be closed or be replaced between two looks at it, so opening is
// tried again in that case.
RunReader::Impl::Impl(const fs::path& path_) : path(path_) {
  constexpr int kTries = 5;
  for (int tries = 1;; ++tries) {
    const bool was_growing = is_being_written(path);
    try {
      run_open::refuse_what_is_no_hdf5(path);
      guard([&] {
        growing = was_growing;
        open();
        if (was_growing) need_channels();  // all of one moment
      });
      return;
    } catch (const InputError&) {
      close();
      if (tries == kTries || !was_growing) throw;
    } catch (...) {
      close();
      throw;
    }
  }
}

RunReader::Impl::~Impl() { close(); }

void RunReader::Impl::close() {
  const auto held = hdf5::lock();
  columns = {};
  file.reset();
}

// The count of trusted rows is read first: everything read after it is at least as new.
void RunReader::Impl::open() {
  file = run_open::open_file(path);
  commit = read_commit(file);
  promised_frames = commit.frames;
  unclosed = run_open::is_unclosed(path);
  stored = read_header(file);
  index_of.clear();
  for (std::size_t c = 0; c < stored.channels.size(); ++c) index_of[stored.channels[c].name] = c;
  columns = open_columns(file, stored.header);
  check_counts();
  read_keyframe_rows();
  check_keyframe_ranges();
  read_summary();
  whole = commit.closed == 1 && !unclosed;
  if (left_behind()) trim_frames();
}

void RunReader::Impl::read_summary() {
  const auto bytes = read_most<char>(columns.summary, commit.summary_bytes);
  summary.assign(bytes.begin(), bytes.end());
  check_json_bounds(summary, path.string() + ": summary");
  if (commit.closed != 1 || !columns.summary_hash) return;
  const auto hash = read_most<std::uint64_t>(*columns.summary_hash, 1);
  if (!hash.empty() && hash.front() == layout::summary_hash(summary)) return;
  if (!left_behind()) throw Failure("a summary that differs from its hash (damaged)");
  summary.clear();  // it never reached the disk
}

void RunReader::Impl::load_block(std::size_t frame) {
  if (frame >= block_begin && frame < block_begin + block_rows) return;
  const std::size_t begin = frame / kBlock * kBlock,
                    rows = std::min<std::size_t>(kBlock, commit.frames - begin);
  need_channels();
  // A failure below leaves an empty cache and not a mixed one.
  block_rows = 0;
  block_values.resize(columns.frames.channels.size() * rows);
  block_time.resize(rows);
  for (auto* column : {&block_step, &block_state_hash, &block_row_hash}) column->resize(rows);
  columns.frames.time.read(block_time.data(), begin, rows);
  columns.frames.step.read(block_step.data(), begin, rows);
  columns.frames.state_hash.read(block_state_hash.data(), begin, rows);
  columns.frames.row_hash.read(block_row_hash.data(), begin, rows);
  for (std::size_t c = 0; c < columns.frames.channels.size(); ++c)
    columns.frames.channels[c].read(block_values.data() + c * rows, begin, rows);
  block_begin = begin;
  block_rows = rows;
}

std::uint64_t RunReader::Impl::row_hash_in_block(std::size_t row) const {
  layout::RowHasher hasher(block_time[row], block_step[row], block_state_hash[row]);
  for (std::size_t c = 0; c < columns.frames.channels.size(); ++c)
    hasher.add(block_values[c * block_rows + row]);
  return hasher.value();
}

RunReader::RunReader(const fs::path& path) : impl_(std::make_unique<Impl>(path)) {}
RunReader::~RunReader() = default;
RunReader::RunReader(RunReader&&) noexcept = default;
RunReader& RunReader::operator=(RunReader&&) noexcept = default;

const fs::path& RunReader::path() const { return impl_->path; }
const RunHeader& RunReader::header() const { return impl_->stored.header; }
const std::vector<ChannelSpec>& RunReader::channels() const { return impl_->stored.channels; }
std::size_t RunReader::frame_count() const { return impl_->commit.frames; }
bool RunReader::closed_cleanly() const { return impl_->whole; }
std::size_t RunReader::uncommitted_frames() const {
  return std::max<std::uint64_t>(impl_->columns.frames.time.rows(), impl_->promised_frames) -
         impl_->commit.frames;
}
const std::string& RunReader::summary() const { return impl_->summary; }
bool RunReader::has_channel(const std::string& name) const { return impl_->index_of.count(name) > 0; }

std::size_t RunReader::channel_index(const std::string& name) const {
  if (const auto it = impl_->index_of.find(name); it != impl_->index_of.end()) return it->second;
  throw InputError(
      path().string() + ": channel '" + name + "'",
      "no such channel" + did_you_mean(name, channel_names(channels())),
      "one of its " + std::to_string(channels().size()) + " channels (`grouser info --channels` lists them)");
}

void RunReader::check_frames() const { impl_->need_good_frames(); }

void RunReader::check_frames_later() { impl_->checked_later = true; }

bool RunReader::check_some_frames() const {
  return impl_->guard([&] {
    if (!impl_->good_frames) impl_->check_some_frames(1);  // a caller that waits for the file waits 4 ms
    return !impl_->good_frames.has_value();
  });
}

std::size_t RunReader::checked_frames() const {
  return impl_->guard([&] { return impl_->checked_frames; });
}

std::vector<double> RunReader::read_times() const {
  std::vector<double> times = impl_->read_rows<double>(impl_->columns.frames.time);
  const auto in_order = [&](std::size_t k) {
    return std::isfinite(times[k]) && (k == 0 || times[k - 1] <= times[k]);
  };
  for (std::size_t k = 0; k < times.size(); ++k)
    if (!in_order(k)) throw InputError(path().string(), damaged_frame(k), run_open::kExpected);
  return times;
}
std::vector<std::uint64_t> RunReader::read_steps() const {
  return impl_->read_rows<std::uint64_t>(impl_->columns.frames.step);
}
std::vector<std::uint64_t> RunReader::read_state_hashes() const {
  return impl_->read_rows<std::uint64_t>(impl_->columns.frames.state_hash);
}
std::vector<double> RunReader::read_channel(const std::string& name) const {
  const std::size_t channel = channel_index(name);
  impl_->guard([&] { impl_->need_channels(); });
  return impl_->read_rows<double>(impl_->columns.frames.channels[channel]);
}

FrameStamp RunReader::read_frame(std::size_t frame, std::span<double> values) const {
  const std::string place = path().string() + ": frame " + std::to_string(frame);
  if (frame >= frame_count())
    throw InputError(place, "a file of " + std::to_string(frame_count()), "one of its frames");
  if (values.size() != channels().size())
    throw InputError(place, "room for " + std::to_string(values.size()) + " values",
                     std::to_string(channels().size()));
  return impl_->guard([&] {
    impl_->load_block(frame);
    const std::size_t row = frame - impl_->block_begin;
    if (impl_->is_damaged_in_block(row))
      throw Failure("frame " + std::to_string(frame) + " that differs from its hash (damaged)");
    for (std::size_t c = 0; c < values.size(); ++c)
      values[c] = impl_->block_values[c * impl_->block_rows + row];
    return FrameStamp{impl_->block_time[row], impl_->block_step[row], impl_->block_state_hash[row]};
  });
}

std::size_t RunReader::frame_at(double time) const {
  const auto times = read_times();
  if (times.empty()) throw InputError(path().string(), "no frame", "a run with frames");
  const auto after = std::upper_bound(times.begin(), times.end(), time);
  return after == times.begin() ? 0 : static_cast<std::size_t>(after - times.begin()) - 1;
}

std::size_t RunReader::keyframe_count() const { return impl_->keyframe_frames.size(); }

std::uint64_t RunReader::keyframe_frame(std::size_t keyframe) const {
  if (keyframe >= keyframe_count())
    throw InputError(path().string() + ": keyframe " + std::to_string(keyframe),
                     "a file of " + std::to_string(keyframe_count()), "one of its keyframes");
  return impl_->keyframe_frames[keyframe];
}

std::vector<RunEvent> RunReader::read_events() const {
  return impl_->guard([&] {
    const std::uint64_t n = impl_->commit.events;
    const auto& e = impl_->columns.events;
    const auto times = impl_->read_most<double>(e.time, n);
    const auto hashes = impl_->read_most<std::uint64_t>(e.hash, n);
    const auto kinds = impl_->read_most<std::array<char, kEventKindBytes>>(e.kind, n);
    const auto texts = impl_->read_most<std::array<char, kEventTextBytes>>(e.text, n);
    // In a file that was left behind the columns may end at different rows.
    const std::size_t there = std::min({times.size(), hashes.size(), kinds.size(), texts.size()});
    const auto text_of = [](const auto& bytes) {
      return std::string(bytes.begin(), std::find(bytes.begin(), bytes.end(), '\0'));
    };
    std::vector<RunEvent> events;
    for (std::size_t k = 0; k < there; ++k) {
      RunEvent event{times[k], text_of(kinds[k]), text_of(texts[k])};
      const bool good = layout::event_hash(event.time, event.kind, event.text) == hashes[k];
      if (!good && impl_->left_behind()) break;  // the rest never reached the disk
      if (!good) throw Failure("event " + std::to_string(k) + " that differs from its hash (damaged)");
      events.push_back(std::move(event));
    }
    return events;
  });
}

std::optional<std::size_t> RunReader::find_damaged_frame() const {
  const std::size_t good = impl_->count_good_frames();
  return good < frame_count() ? std::optional(good) : std::nullopt;
}

RunCommands read_commands(const RunReader& run) {
  const RunReader::Impl& m = *run.impl_;
  return m.guard([&] {
    const DamagedRows damage = m.left_behind() ? DamagedRows::left_out : DamagedRows::refused;
    return read_command_rows(m.columns, m.stored.header.commands, m.commit.frames, m.uncounted_bytes, damage);
  });
}

}  // namespace grouser
