// SPDX-License-Identifier: BSD-3-Clause
// The terrain desk without a window: what is cut, cleaned, undone, saved and driven on.
#include "desks/terrain/terrain_work.hpp"

#include "catch.hpp"
#include "desktop/terrain_support.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/simulation/step/world.hpp"
#include "grouser/survey/clean/clean.hpp"
#include "grouser/survey/make/recipe.hpp"
#include "scratch_folder.hpp"
#include "session/ground_files.hpp"

using namespace grouser;
using namespace grouser::desktop;
using test::ScratchFolder;
using test::update_until;
using test::wait_for_job;

namespace {

namespace fs = std::filesystem;

bool go_on(double) { return true; }

Pick pick_cells(const CellRect& cells) {
  Pick pick;
  pick.cells = cells;
  return pick;
}

/// A desk with the whole of a faulty map cut out.
struct Cut {
  ScratchFolder folder{"terrain_work"};
  test::TemporaryFiles here{folder.path() / "tmp"};
  fs::path map = folder / "map.tif";
  TerrainWork desk{test::wall_clock};

  Cut() {
    fs::create_directory(folder / "tmp");
    test::write_faulty_map(map);
    desk.open_map(map.string());
    REQUIRE(update_until(desk, [](const TerrainView& v) { return v.surveyed; }));
    desk.set_pick(pick_cells({0, 0, 256, 256}));
    desk.cut();
    REQUIRE(wait_for_job(desk));
    REQUIRE(desk.view().site);
    CleanSettings settings;
    settings.fit_samples = 200;
    desk.set_settings(settings);
  }
  const Site& site() { return *desk.view().site; }
  void clean(CleanKind kind) {
    desk.clean(kind);
    REQUIRE(wait_for_job(desk));
    for (const LogLine& line : desk.take_messages()) INFO(line.text);
  }
  /// Once nothing looks ahead any more.
  bool no_temporary_files() {
    return update_until(desk, [](const TerrainView& v) { return !v.looking_ahead; }) &&
           fs::is_empty(folder / "tmp");
  }
};

}  // namespace

TEST_CASE("Terrain desk: a map is described as terrain info describes it") {
  const Cut cut;
  const MapFacts& map = *cut.desk.view().map;
  RasterSource source(cut.map);
  const RasterSurvey whole = survey_raster(source);
  CHECK(map.survey.voids == whole.voids);
  CHECK(map.survey.voids == 14 * 12 + 6 * 8);
  CHECK(map.survey.lowest == whole.lowest);
  CHECK(map.survey.highest == whole.highest);
  CHECK(map.survey.at_lowest == whole.at_lowest);
  CHECK(map.info.columns == 256);
  CHECK(map.cell.east == Approx(0.25));
  REQUIRE(!map.notes.empty());
  CHECK(map.notes[0].find("voids") != std::string::npos);
}

TEST_CASE("Terrain desk: a picked window is what terrain import cuts, and saving writes the same file") {
  const ScratchFolder folder("terrain_cut");
  test::write_faulty_map(folder / "map.tif");
  const CellRect cells{60, 80, 120, 90};
  RasterSource source(folder / "map.tif");
  SiteRequest request;
  request.window = cells;
  import_site(source, plan_site(source, request), folder / "import.tif");

  const Site site = cut_site((folder / "map.tif").string(), pick_cells(cells), go_on);
  CHECK(site.columns() == 120);
  CHECK(site.rows() == 90);
  CHECK(site.voids() == 14 * 12);
  RasterSource imported(folder / "import.tif");
  std::vector<double> heights(imported.all().count());
  imported.read(imported.all(), std::span<double>(heights));
  CHECK(std::memcmp(heights.data(), site.heights()->data(), heights.size() * sizeof(double)) == 0);

  save_site(site.origin(), site.heights(), (folder / "saved.tif").string(), go_on);
  CHECK(read_text_file(folder / "saved.tif") == read_text_file(folder / "import.tif"));
}

TEST_CASE("Terrain desk: a window by its middle and size lies where one by cells does") {
  const Cut cut;
  const MapFacts& map = *cut.desk.view().map;
  Pick pick;
  pick.by = Pick::By::map;
  pick.center = map.info.transform->map(100.0, 60.0);
  pick.size = {20.0, 10.0};  // m: 80 x 40 cells
  CHECK(cells_of(map, pick) == CellRect{60, 40, 80, 40});
  const Site by_middle = cut_site(cut.map.string(), pick, go_on);
  const Site by_cells = cut_site(cut.map.string(), pick_cells({60, 40, 80, 40}), go_on);
  CHECK(by_middle.checksum() == by_cells.checksum());

  pick.center = {1e9, 1e9};
  CHECK_THROWS_AS(cut_site(cut.map.string(), pick, go_on), InputError);
}

