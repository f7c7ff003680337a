// SPDX-License-Identifier: BSD-3-Clause
// A frame from a simulation's state: poses, channels, contact forces, painted soil, cut ties and the hash.
#include "grouser/simulation/observe/frame_writer.hpp"

#include "channels.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/state.hpp"

namespace grouser {

/// The world whose layout all frames have, and the writer with its scratch.
struct FrameWriter::Impl {
  const World& world;
  ChannelWriter channels;
};

FrameWriter::FrameWriter(const World& world) : impl_(new Impl{world, ChannelWriter(world)}) {}
FrameWriter::~FrameWriter() = default;
FrameWriter::FrameWriter(FrameWriter&&) noexcept = default;

void FrameWriter::fill(const Simulation& simulation, Frame& frame) {
  const SimulationState& state = simulation.state();
  const std::vector<BodyMotion>& bodies = simulation.kinematics().body;
  frame.time = state.motion.time;
  frame.step = state.step;
  frame.state_hash = state.hash();
  frame.body_poses.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) frame.body_poses[i] = bodies[i].X_WB;
  frame.channels.resize(impl_->world.scene.channels.size());
  impl_->channels.fill(simulation, frame.channels);
  const std::vector<ContactRecord>& records = simulation.output().records;
  frame.contact_forces.resize(records.size());
  for (std::size_t i = 0; i < records.size(); ++i)
    frame.contact_forces[i] = {records[i].point, records[i].force};
  frame.painted = state.soils.painted ? state.soils.painted->terrain : nullptr;
  frame.ties_cut = simulation.loads().released;
  frame.ties_cut.resize(impl_->world.scene.ties.size(), 0);  // struts are never cut
}

}  // namespace grouser
