// SPDX-License-Identifier: BSD-3-Clause
// Samples are views of the run's data, so the inputs are valid for one picture.
#include "desks/plots/plot_inputs.hpp"

#include <algorithm>

#include "session/channel_values.hpp"

namespace grouser::desktop {

namespace {

/// Times and values of a channel.
Samples samples_of(RunData& run, std::size_t channel) {
  const ChannelSamples samples = run.samples(channel);
  return {samples.times, samples.values};
}

/// Samples of the channel of the same name in the second run; empty where it has none.
Samples other_samples(const RunView& run, const std::string& name) {
  const int k = run.other ? find_channel(*run.other->scene(), name) : -1;
  if (k < 0) return {};
  return samples_of(*run.other, static_cast<std::size_t>(k));
}

}  // namespace

Range times_of(const RunView& run) {
  const double end = std::max(run.newest, run.scene->step);
  return {0.0, run.other ? std::max(end, run.other->times().back()) : end};
}

std::vector<PlotInput> make_plots(const RunView& run, const PlotCards& cards) {
  const Channels& all = run.scene->channels;
  const std::vector<PlotNames> names = plot_names(cards, all);
  std::vector<PlotInput> plots;
  for (std::size_t c = 0; c < names.size(); ++c) {
    const PlotCard& card = cards.cards()[c];
    PlotInput input;
    input.unit = names[c].unit;
    input.title = names[c].title;
    input.legend = card.legend;
    for (std::size_t k = 0; k < card.channels.size(); ++k) {
      const auto channel = static_cast<std::size_t>(card.channels[k]);
      // One note on the sampling per plot, of the first channel that has one.
      if (input.note.empty()) input.note = run.data->sampling_note(channel);
      input.lines.push_back({names[c].labels[k], line_color(static_cast<int>(k)),
                             samples_of(*run.data, channel), other_samples(run, all[channel].name)});
    }
    input.all = times_of(run);
    input.cursor = run.time;
    if (run.frame) input.shown = run.frame->time;  // a peak behind it is not in the picture
    plots.push_back(std::move(input));
  }
  return plots;
}

}  // namespace grouser::desktop
