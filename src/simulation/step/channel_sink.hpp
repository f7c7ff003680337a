// SPDX-License-Identifier: BSD-3-Clause
// Writing of channels: each once, as a visit that either collects their names or fills their values.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "grouser/base/channel_spec.hpp"
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/state.hpp"

namespace grouser {

/// Takes channels one by one in a fixed order: collects their names or fills their values, by its
/// constructor.
class ChannelSink {
 public:
  explicit ChannelSink(std::vector<ChannelSpec>& names) : names_(&names) {}
  explicit ChannelSink(std::span<double> values) : values_(values) {}
  void operator()(const std::string& prefix, const char* name, const char* unit, const char* description,
                  double value) {
    if (names_) {
      names_->push_back({prefix + name, unit, description});
    } else {
      values_[at_++] = value;
    }
  }

 private:
  std::vector<ChannelSpec>* names_ = nullptr;
  std::span<double> values_;
  std::size_t at_ = 0;
};

/// Puts the three components of a vector, one channel each.
inline void put_vector(ChannelSink& sink, const std::string& prefix, const char* const names[3],
                       const char* unit, const char* description, const Vec3& v) {
  for (int i = 0; i < 3; ++i) sink(prefix, names[i], unit, description, v[i]);
}

/// The data that channels are filled from.
struct ChannelSource {
  const StepOutput* output = nullptr;
  const SimulationState* state = nullptr;
  const Kinematics* kinematics = nullptr;
  const std::vector<Wrench>* loads = nullptr;
  const std::vector<std::uint8_t>* released = nullptr;
  const VecX* multipliers = nullptr;
};

}  // namespace grouser