TEST_CASE("Terrain desk: three steps give what terrain clean gives at once") {
  Cut cut;
  cut.clean(CleanKind::outliers);
  CHECK(cut.site().steps()[0].changed >= 9);
  cut.clean(CleanKind::kriging);
  CHECK(cut.site().voids() == 0);
  cut.clean(CleanKind::seams);
  REQUIRE(cut.site().done() == 3);

  CleanOptions options;
  options.fill_margin = true;
  options.fit_samples = 200;
  RasterSource source(cut.map);
  const CleanThresholds proposed = propose_thresholds(source, source.all());
  options.kernel.threshold = proposed.outlier;
  options.boxes.least_step = proposed.box_step;
  clean_raster(source, {cut.folder / "clean.tif", {}, {}}, options);
  RasterSource clean(cut.folder / "clean.tif");
  std::vector<double> heights(clean.all().count());
  clean.read(clean.all(), std::span<double>(heights));
  double worst = 0.0;
  for (std::size_t i = 0; i < heights.size(); ++i)
    worst = std::max(worst, std::fabs(heights[i] - (*cut.site().heights())[i]));
  CHECK(worst < 1e-6);  // m: a float at these heights

  const CleanStep& seams = cut.site().steps()[2];
  REQUIRE(seams.seam_before);
  REQUIRE(seams.seam_after);
  CHECK(*seams.seam_before == *cut.site().steps()[1].seam_after);
  CHECK(*seams.seam_after <= *seams.seam_before);
  CHECK(cut.no_temporary_files());
}

TEST_CASE("Terrain desk: undo and redo give the same bytes") {
  Cut cut;
  std::vector<std::uint64_t> sums = {cut.site().checksum()};
  for (const CleanKind kind : {CleanKind::outliers, CleanKind::kriging, CleanKind::seams}) {
    cut.clean(kind);
    sums.push_back(cut.site().checksum());
    CHECK(sums.back() != sums[sums.size() - 2]);
  }
  for (int k = 2; k >= 0; --k) {
    cut.desk.undo();
    CHECK(cut.site().checksum() == sums[static_cast<std::size_t>(k)]);
  }
  cut.desk.undo();  // nothing is left to undo
  CHECK(cut.site().done() == 0);
  for (std::size_t k = 1; k <= 3; ++k) {
    cut.desk.redo();
    CHECK(cut.site().checksum() == sums[k]);
  }
  cut.desk.go_to_step(1);
  CHECK(cut.site().checksum() == sums[1]);
  // another step from here takes the place of those that were undone
  cut.clean(CleanKind::kriging);
  CHECK(cut.site().steps().size() == 2);
  CHECK(cut.site().checksum() == sums[2]);
}

TEST_CASE("Terrain desk: steps that have nothing to do say so") {
  Cut cut;
  cut.desk.clean(CleanKind::seams);
  REQUIRE(wait_for_job(cut.desk));
  const auto messages = cut.desk.take_messages();
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].level == LogLevel::info);
  CHECK(messages[0].text.find("Seams: skipped. Nothing was filled") != std::string::npos);
  CHECK(cut.site().steps().empty());
}

TEST_CASE("Terrain desk: each step says beforehand what it would do") {
  Cut cut;
  REQUIRE(update_until(cut.desk, [](const TerrainView& v) { return v.outlook != nullptr; }));
  const CleanOutlook ahead = *cut.desk.view().outlook;
  CHECK(ahead.thresholds.outlier < 0.7);  // m: smooth made ground proposes less than the usual
  CHECK(ahead.forecast.voids == cut.site().voids());
  CHECK(nothing_to_do(cut.site(), CleanKind::outliers, &ahead).empty());
  CHECK(nothing_to_do(cut.site(), CleanKind::kriging, &ahead).empty());
  CHECK_FALSE(nothing_to_do(cut.site(), CleanKind::seams, &ahead).empty());
  cut.clean(CleanKind::outliers);
  CHECK(cut.site().steps()[0].changed == ahead.forecast.taken_out());
  REQUIRE(update_until(cut.desk, [](const TerrainView& v) { return v.outlook != nullptr; }));
  CHECK(cut.desk.view().outlook->forecast.voids == cut.site().voids());

  CleanSettings own = cut.desk.view().settings;
  own.proposed = false;
  own.kernel.threshold = 3.0;  // m: above all spikes
  own.kernel.roughness_factor = 0.0;
  cut.desk.go_to_step(0);
  cut.desk.set_settings(own);
  CHECK_FALSE(cut.desk.view().outlook);
  REQUIRE(update_until(cut.desk, [](const TerrainView& v) { return v.outlook != nullptr; }));
  CHECK(cut.desk.view().outlook->forecast.spikes == 0);
  CHECK(cut.desk.view().outlook->thresholds.outlier == 3.0);
}

