// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/recording/run_file/run_writer.hpp"

#include <limits>
#include <map>
#include <random>

#include "catch.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "run_samples.hpp"

using namespace grouser;
using namespace grouser::test;
namespace fs = std::filesystem;

TEST_CASE("what was appended reads back to the same bits") {
  const ScratchFolder folder("writer");
  // 1300 frames: two whole blocks of 512 and a part.
  constexpr std::size_t kFrames = 1300, kChannels = 7;
  write_sample(folder / "run.h5", kFrames, kChannels);
  const RunReader reader(folder / "run.h5");
  REQUIRE(reader.frame_count() == kFrames);
  CHECK(reader.closed_cleanly());
  CHECK(reader.uncommitted_frames() == 0);
  CHECK(reader.summary() == "{\"ok\": true}");
  CHECK_FALSE(reader.find_damaged_frame());
  const auto times = reader.read_times();
  const auto steps = reader.read_steps(), hashes = reader.read_state_hashes();
  bool all_equal = true;
  for (std::size_t f = 0; f < kFrames; ++f)
    all_equal =
        all_equal && times[f] == sample_time(f) && steps[f] == 2 * f && hashes[f] == sample_state_hash(f);
  CHECK(all_equal);
  for (std::size_t c = 0; c < kChannels; ++c) {
    const auto values = reader.read_channel(reader.channels()[c].name);
    REQUIRE(values.size() == kFrames);
    for (std::size_t f = 0; f < kFrames; ++f) all_equal = all_equal && values[f] == sample_value(f, c);
  }
  CHECK(all_equal);
  std::vector<double> row(kChannels);
  for (const std::size_t f : {0u, 511u, 512u, 1299u, 3u}) {
    reader.read_frame(f, row);
    for (std::size_t c = 0; c < kChannels; ++c) CHECK(row[c] == sample_value(f, c));
  }
  CHECK(reader.read_events().size() == kFrames / 50);
  CHECK(reader.read_events()[3].text == "frame 150");
}

TEST_CASE("the header reads back whole, rasters with their holes") {
  const ScratchFolder folder("header");
  const RunHeader written = sample_header();
  write_sample(folder / "run.h5", 3, 3);
  const RunReader reader(folder / "run.h5");
  const RunHeader& read = reader.header();
  CHECK(read.scenario == written.scenario);
  CHECK(read.simd_level == "avx2");
  CHECK(read.integrator == "beeman");
  CHECK(read.dt == written.dt);
  CHECK(read.record_interval == written.record_interval);
  REQUIRE(read.documents.size() == 2);
  CHECK(read.documents[0].text == written.documents[0].text);
  CHECK(read.documents[1].text.empty());
  CHECK(find_document(read, "soil")->name == "../odd name,.toml");
  CHECK(find_document(read, "none") == nullptr);
  CHECK(read.overrides == written.overrides);
  CHECK(read.body_names == written.body_names);
  CHECK(read.warnings == written.warnings);
  CHECK(read.values_per_tile == kSampleTileValues);
  REQUIRE(read.rasters.size() == 1);
  const auto& a = read.rasters[0];
  const auto& b = written.rasters[0];
  CHECK(std::vector<int>{a.nx, a.ny} == std::vector<int>{5, 3});
  CHECK(a.datum == b.datum);
  CHECK(a.hash == b.hash);
  CHECK(a.crs == b.crs);
  CHECK(std::memcmp(a.values.data(), b.values.data(), 15 * sizeof(float)) == 0);
  CHECK(reader.channels()[0].description == sample_channels(1)[0].description);
  CHECK(reader.channels()[2].description.empty());
}

