// SPDX-License-Identifier: BSD-3-Clause
// Rows gather in buffers; a flush writes them, then the counts that make readers trust them (two slots in
// turn). The file is written in HDF5's single-writer mode, so it can be read meanwhile. After a failed
// write the file is abandoned as the last flush left it.
#include "grouser/recording/run_file/run_writer.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_event.hpp"
#include "row_buffers.hpp"
#include "run_columns.hpp"
#include "run_header_io.hpp"
#include "run_layout.hpp"
#include "time_axis.hpp"

namespace grouser {
namespace {
namespace fs = std::filesystem;
namespace layout = run_layout;
using hdf5::check;
using hdf5::checked;
using hdf5::Handle;

/// The longest prefix of at most `limit` bytes that ends at a whole UTF-8 character and has no zero byte
/// (the file pads with those).
std::string_view cut(std::string_view text, std::size_t limit) {
  text = text.substr(0, text.find('\0'));
  if (text.size() <= limit) return text;
  std::size_t length = limit;
  while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) --length;
  return text.substr(0, length);
}

/// Events that wait to be written, as fixed-length texts.
class EventBuffer {
 public:
  static constexpr std::size_t kCapacity = 256;
  EventBuffer()
      : time_(kCapacity),
        hash_(kCapacity),
        kind_(kCapacity * kEventKindBytes),
        text_(kCapacity * kEventTextBytes) {}

  void append(double time, std::string_view kind, std::string_view text) {
    kind = cut(kind, kEventKindBytes);
    text = cut(text, kEventTextBytes);
    put(kind, kind_.data() + size_ * kEventKindBytes, kEventKindBytes);
    put(text, text_.data() + size_ * kEventTextBytes, kEventTextBytes);
    time_[size_] = time;
    hash_[size_] = layout::event_hash(time, kind, text);
    ++size_;
  }

  void write_to(EventColumns& columns) {
    columns.time.append(time_.data(), size_);
    columns.kind.append(kind_.data(), size_);
    columns.text.append(text_.data(), size_);
    columns.hash.append(hash_.data(), size_);
    size_ = 0;
  }

  bool is_full() const { return size_ == kCapacity; }

 private:
  static void put(std::string_view text, char* place, std::size_t bytes) {
    std::fill_n(std::copy(text.begin(), text.end(), place), bytes - text.size(), '\0');
  }

  std::size_t size_ = 0;
  std::vector<double> time_;
  std::vector<std::uint64_t> hash_;
  std::vector<char> kind_, text_;
};

RunError write_error(const fs::path& path, const hdf5::Failure& failure) {
  return RunError(path.string() + ": cannot be written: " + failure.cause());
}

}  // namespace

struct RunWriter::Impl {
  Impl(const fs::path& path_, const RunHeader& header, const std::vector<ChannelSpec>& specs,
       RunWriterOptions options_);
  ~Impl();

  // Everything must exist before single-writer mode starts, as HDF5 requires.
  void create_file(const fs::path& file_path, const RunHeader& header, const std::vector<ChannelSpec>& specs);
  void open_for_single_writer(const fs::path& file_path, const RunHeader& header,
                              const std::vector<ChannelSpec>& specs);
  void write_frames();
  void write_events();
  void write_peaks();
  void write_commands();
  void write_keyframe(const KeyframeData& keyframe);
  void commit();
  void flush_all();
  // Puts on the disk what HDF5 has handed to the operating system, where this flush is one of those.
  void sync_if_due();
  // Leaves the file as it is: HDF5 would write at its close what a full disk refused, and mark the file as
  // whole.
  void abandon();
  // Runs a function that uses the disk; after a failure nothing more is written.
  void guard(const std::function<void()>& write);
  void close_file();

