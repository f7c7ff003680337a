// SPDX-License-Identifier: BSD-3-Clause
// Run files made to do harm (docs/security.md): each is refused with InputError, and nothing outside the file
// is opened. A pipe stands for the file that a link names: whoever opened it would hang, and the test's time
// limit would tell.
#include <hdf5.h>
#include <sys/stat.h>
#include <zlib.h>

#include <functional>

#include "catch.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/recording/run_file/run_repair.hpp"
#include "run_samples.hpp"

using namespace grouser;
using namespace grouser::test;
namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr hsize_t kHostileFrames = 120;

// The parts of a run file whose numbers come out somewhere: columns, texts, rasters, and the folders above
// them.
const std::vector<std::string> kColumns{
    "/time", "/channels/energy/residual", "/events/text", "/keyframes/values", "/commit", "/summary"};
const std::vector<std::string> kTexts{"/header/documents/0", "/header/overrides", "/header/channel_names"};
const std::vector<std::string> kFolders{"/header",          "/header/documents", "/channels",
                                        "/channels/energy", "/rasters",          "/events"};

struct Hostile {
  ScratchFolder folder{"hostile"};
  fs::path path = folder / "run.h5", pipe = folder / "pipe";

  Hostile() { REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0); }

  // Changes a whole run file with HDF5 itself, and checks that nobody reads it.
  void refused(const std::string& found, const std::function<void(hid_t)>& change) const {
    write_sample(path, kHostileFrames, 3);
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, access);
    REQUIRE(file >= 0);
    change(file);
    REQUIRE(H5Fclose(file) >= 0);
    H5Pclose(access);
    CHECK_THROWS_AS(RunReader(path), InputError);
    CHECK_THROWS_WITH(RunReader(path), ContainsSubstring(path.string()) && ContainsSubstring(found));
    CHECK_THROWS_AS(repair_run(path, folder / "clean.h5"), InputError);
    CHECK_FALSE(fs::exists(folder / "clean.h5"));
  }
};

// Puts a dataset of the same type and size in the place of another, made with other options.
void replace(hid_t file, const std::string& name, const std::function<void(hid_t creation)>& options) {
  const hid_t old = H5Dopen2(file, name.c_str(), H5P_DEFAULT);
  REQUIRE(old >= 0);
  const hid_t type = H5Dget_type(old), growing = H5Dget_space(old);
  hsize_t size[2] = {0, 0};
  const int rank = H5Sget_simple_extent_dims(growing, size, nullptr);
  REQUIRE(H5Ldelete(file, name.c_str(), H5P_DEFAULT) >= 0);
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  options(creation);
  const hid_t space = rank == 0                                ? H5Screate(H5S_SCALAR)
                      : H5Pget_layout(creation) == H5D_CHUNKED ? H5Scopy(growing)
                                                               : H5Screate_simple(rank, size, nullptr);
  const hid_t made = H5Dcreate2(file, name.c_str(), type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
  REQUIRE(made >= 0);
  for (const hid_t id : {made, old}) H5Dclose(id);
  for (const hid_t id : {space, growing}) H5Sclose(id);
  H5Pclose(creation);
  H5Tclose(type);
}

// A raster of another size and packing with the attributes of the sample's.
hid_t replace_raster(hid_t file, hsize_t rows, hsize_t columns, hsize_t chunk_rows) {
  const hid_t old = H5Dopen2(file, "/rasters/terrain", H5P_DEFAULT);
  H5Ldelete(file, "/rasters/terrain", H5P_DEFAULT);
  const hsize_t size[2] = {rows, columns}, chunk[2] = {chunk_rows, 256};
  const hid_t space = H5Screate_simple(2, size, nullptr), creation = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(creation, 2, chunk);
  H5Pset_shuffle(creation);
  H5Pset_deflate(creation, 9);
  const hid_t made =
      H5Dcreate2(file, "/rasters/terrain", H5T_IEEE_F32LE, space, H5P_DEFAULT, creation, H5P_DEFAULT);
  REQUIRE(made >= 0);
  for (const char* name : {"origin_x", "origin_y", "cell", "datum", "hash", "source", "crs"}) {
    const hid_t from = H5Aopen(old, name, H5P_DEFAULT), type = H5Aget_type(from), scalar = H5Aget_space(from);
    std::vector<char> value(H5Tget_size(type));
    H5Aread(from, type, value.data());
    const hid_t to = H5Acreate2(made, name, type, scalar, H5P_DEFAULT, H5P_DEFAULT);
    REQUIRE(H5Awrite(to, type, value.data()) >= 0);
    for (const hid_t id : {from, to}) H5Aclose(id);
    H5Tclose(type);
    H5Sclose(scalar);
  }
  H5Pclose(creation);
  H5Sclose(space);
  H5Dclose(old);
  return made;
}

void chunked(hid_t creation, hsize_t rows) { H5Pset_chunk(creation, 1, &rows); }

}  // namespace

TEST_CASE("links in a run file are not followed, wherever they stand") {
  const Hostile hostile;
  std::vector<std::string> places = kColumns;
  places.insert(places.end(), kTexts.begin(), kTexts.end());
  places.insert(places.end(), kFolders.begin(), kFolders.end());
  places.push_back("/rasters/terrain");
  for (const auto& name : places) {
    INFO(name);
    hostile.refused("is a link to another place", [&](hid_t file) {
      H5Ldelete(file, name.c_str(), H5P_DEFAULT);
      REQUIRE(H5Lcreate_external(hostile.pipe.c_str(), name.c_str(), file, name.c_str(), H5P_DEFAULT,
                                 H5P_DEFAULT) >= 0);
    });
    hostile.refused("is a link to another place", [&](hid_t file) {
      H5Lmove(file, name.c_str(), file, "/elsewhere", H5P_DEFAULT, H5P_DEFAULT);
      REQUIRE(H5Lcreate_soft("/elsewhere", file, name.c_str(), H5P_DEFAULT, H5P_DEFAULT) >= 0);
    });
  }
}

