// grouser plot: channels of a run file as a picture.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <optional>
#include <set>

#include "commands.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/recording/plot/plot.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"

namespace grouser::cli {
namespace {

struct PlotArguments {
  std::string file, x = "time", picture;
  std::vector<std::string> y;
  std::optional<double> from, to;  ///< s; the whole run by default
  int width = 1400;
  bool json = false, force = false;
};

/// A name with `*` for any letters within one part of the path: "wheel/*/slip".
bool matches(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern.front() != '*')
    return !name.empty() && name.front() == pattern.front() && matches(pattern.substr(1), name.substr(1));
  for (std::size_t n = 0; n <= name.size(); ++n) {
    if (matches(pattern.substr(1), name.substr(n))) return true;
    if (n < name.size() && name[n] == '/') return false;
  }
  return false;
}

/// Patterns with another last part that some channel has.
std::string meant_by(const std::string& pattern, const RunReader& run) {
  const std::string folder = pattern.substr(0, pattern.rfind('/') + 1);
  std::set<std::string> known;
  for (const ChannelSpec& channel : run.channels())
    known.insert(folder + channel.name.substr(channel.name.rfind('/') + 1));
  return did_you_mean(pattern, {known.begin(), known.end()});
}

std::vector<std::size_t> find_channels(const RunReader& run, const std::vector<std::string>& patterns) {
  std::vector<std::size_t> found;
  for (const std::string& pattern : patterns) {
    const std::size_t before = found.size();
    for (std::size_t i = 0; i < run.channels().size(); ++i)
      if (matches(pattern, run.channels()[i].name) && std::count(found.begin(), found.end(), i) == 0)
        found.push_back(i);
    if (found.size() > before) continue;
    if (pattern.find('*') == std::string::npos) {
      run.channel_index(pattern);  // names close matches where there is none; else it was asked for twice
    } else {
      throw InputError(run.path().string(), "no channel '" + pattern + "'" + meant_by(pattern, run),
                       "channel names as `grouser info --channels` lists them");
    }
  }
  return found;
}

/// Quantity and unit: what curves of one panel share.
struct Quantity {
  std::string name, unit;
  bool operator==(const Quantity&) const = default;
};
Quantity quantity_of(const ChannelSpec& channel) {
  return {channel.name.substr(channel.name.rfind('/') + 1), channel.unit};
}

std::string axis_label(const Quantity& q) {
  std::string words = q.name;
  std::replace(words.begin(), words.end(), '_', ' ');
  return fmt::format("{} [{}]", words, q.unit);
}

/// "wheel/front_left/slip" as "front_left"; "tie/drawbar/force" as "drawbar".
std::string curve_label(const std::string& channel) {
  const std::size_t end = channel.rfind('/'), begin = channel.find('/');
  return begin < end ? channel.substr(begin + 1, end - begin - 1) : channel.substr(0, end);
}

class Curves {
 public:
  Curves(const RunReader& run, const PlotArguments& arguments) : run_(run) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const double from = arguments.from.value_or(-kInfinity), to = arguments.to.value_or(kInfinity);
    if (std::isnan(from) || std::isnan(to)) throw InputError("--from, --to", "nan", "times in s");
    const std::vector<double> times = run.read_times();
    first_ = std::lower_bound(times.begin(), times.end(), from) - times.begin();
    last_ = std::upper_bound(times.begin(), times.end(), to) - times.begin();
    if (last_ < first_ + 2)
      throw InputError("--from, --to", fmt::format("{} frames in between", std::max(last_ - first_, 0L)),
                       "a time span with at least two frames");
    if (arguments.x == "time") {
      x_ = cut(times);
      // the largest of all steps, as metrics have it, may lie between two frames
      x_label_ = fmt::format("time [s], a frame every {:.6g} s", run.header().record_interval);
    } else {
      const std::size_t i = run.channel_index(arguments.x);
      x_ = cut(run.read_channel(arguments.x));
      x_label_ = curve_label(arguments.x) + " " + axis_label(quantity_of(run.channels()[i]));
    }
  }

  /// One panel a quantity, in the order they were asked for.
  std::vector<PlotPanel> panels(const std::vector<std::size_t>& channels, const std::string& title) const {
    std::vector<PlotPanel> panels;
    std::vector<Quantity> quantities;
    for (std::size_t i : channels) {
      const ChannelSpec& channel = run_.channels()[i];
      const Quantity q = quantity_of(channel);
      const std::size_t at = std::find(quantities.begin(), quantities.end(), q) - quantities.begin();
      if (at == quantities.size()) {
        quantities.push_back(q);
        panels.push_back({panels.empty() ? title : "", x_label_, axis_label(q), {}});
      }
      panels[at].series.push_back({curve_label(channel.name), x_, cut(run_.read_channel(channel.name))});
    }
    return panels;
  }
  long frames() const { return last_ - first_; }

 private:
  std::vector<double> cut(const std::vector<double>& all) const {
    return {all.begin() + first_, all.begin() + last_};
  }

  const RunReader& run_;
  long first_ = 0, last_ = 0;
  std::vector<double> x_;
  std::string x_label_;
};

int plot_run(const PlotArguments& arguments) {
  check_outputs({{"--png", arguments.picture, picture_kind()}}, {arguments.file}, replacing(arguments.force));
  const RunReader run(arguments.file);
  const std::vector<std::size_t> channels = find_channels(run, arguments.y);
  const Curves curves(run, arguments);
  const std::vector<PlotPanel> panels = curves.panels(channels, run.header().scenario);
  write_plot(arguments.picture, panels, {.width = arguments.width});
  if (arguments.json) {
    Json names = Json::array();
    for (std::size_t i : channels) names.push_back(run.channels()[i].name);
    print_json({{"png", arguments.picture},
                {"x", arguments.x},
                {"channels", names},
                {"panels", panels.size()},
                {"frames", curves.frames()}});
  } else {
    std::cout << count_text(channels.size(), "channel") << " plotted to " << arguments.picture << "\n";
  }
  return kExitOk;
}

}  // namespace

void declare_plot(Command& command) {
  auto& a = command.runs(plot_run);
  command.argument("RUN RUN.h5", a.file, "A run file");
  command.option("--x CHANNEL", a.x, "Channel along the horizontal axis");
  command.list("--y CHANNEL...", a.y, "Channels to draw, a panel a quantity; * stands for part of a name")
      .required();
  command.option("--png FILE", a.picture, "Picture to write").required();
  command.option("--from", a.from, "Only frames from this time on, s");
  command.option("--to", a.to, "Only frames up to this time, s");
  command.option("--width", a.width, "Width of the picture, pixels").within(200, 8000);
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON");
  command.footer("Example: grouser plot drawbar.h5 --y tie/drawbar/force 'wheel/*/slip' --png drawbar.png");
}

}  // namespace grouser::cli
