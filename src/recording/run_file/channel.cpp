// SPDX-License-Identifier: BSD-3-Clause
// Channels become datasets of HDF5, whose folders follow from the slashes: a name must not be a channel and
// a folder at once, so the names of all folders are noted beside those of the channels.
#include "grouser/recording/run_file/channel.hpp"

#include <algorithm>
#include <map>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

bool is_name_character(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

/// Whether a name consists of words of lower-case letters, digits and underscores between single slashes.
bool is_snake_case_path(const std::string& name) {
  if (name.empty() || name.front() == '/' || name.back() == '/') return false;
  if (name.find("//") != std::string::npos) return false;
  return std::all_of(name.begin(), name.end(), [](char c) { return is_name_character(c) || c == '/'; });
}

bool has_control_character(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

}  // namespace

void validate(const std::vector<ChannelSpec>& channels) {
  if (channels.size() > kMaxChannels)
    throw InputError("channels", std::to_string(channels.size()), "at most " + std::to_string(kMaxChannels));
  std::map<std::string, bool> names;  // true: a channel, false: a folder of channels
  const auto take = [&](const std::string& name, bool is_channel) {
    const auto [it, is_new] = names.emplace(name, is_channel);
    if (is_new || (!it->second && !is_channel)) return;
    throw InputError("channel '" + name + "'",
                     it->second && is_channel ? "it twice" : "it as channel and as folder",
                     "every name once");
  };
  for (const auto& channel : channels) {
    if (!is_snake_case_path(channel.name))
      throw InputError("channel '" + channel.name + "'", "this name",
                       "lower-case words, digits and underscores between slashes");
    if (channel.unit.empty())
      throw InputError("channel '" + channel.name + "'", "no unit", "a unit, '-' for a pure number");
    if (has_control_character(channel.unit) || has_control_character(channel.description))
      throw InputError("channel '" + channel.name + "'", "a control character in unit or description",
                       "one line of text");
    // Every folder on the path to the channel, then the channel itself.
    for (std::size_t slash = channel.name.find('/'); slash != std::string::npos;
         slash = channel.name.find('/', slash + 1))
      take(channel.name.substr(0, slash), false);
    take(channel.name, true);
  }
}

}  // namespace grouser
