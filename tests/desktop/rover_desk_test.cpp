// SPDX-License-Identifier: BSD-3-Clause
// Rovers of other programs in the window: what the dialog says of them, what it takes, and the rover that is
// shown once it is saved.
#include <algorithm>

#include "catch.hpp"
#include "desks/rover/rover_work.hpp"
#include "desktop/whole_window.hpp"
#include "folders.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A folder with the four-wheeled rover of the tests of exchange, whose wheels are meshes.
struct RoverFolder {
  ScratchFolder folder{"rover_desk"};
  RoverFolder() {
    for (const char* name : {"fixed_arms.urdf", "disc.obj"})
      std::filesystem::copy_file(source_folder() / "tests/exchange/rovers" / name, folder / name);
  }
  std::string file() const { return (folder / "fixed_arms.urdf").string(); }
};

bool any_with(const std::vector<std::string>& lines, const std::string& words) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return line.find(words) != std::string::npos; });
}

void type(WholeWindow& window, const std::string& field, const std::string& text) {
  window.click(field);
  for (const char c : text) ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(c));
  window.settle();
  for (const bool down : {true, false}) {
    gui::add_key_event(ImGuiKey_Enter, down);
    window.pictures(2);
  }
}

}  // namespace

TEST_CASE("rover desk: what is found in a file, and how the rover stands") {
  const RoverFolder rover;
  const RoverAnswer found = look_at_rover({rover.file(), {}});
  CHECK(found.refusal.empty());
  CHECK(any_with(found.stance, "16 kg"));
  CHECK(any_with(found.stance, "25.0 % of the weight"));  // its centre of mass is above the middle
  CHECK(any_with(found.report.took, "4 meshes that are drawn"));
  CHECK(any_with(found.report.warnings, "another axis"));
  const RoverAnswer none = look_at_rover({rover.folder / "missing.urdf", {}});
  CHECK_THAT(none.refusal, ContainsSubstring("missing.urdf"));
}

TEST_CASE("rover desk: a rover is saved with its meshes, and replaces no file of anybody else") {
  const RoverFolder rover;
  std::filesystem::create_directories(rover.folder / "elsewhere");
  const std::filesystem::path file = rover.folder / "elsewhere/rover.toml";
  for (int time = 0; time < 2; ++time) CHECK(save_rover({rover.file(), {}, file}).saved_as == file);
  CHECK(std::filesystem::exists(rover.folder / "elsewhere/meshes/disc.obj"));
  write_file_atomically(file, "somebody's notes");
  const RoverAnswer refused = save_rover({rover.file(), {}, file});
  CHECK(refused.saved_as.empty());
  CHECK_THAT(refused.refusal, ContainsSubstring("another name"));
  CHECK(read_text_file(file) == "somebody's notes");
  CHECK_FALSE(save_rover({rover.file(), {}, rover.file()}).refusal.empty());
}

TEST_CASE("rover desk: a rover that is opened is looked at, saved and shown on sand") {
  const RoverFolder rover;
  WholeWindow window({}, rover.folder / "state");
  window.app().open(rover.file());
  REQUIRE(window.until("rover_import", "ready"));
  REQUIRE(window.shows("rover_save"));
  // one rocker alone is refused, both make a differential
  type(window, "rover_left", "left_arm_joint");
  REQUIRE(window.until([&] { return window.report("rover_import").starts_with("refused"); }));
  CHECK_THAT(window.report("rover_import"), ContainsSubstring("Right rocker"));
  type(window, "rover_right", "right_arm_joint");
  REQUIRE(window.until("rover_import", "ready"));
  window.click("rover_save");
  REQUIRE(window.until("rover_import", "closed"));
  REQUIRE(
      window.until([&] { return !window.session().loading() && window.session().view().scene != nullptr; }));
  const std::string text = read_text_file(rover.folder / "fixed_arms.toml");
  CHECK_THAT(text, ContainsSubstring("[[coupling]]"));
  const Scene& scene = *window.session().view().scene;
  CHECK(scene.wheel_names.size() == 4);
  CHECK(std::count_if(scene.visuals.begin(), scene.visuals.end(), [](const VisualShape& shape) {
          return shape.kind == VisualKind::mesh && shape.mesh;
        }) == 4);
}

TEST_CASE("rover desk: a file that is no rover is refused in the dialog, and Escape leaves it") {
  const ScratchFolder folder("no_rover");
  write_file_atomically(folder / "bad.urdf", "<robot name=\"bad\"><link/></robot>");
  WholeWindow window({}, folder / "state");
  window.app().open((folder / "bad.urdf").string());
  REQUIRE(window.until([&] { return window.report("rover_import").starts_with("refused"); }));
  CHECK_THAT(window.report("rover_import"), ContainsSubstring("bad.urdf:1"));
  window.click("rover_save");  // disabled
  CHECK_FALSE(std::filesystem::exists(folder / "bad.toml"));
  window.key(Keys::kEscape);
  CHECK(window.report("rover_import") == "closed");
}
