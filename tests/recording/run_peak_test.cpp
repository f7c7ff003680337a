// SPDX-License-Identifier: BSD-3-Clause
// Least and greatest values between frames: written, read, merged into curves, kept by repair and export,
// missing in older files, and refused where they were changed.
#include <hdf5.h>

#include <fstream>

#include "catch.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_export.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/recording/run_file/run_repair.hpp"
#include "grouser/recording/run_file/run_writer.hpp"
#include "run_samples.hpp"

using namespace grouser;
using namespace grouser::test;
namespace fs = std::filesystem;

namespace {

constexpr double kMarked = 123456.789;  // a value whose bytes are found in the file

/// Ten frames of three channels; channel 1 has two peaks between frames 2 and 3 and one between 7 and 8.
void write_peaks(RunWriter& writer) {
  std::vector<double> values(3);
  for (std::size_t frame = 0; frame < 10; ++frame) {
    const double before = frame == 0 ? 0.0 : sample_time(frame - 1), step = sample_time(frame) - before;
    if (frame == 3) {
      writer.append_peak(before + 0.25 * step, 1, -50.0);
      writer.append_peak(before + 0.75 * step, 1, kMarked);
      writer.append_peak(before + 0.5 * step, 2, 7.0);
    }
    if (frame == 8) writer.append_peak(before + 0.5 * step, 1, 60.0);
    append_sample_frame(writer, frame, values);
  }
}

void change_peaks(const fs::path& path, const std::function<void(hid_t)>& change) {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, access);
  REQUIRE(file >= 0);
  change(file);
  REQUIRE(H5Fclose(file) >= 0);
  H5Pclose(access);
}

void check_curve(const RunReader& reader) {
  REQUIRE(reader.has_peaks());
  CHECK(reader.read_peaks().size() == 4);
  const std::string name = reader.channels()[1].name;
  const ChannelCurve curve = reader.read_curve(name);
  REQUIRE(curve.times.size() == 13);
  CHECK(std::is_sorted(curve.times.begin(), curve.times.end()));
  CHECK(curve.values[3] == -50.0);
  CHECK(curve.values[4] == kMarked);
  CHECK(curve.times[5] == sample_time(3));
  CHECK(curve.values[5] == sample_value(3, 1));
  CHECK(curve.values[10] == 60.0);
  CHECK(reader.read_curve(reader.channels()[0].name).values ==
        reader.read_channel(reader.channels()[0].name));
  CHECK(reader.read_curve(reader.channels()[2].name).values[3] == 7.0);
  CHECK_FALSE(reader.has_peaks(reader.channels()[0].name));
  CHECK(reader.has_peaks(name));
}

}  // namespace

TEST_CASE("peaks: what lies between two frames is read back in its place, after repair and in tables too") {
  const ScratchFolder folder("peaks");
  {
    RunWriter writer(folder / "run.h5", sample_header(), sample_channels(3));
    CHECK_THROWS_AS(writer.append_peak(0.0, 3, 1.0), InputError);
    write_peaks(writer);
    writer.close("{}");
  }
  check_curve(RunReader(folder / "run.h5"));
  repair_run(folder / "run.h5", folder / "clean.h5");
  check_curve(RunReader(folder / "clean.h5"));
  const RunReader reader(folder / "run.h5");
  const auto files = export_csv(reader, folder / "csv");
  CHECK(std::count(files.begin(), files.end(), folder / "csv/peaks.csv") == 1);
  const std::string text = read_text_file(folder / "csv/peaks.csv");
  CHECK(text.rfind("time [s],channel,unit,value\n", 0) == 0);
  CHECK(std::count(text.begin(), text.end(), '\n') == 5);
  CHECK(text.find("," + reader.channels()[1].name + "," + reader.channels()[1].unit + ",123456.789\n") !=
        std::string::npos);
}

TEST_CASE("peaks: of a run that was not closed those up to the last flush count") {
  const ScratchFolder folder("peaks_killed");
  const fs::path path = folder / "run.h5", copy = folder / "copy.h5";
  RunWriter writer(path, sample_header(), sample_channels(3));
  write_peaks(writer);
  writer.flush();
  writer.append_peak(sample_time(9) + 1e-3, 1, 1e9);  // its frame never comes
  writer.flush();
  fs::copy_file(path, copy);
  check_curve(RunReader(copy));
}

TEST_CASE(
    "peaks: a channel's value at the first frame says that it was watched, and is no point of its curve") {
  const ScratchFolder folder("peaks_watched");
  {
    RunWriter writer(folder / "run.h5", sample_header(), sample_channels(3));
    std::vector<double> values(3);
    writer.append_peak(sample_time(0), 2, sample_value(0, 2));
    for (std::size_t frame = 0; frame < 5; ++frame) append_sample_frame(writer, frame, values);
    writer.close("{}");
  }
  const RunReader reader(folder / "run.h5");
  const std::string name = reader.channels()[2].name;
  CHECK(reader.has_peaks(name));
  CHECK_FALSE(reader.has_peaks(reader.channels()[1].name));
  CHECK(reader.read_curve(name).times == reader.read_times());
  export_csv(reader, folder / "csv");
  CHECK(read_text_file(folder / "csv/peaks.csv") == "time [s],channel,unit,value\n");
}

TEST_CASE("peaks: older files have none, and their curves are their frames") {
  const ScratchFolder folder("peaks_old");
  write_sample(folder / "run.h5", 50, 3);
  change_peaks(folder / "run.h5", [](hid_t file) { REQUIRE(H5Ldelete(file, "/peaks", H5P_DEFAULT) >= 0); });
  const RunReader reader(folder / "run.h5");
  CHECK_FALSE(reader.has_peaks());
  CHECK(reader.read_peaks().empty());
  const std::string name = reader.channels()[1].name;
  CHECK(reader.read_curve(name).values == reader.read_channel(name));
  CHECK(reader.read_curve(name).times == reader.read_times());
  const auto files = export_csv(reader, folder / "csv");
  CHECK(std::count(files.begin(), files.end(), folder / "csv/peaks.csv") == 0);
  repair_run(folder / "run.h5", folder / "clean.h5");
  CHECK_FALSE(RunReader(folder / "clean.h5").has_peaks());
}

TEST_CASE("peaks: a changed one is refused, and repair leaves out what cannot be trusted") {
  const ScratchFolder folder("peaks_damaged");
  const fs::path path = folder / "run.h5";
  {
    RunWriter writer(path, sample_header(), sample_channels(3));
    write_peaks(writer);
    writer.close("{}");
  }
  change_peaks(path, [](hid_t file) {
    const hid_t values = H5Dopen2(file, "/peaks/value", H5P_DEFAULT);
    std::vector<double> all(4);
    REQUIRE(H5Dread(values, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()) >= 0);
    all[1] = 99.0;
    REQUIRE(H5Dwrite(values, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()) >= 0);
    H5Dclose(values);
  });
  const RunReader reader(path);
  CHECK_THROWS_WITH(reader.read_peaks(), Catch::Matchers::ContainsSubstring("peak 1") &&
                                             Catch::Matchers::ContainsSubstring("damaged"));
  CHECK_THROWS_AS(reader.read_curve(reader.channels()[0].name), InputError);
  CHECK(reader.read_channel(reader.channels()[1].name).size() == 10);  // frames are as they were
  repair_run(path, folder / "clean.h5");
  const RunReader clean(folder / "clean.h5");
  CHECK(clean.frame_count() == 10);
  CHECK_FALSE(clean.has_peaks());
}
