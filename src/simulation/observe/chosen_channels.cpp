// SPDX-License-Identifier: BSD-3-Clause
// A few channels by name. If a step leaves all of them ready, only those are computed; otherwise all
// channels are, which costs joint loads and rotations of every body.
#include "grouser/simulation/observe/chosen_channels.hpp"

#include <algorithm>
#include <optional>

#include "channels.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/near_words.hpp"
#include "step_channels.hpp"

namespace grouser {
namespace {

/// Place of a channel in the scene; throws InputError with near names for an unknown one.
std::size_t find_channel(const Scene& scene, const std::string& name, const std::string& place) {
  const auto found = std::ranges::find(scene.channels, name, &ChannelSpec::name);
  if (found != scene.channels.end()) return static_cast<std::size_t>(found - scene.channels.begin());
  std::vector<std::string> known;
  for (const ChannelSpec& channel : scene.channels) known.push_back(channel.name);
  throw InputError(place, "no channel '" + name + "'" + did_you_mean(name, known), "a channel of the run");
}

}  // namespace

/// Exactly one of `ready` and `all` is set, unless no channel is chosen.
struct ChosenChannels::Impl {
  std::vector<ChannelSpec> channels;
  std::optional<StepChannels> ready;  // set if those are enough
  std::optional<ChannelWriter> all;
  std::vector<std::size_t> places;  // of the chosen ones among these
  std::vector<double> values;       // of these
};

ChosenChannels::ChosenChannels(const Simulation& simulation, const std::vector<std::string>& names,
                               const std::string& place)
    : impl_(std::make_unique<Impl>()) {
  const Scene& scene = simulation.scene();
  for (const std::string& name : names) {
    impl_->places.push_back(find_channel(scene, name, place));
    impl_->channels.push_back(scene.channels[impl_->places.back()]);
  }
  if (names.empty()) return;
  impl_->ready.emplace(simulation, PeakChoice::ready);
  const std::vector<std::size_t>& ready = impl_->ready->channels();
  // Places among the ready channels; the search ends at the first that is not ready.
  std::vector<std::size_t> among_ready;
  for (const std::size_t channel : impl_->places) {
    const auto found = std::ranges::find(ready, channel);
    if (found == ready.end()) break;
    among_ready.push_back(static_cast<std::size_t>(found - ready.begin()));
  }
  if (among_ready.size() == impl_->places.size()) {
    impl_->places = std::move(among_ready);
    impl_->values.resize(ready.size());
    return;
  }
  impl_->ready.reset();
  impl_->all.emplace(simulation.world());
  impl_->values.resize(scene.channels.size());
}
ChosenChannels::~ChosenChannels() = default;
ChosenChannels::ChosenChannels(ChosenChannels&&) noexcept = default;

const std::vector<ChannelSpec>& ChosenChannels::channels() const { return impl_->channels; }

void ChosenChannels::read(const Simulation& simulation, std::span<double> values) {
  if (impl_->ready) impl_->ready->read(simulation, impl_->values.data());
  if (impl_->all) impl_->all->fill(simulation, impl_->values);
  for (std::size_t k = 0; k < impl_->places.size(); ++k) values[k] = impl_->values[impl_->places[k]];
}

}  // namespace grouser
