// SPDX-License-Identifier: BSD-3-Clause
// The document: every change is one step with exact undo, what the library refuses leaves no trace, and what is saved
// is, to the bit, what was shown.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "catch.hpp"
#include "desktop/session_support.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/step/world.hpp"
#include "session/document/document_request.hpp"
#include "session/document/document_work.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

using DocumentKind = DocumentRequest::Kind;

struct DocumentBench {
  Session session{wall_clock};
  DocumentWork desk;

  explicit DocumentBench(const std::string& scenario, const std::filesystem::path& folder = {})
      : desk(folder) {
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
  DocumentBench bench("drive_flat_soft");
  const std::uint64_t before = bench.hash();
  bench.set("rover.wheel.radius", "0.15");
  CHECK(bench.hash() == start_hash("drive_flat_soft", {{"rover.wheel.radius", "0.15"}}));
  CHECK(bench.hash() != before);
  CHECK(bench.document().unsaved());
  bench.set("gravity", "1.62");
  CHECK(bench.document().changes().size() == 2);
  bench.desk.carry_out({.kind = DocumentKind::undo}, bench.session);
  bench.desk.carry_out({.kind = DocumentKind::undo}, bench.session);
  bench.settle();
  CHECK(bench.hash() == before);
  CHECK_FALSE(bench.document().unsaved());
  bench.desk.carry_out({.kind = DocumentKind::redo}, bench.session);
  bench.settle();
  CHECK(bench.hash() == start_hash("drive_flat_soft", {{"rover.wheel.radius", "0.15"}}));
  bench.desk.carry_out({.kind = DocumentKind::put_back, .text = "rover.wheel.radius"}, bench.session);
  bench.settle();
  CHECK(bench.hash() == before);
}

TEST_CASE("document: what is refused stands at its key and leaves what is shown") {
  DocumentBench bench("drive_flat_soft");
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
  DocumentBench bench("climb_rocks");
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
  DocumentBench bench("climb_rocks", folder);
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

namespace {

/// The shapes of the open scenario by name.
std::vector<std::string> shape_names(const Session& session) {
  std::vector<std::string> names;
  for (const RigidShape& shape : session.view().scene->terrain->shapes()) names.push_back(shape.name);
  return names;
}

int index_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
}

void select_shape(DocumentBench& bench, const std::string& name) {
  const std::vector<std::string> names = shape_names(bench.session);
  REQUIRE(std::find(names.begin(), names.end(), name) != names.end());
  bench.desk.select({SelectionKind::shape, index_of(names, name)});
  bench.desk.update(bench.session);
}

/// A scenario's text without the [[terrain.shape]] of this name, cut out by hand.
std::string cut_out(const std::string& text, const std::string& name) {
  const std::size_t called = text.find("name = \"" + name + "\"");
  REQUIRE(called != std::string::npos);
  const std::size_t begin = text.rfind("[[terrain.shape]]", called), end = text.find("\n[", called);
  return text.substr(0, begin) + text.substr(end + 1);
}

}  // namespace

TEST_CASE("document: a shape is removed in one step, as if it were not in the file, and undo gives it back") {
  DocumentBench bench("climb_rocks");
  const std::uint64_t before = bench.hash();
  const std::vector<std::string> all = shape_names(bench.session);
  bench.set("terrain.shape.rock_3.soil", "\"hard_plate\"");
  select_shape(bench, "rock_2");
  bench.desk.carry_out({.kind = DocumentKind::remove_selected}, bench.session);
  bench.settle();
  CHECK(bench.document().last_step() == "Remove rock_2");
  CHECK(bench.document().changes().size() == 1);  // that of rock_3 is in the list of shapes
  CHECK(bench.desk.view().selection.kind == SelectionKind::none);
  const std::vector<std::string> left = shape_names(bench.session);
  CHECK(left.size() + 1 == all.size());
  CHECK(std::find(left.begin(), left.end(), "rock_2") == left.end());

  // what is saved is what a person would write by hand
  const auto folder =
      std::filesystem::temp_directory_path() / ("grouser_shapes_test_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const auto by_hand = folder / "by_hand.toml", saved = folder / "saved.toml";
  const std::string text = read_text_file(resolve_asset("climb_rocks", "scenarios"));
  write_file_atomically(by_hand, cut_out(text, "rock_2"));
  const auto wanted = load_world(by_hand.string(), {{"terrain.shape.rock_3.soil", "\"hard_plate\""}});
  bench.desk.save(saved, bench.session);
  for (const auto& world : {bench.session.world(), load_world(saved.string())}) {
    const std::vector<RigidShape>&shapes = world->scene.terrain->shapes(),
          &others = wanted->scene.terrain->shapes();
    REQUIRE(shapes.size() == others.size());
    for (std::size_t k = 0; k < shapes.size(); ++k) {
      CHECK(shapes[k].name == others[k].name);
      CHECK(shapes[k].pose.p == others[k].pose.p);
      CHECK(shapes[k].pose.R == others[k].pose.R);
      CHECK(shapes[k].half == others[k].half);
    }
    CHECK(start_simulation(world).state_hash() == start_simulation(wanted).state_hash());
  }
  CHECK(read_text_file(saved).rfind(text.substr(0, text.find('\n')), 0) == 0);  // remarks stay
  std::filesystem::remove_all(folder);

  bench.desk.carry_out({.kind = DocumentKind::undo}, bench.session);
  bench.desk.carry_out({.kind = DocumentKind::undo}, bench.session);
  bench.settle();
  CHECK(shape_names(bench.session) == all);
  CHECK(bench.hash() == before);
}

TEST_CASE("document: a shape is duplicated beside itself, selected, and changed by its own name") {
  DocumentBench bench("climb_rocks");
  const std::size_t count = shape_names(bench.session).size();
  select_shape(bench, "rock_1");
  bench.desk.carry_out({.kind = DocumentKind::duplicate_selected}, bench.session);
  bench.settle();
  const std::vector<RigidShape>& shapes = bench.session.view().scene->terrain->shapes();
  REQUIRE(shapes.size() == count + 1);
  const auto at = static_cast<std::size_t>(bench.desk.view().selection.index);
  REQUIRE(bench.desk.view().selection.kind == SelectionKind::shape);
  CHECK(shapes[at].name == "rock_1_2");
  const RigidShape& first = shapes[static_cast<std::size_t>(index_of(shape_names(bench.session), "rock_1"))];
  CHECK(shapes[at].half == first.half);
  CHECK((shapes[at].pose.R - first.pose.R).norm() == 0.0);
  CHECK(shapes[at].pose.p.x() == first.pose.p.x());
  CHECK(shapes[at].pose.p.z() == first.pose.p.z());
  // they do not touch: their corners are parted by 0.1 m along y
  const auto reach = [](const RigidShape& s, double sign) {
    double most = -1e9;
    for (int k = 0; k < 8; ++k) {
      const Vec3 corner((k & 1 ? 1 : -1) * s.half.x(), (k & 2 ? 1 : -1) * s.half.y(),
                        (k & 4 ? 1 : -1) * s.half.z());
      most = std::max(most, sign * (s.pose.p + s.pose.R * corner).y());
    }
    return sign * most;
  };
  CHECK(reach(shapes[at], -1.0) - reach(first, 1.0) == Approx(0.1).margin(1e-9));
  bench.set("terrain.shape.rock_1_2.size", "[0.2, 0.2, 0.1]");
  CHECK(bench.document().changes().size() == 2);
  bench.desk.carry_out({.kind = DocumentKind::duplicate_selected}, bench.session);
  bench.settle();
  CHECK(bench.document().changes().size() == 1);
  CHECK(shape_names(bench.session).back() == "rock_1_2_2");
  CHECK(bench.session.view().scene->terrain->shapes().back().half == Vec3(0.1, 0.1, 0.05));
  for (int k = 0; k < 3; ++k) bench.desk.carry_out({.kind = DocumentKind::undo}, bench.session);
  bench.settle();
  CHECK(shape_names(bench.session).size() == count);
}

TEST_CASE("document: a shape of a vehicle is not the scenario's to remove, and says so") {
  DocumentBench bench("egress_level");
  select_shape(bench, "deck");
  CHECK_THROWS_WITH(
      bench.desk.carry_out({.kind = DocumentKind::remove_selected}, bench.session),
      Catch::Matchers::ContainsSubstring("deck") && Catch::Matchers::ContainsSubstring("vehicle"));
  CHECK_FALSE(bench.document().unsaved());
  bench.desk.select({SelectionKind::ground, 0});
  bench.desk.update(bench.session);
  bench.desk.carry_out({.kind = DocumentKind::remove_selected}, bench.session);
  CHECK_FALSE(bench.document().unsaved());
}
