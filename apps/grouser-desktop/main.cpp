// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>
#include <map>
#include <sstream>

#include "app/programs/programs.hpp"
#include "common/build_facts.hpp"
#include "common/link/link_key.hpp"
#include "common/options/completion.hpp"
#include "common/options/man_texts.hpp"
#include "common/options/option_tree.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/float_environment.hpp"
#include "grouser/base/shown_text.hpp"
#include "grouser/base/version.hpp"
#include "hal/library_versions.hpp"
#include "hal/machine_probe.hpp"

namespace {

using namespace grouser::desktop;

constexpr int kOk = 0, kFailed = 1, kUsage = 2;
constexpr double kLatestTime = 1e9;  // s

std::string number_text(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

/// One line on stderr, whatever the message holds.
void print_error(const std::string& message) {
  constexpr std::size_t kMost = 1400;  // bytes
  std::cerr << "grouser-desktop: " << grouser::clipped(grouser::shown_line(message), kMost) << "\n";
}

/// "1600x1000"
void parse_size(const std::string& text, ProgramOptions& options) {
  int width = 0, height = 0;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%dx%d%c", &width, &height, &rest) != 2 || width < 64 || height < 64 ||
      width > 8192 || height > 8192) {
    throw grouser::InputError("--size", "\"" + text + "\"",
                              "WIDTHxHEIGHT in pixels, 64 to 8192, such as 1600x1000");
  }
  options.width = width;
  options.height = height;
  options.size_told = true;
}

int run(const ProgramOptions& options) {
  if (options.measure > 0.0 && !options.in_window) return run_measure(options);
  if (!options.video.empty()) return run_video(options);
  if (!options.play_input.empty()) return run_play(options);
  return options.screenshot.empty() ? run_window(options) : run_screenshot(options);
}

struct Arguments {
  ProgramOptions options;
  std::string size, completion;
  bool no_ui = false, man_page = false, probe = false;
};

/// Adds the options of a video, and excludes the options that it cannot be combined with.
void add_video_arguments(CLI::App& cli, ProgramOptions& options) {
  CLI::Option* video = cli.add_option("--video", options.video,
                                      "Write a recorded run as an MP4 and end; needs ffmpeg and no display");
  const std::string group = "Video";
  const std::vector<CLI::Option*> of_video = {
      cli.add_option("--fps", options.video_timing.fps, "Pictures a second of the video (30)"),
      cli.add_option("--speed", options.video_timing.speed, "Simulated seconds a second of the video (1)"),
      cli.add_option("--from", options.video_timing.from, "Time of the first picture, s (the run's begin)"),
      cli.add_option("--to", options.video_timing.to, "Where the video ends, s (the run's end)"),
      cli.add_flag("--report-frames", options.report_frames,
                   "Print how many pictures of how many are done, a line each")};
  video->group(group);
  for (CLI::Option* option : of_video) option->group(group)->needs(video);
  for (const char* other : {"--screenshot", "--measure", "--at", "--keys", "--ui-map"})
    video->excludes(cli.get_option(other));
}

/// Adds the options of recorded input. The record sets the window's size, on which the places of controls
/// depend.
void add_input_arguments(CLI::App& cli, ProgramOptions& options) {
  CLI::Option* record = cli.add_option("--record-input", options.record_input,
                                       "Write what is done with mouse and keys into a file (.jsonl)");
  CLI::Option* play = cli.add_option(
      "--play-input", options.play_input,
      "Do what such a file says, without a display, and end; --screenshot and --ui-map show the end");
  for (const char* other : {"--video", "--measure", "--connect", "--screenshot"})
    record->excludes(cli.get_option(other));
  for (const char* other : {"--record-input", "--video", "--measure", "--connect", "--size", "--camera",
                            "--view", "--no-ui", "--overlay", "--forces", "--keys", "--ui-scale"})
    play->excludes(cli.get_option(other));
}

std::string version_text() {
  std::string text = std::string("grouser-desktop ") + grouser::version();
  auto facts = grouser::build_facts();
  for (const auto& library : library_versions()) facts.push_back(library);
  for (const auto& [name, said] : facts)
    text += "\n  " + name + ":" + std::string(name.size() < 20 ? 20 - name.size() : 1, ' ') + said;
  return text;
}

/// Gives the values the names that the help shows.
void name_values(CLI::App& cli) {
  for (const auto& [option, word] :
       std::initializer_list<std::pair<const char*, const char*>>{{"FILE", "FILE"},
                                                                  {"--screenshot", "FILE.png"},
                                                                  {"--measure", "SECONDS"},
                                                                  {"--compare", "RUN.h5"},
                                                                  {"--connect", "HOST:PORT"},
                                                                  {"--token-file", "FILE"},
                                                                  {"--at", "SECONDS"},
                                                                  {"--size", "WxH"},
                                                                  {"--camera", "CAMERA"},
                                                                  {"--view", "VIEW"},
                                                                  {"--overlay", "OVERLAY"},
                                                                  {"--cut", "BODY"},
                                                                  {"--hide", "BODY"},
                                                                  {"--tab", "TAB"},
                                                                  {"--ui-scale", "FACTOR"},
                                                                  {"--ui-map", "FILE.json"},
                                                                  {"--video", "FILE.mp4"},
                                                                  {"--fps", "N"},
                                                                  {"--speed", "FACTOR"},
                                                                  {"--from", "SECONDS"},
                                                                  {"--to", "SECONDS"},
                                                                  {"--record-input", "FILE.jsonl"},
                                                                  {"--play-input", "FILE.jsonl"}})
    cli.get_option(option)->type_name(word);
}

void add_arguments(CLI::App& cli, Arguments& a) {
  const std::map<std::string, CameraPreset> cameras = {{"follow", CameraPreset::follow},
                                                       {"side", CameraPreset::side},
                                                       {"top", CameraPreset::top},
                                                       {"iso", CameraPreset::iso},
                                                       {"front", CameraPreset::front}};
  cli.add_option(
      "FILE", a.options.file,
      "Scenario (.toml or the name of one that comes with Grouser), run file (.h5), height map (.tif, "
      ".img, ...), terrain recipe (.toml), or the folder of a campaign");
  cli.add_option("--screenshot", a.options.screenshot, "Write a PNG and end; needs no display");
  CLI::Option* measure =
      cli.add_option("--measure", a.options.measure,
                     "Play FILE for so many seconds without a display and print how quickly pictures come")
          ->check(CLI::Range(1.0, 600.0));
  cli.add_flag("--in-window", a.options.in_window,
               "With --measure: in a window on the display, with how soon what a hand does is seen")
      ->needs(measure);
  cli.add_option("--compare", a.options.compare,
                 "Run file (.h5) to show beside FILE: ghost, dashed lines, table");
  CLI::Option* connect =
      cli.add_option("--connect", a.options.connect,
                     "Watch a run that 'grouser run --serve' has: HOST:PORT, such as 127.0.0.1:7788");
  cli.add_option(
         "--token-file", a.options.token_file,
         std::string("Secret of that run (or in ") + grouser::kLinkTokenVariable + "); for other machines")
      ->needs(connect);
  cli.add_option("--at", a.options.at, "Time of the picture, or where a run file opens, s");
  cli.add_option("--size", a.size, "Size of the picture or window, such as 1600x1000");
  cli.add_option("--camera", a.options.camera, "Camera: follow, side, top, iso or front")
      ->transform(CLI::CheckedTransformer(cameras).description("{follow,side,top,iso,front}"));
  cli.add_option("--view", a.options.view,
                 "Look from YAW,PITCH,DISTANCE,X,Y,Z (degrees, m) after follow: or fixed:");
  cli.add_flag("--no-ui", a.no_ui, "The 3D view alone");
  std::map<std::string, Overlay> overlays;
  for (int k = 0; k < kOverlays; ++k)
    overlays[overlay_scale(static_cast<Overlay>(k)).id] = static_cast<Overlay>(k);
  cli.add_option("--overlay", a.options.overlay,
                 "Colour by: slope, heights, sinkage, soils, pressure or none (picture)")
      ->transform(
          CLI::CheckedTransformer(overlays).description("{slope,heights,sinkage,soils,pressure,none}"));
  cli.add_flag("--forces", a.options.forces, "With arrows of the contact forces");
  cli.add_option("--cut", a.options.cut,
                 "Cut a body open at what the camera looks at; may be given again (picture)");
  cli.add_option("--hide", a.options.hidden, "Do not draw a body; may be given again (picture)");
  cli.add_flag("--keys", a.options.help_panel, "With the list of keys and mouse open (picture)");
  cli.add_option(
      "--tab", a.options.tab,
      "Tab that is shown: plots, log, energy, study, soils, state, paint, ... (a wrong one lists them all)");
  cli.add_option("--ui-scale", a.options.ui_scale, "Size of text and controls; 1 is 96 dots an inch")
      ->check(CLI::Range(0.5, 4.0));
  cli.add_option("--ui-map", a.options.ui_map, "Write the rectangles of named widgets as JSON");
  cli.add_option("--spoil-at", a.options.spoil_at)
      ->group("");  // not in --help: for tests of a run that breaks
  cli.add_flag("--force", a.options.force, "Replace files that Grouser did not write; inputs never");
  for (const char* other : {"--screenshot", "--compare", "--no-ui", "--keys", "--ui-map"})
    measure->excludes(cli.get_option(other));
  for (const char* other : {"FILE", "--screenshot", "--measure", "--at"})
    connect->excludes(cli.get_option(other));
  add_video_arguments(cli, a.options);
  add_input_arguments(cli, a.options);
}

/// Help, version, and options for other programs.
void add_help(CLI::App& cli, Arguments& a) {
  // Not in --help: the first two are for those who build and package, and grouser doctor asks the third.
  cli.add_flag("--man-page", a.man_page)->group("");
  cli.add_option("--completion", a.completion)->group("")->check(CLI::IsMember({"bash", "zsh", "fish"}));
  cli.add_flag("--probe", a.probe)->group("");
  cli.set_version_flag("--version", version_text, "Show the version and what the program was built with");
  cli.set_help_flag("-h,--help", "Show this help");
  grouser::use_help_text(cli);
  name_values(cli);
}

/// Options by which other programs ask for something instead of a window.
bool answered(const CLI::App& cli, const Arguments& a) {
  if (a.probe) std::cout << machine_probe() << "\n";
  if (a.man_page)
    std::cout << grouser::man_pages(grouser::command_help(cli), grouser::man_texts()).front().text;
  if (!a.completion.empty()) std::cout << grouser::completion_script(a.completion, "grouser-desktop");
  return a.probe || a.man_page || !a.completion.empty();
}

/// The scenarios that come with the program, as values of FILE.
std::vector<grouser::Candidate> scenario_ids(const grouser::OptionHelp& option,
                                             const std::vector<std::string>&) {
  std::vector<grouser::Candidate> out;
  try {
    if (option.names.front() == "FILE")
      for (const std::string& id : grouser::asset_ids("scenarios")) out.push_back({id});
  } catch (const std::exception&) {  // an installation without its assets
  }
  return out;
}

/// Answers `grouser-desktop complete -- WORD...`, which the scripts of the shells ask. Comes before the
/// parser, which would refuse empty and unfinished words.
bool completed_line(const CLI::App& cli, int argc, char** argv) {
  using namespace std::string_view_literals;
  if (argc < 3 || argv[1] != "complete"sv || argv[2] != "--"sv) return false;
  std::cout << completion_text(complete(grouser::command_help(cli), {argv + 3, argv + argc}, scenario_ids));
  return true;
}

/// An empty text is no name: mostly it is a variable of a shell that holds nothing.
void refuse_empty_values(const CLI::App& cli) {
  for (const CLI::Option* option : cli.get_options())
    for (const std::string& value : option->results())
      if (value.empty())
        throw grouser::InputError(option->get_name(), "an empty text", option->get_description());
}

}  // namespace

