// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/survey/raster/raster_sink.hpp"

#include <sys/mount.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <optional>

#include "grouser/base/error.hpp"
#include "grouser/base/file_lock.hpp"
#include "made_raster.hpp"
#include "scratch_folder.hpp"
#include "skip.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

std::size_t files_in(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

// A file system of one megabyte, or not (who is not root).
class SmallDisk {
 public:
  explicit SmallDisk(fs::path at) : at_(std::move(at)) {
    fs::create_directory(at_);
    mounted_ = ::mount("tmpfs", at_.c_str(), "tmpfs", 0, "size=1m") == 0;
  }
  ~SmallDisk() {
    if (mounted_) ::umount(at_.c_str());
  }
  bool mounted() const { return mounted_; }

 private:
  fs::path at_;
  bool mounted_ = false;
};

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// Bytes that this process has handed to files so far; nothing where the system does not count them.
std::optional<long long> written_so_far() {
  std::ifstream in("/proc/self/io");
  for (std::string key; in >> key;) {
    long long bytes = 0;
    in >> bytes;
    if (key == "wchar:") return bytes;
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("A raster that is given up is not filled up") {
  const test::ScratchFolder folder("sink");
  for (const RasterPacking packing : {RasterPacking::none, RasterPacking::deflate}) {
    const auto before = written_so_far();
    if (!before) return;
    {
      RasterSink sink(folder / "given_up.tif", {.columns = 8192, .rows = 8192, .packing = packing});
      const std::vector<float> z(1024 * 1024, 1.5f);
      sink.write({1024, 2048, 1024, 1024}, std::span<const float>(z));
      sink.flush();
    }
    CHECK(*written_so_far() - *before < 16'000'000);  // 4 MB of heights, twice at most; whole it is 268 MB
    CHECK(files_in(folder.path()) == 0);
  }
}

TEST_CASE("Windows written one by one are read back to the bit, grid and nodata with them") {
  const test::ScratchFolder folder("sink");
  test::write_made(folder / "in.tif", {.columns = 300, .rows = 280, .crs = test::kMarsMap, .nodata = -32767});
  RasterSource in(folder / "in.tif");
  for (const RasterPacking packing : {RasterPacking::none, RasterPacking::deflate}) {
    const fs::path path = folder / "out.tif";
    RasterSpec spec = spec_like(in.info());
    spec.packing = packing;
    spec.metadata["SITE"] = "Gale";
    RasterSink sink(path, spec);
    for (const CellRect& r :
         {CellRect{0, 256, 256, 24}, {256, 0, 44, 256}, {0, 0, 256, 256}, {256, 256, 44, 24}}) {
      std::vector<float> z(r.count());
      in.read(r, std::span<float>(z));
      if (r.column == 0 && r.row == 0) z[5] = kNan;
      sink.write(r, std::span<const float>(z));
    }
    CHECK_FALSE(fs::exists(path));
    sink.finish();
    RasterSource out(path);
    CHECK(out.info().nodata == -32767.0);
    CHECK((out.info().transform->c == in.info().transform->c));
    CHECK(out.info().crs == in.info().crs);
    CHECK(out.info().vertical_unit == "m");
    CHECK(out.info().metadata.at("SITE") == "Gale");
    CHECK(out.info().block_columns == 256);
    std::vector<float> a(in.all().count()), b(a.size());
    in.read(in.all(), std::span<float>(a));
    out.read(out.all(), std::span<float>(b));
    CHECK(std::isnan(b[5]));
    b[5] = a[5];
    CHECK(a == b);
    fs::remove(path);
  }
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("Doubles, an offset, and classes with their colours") {
  const test::ScratchFolder folder("sink");
  const std::vector<double> z = {-4450.123456789, std::nan(""), 3e-9, 17.0};
  {
    RasterSink sink(folder / "d.tif", {.columns = 2, .rows = 2, .type = SampleType::float64});
    sink.write({0, 0, 2, 2}, std::span<const double>(z));
    sink.finish();
    RasterSink offset(folder / "o.tif", {.columns = 2, .rows = 2, .offset = -4450.0});
    offset.write({0, 0, 2, 2}, std::span<const double>(z));
    offset.finish();
    RasterSink classes(folder / "c.tif", {.columns = 2,
                                          .rows = 2,
                                          .type = SampleType::uint8,
                                          .unit = "",
                                          .colours = {{0, 0, 0, 255}, {255, 0, 0, 255}}});
    const std::vector<std::uint8_t> c = {0, 1, 1, 0};
    classes.write({0, 0, 2, 2}, std::span<const std::uint8_t>(c));
    classes.finish();
  }
  std::vector<double> back(4);
  RasterSource(folder / "d.tif").read({0, 0, 2, 2}, std::span<double>(back));
  CHECK(back[0] == z[0]);
  CHECK(std::isnan(back[1]));
  CHECK(back[2] == z[2]);
  RasterSource(folder / "o.tif").read({0, 0, 2, 2}, std::span<double>(back));
  CHECK(std::fabs(back[0] - z[0]) < 1e-8);  // a float near -0.12 has steps of 7e-9
  CHECK(std::isnan(back[1]));
  RasterSource classes(folder / "c.tif");
  classes.read({0, 0, 2, 2}, std::span<double>(back));
  CHECK(back == std::vector<double>{0, 1, 1, 0});
  CHECK(classes.info().has_colours);
  CHECK_FALSE(classes.info().nodata);
  CHECK_THROWS_WITH(require_heights(classes.info()), ContainsSubstring("colours"));
}

TEST_CASE("Nothing is left of a file that was not finished") {
  const test::ScratchFolder folder("sink");
  const std::vector<float> z(16, 1.0f);
  {
    RasterSink sink(folder / "a.tif", {.columns = 4, .rows = 4});
    sink.write({0, 0, 4, 4}, std::span<const float>(z));
    CHECK(files_in(folder.path()) == 1);
    // GDAL writes into the file that was made for it, so that the lock tells that it is at work.
    CHECK(is_being_written(std::filesystem::directory_iterator(folder.path())->path()));
  }
  CHECK(files_in(folder.path()) == 0);
  CHECK_THROWS_WITH(RasterSink(folder / "none/a.tif", {.columns = 4, .rows = 4}),
                    ContainsSubstring("no such folder"));
  CHECK_THROWS_AS(RasterSink(folder.path(), {.columns = 4, .rows = 4}), InputError);
  CHECK_THROWS_AS(RasterSink(folder / "a.tif", {.columns = 0, .rows = 4}), InputError);
  CHECK_THROWS_AS(RasterSink(folder / "a.tif", {.columns = 4, .rows = 4, .crs = "no system"}), RunError);
  CHECK(files_in(folder.path()) == 0);
}

TEST_CASE("Overviews are means, and a cancelled writing leaves nothing") {
  const test::ScratchFolder folder("sink");
  constexpr int kSide = 1024;
  std::vector<float> z(kSide * kSide);
  for (int j = 0; j < kSide; ++j)
    for (int i = 0; i < kSide; ++i) z[j * kSide + i] = static_cast<float>(i + 2 * j);
  {
    RasterSink sink(folder / "a.tif", {.columns = kSide, .rows = kSide});
    sink.write({0, 0, kSide, kSide}, std::span<const float>(z));
    sink.add_overviews(256);
    sink.finish();
  }
  RasterSource source(folder / "a.tif");
  REQUIRE(source.info().levels.size() == 4);  // 1024, 512, 256, 128
  std::vector<float> at(1);
  source.read_level(2, {10, 20, 1, 1}, at);
  CHECK(at[0] == Approx(4 * 10 + 1.5 + 2 * (4 * 20 + 1.5)));  // the middle of 4 x 4 cells
  {
    RasterSink sink(folder / "b.tif", {.columns = kSide, .rows = kSide});
    sink.write({0, 0, kSide, kSide}, std::span<const float>(z));
    CHECK_THROWS_AS(sink.add_overviews(256, [](double) { return false; }), RunError);
  }
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("A full disk is an error and leaves nothing") {
  const test::ScratchFolder folder("sink");
  const SmallDisk disk(folder / "small");
  if (!disk.mounted()) {
    std::cout << "SKIPPED: only root can mount a small disk\n";
    grouser::test::skipped() = true;
    return;
  }
  const auto fill = [&](RasterPacking packing) {
    RasterSink sink(folder / "small/a.tif", {.columns = 1024, .rows = 1024, .packing = packing});
    std::vector<float> z(1024 * 256);
    std::uint32_t state = 1;
    for (float& value : z)
      value = static_cast<float>(state = state * 1664525u + 1013904223u);  // does not pack
    for (int j = 0; j < 4; ++j) sink.write({0, 256 * j, 1024, 256}, std::span<const float>(z));
    sink.finish();
  };
  CHECK_THROWS_WITH(fill(RasterPacking::none), ContainsSubstring("a.tif: cannot be written"));
  CHECK_THROWS_WITH(fill(RasterPacking::deflate), ContainsSubstring("a.tif: cannot be written"));
  CHECK(files_in(folder / "small") == 0);
}
