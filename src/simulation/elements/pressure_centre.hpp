// SPDX-License-Identifier: BSD-3-Clause
// The centre of pressure of the feet of what walks or balances, as channels.
#pragma once
#include "grouser/contact/contact_record.hpp"
#include "step/channel_sink.hpp"

namespace grouser {

/// The centre of the loads of some of a step's records.
class PressureCentre {
 public:
  void add(const ContactRecord& foot) {
    pressed_ += foot.load * foot.point;
    load_ += foot.load;
  }
  /// Writes the centre of pressure, or `where_nothing_touches` if no foot touches.
  void put(ChannelSink& sink, const std::string& prefix, const Vec3& where_nothing_touches) const {
    const Vec3 at = load_ > 0.0 ? Vec3(pressed_ / load_) : where_nothing_touches;
    sink(prefix, "pressure_x", "m", "centre of pressure of all feet; of the mass where none touches", at.x());
    sink(prefix, "pressure_y", "m", "centre of pressure of all feet; of the mass where none touches", at.y());
  }

 private:
  Vec3 pressed_ = Vec3::Zero();
  double load_ = 0.0;
};

}  // namespace grouser
