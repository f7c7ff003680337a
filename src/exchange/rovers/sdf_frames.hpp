// SPDX-License-Identifier: BSD-3-Clause
// Poses of a model of SDF: each relative to a frame by name, resolved to the model's own frame.
#pragma once
#include <map>
#include <string>

#include "grouser/exchange/markup/xml_document.hpp"
#include "grouser/math/pose.hpp"

namespace grouser {

class SdfFrames {
 public:
  explicit SdfFrames(const XmlDocument& document) : document_(&document) {}

  /// Adds a frame whose <pose> is a child of `owner`. `usual`: the frame it is relative to where the pose
  /// does not say. Throws InputError: a second frame of that name, or a pose that is none.
  void add(const std::string& name, const XmlElement& owner, const std::string& usual);
  /// A frame in the model. Throws InputError, naming `place`: a frame that is not there, or frames in a
  /// circle.
  const RigidTransform& X_M(const std::string& name, const std::string& place);
  bool has(const std::string& name) const { return frames_.contains(name); }

  /// The model itself.
  static constexpr const char* kModel = "__model__";

 private:
  struct Frame {
    std::string relative_to, place;
    RigidTransform X;
    enum class State { open, busy, done } state = State::open;  // done: X is in the model
  };
  const XmlDocument* document_;
  std::map<std::string, Frame> frames_;
};

/// The numbers of a <pose> below an element, whatever it is relative to; the identity where there is none.
RigidTransform sdf_pose(const XmlDocument& document, const XmlElement& owner);

}  // namespace grouser