TEST_CASE("Terrain desk: one press does all steps that apply, and skips the others with a sentence") {
  Cut cut;
  cut.desk.clean_all();
  REQUIRE(wait_for_job(cut.desk));
  CHECK(cut.site().done() == 3);
  CHECK(cut.site().voids() == 0);
  cut.desk.take_messages();
  // once more: nothing is void, and what was filled is moved again or not at all
  REQUIRE(update_until(cut.desk, [](const TerrainView& v) { return v.outlook != nullptr; }));
  cut.desk.clean(CleanKind::kriging);
  REQUIRE(wait_for_job(cut.desk));
  const auto messages = cut.desk.take_messages();
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].level == LogLevel::info);
  CHECK(messages[0].text == "Kriging: skipped. Nothing to fill: every cell has a height.");
}

TEST_CASE("Terrain desk: the seam of a mosaic is found in the piece") {
  const ScratchFolder folder("terrain_seam");
  RasterSource source(home_folder() / "terrains/mars_made.tif");
  std::vector<double> heights(source.all().count());
  source.read(source.all(), std::span<double>(heights));
  for (std::size_t i = 0; i < heights.size(); ++i)
    if (i % 256 > 99) heights[i] += 0.4;
  RasterSink sink(folder / "map.tif", spec_like(source.info()));
  sink.write(source.all(), std::span<const double>(heights));
  sink.finish();
  const Site site = cut_site((folder / "map.tif").string(), pick_cells({10, 0, 240, 250}), go_on);
  const CleanOutlook ahead = look_ahead(site.origin(), site.heights(), {}, go_on);
  REQUIRE(ahead.forecast.seams.size() == 1);
  CHECK(ahead.forecast.seams[0].line == SeamLine::along_columns);
  CHECK(ahead.forecast.seams[0].at == 89);
  CHECK(ahead.forecast.seams[0].step == Approx(0.4).margin(0.05));
}

TEST_CASE("Terrain desk: the window in the middle keeps clear of voids") {
  Thumbnail map;
  map.columns = map.rows = 20, map.stride = 4;  // 80 x 80 cells
  map.whole.assign(400, 1);
  const CellRect middle{32, 32, 16, 16};
  CHECK(whole_piece(map, middle) == middle);
  map.whole[10 * 20 + 10] = 0;  // cells 40 to 43
  const auto beside = whole_piece(map, middle);
  REQUIRE(beside);
  CHECK(beside->columns == 16);
  CHECK(overlap(*beside, {40, 40, 4, 4}).count() == 0);
  for (int k = 0; k < 400; ++k) map.whole[static_cast<std::size_t>(k)] = k % 20 == 3 || k % 20 == 4;
  const auto narrow = whole_piece(map, middle);  // two columns of blocks are whole
  REQUIRE(narrow);
  CHECK(narrow->columns == 8);
  CHECK(narrow->column == 12);
  map.whole.assign(400, 0);
  CHECK_FALSE(whole_piece(map, middle));
}

TEST_CASE("Terrain desk: what is not saved is named until it is saved, and reading can be given up") {
  Cut cut;
  CHECK(cut.desk.unsaved().empty());  // as it was cut the map has it
  cut.clean(CleanKind::kriging);
  CHECK(cut.desk.unsaved() == "The piece of map.tif was cleaned in 1 step and is not saved.");
  cut.desk.save((cut.folder / "site.tif").string());
  REQUIRE(wait_for_job(cut.desk));
  CHECK(cut.desk.unsaved().empty());
  cut.desk.open_map(cut.map.string());
  CHECK(cut.desk.reading());
  cut.desk.cancel();
  CHECK_FALSE(cut.desk.is_open());
  REQUIRE(cut.desk.take_messages().back().text == "Reading map.tif: cancelled");
}

