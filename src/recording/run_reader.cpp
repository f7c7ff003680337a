#include "grouser/recording/run_reader.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>

#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/base/near_words.hpp"
#include "run_columns.hpp"
#include "run_header_io.hpp"
#include "run_layout.hpp"

namespace grouser {
namespace {
namespace fs = std::filesystem;
namespace layout = run_layout;
using hdf5::check;
using hdf5::checked;
using hdf5::Failure;
using hdf5::Handle;

// First bytes of an HDF5 file (File Format Specification 3.0, II.A): signature, superblock version, and from
// version 2 on, at byte 11, the consistency flags: bit 0 open for writing, bit 2 open in single-writer mode.
constexpr std::size_t kSuperblockBytes = 12;
constexpr std::array<unsigned char, 8> kSignature{0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
constexpr unsigned char kOpenForWriting = 1, kOpenBySingleWriter = 4;
using Superblock = std::array<unsigned char, kSuperblockBytes>;

Superblock read_superblock(const fs::path& path) {
  Superblock bytes{};
  std::ifstream in(path, std::ios::binary);
  in.read(reinterpret_cast<char*>(bytes.data()), bytes.size());
  return bytes;
}

bool has_signature(const Superblock& bytes) {
  return std::equal(kSignature.begin(), kSignature.end(), bytes.begin());
}
unsigned char consistency_flags(const Superblock& bytes) { return bytes[8] >= 3 ? bytes[11] : 0; }

constexpr const char* kExpected = "a Grouser run file";

[[noreturn]] void refuse_other_kind(const fs::path& path) {
  const bool toml = path.extension() == ".toml";
  const std::string known = toml ? "a TOML file" : file_signature(path);
  throw InputError(path.string(), known.empty() ? "a file without HDF5 signature" : known,
                   std::string(kExpected) + (toml ? " (`grouser run SCENARIO --out RUN.h5` makes one)" : ""));
}

void refuse_what_is_no_hdf5(const fs::path& path) {
  std::error_code ec;
  const auto status = fs::status(path, ec);
  if (!fs::exists(status)) throw InputError(path.string(), "no such file", kExpected);
  if (fs::is_directory(status)) throw InputError(path.string(), "a folder", kExpected);
  if (!fs::is_regular_file(status)) throw InputError(path.string(), "no regular file", kExpected);
  if (fs::file_size(path, ec) == 0 && !ec) throw InputError(path.string(), "an empty file", kExpected);
  if (!std::ifstream(path, std::ios::binary))
    throw InputError(path.string(), "a file that may not be read", kExpected);
  const Superblock bytes = read_superblock(path);
  if (!has_signature(bytes)) refuse_other_kind(path);
  if ((consistency_flags(bytes) & (kOpenForWriting | kOpenBySingleWriter)) == kOpenForWriting)
    throw InputError(path.string(), "an HDF5 file whose writer stopped before the first flush", kExpected);
}

// A file whose writer was killed (or is still at work) is only read right in single-writer reading mode.
Handle open_file(const fs::path& path) {
  const bool unclosed = consistency_flags(read_superblock(path)) & kOpenBySingleWriter;
  const unsigned mode = unclosed ? H5F_ACC_RDONLY | H5F_ACC_SWMR_READ : H5F_ACC_RDONLY;
  return checked(H5Fopen(path.c_str(), mode, hdf5::file_access()), "a damaged or truncated HDF5 file");
}

void check_format(hid_t file) {
  if (!hdf5::has_attribute(file, "format") || hdf5::read_text_attribute(file, "format") != layout::kFormat)
    throw Failure("an HDF5 file of another program");
  const std::uint64_t version = hdf5::read_integer_attribute(file, "format_version");
  if (version != layout::kFormatVersion)
    throw Failure("run file format version " + std::to_string(version) + ", this program reads version " +
                  std::to_string(layout::kFormatVersion));
}

layout::Commit read_commit(hid_t file) {
  const Handle dataset = open_commit(file);
  std::array<layout::CommitSlot, layout::kCommitSlots> slots{};
  check(H5Dread(dataset, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, slots.data()),
        "dataset '/commit'");
  const layout::CommitSlot* best = nullptr;
  for (const auto& slot : slots)
    if (layout::intact(slot) && (!best || slot[0] > best->front())) best = &slot;
  if (!best) throw Failure("a damaged count of frames");
  return layout::unpack(*best);
}

std::vector<std::string> channel_names(const std::vector<ChannelSpec>& channels) {
  std::vector<std::string> names;
  for (const ChannelSpec& channel : channels) names.push_back(channel.name);
  return names;
}

}  // namespace

struct RunReader::Impl {
  explicit Impl(const fs::path& path_);
  ~Impl();