  fs::path path;
  std::optional<PendingFile> pending;  // holds the file's lock until close
  RunWriterOptions options;
  std::size_t channels;
  std::size_t values_per_tile, command_columns;
  Handle file;
  Handle commit_dataset;
  RunColumns columns;
  FrameBuffer frame_buffer;
  EventBuffer event_buffer;
  PeakBuffer peak_buffer;
  CommandBuffer command_buffer;
  layout::Commit counts;                     // appended so far; committed at the next flush
  std::uint64_t flushes = 0, next_sync = 1;  // flushes with frames in the file
  std::uint64_t last_keyframe_frame = 0;
  double last_flush = -INFINITY;  // by the caller's clock, s
  bool usable = true;
};

RunWriter::Impl::Impl(const fs::path& path_, const RunHeader& header, const std::vector<ChannelSpec>& specs,
                      RunWriterOptions options_)
    : path(path_),
      options(options_),
      channels(specs.size()),
      values_per_tile(static_cast<std::size_t>(std::max(header.values_per_tile, 0))),
      command_columns(header.commands.size()),
      frame_buffer(specs.size(), static_cast<std::size_t>(std::max(options_.frames_per_block, 1))),
      command_buffer(header.commands.size()) {
  validate(header);
  validate(specs);
  options.frames_per_block = std::max(options.frames_per_block, 1);
  pending.emplace(path);
  const auto held = hdf5::lock();
  try {
    create_file(pending->temporary(), header, specs);
    open_for_single_writer(pending->temporary(), header, specs);
    // HDF5 continues writing to the same file through its open descriptor.
    if (options.appears == RunAppears::at_once) pending->commit();
  } catch (const hdf5::Failure& failure) {
    close_file();
    throw write_error(path, failure);
  } catch (...) {
    close_file();
    throw;
  }
}

RunWriter::Impl::~Impl() {
  const auto held = hdf5::lock();
  try {
    if (usable) flush_all();
  } catch (...) {
    abandon();  // nothing more can be saved; the rows of the last flush remain
  }
  close_file();
}

void RunWriter::Impl::abandon() {
  void* descriptor = nullptr;
  if (!file.valid() || H5Fget_vfd_handle(file, H5P_DEFAULT, &descriptor) < 0 || !descriptor) return;
  // HDF5 keeps its descriptor number, behind which is /dev/null from here on.
  const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nowhere < 0) return;
  ::dup3(nowhere, *static_cast<const int*>(descriptor), O_CLOEXEC);
  ::close(nowhere);
}

void RunWriter::Impl::close_file() {
  columns = {};
  commit_dataset.reset();
  file.reset();
}

void RunWriter::Impl::create_file(const fs::path& file_path, const RunHeader& header,
                                  const std::vector<ChannelSpec>& specs) {
  // The kernel may end the write of a killed program between two of its pages. So no small piece of metadata
  // may lie across a page's border: HDF5 then fills pages of this size with metadata or data alone.
  constexpr hsize_t kPage = 4096;
  const Handle creation = checked(H5Pcreate(H5P_FILE_CREATE), "file creation");
  check(H5Pset_file_space_strategy(creation, H5F_FSPACE_STRATEGY_PAGE, false, 1), "file space");
  check(H5Pset_file_space_page_size(creation, kPage), "file space");
  Handle made =
      checked(H5Fcreate(file_path.c_str(), H5F_ACC_TRUNC, creation, hdf5::file_access()), "new file");
  create_columns(made, specs, header.values_per_tile, options.frames_per_block, header.commands.size());
  create_commit(made);
  write_time_axis(made, specs);
  write_header(made, header, specs);
  check(H5Fclose(made.release()), "new file");  // a full disk is noticed here
}

void RunWriter::Impl::open_for_single_writer(const fs::path& file_path, const RunHeader& header,
                                             const std::vector<ChannelSpec>& specs) {
  file = checked(H5Fopen(file_path.c_str(), H5F_ACC_RDWR | H5F_ACC_SWMR_WRITE, hdf5::file_access()),
                 "single-writer mode");
  columns = open_columns(file, header);
  columns.frames.channels = open_channel_columns(file, specs);
  commit_dataset = open_commit(file);
  flush_all();
}

void RunWriter::Impl::guard(const std::function<void()>& write) {
  if (!usable) throw RunError(path.string() + ": the run file is closed or a write failed earlier");
  const auto held = hdf5::lock();
  try {
    write();
  } catch (const hdf5::Failure& e) {
    usable = false;
    abandon();
    throw write_error(path, e);
  } catch (...) {
    usable = false;
    abandon();
    throw;
  }
}

