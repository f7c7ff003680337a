// SPDX-License-Identifier: BSD-3-Clause
// The reader against files that are not what they should be, and h5py against files that are.
#include "grouser/recording/run_file/run_reader.hpp"

#include <hdf5.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <random>
#include <thread>

#include "catch.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "python.hpp"
#include "run_samples.hpp"

using namespace grouser;
using namespace grouser::test;
namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;

namespace {

// Opens a file with HDF5 itself and changes it.
void edit(const fs::path& path, const std::function<void(hid_t)>& change) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  REQUIRE(file >= 0);
  change(file);
  REQUIRE(H5Fclose(file) >= 0);
}

void overwrite_number(hid_t object, const char* attribute_name, std::uint64_t value) {
  const hid_t attribute = H5Aopen(object, attribute_name, H5P_DEFAULT);
  REQUIRE(H5Awrite(attribute, H5T_NATIVE_UINT64, &value) >= 0);
  H5Aclose(attribute);
}

// Reads all there is to read; returns how many numbers are not the sample's.
std::size_t read_all(const fs::path& path) {
  const RunReader reader(path);
  std::vector<double> row(reader.channels().size());
  const auto hashes = reader.read_state_hashes();
  std::size_t wrong = reader.find_damaged_frame() ? 0 : reader.frame_count() != 120;
  for (std::size_t f = 0; f < reader.frame_count(); ++f) {
    reader.read_frame(f, row);
    wrong += hashes[f] != sample_state_hash(f);
    for (std::size_t c = 0; c < row.size(); ++c) wrong += row[c] != sample_value(f, c);
  }
  for (std::size_t k = 0; k < reader.keyframe_count(); ++k) wrong += reader.read_keyframe(k).frame != 100 * k;
  for (const auto& event : reader.read_events()) wrong += event.kind != "contact";
  return wrong;
}

}  // namespace

TEST_CASE("a clean run file opens in h5py without our help") {
  GROUSER_NEED_H5PY();
  const ScratchFolder folder("h5py");
  write_sample(folder / "run.h5", 700, 5);
  CHECK(check_with_h5py("5 --xarray " + (folder / "run.h5").string()) == 0);
  // A check that cannot fail proves nothing: the same file with another number of channels is refused.
  CHECK(check_with_h5py("4 " + (folder / "run.h5").string() + " 2>/dev/null") != 0);
}

TEST_CASE("runs of thousands of channels are whole, with a time axis or without") {
  // HDF5 fails to flush a growing file whose axis has too many users, so those of 5,000 channels have none.
  const ScratchFolder folder("many_channels");
  for (const std::size_t channels : {3000, 5000}) {
    write_sample(folder / "run.h5", 120, channels);
    CHECK(read_all(folder / "run.h5") == 0);
  }
}

TEST_CASE("an unknown channel is an error that names close ones") {
  const ScratchFolder folder("unknown");
  write_sample(folder / "run.h5", 3, 3);
  const RunReader reader(folder / "run.h5");
  CHECK_THROWS_WITH(reader.read_channel("wheel/left/sinkage"), ContainsSubstring("wheel/front_left/sinkage"));
  CHECK(reader.has_channel("energy/residual"));
  std::vector<double> row(3);
  CHECK_THROWS_AS(reader.read_frame(3, row), InputError);
  CHECK_THROWS_AS(reader.read_frame(0, std::span(row).first(2)), InputError);
}

