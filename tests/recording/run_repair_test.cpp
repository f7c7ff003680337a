// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/recording/run_file/run_repair.hpp"

#include <hdf5.h>

#include "catch.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "run_samples.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

void damage(const std::filesystem::path& path, const char* name, hsize_t row) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(dataset);
  const hsize_t one = 1;
  const hid_t memory = H5Screate_simple(1, &one, nullptr);
  const double wrong = -1.0;
  H5Sselect_hyperslab(space, H5S_SELECT_SET, &row, nullptr, &one, nullptr);
  REQUIRE(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, &wrong) >= 0);
  H5Sclose(memory);
  H5Sclose(space);
  H5Dclose(dataset);
  H5Fclose(file);
}

}  // namespace

TEST_CASE("repair keeps the frames before the first damaged one, with their keyframes and events") {
  const ScratchFolder folder("repair");
  write_sample(folder / "run.h5", 900, 3);
  damage(folder / "run.h5", "/channels/body/rover/position_x", 620);
  const RepairReport report = repair_run(folder / "run.h5", folder / "run.h5");  // in place
  CHECK_FALSE(report.was_whole);
  CHECK(report.frames_kept == 620);
  CHECK(report.frames_lost == 280);
  CHECK(report.keyframes_kept == 7);  // 0, 100, ..., 600
  CHECK(report.events_kept == 13);    // 0, 50, ..., 600
  const RunReader reader(folder / "run.h5");
  CHECK(reader.closed_cleanly());
  CHECK(reader.frame_count() == 620);
  CHECK_FALSE(reader.find_damaged_frame());
  CHECK(reader.summary() == "{\"ok\": true}");
  CHECK(reader.read_keyframe(5).tiles.size() == 2);  // full at 400 with its own tile only, then 500
}

TEST_CASE("repair of a whole file changes nothing, of a damaged keyframe drops it and later ones") {
  const ScratchFolder folder("repair_whole");
  write_sample(folder / "run.h5", 300, 2);
  const RepairReport report = repair_run(folder / "run.h5", folder / "copy.h5");
  CHECK(report.was_whole);
  CHECK(report.frames_kept == 300);
  CHECK(RunReader(folder / "copy.h5").read_channel("body/rover/position_x") ==
        RunReader(folder / "run.h5").read_channel("body/rover/position_x"));
  damage(folder / "run.h5", "/keyframes/values", 2);  // of keyframe 1: two values each
  CHECK_THROWS_AS(RunReader(folder / "run.h5").read_keyframe(1), InputError);
  CHECK(repair_run(folder / "run.h5", folder / "copy.h5").keyframes_kept == 1);
}

TEST_CASE("repair of what is no run leaves nothing behind") {
  const ScratchFolder folder("repair_foreign");
  write_file_atomically(folder / "a.h5", "text");
  CHECK_THROWS_AS(repair_run(folder / "a.h5", folder / "b.h5"), InputError);
  CHECK_FALSE(std::filesystem::exists(folder / "b.h5"));
}