void RunWriter::Impl::write_frames() { frame_buffer.write_to(columns.frames); }
void RunWriter::Impl::write_events() { event_buffer.write_to(columns.events); }
void RunWriter::Impl::write_peaks() { peak_buffer.write_to(*columns.peaks); }
void RunWriter::Impl::write_commands() {
  if (columns.commands) command_buffer.write_to(*columns.commands);
}

// Rows are written first and passed to the operating system; then the count that makes the reader trust them.
void RunWriter::Impl::flush_all() {
  write_frames();
  write_events();
  write_peaks();
  write_commands();
  check(H5Fflush(file, H5F_SCOPE_LOCAL), "flush");
  sync_if_due();
  commit();
}

// Syncs at doubling distances: few waits, and the metadata of the first frames are on the disk early.
void RunWriter::Impl::sync_if_due() {
  if (options.appears == RunAppears::when_closed || counts.frames == 0) return;
  ++flushes;
  if (options.durability != RunDurability::every_flush && flushes < next_sync) return;
  next_sync = 2 * flushes;
  pending->sync();
}

void RunWriter::Impl::commit() {
  ++counts.generation;
  const layout::CommitSlot slot = layout::pack(counts);
  // The slot that is not the last good one.
  const hsize_t start[2] = {counts.generation % layout::kCommitSlots, 0},
                count[2] = {1, layout::kCommitWords};
  const Handle file_space = checked(H5Dget_space(commit_dataset), layout::kCommit);
  check(H5Sselect_hyperslab(file_space, H5S_SELECT_SET, start, nullptr, count, nullptr), layout::kCommit);
  const Handle memory_space = checked(H5Screate_simple(2, count, nullptr), layout::kCommit);
  check(H5Dwrite(commit_dataset, H5T_NATIVE_UINT64, memory_space, file_space, H5P_DEFAULT, slot.data()),
        layout::kCommit);
  check(H5Dflush(commit_dataset), layout::kCommit);
}

void RunWriter::Impl::write_keyframe(const KeyframeData& keyframe) {
  auto& k = columns.keyframes;
  layout::KeyframeHasher hasher(keyframe.frame, keyframe.full, keyframe.dynamics);
  const std::uint64_t value_count = keyframe.dynamics.size(), tile_count = keyframe.tiles.size();
  const std::uint8_t full = keyframe.full ? 1 : 0;
  k.values.append(keyframe.dynamics.data(), value_count);
  for (const auto& tile : keyframe.tiles) {
    hasher.add_tile(tile.i, tile.j, tile.values);
    const std::int32_t i = tile.i, j = tile.j;
    k.tile_i.append(&i, 1);
    k.tile_j.append(&j, 1);
    k.tile_values.append(tile.values.data(), 1);
  }
  const std::uint64_t hash = hasher.value();
  k.frame.append(&keyframe.frame, 1);
  k.full.append(&full, 1);
  k.value_begin.append(&counts.keyframe_values, 1);
  k.value_count.append(&value_count, 1);
  k.tile_begin.append(&counts.keyframe_tiles, 1);
  k.tile_count.append(&tile_count, 1);
  k.hash.append(&hash, 1);
  counts.keyframe_values += value_count;
  counts.keyframe_tiles += tile_count;
  ++counts.keyframes;
}

RunWriter::RunWriter(const fs::path& path, const RunHeader& header, const std::vector<ChannelSpec>& channels,
                     RunWriterOptions options)
    : impl_(std::make_unique<Impl>(path, header, channels, options)) {}
RunWriter::~RunWriter() = default;
RunWriter::RunWriter(RunWriter&&) noexcept = default;
RunWriter& RunWriter::operator=(RunWriter&&) noexcept = default;