TEST_CASE("what is no run file is refused with its name, what it is and what was expected") {
  const ScratchFolder folder("foreign");
  const fs::path path = folder / "run.h5";
  const auto refused = [&](const std::string& found) {
    CHECK_THROWS_AS(RunReader(path), InputError);
    CHECK_THROWS_WITH(RunReader(path), ContainsSubstring(path.string()) && ContainsSubstring(found) &&
                                           ContainsSubstring("expected"));
  };
  refused("no such file");
  fs::create_directory(path);
  refused("a folder");
  CHECK_FALSE(looks_like_hdf5(path));
  fs::remove(path);
  write_file_atomically(path, "");
  refused("an empty file");
  write_file_atomically(path, "name = \"not a run\"\n");
  refused("without HDF5 signature");
  write_file_atomically(path, "\x89HDF\r\n\x1a\n");
  refused("damaged or truncated");
  CHECK(looks_like_hdf5(path));
  H5Fclose(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  refused("another program");
}

TEST_CASE("a run file that was tampered with is refused, naming the part") {
  const ScratchFolder folder("tampered");
  const fs::path path = folder / "run.h5";
  const auto refused_after = [&](const std::string& found, const std::function<void(hid_t)>& change) {
    write_sample(path, 120, 3);
    edit(path, change);
    const auto use = [&] { RunReader(path).check_frames(); };  // channels are looked at with the frames
    CHECK_THROWS_AS(use(), InputError);
    CHECK_THROWS_WITH(use(), ContainsSubstring(path.string()) && ContainsSubstring(found));
  };
  refused_after("version 99", [](hid_t file) { overwrite_number(file, "format_version", 99); });
  refused_after("no attribute 'dt'", [](hid_t file) { H5Adelete(file, "dt"); });
  refused_after("'/time'", [](hid_t file) { H5Ldelete(file, "/time", H5P_DEFAULT); });
  refused_after("energy/residual",
                [](hid_t file) { H5Ldelete(file, "/channels/energy/residual", H5P_DEFAULT); });
  refused_after("absurd", [](hid_t file) { overwrite_number(file, "values_per_tile", 1ull << 60); });
  refused_after("differs from its hash", [](hid_t file) { overwrite_number(file, "values_per_tile", 1); });
  refused_after("fewer rows", [](hid_t file) {
    const hid_t dataset = H5Dopen2(file, "/channels/body/rover/position_x", H5P_DEFAULT);
    const hsize_t rows = 119;
    H5Dset_extent(dataset, &rows);
    H5Dclose(dataset);
  });
  refused_after("count of frames", [](hid_t file) {
    const hid_t dataset = H5Dopen2(file, "/commit", H5P_DEFAULT);
    const std::vector<std::uint64_t> absurd(18, 1ull << 62);
    H5Dwrite(dataset, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, absurd.data());
    H5Dclose(dataset);
  });
  refused_after("summary that differs from its hash", [](hid_t file) {
    const hid_t dataset = H5Dopen2(file, "/summary", H5P_DEFAULT);
    const std::string other = "{\"ok\": fals}";
    H5Dwrite(dataset, H5T_NATIVE_CHAR, H5S_ALL, H5S_ALL, H5P_DEFAULT, other.data());
    H5Dclose(dataset);
  });
  refused_after("wrong type", [](hid_t file) {
    H5Ldelete(file, "/step", H5P_DEFAULT);
    const hsize_t rows = 120;
    const hid_t space = H5Screate_simple(1, &rows, nullptr);
    H5Dclose(H5Dcreate2(file, "/step", H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Sclose(space);
  });
}

TEST_CASE("a changed number in a frame is found") {
  const ScratchFolder folder("damaged");
  const fs::path path = folder / "run.h5";
  write_sample(path, 120, 3);
  edit(path, [](hid_t file) {
    const hid_t dataset = H5Dopen2(file, "/channels/energy/residual", H5P_DEFAULT);
    std::vector<double> values(120);
    H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    values[77] = std::nextafter(values[77], 9.0);  // the smallest change there is
    H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    H5Dclose(dataset);
  });
  const RunReader reader(path);
  CHECK(reader.find_damaged_frame() == 77u);
  std::vector<double> row(3);
  CHECK_NOTHROW(reader.read_frame(76, row));
  CHECK_THROWS_WITH(reader.read_frame(77, row), ContainsSubstring("frame 77"));
  // Whoever asks for any number of all frames is told.
  const auto refused = [&](const auto& read) {
    CHECK_THROWS_WITH(read(), ContainsSubstring("frame 77") && ContainsSubstring("repair"));
  };
  refused([&] { reader.check_frames(); });
  refused([&] { reader.read_times(); });
  refused([&] { reader.read_steps(); });
  refused([&] { reader.read_state_hashes(); });
  for (const auto& channel : reader.channels()) refused([&] { reader.read_channel(channel.name); });
}

TEST_CASE("frames are checked later, some at a time, and their numbers handed out before") {
  const ScratchFolder folder("later");
  const fs::path path = folder / "run.h5";
  constexpr std::size_t kFrames = 1300, kDamaged = 1200;  // in the third piece
  write_sample(path, kFrames, 3);
  edit(path, [](hid_t file) {
    const hid_t dataset = H5Dopen2(file, "/channels/energy/residual", H5P_DEFAULT);
    std::vector<double> values(kFrames);
    H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    values[kDamaged] = std::nextafter(values[kDamaged], 9.0);
    H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    H5Dclose(dataset);
  });
  RunReader reader(path);
  reader.check_frames_later();
  CHECK(reader.read_times().size() == kFrames);
  CHECK(reader.read_channel("energy/residual").size() == kFrames);
  CHECK(reader.check_some_frames());
  CHECK(reader.check_some_frames());
  CHECK_FALSE(reader.check_some_frames());  // damage ends it
  CHECK_FALSE(reader.check_some_frames());
  CHECK(reader.find_damaged_frame() == kDamaged);
}

TEST_CASE("who reads a frame is let in between two pieces that another thread checks") {
  const ScratchFolder folder("let_in");
  const fs::path path = folder / "run.h5";
  constexpr std::size_t kFrames = 60000;
  write_sample(path, kFrames, 3);
  std::vector<int> waited;
  // on a busy machine all may have been checked before this thread asks for anything
  for (int attempt = 0; waited.size() <= 3 && attempt < 100; ++attempt) {
    waited.clear();
    RunReader reader(path);
    std::atomic<int> pieces{0};
    std::atomic<bool> over{false};
    std::thread other([&] {
      while (reader.check_some_frames()) ++pieces;
      over = true;
    });
    while (pieces == 0 && !over) std::this_thread::yield();
    std::vector<double> row(3);
    for (std::size_t frame = 1; !over; frame = (frame + 7919) % kFrames) {
      const int before = pieces;
      reader.read_frame(frame, row);
      if (!over) waited.push_back(pieces - before);
    }
    other.join();
  }
  REQUIRE(waited.size() > 3);
  std::sort(waited.begin(), waited.end());
  CAPTURE(waited);
  CHECK(waited[waited.size() / 2] <=
        2);  // the piece that was under way, and one begun while the answer was noted
}

TEST_CASE("tiles that are peeked at are those of the keyframe, which nobody compares with its hash") {
  const ScratchFolder folder("peeked");
  const fs::path path = folder / "run.h5";
  write_sample(path, 900, 3);
  std::vector<std::size_t> counts;
  for (std::size_t k = 0; k < 9; ++k) {
    CAPTURE(k);
    const RunReader peeking(path), reading(path);
    REQUIRE(reading.keyframe_count() == 9);
    const std::vector<StoredTile> peeked = peeking.peek_tiles(k), read = reading.read_keyframe(k).tiles;
    REQUIRE(peeked.size() == read.size());
    counts.push_back(read.size());
    for (std::size_t t = 0; t < read.size(); ++t) {
      CHECK(std::pair(peeked[t].i, peeked[t].j) == std::pair(read[t].i, read[t].j));
      CHECK(peeked[t].values == read[t].values);
    }
  }
  edit(path, [](hid_t file) {
    const hid_t dataset = H5Dopen2(file, "/keyframes/hash", H5P_DEFAULT);
    std::vector<std::uint64_t> hashes(9);
    H5Dread(dataset, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, hashes.data());
    hashes[7] ^= 1;
    H5Dwrite(dataset, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, hashes.data());
    H5Dclose(dataset);
  });
  const RunReader damaged(path);
  CHECK(damaged.peek_tiles(7).size() == counts[7]);
  CHECK_THROWS_WITH(damaged.read_keyframe(7), ContainsSubstring("keyframe 7"));
  CHECK_THROWS_AS(damaged.peek_tiles(9), InputError);
}

TEST_CASE("time that goes back or is no number is no run's") {
  const ScratchFolder folder("time");
  for (const double second : {-1.0, std::nan("")}) {
    {
      RunWriter writer(folder / "run.h5", sample_header(), sample_channels(1));
      const double value = 0.0;
      writer.append_frame(0.0, 0, std::span(&value, 1), 0);
      writer.append_frame(second, 1, std::span(&value, 1), 0);
      writer.close("");
    }
    RunReader reader(folder / "run.h5");
    CHECK(reader.find_damaged_frame() == 1u);
    reader.check_frames_later();
    CHECK_THROWS_WITH(reader.read_times(), ContainsSubstring("frame 1"));
  }
}

TEST_CASE("a summary nested without end is refused") {
  const ScratchFolder folder("deep");
  const auto close_with = [&](const std::string& summary) {
    RunWriter(folder / "run.h5", sample_header(), sample_channels(1)).close(summary);
    return RunReader(folder / "run.h5").summary();
  };
  const std::string texts = R"({"a": "[[[[ \" {{{{", "b": [[1], [2]]})";
  CHECK(close_with(texts) == texts);
  CHECK_THROWS_WITH(close_with(std::string(1'000'000, '[')),
                    ContainsSubstring("summary") && ContainsSubstring("at most 64"));
}

TEST_CASE("truncated files are refused wherever they end") {
  const ScratchFolder folder("truncated");
  write_sample(folder / "whole.h5", 120, 3);
  const std::string whole = read_text_file(folder / "whole.h5");
  const fs::path path = folder / "run.h5";
  for (std::size_t part = 0; part < 40; ++part) {
    put_bytes(path, std::string_view(whole).substr(0, whole.size() * part / 40));
    INFO("part " << part << " of 40");
    CHECK_THROWS_AS(RunReader(path), InputError);
  }
  put_bytes(path, std::string_view(whole).substr(0, whole.size() - 1));
  CHECK_THROWS_AS(RunReader(path), InputError);
}

TEST_CASE("flipped bits give InputError or nothing, never a crash or a wrong value") {
  const ScratchFolder folder("flipped");
  write_sample(folder / "whole.h5", 120, 3);
  const std::string whole = read_text_file(folder / "whole.h5");
  const fs::path path = folder / "run.h5";
  std::mt19937 random(20250101);
  int refused = 0;
  std::size_t wrong = 0;
  for (int trial = 0; trial < 400; ++trial) {
    std::string damaged = whole;
    // Half of them in the first kilobytes, where the groups and headers are.
    const std::size_t place = random() % (trial % 2 == 0 ? damaged.size() : std::size_t{6000});
    damaged[place] = static_cast<char>(damaged[place] ^ (1 << random() % 8));
    put_bytes(path, damaged);
    INFO("trial " << trial << ", byte " << place);
    try {
      wrong += read_all(path);
    } catch (const InputError&) {
      ++refused;
    }
  }
  CHECK(wrong == 0);
  CHECK(refused > 100);  // most bytes of the first part are checksummed by HDF5
}