TEST_CASE("the parent of a resumed run reads back, other runs have none") {
  const ScratchFolder folder("run_parent");
  RunHeader header = sample_header();
  RunWriter(folder / "alone.h5", header, sample_channels(3)).close("{}");
  CHECK_FALSE(RunReader(folder / "alone.h5").header().parent.has_value());
  header.parent = {"a run \xC3\xA9.h5", "0.0.9", 42, 1.26, 0xfedcba9876543210ull};
  RunWriter(folder / "branch.h5", header, sample_channels(3)).close("{}");
  const std::optional<RunParent> parent = RunReader(folder / "branch.h5").header().parent;
  REQUIRE(parent.has_value());
  CHECK(parent->file == header.parent->file);
  CHECK(parent->program_version == "0.0.9");
  CHECK(parent->frame == 42);
  CHECK(parent->time == 1.26);
  CHECK(parent->state_hash == 0xfedcba9876543210ull);
  header.parent->time = NAN;
  CHECK_THROWS_AS(RunWriter(folder / "bad.h5", header, sample_channels(3)), InputError);
}

namespace {

/// Keyframes with all kinds of numbers of tiles, so that those that are hashed beside each other end at different places.
void write_uneven_keyframes(const std::filesystem::path& path, std::size_t count) {
  RunWriter writer(path, sample_header(), sample_channels(2));
  std::vector<double> values(2);
  for (std::size_t f = 0; f < count; ++f) {
    append_sample_frame(writer, f, values);
    std::vector<double> dynamics(f % 7), numbers;
    for (std::size_t k = 0; k < dynamics.size(); ++k) dynamics[k] = sample_value(f, k);
    const std::size_t tiles = f == 0 ? 300 : f * f % 41;
    for (std::size_t k = 0; k < tiles * kSampleTileValues; ++k) numbers.push_back(sample_value(f, 100 + k));
    std::vector<GroundTile> changed;
    for (std::size_t t = 0; t < tiles; ++t)
      changed.push_back({static_cast<int>((f + t) % 50), static_cast<int>(t),
                         std::span<const double>(numbers).subspan(t * kSampleTileValues, kSampleTileValues)});
    writer.append_keyframe({f, dynamics, changed, f == 0});
  }
  writer.close("");
}

}  // namespace

TEST_CASE("a keyframe holds the last full one's tiles with the later changes laid over") {
  const ScratchFolder folder("keyframes");
  RunWriter writer(folder / "run.h5", sample_header(), sample_channels(2));
  std::vector<double> values(2);
  for (std::size_t f = 0; f < 40; ++f) append_sample_frame(writer, f, values);
  const auto tile = [](double x) { return std::vector<double>(kSampleTileValues, x); };
  const auto one = tile(1), two = tile(2), three = tile(3), four = tile(4);
  const std::vector<double> dynamics{0.1, -0.0, 1e-310}, longer{1, 2, 3, 4};
  using Tiles = std::vector<GroundTile>;
  writer.append_keyframe({0, dynamics, Tiles{{0, 0, one}, {-1, 5, two}}, true});
  writer.append_keyframe({10, longer, Tiles{{0, 0, three}}, false});
  writer.append_keyframe({20, dynamics, Tiles{}, false});
  writer.append_keyframe({30, dynamics, Tiles{{7, 7, four}}, true});
  CHECK_THROWS_AS(writer.append_keyframe({40, dynamics, Tiles{}, true}), InputError);  // frame not there yet
  CHECK_THROWS_AS(writer.append_keyframe({25, dynamics, Tiles{}, true}), InputError);  // not rising
  CHECK_THROWS_AS(writer.append_keyframe({31, dynamics, Tiles{{0, 0, std::span(one).first(3)}}, true}),
                  InputError);
  writer.close("");
  const RunReader reader(folder / "run.h5");
  REQUIRE(reader.keyframe_count() == 4);
  CHECK(reader.keyframe_before(0) == 0u);
  CHECK(reader.keyframe_before(19) == 1u);
  CHECK(reader.keyframe_before(1000) == 3u);
  const Keyframe k = reader.read_keyframe(2);
  CHECK(k.frame == 20);
  CHECK(std::memcmp(k.dynamics.data(), dynamics.data(), 24) == 0);
  REQUIRE(k.tiles.size() == 2);  // sorted: (-1, 5), (0, 0)
  CHECK(k.tiles[0].i == -1);
  CHECK(k.tiles[0].values == two);
  CHECK(k.tiles[1].values == three);
  CHECK(reader.read_keyframe(1).dynamics == longer);
  REQUIRE(reader.read_keyframe(3).tiles.size() == 1);
  CHECK(reader.read_keyframe(3).tiles[0].values == four);
  CHECK_THROWS_AS(reader.read_keyframe(4), InputError);
  CHECK(reader.frame_at(-1.0) == 0);
  CHECK(reader.frame_at(sample_time(7) + 1e-9) == 7);
  CHECK(reader.frame_at(99.0) == 39);
}