void RunWriter::append_frame(double time, std::uint64_t step, std::span<const double> values,
                             std::uint64_t state_hash) {
  if (values.size() != channel_count())
    throw InputError("run writer: frame " + std::to_string(frame_count()),
                     std::to_string(values.size()) + " values", std::to_string(channel_count()));
  if (!impl_->usable || impl_->frame_buffer.is_full()) impl_->guard([this] { impl_->write_frames(); });
  impl_->frame_buffer.append(time, step, values, state_hash);
  ++impl_->counts.frames;
}

void RunWriter::append_keyframe(const KeyframeData& keyframe) {
  const std::string place = "run writer: keyframe of frame " + std::to_string(keyframe.frame);
  if (keyframe.frame >= frame_count())
    throw InputError(place, std::to_string(frame_count()) + " frames", "the frame to be appended before");
  if (keyframe_count() == 0 ? !keyframe.full : keyframe.frame <= impl_->last_keyframe_frame)
    throw InputError(place, keyframe_count() == 0 ? "a partial first one" : "a later one before it",
                     "a full one first, then rising frames");
  for (const auto& tile : keyframe.tiles)
    if (tile.values.size() != impl_->values_per_tile || tile.values.empty())
      throw InputError(place, "a tile of " + std::to_string(tile.values.size()) + " values",
                       "RunHeader::values_per_tile, " + std::to_string(impl_->values_per_tile));
  impl_->guard([&] { impl_->write_keyframe(keyframe); });
  impl_->last_keyframe_frame = keyframe.frame;
}

void RunWriter::append_peak(double time, std::size_t channel, double value) {
  if (channel >= channel_count())
    throw InputError("run writer: a peak of channel " + std::to_string(channel),
                     std::to_string(channel_count()) + " channels", "one of them");
  if (!impl_->usable || impl_->peak_buffer.is_full()) impl_->guard([this] { impl_->write_peaks(); });
  impl_->peak_buffer.append(time, static_cast<std::uint32_t>(channel), value);
}

void RunWriter::append_command(double time, std::uint64_t step, std::span<const double> values) {
  if (values.size() != impl_->command_columns || values.empty())
    throw InputError("run writer: a command", std::to_string(values.size()) + " values",
                     std::to_string(impl_->command_columns) + ", the command columns of its header");
  if (!impl_->usable || impl_->command_buffer.is_full()) impl_->guard([this] { impl_->write_commands(); });
  impl_->command_buffer.append(time, step, values);
}

void RunWriter::append_event(double time, std::string_view kind, std::string_view text) {
  if (!impl_->usable || impl_->event_buffer.is_full()) impl_->guard([this] { impl_->write_events(); });
  impl_->event_buffer.append(time, kind, text);
  ++impl_->counts.events;
}

void RunWriter::flush() {
  impl_->guard([this] { impl_->flush_all(); });
}

bool RunWriter::flush_if_due(double now_seconds) {
  if (now_seconds - impl_->last_flush < impl_->options.flush_interval) return false;
  impl_->last_flush = now_seconds;
  flush();
  return true;
}

void RunWriter::close(std::string_view summary_json) {
  impl_->guard([&] {
    const std::uint64_t hash = layout::summary_hash(summary_json);
    impl_->columns.summary.append(summary_json.data(), summary_json.size());
    impl_->columns.summary_hash->append(&hash, 1);
    impl_->counts.summary_bytes = summary_json.size();
    impl_->counts.closed = 1;
    impl_->flush_all();
    // On the disk before the mark of a whole file can be: HDF5 sets that when it closes the file.
    if (impl_->options.appears == RunAppears::at_once) impl_->pending->sync();
    impl_->columns = {};
    impl_->commit_dataset.reset();
    impl_->usable = false;
    check(H5Fclose(impl_->file.release()), "close");
    if (impl_->options.appears == RunAppears::when_closed)
      impl_->pending->commit();
    else
      impl_->pending->sync();
    impl_->pending.reset();
  });
}

std::uint64_t RunWriter::frame_count() const { return impl_->counts.frames; }
std::uint64_t RunWriter::keyframe_count() const { return impl_->counts.keyframes; }
std::size_t RunWriter::channel_count() const { return impl_->channels; }

}  // namespace grouser
