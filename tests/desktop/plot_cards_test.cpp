// SPDX-License-Identifier: BSD-3-Clause
// Which channels share a plot, what may be dropped where, and plots as files.
#include "desks/plots/plot_cards.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "catch.hpp"
#include "desks/plots/plot_files.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using namespace grouser::desktop;

namespace {

const Channels kFour = {{"wheel/front/load", "N", ""},
                        {"wheel/rear/load", "N", ""},
                        {"wheel/front/normal_force", "N", ""},
                        {"chassis/speed", "m/s", ""}};

std::string content(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("plot cards: a quantity has one plot, until a channel is dropped elsewhere") {
  PlotCards cards;
  for (int k = 0; k < 4; ++k) cards.add(k, kFour);
  cards.add(0, kFour);
  CHECK(cards.channels() == std::vector<int>{0, 1, 2, 3});
  REQUIRE(cards.cards().size() == 3);
  CHECK(plot_names(cards, kFour)[0].title == "load");
  // another quantity of the same unit joins, and says its name
  CHECK(cards.drop({2}, 0, kFour).empty());
  REQUIRE(cards.cards().size() == 2);
  const PlotNames both = plot_names(cards, kFour)[0];
  CHECK(both.title == "load, normal force");
  CHECK(both.labels == std::vector<std::string>{"front load", "rear load", "front normal force"});
  // another unit does not
  CHECK_FALSE(cards.drop({3}, 0, kFour).empty());
  CHECK(cards.cards().size() == 2);
  // beside the plots there are new axes, with a title of their own
  CHECK(cards.drop({1}, -1, kFour).empty());
  REQUIRE(cards.cards().size() == 3);
  CHECK(cards.cards()[2].channels == std::vector<int>{1});
  CHECK(cards.drop({0}, -1, kFour).empty());
  const std::vector<PlotNames> names = plot_names(cards, kFour);
  CHECK(names[2].title == "load");
  CHECK(names[3].title == "load 2");
  cards.remove_card(3);
  CHECK_FALSE(cards.holds(0));
  cards.remove(1);
  CHECK(cards.cards().size() == 2);
}

TEST_CASE("plot files: a table of the times that are shown, PNG and SVG of the same lines") {
  const std::vector<double> times{0.0, 1.0, 2.0}, others{1.0, 1.5}, load{10.0, 11.0, 12.0}, rear{5.0, 6.0};
  PlotInput plot;
  plot.title = "load";
  plot.unit = "N";
  plot.lines = {{"front, left", 0, {times, load}, {}}, {"rear", 0, {others, rear}, {}}};
  CHECK(plot_table(plot, {0.5, 2.0}) ==
        "time [s],\"front, left load [N]\",rear load [N]\n1,11,5\n1.5,,6\n2,12,\n");
  const test::ScratchFolder folder("plot_files");
  for (const PlotFormat format : {PlotFormat::png, PlotFormat::svg, PlotFormat::csv})
    save_plot(folder.path() / ("plot" + std::string(ending_of(format))), format, plot, {0.0, 2.0});
  CHECK(content(folder.path() / "plot.png").starts_with("\x89PNG"));
  const std::string svg = content(folder.path() / "plot.svg");
  CHECK(svg.find(">rear</text>") != std::string::npos);
  CHECK(svg.find(">load") != std::string::npos);
  CHECK(content(folder.path() / "plot.csv").starts_with("time [s]"));
}