TEST_CASE(
    "many keyframes read at once add up to those that are read one by one, and a damaged one among them is "
    "found") {
  const ScratchFolder folder("uneven");
  constexpr std::size_t kCount = 60;
  write_uneven_keyframes(folder / "run.h5", kCount);
  const RunReader one_by_one(folder / "run.h5");
  std::map<std::pair<int, int>, std::vector<double>> ground;
  for (std::size_t k = 0; k < kCount; ++k) {
    const KeyframeChange change = one_by_one.read_keyframe_change(k);
    for (const StoredTile& tile : change.own.tiles) ground[{tile.i, tile.j}] = tile.values;
    if (k % 13 != 12 && k + 1 != kCount) continue;
    const Keyframe at_once = RunReader(folder / "run.h5").read_keyframe(k);
    CHECK(at_once.dynamics == change.own.dynamics);
    REQUIRE(at_once.tiles.size() == ground.size());
    for (const StoredTile& tile : at_once.tiles) CHECK(tile.values == ground.at({tile.i, tile.j}));
  }
  // one number of one tile, wherever it is
  const std::string whole = read_text_file(folder / "run.h5", 1u << 30);
  for (const std::size_t damaged : {0u, 11u, 37u, 59u}) {
    const double number = sample_value(damaged, 100 + 3 * kSampleTileValues + 5);
    const std::size_t at =
        whole.find(std::string_view(reinterpret_cast<const char*>(&number), sizeof number));
    REQUIRE(at != std::string::npos);
    std::string spoiled = whole;
    spoiled[at] = static_cast<char>(spoiled[at] ^ 1);
    put_bytes(folder / "spoiled.h5", spoiled);
    const RunReader reader(folder / "spoiled.h5");
    if (damaged > 0) CHECK_NOTHROW(reader.read_keyframe(damaged - 1));
    CHECK_THROWS_WITH(
        RunReader(folder / "spoiled.h5").read_keyframe(kCount - 1),
        Catch::Matchers::ContainsSubstring("keyframe " + std::to_string(damaged) + " that differs"));
    CHECK_THROWS_AS(reader.read_keyframe(kCount - 1), InputError);  // also where those before it are known
  }
}

TEST_CASE("NaN and infinity are kept, long event texts are cut at whole characters") {
  const ScratchFolder folder("odd");
  {
    RunWriter writer(folder / "run.h5", sample_header(), sample_channels(1));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    writer.append_frame(0.0, 0, std::span(&nan, 1), 0);
    const std::string text = std::string(159, 'a') + "\xC3\xA9";  // the two-byte letter would end at byte 161
    for (int k = 0; k < 600; ++k) writer.append_event(0.0, "a kind of more than thirty-two characters", text);
    CHECK_THROWS_AS(writer.append_frame(0.0, 1, std::vector<double>(2), 0), InputError);
  }  // not closed: counts as interrupted, but nothing is lost
  const RunReader reader(folder / "run.h5");
  CHECK_FALSE(reader.closed_cleanly());
  CHECK(std::isnan(reader.read_channel("wheel/front_left/sinkage").at(0)));
  CHECK_FALSE(reader.find_damaged_frame());
  const auto events = reader.read_events();
  REQUIRE(events.size() == 600);
  CHECK(events[599].text == std::string(159, 'a'));
  CHECK(events[0].kind == "a kind of more than thirty-two c");
}

