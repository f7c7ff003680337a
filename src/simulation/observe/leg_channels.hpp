// SPDX-License-Identifier: BSD-3-Clause
// Channels of what walks on legs and of what balances on two feet.
#pragma once
#include "channel_sink.hpp"
#include "channels.hpp"

namespace grouser {

void put_walkers(ChannelSink& sink, const World& world, const ChannelLayout& layout,
                 const ChannelSource& from);
void put_humanoids(ChannelSink& sink, const World& world, const ChannelLayout& layout,
                   const ChannelSource& from);

/// The motors of all legs and of what balances, each with the channel of its torque.
std::vector<MotorPlace> motor_places(const World& world, const ChannelLayout& layout);

}  // namespace grouser