  void open();
  void check_counts() const;
  void check_keyframe_ranges();
  // Reads a block of frames around `frame` into the cache.
  void load_block(std::size_t frame);
  std::uint64_t row_hash_in_block(std::size_t row) const;
  void add_tiles(std::size_t keyframe, std::span<const double> dynamics,
                 std::map<std::pair<int, int>, std::vector<double>>& tiles);
  template <class T>
  std::vector<T> read_all(const hdf5::Column& column, std::uint64_t rows) const;
  // Runs what reads the file; a failure becomes an InputError with the file's name.
  template <class F>
  auto guard(F&& read) const;

  fs::path path;
  Handle file;
  StoredHeader stored;
  std::map<std::string, std::size_t> index_of;
  RunColumns columns;
  layout::Commit commit;
  bool whole = false;
  std::string summary;

  struct Range {
    std::uint64_t begin, count;
  };
  std::vector<std::uint64_t> keyframe_frames;
  std::vector<std::uint8_t> keyframe_full;
  std::vector<std::uint64_t> keyframe_hashes;
  std::vector<Range> keyframe_values, keyframe_tiles;

  static constexpr std::size_t kBlock = 512;  // frames; as the writer's default chunk
  std::size_t block_begin = 0, block_rows = 0;
  std::vector<double> block_values;  // channel by channel, block_rows each
  std::vector<double> block_time;
  std::vector<std::uint64_t> block_step, block_state_hash, block_row_hash;
};

template <class F>
auto RunReader::Impl::guard(F&& read) const {
  const auto held = hdf5::lock();
  try {
    return read();
  } catch (const Failure& e) {
    throw InputError(path.string(), e.what(), kExpected);
  } catch (const std::bad_alloc&) {
    throw InputError(path.string(), "an absurd count", kExpected);
  }
}

template <class T>
std::vector<T> RunReader::Impl::read_all(const hdf5::Column& column, std::uint64_t rows) const {
  std::vector<T> values(rows);
  column.read(values.data(), 0, rows);
  return values;
}

RunReader::Impl::Impl(const fs::path& path_) : path(path_) {
  refuse_what_is_no_hdf5(path);
  try {
    guard([this] { open(); });
  } catch (...) {
    const auto held = hdf5::lock();
    columns = {};
    file.reset();
    throw;
  }
}

RunReader::Impl::~Impl() {
  const auto held = hdf5::lock();
  columns = {};
  file.reset();
}

void RunReader::Impl::open() {
  file = open_file(path);
  check_format(file);
  stored = read_header(file);
  for (std::size_t c = 0; c < stored.channels.size(); ++c) index_of[stored.channels[c].name] = c;
  columns = open_columns(file, stored.channels, stored.header.values_per_tile);
  commit = read_commit(file);
  check_counts();
  check_keyframe_ranges();
  const auto bytes = read_all<char>(columns.summary, commit.summary_bytes);
  summary.assign(bytes.begin(), bytes.end());
  whole = commit.closed == 1 && consistency_flags(read_superblock(path)) == 0;
}

// Each count must be covered by rows, and the rows by bytes on disk: a forged count never makes us allocate.
void RunReader::Impl::check_counts() const {
  const std::uint64_t most = hdf5::file_bytes(file);
  const auto covered = [&](const hdf5::Column& column, std::uint64_t count, std::uint64_t bytes_a_row) {
    if (count > column.rows() || count > most / bytes_a_row)
      throw Failure("dataset '" + column.name() + "' with fewer rows than the " + std::to_string(count) +
                    " committed");
  };
  const auto& f = columns.frames;
  for (const auto* column : {&f.time, &f.step, &f.state_hash, &f.row_hash})
    covered(*column, commit.frames, 8);
  for (const auto& column : f.channels) covered(column, commit.frames, 8);
  const auto& k = columns.keyframes;
  for (const auto* column : {&k.frame, &k.value_begin, &k.value_count, &k.tile_begin, &k.tile_count, &k.hash})
    covered(*column, commit.keyframes, 8);
  covered(k.full, commit.keyframes, 1);
  covered(k.values, commit.keyframe_values, 8);
  covered(k.tile_i, commit.keyframe_tiles, 4);
  covered(k.tile_j, commit.keyframe_tiles, 4);
  covered(k.tile_values, commit.keyframe_tiles,
          8u * static_cast<unsigned>(std::max(stored.header.values_per_tile, 1)));
  const auto& e = columns.events;
  for (const auto* column : {&e.time, &e.hash}) covered(*column, commit.events, 8);
  covered(e.kind, commit.events, kEventKindBytes);
  covered(e.text, commit.events, kEventTextBytes);
  covered(columns.summary, commit.summary_bytes, 1);
}

void RunReader::Impl::check_keyframe_ranges() {
  const auto& k = columns.keyframes;
  const std::uint64_t n = commit.keyframes;
  keyframe_frames = read_all<std::uint64_t>(k.frame, n);
  keyframe_full = read_all<std::uint8_t>(k.full, n);
  keyframe_hashes = read_all<std::uint64_t>(k.hash, n);
  const auto ranges = [&](const hdf5::Column& begin, const hdf5::Column& count, std::uint64_t limit) {
    const auto begins = read_all<std::uint64_t>(begin, n), counts = read_all<std::uint64_t>(count, n);
    std::vector<Range> result;
    for (std::uint64_t i = 0; i < n; ++i) {
      if (begins[i] > limit || counts[i] > limit - begins[i])
        throw Failure("a keyframe that points outside the file");
      result.push_back({begins[i], counts[i]});
    }
    return result;
  };
  keyframe_values = ranges(k.value_begin, k.value_count, commit.keyframe_values);
  keyframe_tiles = ranges(k.tile_begin, k.tile_count, commit.keyframe_tiles);
  for (std::uint64_t i = 0; i < n; ++i)
    if (keyframe_frames[i] >= commit.frames || (i > 0 && keyframe_frames[i] <= keyframe_frames[i - 1]))
      throw Failure("keyframes out of order");
  if (n > 0 && keyframe_full[0] != 1) throw Failure("a first keyframe that is not full");
}

void RunReader::Impl::load_block(std::size_t frame) {
  if (frame >= block_begin && frame < block_begin + block_rows) return;
  const std::size_t begin = frame / kBlock * kBlock,
                    rows = std::min<std::size_t>(kBlock, commit.frames - begin);
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

// Lays the keyframe's own tiles over those collected so far, after comparing its numbers with its hash.
void RunReader::Impl::add_tiles(std::size_t keyframe, std::span<const double> dynamics,
                                std::map<std::pair<int, int>, std::vector<double>>& tiles) {
  const auto& k = columns.keyframes;
  const Range range = keyframe_tiles[keyframe];
  const std::size_t width = static_cast<std::size_t>(std::max(stored.header.values_per_tile, 1));
  std::vector<std::int32_t> i(range.count), j(range.count);
  std::vector<double> values(range.count * width);
  k.tile_i.read(i.data(), range.begin, range.count);
  k.tile_j.read(j.data(), range.begin, range.count);
  k.tile_values.read(values.data(), range.begin, range.count);
  layout::KeyframeHasher hasher(keyframe_frames[keyframe], keyframe_full[keyframe] != 0, dynamics);
  for (std::size_t t = 0; t < range.count; ++t) {
    const std::span<const double> tile(values.data() + t * width, width);
    hasher.add_tile(i[t], j[t], tile);
    tiles[{i[t], j[t]}].assign(tile.begin(), tile.end());
  }
  if (hasher.value() != keyframe_hashes[keyframe])
    throw Failure("keyframe " + std::to_string(keyframe) + " that differs from its hash (damaged)");
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
  return std::max<std::uint64_t>(impl_->columns.frames.time.rows(), impl_->commit.frames) -
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

std::vector<double> RunReader::read_times() const {
  return impl_->guard(
      [&] { return impl_->read_all<double>(impl_->columns.frames.time, impl_->commit.frames); });
}
std::vector<std::uint64_t> RunReader::read_steps() const {
  return impl_->guard(
      [&] { return impl_->read_all<std::uint64_t>(impl_->columns.frames.step, impl_->commit.frames); });
}
std::vector<std::uint64_t> RunReader::read_state_hashes() const {
  return impl_->guard(
      [&] { return impl_->read_all<std::uint64_t>(impl_->columns.frames.state_hash, impl_->commit.frames); });
}
std::vector<double> RunReader::read_channel(const std::string& name) const {
  const std::size_t index = channel_index(name);
  return impl_->guard(
      [&] { return impl_->read_all<double>(impl_->columns.frames.channels[index], impl_->commit.frames); });
}

void RunReader::read_frame(std::size_t frame, std::span<double> values) const {
  const std::string place = path().string() + ": frame " + std::to_string(frame);
  if (frame >= frame_count())
    throw InputError(place, "a file of " + std::to_string(frame_count()), "one of its frames");
  if (values.size() != channels().size())
    throw InputError(place, "room for " + std::to_string(values.size()) + " values",
                     std::to_string(channels().size()));
  impl_->guard([&] {
    impl_->load_block(frame);
    const std::size_t row = frame - impl_->block_begin;
    if (impl_->row_hash_in_block(row) != impl_->block_row_hash[row])
      throw Failure("frame " + std::to_string(frame) + " that differs from its hash (damaged)");
    for (std::size_t c = 0; c < values.size(); ++c)
      values[c] = impl_->block_values[c * impl_->block_rows + row];
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

Keyframe RunReader::read_keyframe(std::size_t keyframe) const {
  Keyframe result;
  result.frame = keyframe_frame(keyframe);
  std::size_t first = keyframe;  // the last full one
  while (impl_->keyframe_full[first] == 0) --first;
  impl_->guard([&] {
    std::map<std::pair<int, int>, std::vector<double>> tiles;
    for (std::size_t k = first; k <= keyframe; ++k) {
      const auto range = impl_->keyframe_values[k];
      result.dynamics.resize(range.count);
      impl_->columns.keyframes.values.read(result.dynamics.data(), range.begin, range.count);
      impl_->add_tiles(k, result.dynamics, tiles);
    }
    for (auto& [place, values] : tiles)
      result.tiles.push_back({place.first, place.second, std::move(values)});
  });
  return result;
}

std::optional<std::size_t> RunReader::keyframe_before(std::size_t frame) const {
  const auto& frames = impl_->keyframe_frames;
  const auto after = std::upper_bound(frames.begin(), frames.end(), frame);
  if (after == frames.begin()) return std::nullopt;
  return static_cast<std::size_t>(after - frames.begin()) - 1;
}

std::vector<RunEvent> RunReader::read_events() const {
  return impl_->guard([&] {
    const std::uint64_t n = impl_->commit.events;
    const auto& e = impl_->columns.events;
    const auto times = impl_->read_all<double>(e.time, n);
    const auto hashes = impl_->read_all<std::uint64_t>(e.hash, n);
    const auto kinds = impl_->read_all<std::array<char, kEventKindBytes>>(e.kind, n);
    const auto texts = impl_->read_all<std::array<char, kEventTextBytes>>(e.text, n);
    const auto text_of = [](const auto& bytes) {
      return std::string(bytes.begin(), std::find(bytes.begin(), bytes.end(), '\0'));
    };
    std::vector<RunEvent> events;
    for (std::uint64_t k = 0; k < n; ++k) {
      events.push_back({times[k], text_of(kinds[k]), text_of(texts[k])});
      if (layout::event_hash(times[k], events[k].kind, events[k].text) != hashes[k])
        throw Failure("event " + std::to_string(k) + " that differs from its hash (damaged)");
    }
    return events;
  });
}

std::optional<std::size_t> RunReader::find_damaged_frame() const {
  return impl_->guard([&]() -> std::optional<std::size_t> {
    for (std::size_t frame = 0; frame < frame_count(); ++frame) {
      impl_->load_block(frame);
      const std::size_t row = frame - impl_->block_begin;
      if (impl_->row_hash_in_block(row) != impl_->block_row_hash[row]) return frame;
    }
    return std::nullopt;
  });
}

bool looks_like_hdf5(const fs::path& path) {
  std::error_code ec;
  return fs::is_regular_file(path, ec) && has_signature(read_superblock(path));
}

}  // namespace grouser
