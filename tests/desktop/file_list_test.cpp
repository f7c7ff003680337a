// SPDX-License-Identifier: BSD-3-Clause
// The dialog for files: what it lists, how Tab completes, and that it stays open where something is refused.
#include "desks/files/file_list.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "catch.hpp"
#include "desktop/session_support.hpp"
#include "desktop/whole_window.hpp"
#include "hal/keys.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

namespace fs = std::filesystem;

/// A folder with files of each kind.
struct Files {
  ScratchFolder folder{"file_list"};
  Files() {
    fs::create_directories(folder / "runs");
    fs::create_directories(folder / "rovers");
    fs::create_directories(folder / ".hidden");
    for (const char* name : {"rover_a.toml", "rover_b.toml", "run.h5", "rig.csv", "map.tif", "notes.txt"})
      std::ofstream(folder / name) << "x";
  }
  std::string typed(const std::string& rest) const { return (folder / "").string() + rest; }
};

std::vector<std::string> names(const std::vector<FileEntry>& entries) {
  std::vector<std::string> all;
  for (const FileEntry& entry : entries) all.push_back(entry.name);
  return all;
}

}  // namespace

TEST_CASE("file list: folders first, files that can be opened, none that is hidden") {
  const Files files;
  using Names = std::vector<std::string>;
  CHECK(names(list_files(files.typed(""), FilesWanted::to_open)) ==
        Names{"rovers", "runs", "map.tif", "rig.csv", "rover_a.toml", "rover_b.toml", "run.h5"});
  CHECK(names(list_files(files.typed("ru"), FilesWanted::to_compare)) == Names{"runs", "run.h5"});
  CHECK(list_files(files.typed("ro"), FilesWanted::to_open).front().path == files.typed("rovers/"));
  CHECK(list_files("/no/such/folder/", FilesWanted::to_open).empty());
}

TEST_CASE("file list: Tab completes as far as all entries agree, and never takes a letter away") {
  const Files files;
  const auto tab = [&](const std::string& typed) {
    return completed(files.typed(typed), list_files(files.typed(typed), FilesWanted::to_open));
  };
  CHECK(tab("rover_") == files.typed("rover_"));
  CHECK(tab("rove") == files.typed("rover"));  // a folder and two files
  CHECK(tab("rover_a") == files.typed("rover_a.toml"));
  CHECK(tab("m") == files.typed("map.tif"));
  CHECK(tab("zzz") == files.typed("zzz"));
  CHECK(folder_above(files.typed("runs/")) == files.typed(""));
  CHECK(folder_above("/") == "/");
}

TEST_CASE("file list: places are folders that exist, each once") {
  const Files files;
  const std::string recent = files.typed("rover_a.toml");
  const auto places =
      file_places({recent, files.typed("run.h5"), "/no/such/folder/a.toml", "wheel_drop_200"});
  CHECK(std::count_if(places.begin(), places.end(),
                      [&](const FilePlace& p) { return p.path == files.typed(""); }) == 1);
  for (const FilePlace& place : places) CHECK(fs::is_directory(place.path));
}

TEST_CASE(
    "open dialog: it stays with what was typed and the reason where that is refused, and closes once it is "
    "shown") {
  const Files files;
  WholeWindow window({}, files.folder / "state");
  const auto type = [&](const std::string& text) {
    window.key(Keys::kO, true);
    REQUIRE(window.report("dialog") == "open");
    for (const char c : text) ImGui::GetIO().AddInputCharacter(static_cast<unsigned char>(c));
    window.settle();
    window.click("open_confirm");
  };
  type(files.typed("rover_a.toml"));  // not TOML
  REQUIRE(window.until([&] { return !window.session().loading(); }));
  CHECK(window.report("dialog") == "open");
  CHECK(window.report("open_refusal").find("rover_a.toml") != std::string::npos);
  window.key(Keys::kEscape);
  CHECK(window.report("dialog") == "none");
  type("free_fall");
  CHECK(window.until([&] { return window.report("scene") == "free_fall"; }));
  CHECK(window.report("dialog") == "none");
}

TEST_CASE("start page: its pictures are read one after another, and nothing waits once something is open") {
  const Files files;
  WholeWindow window({}, files.folder / "state");
  CHECK(window.until([&] { return window.app().complete(); }));
  window.open("free_fall");
  CHECK(window.app().complete());
  CHECK_FALSE(window.app().activity().unfinished);
}
