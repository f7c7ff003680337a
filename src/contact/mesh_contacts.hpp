// SPDX-License-Identifier: BSD-3-Clause
// Hard contact of closed meshes with each other, with rigid shapes and with the ground
// (shape/press/polygon_contact.hpp). On the ground a mesh lies as a contact sphere does: it is firm, whatever
// its soil.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "changing_surfaces.hpp"
#include "grouser/contact/contact_element.hpp"
#include "grouser/shape/press/polygon_contact.hpp"

namespace grouser {

/// Triangles whose friction a state of the scene can remember.
std::size_t anchor_room(const ContactScene& scene);

class MeshContacts final : public ContactElement {
 public:
  explicit MeshContacts(const ContactScene& scene);
  void begin(const ContactState& state) override;
  const char* kind() const override { return "meshes"; }
  bool step(const ContactInstant&, double dt, ContactLoads&, ContactReadings&) override;
  /// Needs no rates: what the triangles remember follows from the poses at the start.
  bool rates(const ContactInstant&, const VecX&, VecX&, ContactLoads&, ContactReadings&) override;
  void accept(ContactState& state, const Terrain&, GroundMemory&) override;
  bool touches(const ContactInstant&, int vehicle, const std::string& place) const override;
  void release_shear(ContactState& state) const override;
  ContactPace pace(const ContactState&, const ContactReadings&) const override;
  void judge_depths(const ContactState&, const ContactReadings&, double dt, DepthJudge&) const override;
  double longest_step(const ContactReadings&) const override;
  double smallest_radius() const override;
  double fastest_part(const Kinematics&) const override;

 private:
  /// A mesh on a surface, as long as they are near each other.
  struct Meeting {
    std::unique_ptr<PolygonContact> contact;
    int shape = -1;          // that it is on at present; -1: none yet
    std::uint64_t used = 0;  // the evaluation in which it was
  };
  /// Contacts of a mesh with the world's ground and shapes.
  struct OwnMeetings {
    std::unique_ptr<PolygonContact> ground;  // none on a wheel
    std::vector<Meeting> shapes;
    Vec3 center = Vec3::Zero();  // of its ball, in its own frame, m
    double radius = 0.0;
  };
  /// One pair in one evaluation.
  struct Place {
    int pair = 0;         // number in the order of the memory
    int mesh = 0;         // mesh that has the polygons
    int other_mesh = -1;  // mesh that has the surface; -1: a shape's or the ground's
    int owner = -1;       // body that carries the surface; -1: the world
    int surface = -1;     // as in ContactRecord; -1: a mesh
    RigidTransform X_WS;  // of the surface
    RigidTransform surface_on_owner;
    const PolygonLaw* law = nullptr;
  };
  struct Sum {                  // of a mesh over its pairs
    Vec3 force, moment, point;  // moment about the world's origin
    double load = 0.0, most = 0.0, sliding = 0.0;
  };

  bool meet_all(const ContactInstant&, double dt, ContactLoads&, ContactReadings&);
  void meet_shapes(const ContactInstant&, std::size_t mesh, double dt, ContactLoads&, ContactReadings&);
  Meeting& meeting_with(std::size_t mesh, int shape);
  void meet(const ContactInstant&, const Place&, PolygonContact&, double dt, ContactLoads&, ContactReadings&);
  void add_to(int mesh, const Place&, const PolygonLoads&, const Vec3& force, const Vec3& point,
              const Vec3& couple, double approach, ContactReadings&);
  /// Moves the rim of what touches outward.
  void widen(int mesh, const RigidTransform& X_WS, std::span<const PolygonTouch> touches,
             ContactReadings&) const;
  void finish_records(ContactReadings&);
  PolygonMotion motion_of(const ContactInstant&, const Place&, bool by_way);
  bool on_firm_ground(const ContactInstant&, std::size_t mesh) const;
  bool above_ground(const ContactInstant&, std::size_t mesh) const;
  /// Pairs of one mesh with the ground and the shapes.
  int stride() const { return 1 + static_cast<int>(scene_.mesh.shapes.size()); }
  bool near(const ContactInstant&, int mesh, const Vec3& center, double radius) const;
  RigidTransform pose_of(const Kinematics&, int mesh) const;
  double most_damper(const ContactInstant&, const Place&, std::span<const PolygonTouch>, double dt) const;
  std::span<ContactRecord> mine(ContactReadings& readings) const;
  std::span<const ContactRecord> mine(const ContactReadings& readings) const;
  /// Reads what the state remembers of a pair, and appends what is to be remembered.
  void take_anchors(int pair);
  void keep_anchors(int pair);
  const PolygonLaw& law_of(int pair) const;

  const ContactScene& scene_;
  std::size_t first_record_;
  std::unique_ptr<ChangingSurfaces> changing_;
  std::vector<std::unique_ptr<PolygonContact>> pairs_;
  std::vector<OwnMeetings> own_;
  std::vector<Sum> sums_;
  std::vector<double> mass_;              // smallest effective one of each mesh, kg
  std::vector<Mat6> mobility_;            // of each body that carries a mesh or a shape; zero of others
  std::vector<MeshAnchor> start_, next_;  // those in use only
  std::size_t cursor_ = 0;
  double bound_ = 0.0;  // in the springs of friction at the step's start, J
  std::vector<PolygonAnchor> anchors_;
  RigidTransform from_;  // pose of the polygons in the surface's frame at the start of a step by rates
  std::uint64_t evaluation_ = 0;
  bool overflow_ = false;
};

}  // namespace grouser
