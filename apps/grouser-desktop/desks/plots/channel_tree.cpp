// SPDX-License-Identifier: BSD-3-Clause
// The first part of a channel's name is the kind, the last one the quantity, and all between them the
// member: "wheel/front_left/load". A name of two parts has no member, a name of one part is kind and
// quantity.
#include "desks/plots/channel_tree.hpp"

#include <algorithm>

#include "session/channel_values.hpp"

namespace grouser::desktop {

namespace {

/// The element of this name, which is appended where there is none.
template <class Named>
Named& at(std::vector<Named>& all, std::string Named::*name, const std::string& wanted) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Named& one) { return one.*name == wanted; });
  if (found != all.end()) return *found;
  all.push_back({});
  all.back().*name = wanted;
  return all.back();
}

}  // namespace

std::vector<ChannelKind> channel_tree(const std::vector<ChannelSpec>& channels) {
  std::vector<ChannelKind> kinds;
  for (std::size_t k = 0; k < channels.size(); ++k) {
    const std::string& name = channels[k].name;
    const std::size_t first = name.find('/'), last = name.rfind('/');
    const std::string kind = name.substr(0, first);
    const std::string quantity = last == std::string::npos ? name : name.substr(last + 1);
    const std::string member =
        first < last && last != std::string::npos ? name.substr(first + 1, last - first - 1) : "";
    QuantityGroup& group =
        at(at(kinds, &ChannelKind::name, kind).groups, &QuantityGroup::quantity, plain_name(quantity));
    group.channels.push_back(static_cast<int>(k));
    group.members.push_back(plain_name(member));
  }
  return kinds;
}

}  // namespace grouser::desktop