TEST_CASE("Terrain desk: a step that is cancelled ends at once and leaves nothing") {
  Cut cut;
  cut.desk.set_settings({});  // a fit that takes its time
  const std::uint64_t before = cut.site().checksum();
  for (const double moment : {0.0, 0.05, 0.4}) {  // s after the start: writing, fitting, kriging
    cut.desk.clean(CleanKind::kriging);
    std::this_thread::sleep_for(std::chrono::duration<double>(moment));
    const double asked = test::wall_clock();
    cut.desk.cancel();
    cut.desk.update();
    CHECK(cut.desk.view().job.empty());
    CHECK(test::wall_clock() - asked < 0.1);
    REQUIRE(update_until(cut.desk, [&](const TerrainView&) { return cut.desk.ending() == 0; }));
    CHECK(cut.site().steps().empty());
    CHECK(cut.site().checksum() == before);
    CHECK(cut.no_temporary_files());
  }
}

TEST_CASE("Terrain desk: saving replaces nothing that is not ours, and driving needs a saved terrain") {
  Cut cut;
  CHECK(!cut.desk.start(SiteStart::drive, "exomars_lvm"));
  cut.clean(CleanKind::outliers);
  cut.clean(CleanKind::kriging);
  write_file_atomically(cut.folder / "notes.tif", "my notes");
  cut.desk.save((cut.folder / "notes.tif").string());
  REQUIRE(wait_for_job(cut.desk));
  CHECK(read_text_file(cut.folder / "notes.tif") == "my notes");
  cut.desk.save(cut.map.string());  // the map itself
  REQUIRE(wait_for_job(cut.desk));
  CHECK(cut.desk.take_messages().size() == 2);
  CHECK(cut.desk.view().changed);

  cut.desk.save((cut.folder / "site.tif").string());
  REQUIRE(wait_for_job(cut.desk));
  CHECK(!cut.desk.view().changed);
  const auto start = cut.desk.start(SiteStart::drive, "exomars_lvm");
  REQUIRE(start);
  Session session(test::wall_clock);
  session.open(start->scenario, start->overrides);
  REQUIRE(test::update_until(session, [](const RunView& run) { return run.frame != nullptr; }));
  const Vec3 at = session.view().frame->body_poses[0].p;
  CHECK(std::hypot(at.x(), at.y()) < 0.3);
  CHECK(session.view().scene->terrain->heightfield()->spec().columns == 256);

  // With a lander, all of it in the middle, and driving away is not ended by the verdict.
  const auto egress = cut.desk.start(SiteStart::egress, "");
  REQUIRE(egress);
  session.open(egress->scenario, egress->overrides);
  REQUIRE(test::update_until(session, [](const RunView& run) { return run.scene->name == "egress_mars"; }));
  for (const RigidTransform& X : session.view().frame->body_poses) CHECK(X.p.head<2>().norm() < 3.0);
  cut.desk.undo();
  CHECK(cut.desk.view().changed);
  CHECK(!cut.desk.start(SiteStart::drive, "exomars_lvm"));
}

TEST_CASE("Terrain desk: a recipe is made as terrain make makes it, and follows its numbers") {
  TerrainWork desk(test::wall_clock);
  const std::string recipe = (home_folder() / "terrains/rocky_craters.toml").string();
  REQUIRE(is_recipe(recipe));
  desk.open_recipe(recipe);
  REQUIRE(wait_for_job(desk));
  REQUIRE(desk.view().site);
  CHECK(!desk.view().site->origin().rocks.empty());
  const auto first = desk.view().site->checksum();
  desk.change_recipe("seed", 7.0);
  desk.change_recipe("hurst", 0.7);  // while the ground of the other seed is being made
  REQUIRE(wait_for_job(desk));
  CHECK(desk.view().site->checksum() != first);
  TomlTable table = TomlTable::load(recipe);
  table.set({"seed", "7"});
  table.set({"hurst", "0.7"});
  const Heightfield made = make_terrain(table, recipe);
  const auto& heights = *desk.view().site->heights();
  REQUIRE(heights.size() == made.spec().offsets.size());
  CHECK(std::equal(heights.begin(), heights.end(), made.spec().offsets.begin(),
                   [](double a, float b) { return static_cast<float>(a) == b; }));
  desk.change_recipe("hurst", 7.0);  // refused by the recipe
  REQUIRE(wait_for_job(desk));
  REQUIRE(desk.take_messages().size() == 1);
  CHECK(desk.view().site);
}

TEST_CASE("Terrain desk: what is no map is told, and the desk closes") {
  const ScratchFolder folder("terrain_no_map");
  write_file_atomically(folder / "cat.tif", "not a raster");
  TerrainWork desk(test::wall_clock);
  for (const fs::path& path : {folder / "cat.tif", folder / "missing.tif"}) {
    desk.open_map(path.string());
    REQUIRE(update_until(desk, [&](const TerrainView&) { return !desk.is_open(); }));
    REQUIRE(desk.take_messages().size() == 1);
  }
}