int main(int argc, char** argv) {
  const grouser::StandardArithmetic arithmetic;  // threads are made from here
  // A file that may grow no further is then a write error, which is reported and cleaned up after.
  std::signal(SIGXFSZ, SIG_IGN);
  // texts of files and arguments must not act on the terminal
  const grouser::ShownStream reports(std::cout), messages(std::cerr);
  CLI::App cli(
      "Watches a rover drive: opens a scenario and runs it live, or opens a recorded run and replays it.");
  cli.name("grouser-desktop");
  cli.footer(
      "Examples:\n"
      "  grouser-desktop wheel_drop_200\n"
      "  grouser-desktop run.h5\n"
      "  grouser-desktop site.tif\n"
      "  grouser-desktop landings/   (the folder of 'grouser campaign run', also while it runs)\n"
      "  grouser-desktop --connect 127.0.0.1:7788   (beside 'grouser run wheel_drop_200 --serve "
      "127.0.0.1:7788')\n"
      "  grouser-desktop wheel_drop_200 --screenshot drop.png --at 2.5 --camera side   (needs no display)\n"
      "  grouser-desktop run.h5 --video drive.mp4 --size 1280x720 --camera side --no-ui   (nor does this)");
  Arguments arguments;
  add_arguments(cli, arguments);
  add_help(cli, arguments);
  ProgramOptions& options = arguments.options;
  if (completed_line(cli, argc, argv)) return kOk;
  try {
    cli.parse(argc, argv);
    refuse_empty_values(cli);
    if (answered(cli, arguments)) return kOk;
    if (!arguments.size.empty()) parse_size(arguments.size, options);
    if (!(options.at >= 0.0 && options.at <= kLatestTime))
      throw grouser::InputError("--at", number_text(options.at), "a time in s, 0 or later");
    if (options.measure > 0.0 && options.file.empty())
      throw grouser::InputError("--measure", "no FILE", "a scenario or run file to play");
    if (!options.video.empty() && options.file.empty())
      throw grouser::InputError("--video", "no FILE", "a run file to show");
    if (!options.video.empty() && !options.size_told) options.width = 1280, options.height = 720;
    options.with_ui = !arguments.no_ui;
    return run(options);
  } catch (const CLI::CallForHelp& help) {
    return cli.exit(help);
  } catch (const CLI::CallForVersion& version) {
    return cli.exit(version);
  } catch (const CLI::ParseError& error) {
    print_error(error.what() + std::string("; see 'grouser-desktop --help'"));
    return kUsage;
  } catch (const grouser::InputError& error) {
    print_error(error.what());
    return kUsage;
  } catch (const std::bad_alloc&) {
    print_error("not enough memory for this");
    return kFailed;
  } catch (const std::exception& error) {
    print_error(error.what());
    return kFailed;
  }
  return kOk;
}
