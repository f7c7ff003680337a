// SPDX-License-Identifier: BSD-3-Clause
// The scene among the messages of the live link: the head of a run, without what only a run file needs.
#pragma once
#include <vector>

#include "bytes.hpp"
#include "grouser/base/channel_spec.hpp"
#include "grouser/recording/run_file/run_header.hpp"

namespace grouser {

/// Head of a run and the channels that its frames have.
struct LinkScene {
  RunHeader header;
  std::vector<ChannelSpec> channels;  ///< without descriptions
};

void put_scene(ByteWriter& writer, const LinkScene& scene);
/// Throws InputError if it breaks a limit of run files (validate()).
LinkScene read_scene(ByteReader& reader);

}  // namespace grouser