TEST_CASE("numbers kept in another file are not fetched") {
  const Hostile hostile;
  for (const auto& names : {kColumns, kTexts})
    for (const auto& name : names) {
      INFO(name);
      hostile.refused("does not keep its numbers in this file", [&](hid_t file) {
        replace(file, name,
                [&](hid_t creation) { H5Pset_external(creation, hostile.pipe.c_str(), 0, H5F_UNLIMITED); });
      });
    }
  for (const std::string name : {"/time", "/channels/energy/residual"}) {
    INFO(name);
    hostile.refused("does not keep its numbers in this file", [&](hid_t file) {
      replace(file, name, [&](hid_t creation) {
        const hid_t space = H5Screate_simple(1, &kHostileFrames, nullptr);
        H5Pset_virtual(creation, space, hostile.pipe.c_str(), "/time", space);
        H5Sclose(space);
      });
    });
  }
}

TEST_CASE("packings and indices that we do not write are refused") {
  const Hostile hostile;
  hostile.refused("packed", [](hid_t file) {
    replace(file, "/time", [](hid_t creation) { chunked(creation, 64), H5Pset_deflate(creation, 9); });
  });
  hostile.refused("packed", [](hid_t file) {
    replace(file, "/step", [](hid_t creation) { chunked(creation, 64), H5Pset_fletcher32(creation); });
  });
  hostile.refused("packed", [](hid_t file) {  // any filter number: a plugin would be loaded for it
    replace(file, "/state_hash", [](hid_t creation) {
      chunked(creation, 64);
      H5Pset_filter(creation, 32000, H5Z_FLAG_OPTIONAL, 0, nullptr);
    });
  });
  hostile.refused("absurd size", [](hid_t file) {
    replace(file, "/time", [](hid_t creation) { chunked(creation, hsize_t{1} << 28); });
  });
  hostile.refused("numbers in this file", [](hid_t file) {
    replace(file, "/time", [](hid_t creation) { H5Pset_layout(creation, H5D_COMPACT); });
  });
}

TEST_CASE("a run file of an older HDF5 format is another program's") {
  const ScratchFolder folder("old_format");
  const hid_t file = H5Fcreate((folder / "run.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  H5Gclose(H5Gcreate2(file, "/header", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  H5Fclose(file);
  CHECK_THROWS_WITH(RunReader(folder / "run.h5"), ContainsSubstring("another program"));
}

TEST_CASE("a declared size is refused before anything is made of it") {
  const Hostile hostile;
  SECTION("a raster of 2.6 GB in a megabyte") {
    hostile.refused("absurd size", [](hid_t file) { H5Dclose(replace_raster(file, 25600, 25600, 256)); });
  }
  SECTION("a piece that unfolds to more than it may") {
    hostile.refused("damaged piece", [](hid_t file) {
      const hid_t set = replace_raster(file, 256, 256, 256);
      const std::vector<unsigned char> zeros(64u << 20);  // packs to 64 kB, less than an honest piece has
      std::vector<unsigned char> bomb(::compressBound(zeros.size()));
      uLongf bytes = bomb.size();
      REQUIRE(::compress2(bomb.data(), &bytes, zeros.data(), zeros.size(), 9) == Z_OK);
      const hsize_t offset[2] = {0, 0};
      REQUIRE(H5Dwrite_chunk(set, H5P_DEFAULT, 0, offset, bytes, bomb.data()) >= 0);
      H5Dclose(set);
    });
  }
  SECTION("pieces of another size than ours") {
    hostile.refused("wrong shape", [](hid_t file) {
      const hid_t set = replace_raster(file, 256, 256, 1);
      const std::vector<float> zeros(256 * 256);
      H5Dwrite(set, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, zeros.data());
      H5Dclose(set);
    });
  }
  SECTION("one document under a million names") {
    hostile.refused("absurd number of documents", [](hid_t file) {
      for (std::size_t k = 2; k <= kMaxDocuments; ++k)
        H5Lcreate_hard(file, "/header/documents/0", file, ("/header/documents/" + std::to_string(k)).c_str(),
                       H5P_DEFAULT, H5P_DEFAULT);
    });
  }
}

TEST_CASE("rows that the file has no bytes for are not made") {
  const Hostile hostile;
  hostile.refused("more rows than the file has bytes for", [](hid_t file) {
    const hsize_t rows = 1'000'000'000;  // HDF5 fills in what was never written
    for (const char* name :
         {"/time", "/step", "/state_hash", "/row_hash", "/channels/wheel/front_left/sinkage",
          "/channels/body/rover/position_x", "/channels/energy/residual"}) {
      const hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
      REQUIRE(H5Dset_extent(set, &rows) >= 0);
      H5Dclose(set);
    }
    std::uint64_t commit[2][9] = {{1000, rows, 0, 0, 0, 0, 0, 1, 0}, {0}};
    Hasher hasher;
    for (int k = 0; k < 8; ++k) hasher.add(commit[0][k]);
    commit[0][8] = hasher.value();
    const hid_t set = H5Dopen2(file, "/commit", H5P_DEFAULT);
    REQUIRE(H5Dwrite(set, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, commit) >= 0);
    H5Dclose(set);
  });
}
