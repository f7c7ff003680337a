// SPDX-License-Identifier: BSD-3-Clause
// Resolves the poses of an SDF model: relative_to (since SDF 1.7) or frame (before), Euler angles or
// quaternion. X_M() walks a chain of frames up to the model or to a resolved frame, then multiplies the poses
// on its return and keeps each result.
#include "sdf_frames.hpp"

#include <fmt/format.h>

#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "xml_numbers.hpp"

namespace grouser {

RigidTransform sdf_pose(const XmlDocument& document, const XmlElement& owner) {
  const XmlElement* pose = owner.child("pose");
  if (!pose || pose->text.empty()) return {};
  const XmlNumbers numbers(document, *pose);
  const std::string* format = pose->attribute("rotation_format");
  if (format && *format == "quat_xyzw") {
    const std::vector<double> v = numbers.inner(7);
    return {rotation_of_xyzw({v[3], v[4], v[5], v[6]}, numbers.place()), Vec3(v[0], v[1], v[2])};
  }
  if (format && *format != "euler_rpy")
    numbers.refuse("rotation_format=\"" + *format + "\"", "euler_rpy or quat_xyzw");
  const std::string* degrees = pose->attribute("degrees");
  const double unit = degrees && (*degrees == "true" || *degrees == "1") ? kDegree : 1.0;
  // Roll, pitch and yaw about fixed axes, in rad or deg.
  const std::vector<double> v = numbers.inner(6);
  return {rotation_from_rpy(unit * v[3], unit * v[4], unit * v[5]), Vec3(v[0], v[1], v[2])};
}

void SdfFrames::add(const std::string& name, const XmlElement& owner, const std::string& usual) {
  Frame frame{usual, document_->place(owner), sdf_pose(*document_, owner)};
  if (const XmlElement* pose = owner.child("pose")) {
    const std::string* named = pose->attribute("relative_to");
    if (!named) named = pose->attribute("frame");  // its word up to SDF 1.6
    if (named && !named->empty()) frame.relative_to = *named;
  }
  if (!frames_.emplace(name, frame).second)
    throw InputError(document_->place(owner), fmt::format("a second '{}' in the model", name),
                     "a name of its own for each link, joint and frame");
}

const RigidTransform& SdfFrames::X_M(const std::string& name, const std::string& place) {
  static const RigidTransform kIdentity;
  constexpr std::size_t kLongestChain = 1000;
  // Up: collect the frames until the model or one whose pose in the model is known.
  std::vector<Frame*> chain;
  for (std::string at = name; at != kModel;) {
    const auto found = frames_.find(at);
    const std::string& from = chain.empty() ? place : chain.back()->place;
    if (found == frames_.end())
      throw InputError(from, fmt::format("a pose relative to '{}', which is not there", at),
                       "the name of a link, joint or frame of the model");
    // A busy frame is one of this chain, so the chain leads back into itself.
    if (found->second.state == Frame::State::busy || chain.size() > kLongestChain)
      throw InputError(from, fmt::format("a pose relative to '{}', in a circle", at),
                       "poses that lead to the model");
    if (found->second.state == Frame::State::done) {
      if (chain.empty()) return found->second.X;
      break;
    }
    found->second.state = Frame::State::busy;
    chain.push_back(&found->second);
    at = found->second.relative_to;
  }
  if (chain.empty()) return kIdentity;
  // Down: X_M of a frame is that of its reference times its own pose.
  for (auto frame = chain.rbegin(); frame != chain.rend(); ++frame) {
    if ((*frame)->relative_to != kModel) (*frame)->X = frames_.at((*frame)->relative_to).X * (*frame)->X;
    (*frame)->state = Frame::State::done;
  }
  return chain.front()->X;
}

}  // namespace grouser
