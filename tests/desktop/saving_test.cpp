// SPDX-License-Identifier: BSD-3-Clause
// Unsaved changes are asked for before something else is opened or the program ends, and each answer does what it says.
#include "session/document/saving.hpp"

#include <unistd.h>

#include <filesystem>

#include "catch.hpp"
#include "desktop/session_support.hpp"
#include "grouser/base/error.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/step/world.hpp"
#include "session/document/document_request.hpp"
#include "session/document/saving_request.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

using SavingKind = SavingRequest::Kind;

struct SavingBench {
  Session session{wall_clock};
  DocumentWork desk{std::filesystem::path{}};
  Saving saving{desk, session};

  /// A shipped scenario, with a change that no file has.
  SavingBench() {
    session.open("free_fall");
    REQUIRE(update_until(session, [](const RunView& run) { return run.mode == SessionMode::live; }));
    desk.opened(session);
    CHECK(saving.may_leave("wheel_drop_200"));  // nothing is lost yet
    desk.carry_out({.settings = {{"duration", "0.7"}}, .what = "duration"}, session);
  }
  void answer(SavingKind kind) {
    saving.form().leave = {};  // as the dialog does
    saving.carry_out({.kind = kind});
  }
  void save_as(const std::filesystem::path& path) {
    desk.carry_out({.kind = DocumentRequest::Kind::save, .text = path.string()}, session);
    saving.go_on();
  }
};

struct SavingFolder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("grouser_saving_test_" + std::to_string(::getpid()));
  SavingFolder() { std::filesystem::create_directories(path); }
  ~SavingFolder() { std::filesystem::remove_all(path); }
};

}  // namespace

TEST_CASE("saving: who stays has lost nothing, who discards gets what was chosen, with its settings") {
  SavingBench bench;
  CHECK_FALSE(bench.saving.may_leave("wheel_drop_200", {{"duration", "3"}}));
  CHECK(bench.saving.form().leave.open);
  bench.answer(SavingKind::stay);
  CHECK_FALSE(bench.session.loading());
  CHECK(bench.desk.unsaved());
  CHECK_FALSE(bench.saving.may_leave("wheel_drop_200", {{"duration", "3"}}));
  bench.answer(SavingKind::discard);
  CHECK_FALSE(bench.saving.wants_quit());
  REQUIRE(update_until(bench.session,
                       [](const RunView& run) { return run.name.find("200") != std::string::npos; }));
  CHECK(bench.session.view().duration == 3.0);
}

TEST_CASE("saving: the program ends only once the question is answered, which is asked once") {
  SavingBench bench;
  bench.saving.quit();
  CHECK(bench.saving.wants_quit());
  CHECK_FALSE(bench.saving.may_close());
  CHECK_FALSE(bench.saving.wants_quit());
  CHECK(bench.saving.form().leave.open);
  bench.saving.form().leave.fresh = false;
  CHECK_FALSE(bench.saving.may_close());
  CHECK_FALSE(bench.saving.form().leave.fresh);  // the dialog that is open stays as it is
  bench.answer(SavingKind::discard);
  CHECK(bench.saving.wants_quit());
  CHECK(bench.saving.may_close());
}

TEST_CASE("saving: what is to be saved first waits for a name, and the file has the change") {
  const SavingFolder folder;
  SavingBench bench;
  CHECK_FALSE(bench.saving.may_close());
  bench.answer(SavingKind::save_and_leave);
  CHECK(bench.saving.form().name.open);  // what came with the program is never written over
  CHECK(bench.saving.form().path == "my_free_fall.toml");
  CHECK_FALSE(bench.saving.wants_quit());
  CHECK_THROWS_AS(bench.save_as(folder.path / "no" / "such" / "a.toml"), Error);
  CHECK_FALSE(bench.saving.wants_quit());
  bench.save_as(folder.path / "mine.toml");
  CHECK(bench.saving.wants_quit());
  CHECK(bench.saving.may_close());
  CHECK(load_world((folder.path / "mine.toml").string())->settings.duration == 0.7);
}

TEST_CASE("saving: a later save ends nothing if staying was chosen meanwhile") {
  const SavingFolder folder;
  SavingBench bench;
  CHECK_FALSE(bench.saving.may_close());
  bench.answer(SavingKind::save_and_leave);
  CHECK_FALSE(bench.saving.may_close());
  bench.answer(SavingKind::stay);
  bench.save_as(folder.path / "mine.toml");
  CHECK_FALSE(bench.saving.wants_quit());
  bench.saving.carry_out({.kind = SavingKind::save});  // it has a file now: no dialog
  CHECK(bench.saving.may_close());
}

TEST_CASE("saving: who gives up the name when leaving stays, also when something is saved later") {
  const SavingFolder folder;
  SavingBench bench;
  CHECK_FALSE(bench.saving.may_close());
  bench.answer(SavingKind::save_and_leave);
  bench.saving.form().name.open = false;  // Escape in the dialog for the name
  bench.answer(SavingKind::save);
  CHECK(bench.saving.form().name.open);
  bench.save_as(folder.path / "later.toml");
  CHECK_FALSE(bench.desk.unsaved());
  CHECK_FALSE(bench.saving.wants_quit());
}

TEST_CASE("saving: work of a desk is asked about, saved, and then what was wanted happens") {
  SavingBench bench;
  std::string lost;
  int saved = 0, given_up = 0;
  bench.saving.watch({[&] { return lost; }, [&] { ++saved; }});
  CHECK(bench.saving.may_give_up([&] { ++given_up; }));  // the document's changes are no matter of a desk
  lost = "The piece is not saved.";
  CHECK_FALSE(bench.saving.may_give_up([&] { ++given_up; }));
  CHECK(bench.saving.form().other == std::vector<std::string>{lost});
  CHECK_FALSE(bench.saving.form().about_document);
  bench.answer(SavingKind::stay);
  CHECK(given_up == 0);
  CHECK_FALSE(bench.saving.may_give_up([&] { ++given_up; }));
  bench.answer(SavingKind::save_and_leave);
  CHECK(saved == 1);
  bench.saving.go_on();
  CHECK(given_up == 0);  // it waits for the file
  lost.clear();
  bench.saving.go_on();
  CHECK(given_up == 1);
  lost = "The piece is not saved.";
  CHECK_FALSE(bench.saving.may_give_up([&] { ++given_up; }));
  bench.answer(SavingKind::discard);
  CHECK(given_up == 2);
  CHECK_FALSE(bench.saving.may_close());
  CHECK(bench.saving.form().about_document);
  CHECK(bench.saving.form().other.size() == 1);
}