TEST_CASE("flushing goes by the clock handed in") {
  const ScratchFolder folder("clock");
  RunWriter writer(folder / "run.h5", sample_header(), sample_channels(1), {.flush_interval = 0.5});
  std::vector<double> values(1);
  CHECK(writer.flush_if_due(100.0));
  append_sample_frame(writer, 0, values);
  CHECK_FALSE(writer.flush_if_due(100.49));
  CHECK(RunReader(folder / "run.h5").frame_count() == 0);
  CHECK(writer.flush_if_due(100.51));
  CHECK(RunReader(folder / "run.h5").frame_count() == 1);  // readable while it is being written
  writer.close("");
  CHECK_THROWS_AS(writer.flush(), RunError);
  CHECK_THROWS_AS(append_sample_frame(writer, 1, values), RunError);
}

TEST_CASE("an older file is replaced only by one that can be read") {
  const ScratchFolder folder("replace");
  write_file_atomically(folder / "run.h5", "older");
  RunHeader bad = sample_header();
  bad.rasters[0].nx = 6;
  CHECK_THROWS_AS(RunWriter(folder / "run.h5", bad, sample_channels(1)), InputError);
  CHECK_THROWS_AS(RunWriter(folder / "run.h5", sample_header(), {{"Bad", "m", ""}}), InputError);
  CHECK(read_text_file(folder / "run.h5") == "older");
  CHECK_THROWS_AS(RunWriter(folder / "no/run.h5", sample_header(), sample_channels(1)), InputError);
  fs::create_directory(folder / "sub");
  CHECK_THROWS_AS(RunWriter(folder / "sub", sample_header(), sample_channels(1)), InputError);
  write_sample(folder / "run.h5", 1, 1);
  CHECK(RunReader(folder / "run.h5").frame_count() == 1);
  const fs::directory_iterator entries(folder / "");
  CHECK(std::distance(begin(entries), end(entries)) == 2);  // run.h5 and sub: no temporary left
}

// Keyframes are read in any order, the same ones again and again: whole where their hash was not checked yet, in parts later.
TEST_CASE(
    "the ground of every keyframe is what its tiles add up to, at the first reading and at later ones") {
  const ScratchFolder folder("keyframe ground");
  constexpr std::size_t kFrames = 60;
  std::vector<std::map<std::pair<int, int>, std::vector<double>>> expected;
  {
    RunWriter writer(folder / "run.h5", sample_header(), sample_channels(2));
    std::mt19937 random(7);
    std::vector<double> values(2);
    std::map<std::pair<int, int>, std::vector<double>> ground;
    for (std::size_t f = 0; f < kFrames; ++f) {
      append_sample_frame(writer, f, values);
      std::map<std::pair<int, int>, std::vector<double>> changed;
      for (unsigned n = random() % 7; n > 0; --n) {
        const int i = static_cast<int>(random() % 5) - 2, j = static_cast<int>(random() % 4);
        ground[{i, j}] = changed[{i, j}] =
            std::vector<double>(kSampleTileValues, static_cast<double>(random() % 1000));
      }
      const bool full = full_keyframe_due(f);
      std::vector<GroundTile> tiles;
      for (const auto& [place, numbers] : full ? ground : changed)
        tiles.push_back({place.first, place.second, numbers});
      writer.append_keyframe({f, std::vector<double>{1.0 * static_cast<double>(f)}, tiles, full});
      expected.push_back(ground);
    }
    writer.close("");
  }
  const RunReader reader(folder / "run.h5");
  std::mt19937 random(3);
  for (int n = 0; n < 300; ++n) {
    const std::size_t k = random() % kFrames;
    const Keyframe keyframe = reader.read_keyframe(k);
    CHECK(keyframe.dynamics == std::vector<double>{static_cast<double>(k)});
    std::map<std::pair<int, int>, std::vector<double>> ground;
    for (const StoredTile& tile : keyframe.tiles) ground[{tile.i, tile.j}] = tile.values;
    CHECK(ground.size() == keyframe.tiles.size());
    CHECK(ground == expected[k]);
  }
}
