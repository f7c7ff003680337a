// The document: every change is one step with exact undo, what the library refuses leaves no trace, and what is saved
// is, to the bit, what was shown.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "desktop/session_support.hpp"
#include "document/document_desk.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/step/world.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

using Kind = DocumentRequest::Kind;

struct Bench {
  Session session{wall_clock};
  DocumentDesk desk;

  explicit Bench(const std::string& scenario, const std::filesystem::path& folder = {}) : desk(folder) {
    session.open(scenario);
    REQUIRE(wait_for([&] { return session.view().mode == SessionMode::live && session.view().frame; }));
  }
  template <class Condition>
  bool wait_for(Condition condition) {
    for (int k = 0; k < 6000; ++k) {
      if (session.update() == Opened::another) desk.opened(session);
      desk.update(session);
      if (condition()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }
  const Document& document() const { return *desk.view().document; }
  void settle() {
    REQUIRE(wait_for([&] { return !document().building() && !session.loading() && session.view().frame; }));
  }
  void set(const std::string& key, const std::string& value) {
    desk.carry_out({.settings = {{key, value}}, .what = key}, session);
    settle();
  }
  std::uint64_t hash() const { return session.view().frame->state_hash; }
};

std::uint64_t start_hash(const std::string& scenario, const std::vector<Override>& overrides = {}) {
  return start_simulation(load_world(scenario, overrides)).state_hash();
}

}  // namespace

TEST_CASE("document: a change runs as --set does, and undo and redo restore the start to the bit") {
  Bench bench("drive_flat_soft");
  const std::uint64_t before = bench.hash();
  bench.set("rover.wheel.radius", "0.15");
  CHECK(bench.hash() == start_hash("drive_flat_soft", {{"rover.wheel.radius", "0.15"}}));
  CHECK(bench.hash() != before);
  CHECK(bench.document().unsaved());
  bench.set("gravity", "1.62");
  CHECK(bench.document().changes().size() == 2);
  bench.desk.carry_out({.kind = Kind::undo}, bench.session);
  bench.desk.carry_out({.kind = Kind::undo}, bench.session);
  bench.settle();
  CHECK(bench.hash() == before);
  CHECK_FALSE(bench.document().unsaved());
  bench.desk.carry_out({.kind = Kind::redo}, bench.session);
  bench.settle();
  CHECK(bench.hash() == start_hash("drive_flat_soft", {{"rover.wheel.radius", "0.15"}}));
  bench.desk.carry_out({.kind = Kind::put_back, .text = "rover.wheel.radius"}, bench.session);
  bench.settle();
  CHECK(bench.hash() == before);
}

TEST_CASE("document: what is refused stands at its key and leaves what is shown") {
  Bench bench("drive_flat_soft");
  const std::uint64_t before = bench.hash();
  bench.set("rover.body.chassis.mass", "-3");
  CHECK(bench.hash() == before);
  CHECK(bench.document().changes().empty());
  CHECK_FALSE(bench.document().can_undo());
  CHECK(bench.document().refused_keys() == std::vector<std::string>{"rover.body.chassis.mass"});
  CHECK(bench.document().refusal().find("kg") != std::string::npos);
  bench.set("duration", "5");  // and work goes on
  CHECK(bench.document().refusal().empty());
  CHECK(bench.session.view().duration == 5.0);
  bench.set("rover.body.chassis.inertia", "[1, 1, 9]");  // violates the triangle inequality
  CHECK(bench.document().changes().size() == 1);
  CHECK_FALSE(bench.document().refusal().empty());
}

TEST_CASE("document: two hundred steps can be undone") {
  Document document;
  document.open("x", {});
  for (int k = 0; k < 250; ++k) document.set({{"duration", std::to_string(k + 1)}}, "step");
  int undone = 0;
  while (document.can_undo() && undone < 1000) {
    document.undo();
    ++undone;
    if (undone == 200) CHECK(document.changes().at(0).value == "50");
  }
  CHECK(undone == 250);
  CHECK(document.changes().empty());
}

TEST_CASE("document: a saved scenario keeps comments, and its start is the one that was shown") {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("grouser_document_test_" + std::to_string(::getpid()));
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  Bench bench("climb_rocks");
  bench.set("rover.wheel.radius", "0.15");
  bench.set("terrain.shape.rock_2.size", "[0.3, 0.28, 0.2]");
  bench.set("initial.heading_deg", "12");
  const std::filesystem::path file = folder / "mine.toml";
  bench.desk.save(file, bench.session);
  CHECK_FALSE(bench.desk.unsaved());
  CHECK(bench.desk.has_file());
  CHECK(start_hash(file.string()) == bench.hash());
  const std::string text = read_text_file(file);
  CHECK(text.find("# m, sunk into the sand") != std::string::npos);
  CHECK(text.find("\"rover.wheel.slices=6\", \"rover.wheel.radius=0.15\"") != std::string::npos);
  bench.set("initial.heading_deg", "13");
  CHECK(bench.desk.unsaved());
  CHECK_THROWS_AS(bench.desk.save(folder / "no" / "such" / "a.toml", bench.session), Error);
  CHECK(bench.desk.unsaved());
  std::filesystem::remove_all(folder);
}

TEST_CASE("document: what a killed program left is offered with its age, what lives is not") {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("grouser_autosave_test_" + std::to_string(::getpid()));
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  AutosaveFile ours(folder);
  ours.keep("climb_rocks", {{"gravity", "1.62"}});
  CHECK(ours.left_behind().empty());  // this program lives
  std::ofstream(folder / "unsaved-999999999.json")
      << R"({"scenario": "climb_rocks", "changes": [{"key": "gravity", "value": "1.62"}]})";
  std::ofstream(folder / "unsaved-999999998.json") << "{\"scenario\": ";  // half a file
  const std::vector<Autosave> left = ours.left_behind();
  REQUIRE(left.size() == 1);
  CHECK(left[0].scenario == "climb_rocks");
  CHECK(left[0].changes.at(0).value == "1.62");
  CHECK(left[0].age < 60.0);
  ours.forget();
  CHECK_FALSE(std::filesystem::exists(folder / ("unsaved-" + std::to_string(::getpid()) + ".json")));
  std::filesystem::remove_all(folder);
}

TEST_CASE("document: a change is kept before its world is built, and one that is refused is not") {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("grouser_keep_test_" + std::to_string(::getpid()));
  std::filesystem::remove_all(folder);
  const std::filesystem::path file = folder / ("unsaved-" + std::to_string(::getpid()) + ".json");
  Bench bench("climb_rocks", folder);
  bench.desk.carry_out({.settings = {{"gravity", "1.62"}}, .what = "gravity"}, bench.session);
  CHECK(bench.document().building());
  CHECK(read_text_file(file).find("1.62") != std::string::npos);
  bench.settle();
  bench.set("rover.wheel.radius", "-3");
  CHECK(bench.document().refusal() != "");
  const std::string kept = read_text_file(file);
  CHECK(kept.find("1.62") != std::string::npos);
  CHECK(kept.find("-3") == std::string::npos);
  std::filesystem::remove_all(folder);
}

TEST_CASE("inspector: the keys of a part are those that a setting of it takes") {
  Inspector inspector;
  const auto world = load_world("climb_rocks");
  inspector.show(world);
  const auto index_of = [&](const std::string& body) {
    const auto& names = world->scene.body_names;
    return static_cast<int>(std::find(names.begin(), names.end(), body) - names.begin());
  };
  const auto keys = [&](const Selection& selection, const std::string& filter = {}) {
    std::map<std::string, const KeyNote*> found;
    for (const InspectedGroup& group : inspector.groups(selection, world->scene, filter))
      for (const InspectedKey& key : group.keys) found[key.note->key] = key.note;
    return found;
  };
  const auto chassis = keys({SelectionKind::body, index_of("chassis")});
  REQUIRE(chassis.count("rover.body.chassis.mass"));
  CHECK(chassis.at("rover.body.chassis.mass")->value == "243");
  const auto wheel = keys({SelectionKind::body, index_of("wheel_front_left")});
  CHECK(wheel.count("rover.wheel.radius"));
  CHECK(wheel.count("rover.body.wheel_front_left.mass"));
  const auto bogie = keys({SelectionKind::body, index_of("left_bogie")});
  CHECK(bogie.count("rover.joint.left_bogie.lower_deg"));
  CHECK(keys({SelectionKind::shape, 1}).count("terrain.shape.rock_2.size"));
  CHECK(keys({SelectionKind::ground, 0}).count("soil.phi_deg"));
  CHECK(keys({}).count("gravity"));
  CHECK(keys({}).count("initial.heading_deg"));  // may be said, is not
  CHECK(keys({}, "wheel radius").count("rover.wheel.radius"));
}
