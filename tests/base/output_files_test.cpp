// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/base/output_files.hpp"

#include "catch.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {
void check_one(const fs::path& out, const FileKind& kind, const std::vector<fs::path>& inputs,
               Replace replace = Replace::ours) {
  check_outputs({{"--out", out.string(), kind}}, inputs, replace);
}
}  // namespace

TEST_CASE("an output is never an input, by whatever name") {
  const test::ScratchFolder folder("outputs");
  const fs::path in = folder / "in.csv";
  write_file_atomically(in, "a,b\n");
  fs::create_symlink(in, folder / "soft.csv");
  fs::create_hard_link(in, folder / "hard.csv");
  fs::create_directory(folder / "deep");
  const FileKind kind = csv_kind("a,b");
  for (const char* name : {"in.csv", "soft.csv", "hard.csv", "deep/../in.csv", "./in.csv"})
    for (const Replace replace : {Replace::ours, Replace::any}) {
      CAPTURE(name);
      CHECK_THROWS_WITH(check_one(folder / name, kind, {in}, replace), ContainsSubstring("the input itself"));
      CHECK_THROWS_WITH(check_one(in, kind, {folder / name}, replace), ContainsSubstring("the input itself"));
    }
  CHECK_NOTHROW(check_one(in, kind, {folder / "other.csv", "", "an_id"}));
}

TEST_CASE("two outputs are two files") {
  const test::ScratchFolder folder("outputs2");
  const auto both = [&](const char* a, const char* b) {
    check_outputs({{"--a", (folder / a).string()}, {"--b", (folder / b).string()}}, {}, Replace::any);
  };
  CHECK_THROWS_WITH(both("x", "x"), ContainsSubstring("two outputs of that name"));
  CHECK_THROWS_WITH(both("x", "./x"), ContainsSubstring("two outputs of that name"));
  write_file_atomically(folder / "y", "");
  fs::create_hard_link(folder / "y", folder / "z");
  CHECK_THROWS_WITH(both("y", "z"), ContainsSubstring("two outputs of that name"));
  CHECK_NOTHROW(both("x", "y"));
}

TEST_CASE("the ending says what an output is") {
  const test::ScratchFolder folder("outputs3");
  CHECK_THROWS_WITH(check_one(folder / "a.png", run_file_kind(), {}),
                    ContainsSubstring("a name in .png, expected one in .h5 or .hdf5"));
  CHECK_THROWS_WITH(check_one(folder / "a", picture_kind(), {}),
                    ContainsSubstring("a name without an ending"));
  CHECK_NOTHROW(check_one(folder / "a.PNG", picture_kind(), {}));
  CHECK_THROWS_WITH(check_one(folder / "none" / "a.png", picture_kind(), {}),
                    ContainsSubstring("no such folder"));
  CHECK_THROWS_WITH(check_one("/dev/null", {}, {}), ContainsSubstring("a device or pipe"));
}

TEST_CASE("a file of somebody else is kept unless forced") {
  const test::ScratchFolder folder("outputs4");
  const fs::path notes = folder / "notes.csv";
  write_file_atomically(notes, "my,notes\n");
  const FileKind kind = csv_kind("distance [m],x [m]");
  CHECK_THROWS_WITH(check_one(notes, kind, {}),
                    ContainsSubstring("did not write") && ContainsSubstring("--force"));
  CHECK_NOTHROW(check_one(notes, kind, {}, Replace::any));
  write_file_atomically(notes, "distance [m],x [m],y [m]\n1,2,3\n");  // an earlier table of ours
  CHECK_NOTHROW(check_one(notes, kind, {}));
  write_file_atomically(notes, "");  // of mktemp: nothing to lose
  CHECK_NOTHROW(check_one(notes, kind, {}));
}

TEST_CASE("a text that users go on with is kept unless forced or the same") {
  const test::ScratchFolder folder("outputs_edited");
  const fs::path rover = folder / "scout.toml";
  const FileKind kind = edited_kind({".toml"}, "# ours\nmass = 1\n");
  CHECK_NOTHROW(check_one(rover, kind, {}));
  write_file_atomically(rover, kind.text);
  CHECK_NOTHROW(check_one(rover, kind, {}));
  for (const char* text : {"# ours\nmass = 2\n", "# ours\nmass = 1\n# mine\n", "# ours\n"}) {
    write_file_atomically(rover, text);
    CHECK_THROWS_WITH(check_one(rover, kind, {}),
                      ContainsSubstring("changed by hand") && ContainsSubstring("--force"));
    CHECK_NOTHROW(check_one(rover, kind, {}, Replace::any));
  }
  CHECK_THROWS_WITH(check_one(rover, edited_kind({".toml"}), {}), ContainsSubstring("changed by hand"));
  write_file_atomically(rover, "");
  CHECK_NOTHROW(check_one(rover, edited_kind({".toml"}), {}));
}

TEST_CASE("files are known by a mark wherever it stands") {
  const test::ScratchFolder folder("outputs5");
  const fs::path file = folder / "a.tif";
  const std::string mark = std::string("Grouser") + '\0';
  for (const std::size_t before : {10u, (4u << 20) - 3u, 20u << 20}) {
    write_file_atomically(file, std::string(before, 'x') + mark + "end");
    CHECK(is_ours(file, geotiff_kind()));
  }
  write_file_atomically(file, std::string(20u << 20, 'x'));
  CHECK_FALSE(is_ours(file, geotiff_kind()));
  CHECK_FALSE(is_ours(folder / "none.tif", geotiff_kind()));
  CHECK_FALSE(is_ours(file, kind_of_group({".tif"}, false)));
  CHECK(is_ours(file, kind_of_group({".tif"}, true)));
}

TEST_CASE("a marked picture is a picture still, and known as ours") {
  // The smallest PNG: one grey pixel (PNG specification, chapter 5).
  const std::string png(
      "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x8\0\0\0\0\x3a\x7e\x9b\x55\0\0\0\nIDATx\x9c"
      "c`\0\0\0\2\0\1H\xaf\xa4q\0\0\0\0IEND\xae"
      "B`\x82",
      67);
  const std::string marked = marked_png(png);
  CHECK(marked.substr(0, 33) == png.substr(0, 33));
  CHECK(marked.substr(marked.size() - 34) == png.substr(33));
  // length, type, data and the CRC that zlib's crc32() gives for type and data
  CHECK(marked.substr(33, marked.size() - 67) ==
        std::string("\0\0\0\x10tEXtSoftware\0Grouser\xc5\xfd\xb7\xea", 28));
  const test::ScratchFolder folder("outputs6");
  write_file_atomically(folder / "ours.png", marked);
  write_file_atomically(folder / "theirs.png", png);
  CHECK(is_ours(folder / "ours.png", picture_kind()));
  CHECK_FALSE(is_ours(folder / "theirs.png", picture_kind()));
}
