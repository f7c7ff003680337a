// SPDX-License-Identifier: BSD-3-Clause
// Parts of bodies that each touch at one point: contact spheres and footpads.
#pragma once
#include <span>
#include <utility>
#include <vector>

#include "grouser/contact/contact_element.hpp"
#include "grouser/terrain/touch/wheel_arc.hpp"

namespace grouser {

/// But on viscoelastic ground a step by rates needs no rates of theirs: their memory follows from the
/// distance since its start.
class PointContacts : public ContactElement {
 public:
  bool rates(const ContactInstant& at, const VecX&, VecX&, ContactLoads& loads,
             ContactReadings& readings) override {
    return step(at, 0.0, loads, readings);
  }
  bool touches(const ContactInstant&, int vehicle, const std::string& place) const final;
  ContactPace pace(const ContactState& state, const ContactReadings&) const final;
  void judge_depths(const ContactState& before, const ContactReadings&, double dt, DepthJudge&) const final;
  void add_gaps(const ContactInstant& at, double reach, std::vector<PartGap>&) const override;
  double smallest_radius() const final;
  double fastest_part(const Kinematics& kinematics) const final;

 protected:
  struct Part {
    BodyId body;
    Vec3 position;      // on the body, m
    Vec3 center;        // of the ball that touches, on the body, m
    double radius = 0;  // m
  };
  static std::vector<Part> sphere_parts(const ContactScene& scene);
  /// first: the kind of the first of its parts in ContactReadings.
  PointContacts(const ContactScene& scene, std::vector<Part> parts, PartKind first)
      : scene_(scene), parts_(std::move(parts)), first_record_(scene.first_record(first)) {}
  std::span<const ContactRecord> mine(const ContactReadings& readings) const {
    return std::span(readings.records).subspan(first_record_, parts_.size());
  }
  std::span<ContactRecord> mine(ContactReadings& readings) const {
    return std::span(readings.records).subspan(first_record_, parts_.size());
  }

  /// The deepest contact of a ball around a point, world, m, with ground that is searched and with shapes.
  bool find(const ContactInstant& at, BodyId body, const Vec3& center, double radius,
            SphereContact& out) const {
    return find_sphere_contact(*at.terrain, at.shape_poses, center, radius, out, scene_.own_shapes_of(body),
                               scene_.grounds.searched());
  }

  const ContactScene& scene_;
  const std::vector<Part> parts_;

 private:
  std::size_t first_record_;
};

}  // namespace grouser
