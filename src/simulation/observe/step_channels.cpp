// SPDX-License-Identifier: BSD-3-Clause
// Channels at every step for little cost. Once, each channel's value is found in the memory that a step
// writes, as a block and an offset; then reading copies eight bytes per channel, and computes the few
// others.
#include "step_channels.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>

#include "grouser/simulation/step/world.hpp"
#include "step/step_element.hpp"

namespace grouser {
namespace {

constexpr std::size_t kTogether = 4;  // values that one turn of the loop takes

/// A channel's name and the address of its value.
struct Found {
  std::string name;
  const double* value;
};

/// Adds the three components of a vector.
void find_vector(const std::string& prefix, const char* name, const Vec3& v, std::vector<Found>& found) {
  static constexpr const char* kAxes[] = {"_x", "_y", "_z"};
  for (int i = 0; i < 3; ++i) found.push_back({prefix + name + kAxes[i], v.data() + i});
}

/// Adds position, velocity and rate of a vehicle's root, and its acceleration where it is a coordinate.
void find_root(const Simulation& s, const std::string& prefix, std::size_t body, std::vector<Found>& found) {
  const BodyMotion& motion = s.kinematics().body[body];
  find_vector(prefix, "position", motion.X_WB.p, found);
  find_vector(prefix, "velocity", motion.v, found);
  find_vector(prefix, "rate", motion.w, found);
  const Joint& joint = s.world().model->joints()[body];
  if (!joint.kind.is_free() || joint.parent != kWorld || joint.X_PJ.R != Mat3::Identity()) return;
  const double* a = s.state().motion.a.data() + joint.v_index + 3;  // in the world's axes already
  static constexpr const char* kAcceleration[] = {"acceleration_x", "acceleration_y", "acceleration_z"};
  for (int i = 0; i < 3; ++i) found.push_back({prefix + kAcceleration[i], a + i});
}

/// Adds the values of one wheel.
void find_wheel(const Simulation& s, std::size_t i, const std::string& prefix, std::vector<Found>& found) {
  const WheelOutput& w = s.output().wheels[i];
  find_vector(prefix, "force", w.force, found);
  const std::pair<const char*, const double*> values[] = {
      {"load", &w.load},
      {"longitudinal_force", &w.longitudinal},
      {"lateral_force", &w.lateral},
      {"torque", &w.torque},
      {"drive_torque", &w.drive_torque},
      {"sinkage", &w.sinkage},
      {"rut_depth", &w.rut_depth},
      {"hub_displacement", &w.depth},
      {"deflection", &w.deflection},
      {"slip", &w.slip},
      {"spin_rate", &s.state().motion.v[s.world().drives[i].drive_v]}};
  for (const auto& [name, value] : values) found.push_back({prefix + name, value});
}

/// Adds the values of a contact part other than a wheel.
void find_part(const ContactRecord& part, const std::string& prefix, std::vector<Found>& found) {
  find_vector(prefix, "force", part.force, found);
  find_vector(prefix, "moment", part.moment, found);  // a channel of meshes alone
  found.push_back({prefix + "load", &part.load});
  found.push_back({prefix + "sinkage", &part.sinkage});
  found.push_back({prefix + "penetration", &part.depth});
}

/// Adds position, velocity and acceleration of a joint.
void find_joint(const Simulation& s, int number, const std::string& prefix, std::vector<Found>& found) {
  const Joint& joint = s.world().model->joints()[static_cast<std::size_t>(number)];
  const MotionState& motion = s.state().motion;
  found.push_back({prefix + "position", &motion.q[joint.q_index]});
  found.push_back({prefix + "velocity", &motion.v[joint.v_index]});
  found.push_back({prefix + "acceleration", &motion.a[joint.v_index]});
}

/// Adds the stored lines of the energy book; the residual is computed.
void find_energy(const EnergyLedger& e, std::vector<Found>& found) {
  found.insert(found.end(), {{"energy/kinetic", &e.kinetic},
                             {"energy/potential", &e.potential},
                             {"energy/joint_springs", &e.joint_springs},
                             {"energy/contact_springs", &e.contact_springs},
                             {"energy/motor_work", &e.motor_work},
                             {"energy/contact_dissipation", &e.contact_dissipation},
                             {"energy/joint_dissipation", &e.joint_dissipation},
                             {"energy/numerical_loss", &e.numerical_loss}});
}

/// All values that a step leaves in memory, with the names of their channels.
std::vector<Found> find_values(const Simulation& s, const ChannelLayout& layout) {
  const World& world = s.world();
  const StepOutput& output = s.output();
  std::vector<Found> found;
  for (std::size_t i = 0; i < world.vehicles.size(); ++i) {
    find_root(s, layout.root_prefix[i], static_cast<std::size_t>(world.vehicles[i].root.index), found);
    found.push_back({layout.stability_prefix[i] + "tip_over_margin", &output.tip_over[i].margin});
  }
  for (std::size_t i = 0; i < world.wheels.size(); ++i) find_wheel(s, i, layout.part_prefix[i], found);
  for (std::size_t i = world.wheels.size(); i < world.parts.size(); ++i)
    if (!layout.part_prefix[i].empty()) find_part(output.records[i], layout.part_prefix[i], found);
  for (std::size_t i = 0; i < layout.joints.size(); ++i)
    find_joint(s, layout.joints[i], layout.joint_prefix[i], found);
  find_energy(s.state().ledger, found);
  for (std::size_t i = 0; i < layout.body_prefix.size(); ++i) {
    const Vec3& p = s.kinematics().body[i].X_WB.p;
    for (int k = 0; k < 3; ++k) found.push_back({layout.body_prefix[i] + "xyz"[k], p.data() + k});
  }
  return found;
}

/// Address of an object as bytes, in which offsets are counted.
template <class T>
const char* bytes(const T* first) {
  return reinterpret_cast<const char*>(first);
}

}  // namespace

// Beginnings of the blocks, which may move when a state is replaced; sizes do not change.
void StepChannels::find_blocks(const Simulation& s, Blocks& blocks) {
  const MotionState& motion = s.state().motion;
  const StepOutput& output = s.output();
  int n = 0;
  for (const VecX* x : {&motion.q, &motion.v, &motion.a}) blocks[n++] = bytes(x->data());
  blocks[n++] = bytes(s.kinematics().body.data());
  blocks[n++] = bytes(output.wheels.data());
  blocks[n++] = bytes(output.records.data());
  blocks[n++] = bytes(output.tip_over.data());
  blocks[n++] = bytes(&s.state().ledger);
}

StepChannels::StepChannels(const Simulation& s, PeakChoice choice) : layout_(s.world()) {
  if (choice == PeakChoice::all) {
    channels_.resize(s.scene().channels.size());
    std::iota(channels_.begin(), channels_.end(), std::size_t{0});
    all_.emplace(s.world());
  } else if (choice == PeakChoice::ready) {
    find_in_memory(s);
  }
}

// Channels are sorted by block, so that read() handles one block after the other.
void StepChannels::find_in_memory(const Simulation& s) {
  const MotionState& motion = s.state().motion;
  const StepOutput& output = s.output();
  const std::size_t sizes[kBlocks] = {sizeof(double) * static_cast<std::size_t>(motion.q.size()),
                                      sizeof(double) * static_cast<std::size_t>(motion.v.size()),
                                      sizeof(double) * static_cast<std::size_t>(motion.a.size()),
                                      sizeof(BodyMotion) * s.kinematics().body.size(),
                                      sizeof(WheelOutput) * output.wheels.size(),
                                      sizeof(ContactRecord) * output.records.size(),
                                      sizeof(TipOver) * output.tip_over.size(),
                                      sizeof(EnergyLedger)};
  Blocks blocks;
  find_blocks(s, blocks);
  std::map<std::string, std::size_t> place_of;
  const std::vector<ChannelSpec>& channels = s.scene().channels;
  for (std::size_t c = 0; c < channels.size(); ++c) place_of[channels[c].name] = c;
  const std::vector<Found> found = find_values(s, layout_);
  // Values outside of all blocks, and names that this world has not, are left out.
  for (int b = 0; b < kBlocks; ++b) {
    for (const Found& one : found) {
      const char* at = bytes(one.value);
      if (!blocks[b] || at < blocks[b] || at >= blocks[b] + sizes[b]) continue;
      const auto channel = place_of.find(one.name);
      if (channel == place_of.end()) continue;
      channels_.push_back(channel->second);
      offsets_.push_back(static_cast<std::size_t>(at - blocks[b]));
    }
    ends_[b] = offsets_.size();
  }
  // Behind them follow the computed channels, in the order of put_computed().
  std::vector<ChannelSpec> computed;
  ChannelSink sink(computed);
  put_computed(sink, s);
  for (const ChannelSpec& channel : computed) channels_.push_back(place_of.at(channel.name));
}

/// Puts the channels that are computed from a step's values, as channels.cpp does, which has their units.
void StepChannels::put_computed(ChannelSink& sink, const Simulation& s) const {
  const World& world = s.world();
  const auto put = [&](const std::string& prefix, const char* name, double v) {
    sink(prefix, name, "", "", v);
  };
  for (std::size_t i = 0; i < world.vehicles.size(); ++i) {
    const RollPitchYaw rpy = rpy_from_rotation(s.kinematics().body[world.vehicles[i].root.index].X_WB.R);
    put(layout_.root_prefix[i], "roll", rpy.roll);
    put(layout_.root_prefix[i], "pitch", rpy.pitch);
    put(layout_.root_prefix[i], "yaw", rpy.yaw);
  }
  for (std::size_t i = 0; i < world.wheels.size(); ++i) {
    const WheelOutput& wheel = s.output().wheels[i];
    put(layout_.part_prefix[i], "has_slip", wheel.has_slip() ? 1.0 : 0.0);
    put(layout_.part_prefix[i], "slip_angle", wheel.slip_angle());
  }
  for (std::size_t i = 0; i < layout_.tie_prefix.size(); ++i) {
    const SpringReading tie = calc_spring_reading(*world.model, static_cast<int>(i), s.kinematics());
    put(layout_.tie_prefix[i], "force", s.loads().released[i] ? 0.0 : tie.tension);
    put(layout_.tie_prefix[i], "length", tie.length);
  }
  const std::size_t first_mesh = world.parts.size() - static_cast<std::size_t>(world.mesh.records);
  for (std::size_t i = first_mesh; i < world.parts.size(); ++i) {
    const MeshOutput& mesh = s.output().meshes[i - first_mesh];
    put(layout_.part_prefix[i], "contact_area", mesh.area);
    put(layout_.part_prefix[i], "polygons", mesh.polygons);
    put(layout_.part_prefix[i], "sliding_share", mesh.sliding);
  }
  const ChannelSource from{&s.output(), &s.state(), &s.kinematics(), nullptr, nullptr, nullptr};
  for (const auto& element : s.elements()) element->put_channels(sink, from);
  static const std::string energy = "energy/";
  put(energy, "residual", s.state().ledger.residual());
}

void StepChannels::read(const Simulation& simulation, double* values) {
  if (all_) return all_->fill(simulation, {values, channels_.size()});
  Blocks blocks;
  find_blocks(simulation, blocks);
  const std::size_t* const offsets =
      offsets_.data();  // otherwise it would be read again after each value that is put
  std::size_t k = 0;
  for (int b = 0; b < kBlocks; ++b) {
    const char* const from = blocks[b];
    const std::size_t end = ends_[b];
    for (; k + kTogether <= end; k += kTogether)
      for (std::size_t i = 0; i < kTogether; ++i)
        std::memcpy(values + k + i, from + offsets[k + i], sizeof(double));
    for (; k < end; ++k) std::memcpy(values + k, from + offsets[k], sizeof(double));
  }
  ChannelSink sink(std::span(values + k, channels_.size() - k));
  put_computed(sink, simulation);
}

}  // namespace grouser
