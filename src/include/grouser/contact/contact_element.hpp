// SPDX-License-Identifier: BSD-3-Clause
// The seam between a step and what touches: each kind of contact (wheels, contact spheres, footpads) is one
// element, which knows where it touches, its law in step form and in rate form, its memory, and its limit on
// the length of a step. Code that steps a world only loops over the elements.
#pragma once
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "grouser/contact/contact_kinds.hpp"
#include "grouser/contact/contact_record.hpp"
#include "grouser/contact/wheel_ground.hpp"
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"

namespace grouser {

/// Energy that the contacts store and dissipate in one evaluation.
struct ContactPower {
  double stored = 0.0;                    ///< J
  double normal = 0.0, tangential = 0.0;  ///< dissipation, W
  double numerical_loss = 0.0;            ///< J in this step
  double work = 0.0;                      ///< dissipation in closed form in this step, J (rate form)

  /// Part of the dissipation above that soft soil takes; added up on granular ground only.
  double soil_normal = 0.0, soil_tangential = 0.0, soil_work = 0.0;
  double driven = 0.0;  ///< put in by surfaces that change with the time, W
};

/// Data that all elements read while the forces are evaluated once.
struct ContactInstant {
  const Kinematics* now = nullptr;  ///< poses and velocities

  /// Velocities with which the contacts' sliding grows: those of `now`, or the mean of the step.
  const Kinematics* sliding = nullptr;
  const Kinematics* start = nullptr;  ///< at the start of a step in rate form
  std::span<const RigidTransform> shape_poses;
  const Terrain* terrain = nullptr;  ///< with the soils of this moment
  const GroundMemory* ground = nullptr;
  const VecX *q = nullptr, *v = nullptr;  ///< of the joints, now
  double time = 0.0;                      ///< of the run, s
  double clock = 0.0;       ///< rate of that time: 1, or 0 before the run, while a start is sought
  double step = 0.0;        ///< length of the step being tried, s
  double stage_step = 0.0;  ///< of one Runge-Kutta step in rate form, s
  bool by_rates = false;    ///< the step being tried is in rate form

  /// Whether the contacts are made implicit (ContactLoads::add_damper).
  bool is_mean() const { return sliding != now; }
  /// Distance of a body's point over the surface that it touches since the start of a step in rate form, m;
  /// zero in step form. It is taken from the poses: of second order, and the same at every stage, because
  /// plastic flow depends on distance only. owner: body that carries the surface, -1 the world.
  Vec3 calc_way(int body, int owner, const Vec3& point) const;
};

/// Collects the forces of the elements.
class ContactLoads {
 public:
  ContactLoads(Loads& loads, const Kinematics& kinematics) : loads_(loads), kinematics_(kinematics) {
    damped_.reserve(loads.on_body.size());
  }

  /// As add_contact_force().
  void add(int body, int other, const Vec3& point, const Vec3& force, const Vec3& couple) {
    add_contact_force(loads_, kinematics_, body, other, point, force, couple);
  }
  /// An effort on a joint, at its velocity's place, N m or N.
  void add_effort(int v, double effort) { loads_.generalized[v] += effort; }
  /// Registers a contact's damping across and along its normal, to be made implicit: it is added to the
  /// body's other dampers in Loads::added, not yet multiplied by gamma.
  void add_damper(int body, const Vec3& point, const Vec3& normal, double across, double along);
  /// Registers damping as above, as the whole matrix from the motion of the body's origin to the wrench about
  /// it.
  void add_damper(int body, const AddedInertia& damper);
  /// Bodies that have such dampers, each once, in the order of their first.
  const std::vector<int>& damped_bodies() const { return damped_; }
  /// Call before each evaluation, when `loads` has been cleared.
  void clear() {
    power = ContactPower{};
    damped_.clear();
  }
  ContactPower power;

 private:
  Loads& loads_;
  const Kinematics& kinematics_;
  std::vector<int> damped_;
};

/// Motion of the contacts of an element, for the choice of the next step.
struct ContactPace {
  bool touching = false;  ///< with a force
  bool on_body = false;   ///< on a surface that a moving body carries
  double approach = 0.0;  ///< fastest change of a penetration, m/s
};

/// Judges how far the penetrations changed in a step that was tried.
class DepthJudge {
 public:
  virtual ~DepthJudge() = default;
  /// old, now: penetrations, m; rate: of the penetration at the step's end, m/s.
  virtual void judge(double old, double now, double rate) = 0;
};

/// Distance of a part from what it may touch, for steps that end when it touches or lifts off.
struct PartGap {
  int record = -1;     ///< its own among ContactReadings
  bool near = false;   ///< within the reach asked for; what follows is known only then
  double depth = 0.0;  ///< below the surface, negative above it, m
  double rate = 0.0;   ///< of the depth, m/s
};

class ContactElement {
 public:
  ContactElement() = default;
  virtual ~ContactElement() = default;
  ContactElement(const ContactElement&) = delete;
  ContactElement& operator=(const ContactElement&) = delete;

  /// Takes the memory of the state before a step. The state must not move until the step is done.
  virtual void begin(const ContactState& state) = 0;
  /// Numbers of its memory that have rates.
  virtual int aux_size() const { return 0; }
  /// first: of those numbers among the ones of all elements.
  void place_aux(int first) { first_aux_ = first; }
  /// Writes them, before a step in rate form.
  virtual void begin_rates(const ContactState&, VecX& /*aux*/) const {}

  /// Step form over dt: forces of the step's end, and the memory that accept() passes on. False where
  /// something left the terrain; failure() says what.
  virtual bool step(const ContactInstant&, double dt, ContactLoads&, ContactReadings&) = 0;
  /// Rate form: forces at the memory in aux, and its rates. Returns as step().
  virtual bool rates(const ContactInstant&, const VecX& aux, VecX& aux_rate, ContactLoads&,
                     ContactReadings&) = 0;
  /// Ends a step in rate form: what rates cannot do.
  virtual void finish_rates(ContactPower&) {}
  /// Ends an evaluation that may be accepted.
  virtual void finish() {}
  /// Passes the new memory to the state, and marks to the ground.
  virtual void accept(ContactState& state, const Terrain& terrain, GroundMemory& ground) = 0;
  const std::string& failure() const { return failure_; }
  /// Name of the element's contacts in messages, in the plural.
  virtual const char* kind() const = 0;
  /// The most that can come back of what its evaluations have booked as dissipated, J: what soft soil holds
  /// like a spring after the last one. 0 where all springs are booked as stored.
  virtual double returnable() const { return 0.0; }

  // While a start is sought:
  /// Whether a part of this vehicle touches. Throws InputError at `place` where it is outside the terrain.
  virtual bool touches(const ContactInstant&, int vehicle, const std::string& place) const = 0;
  /// Forgets the shear that holds parts against each other, not the loads.
  virtual void release_shear(ContactState&) const {}

  // Time in which its contacts relax, s; infinite if they do not. Bounds the steps with which Beeman starts.
  virtual double relaxation_time() const { return std::numeric_limits<double>::infinity(); }

  // For adaptive runs, of the evaluation just made, which left these readings:
  virtual ContactPace pace(const ContactState& state, const ContactReadings&) const = 0;
  virtual void judge_depths(const ContactState& before, const ContactReadings&, double dt,
                            DepthJudge&) const = 0;
  /// Adds the gaps of its parts to all surfaces within `reach` (m). Only parts that touch at one point have
  /// one.
  virtual void add_gaps(const ContactInstant&, double /*reach*/, std::vector<PartGap>&) const {}
  /// Longest stable step of what touches now, s; infinite if nothing bounds it.
  virtual double longest_step(const ContactReadings&) const {
    return std::numeric_limits<double>::infinity();
  }
  /// Whether that is so near the truth that a run in fixed steps longer than twice as much is to say so.
  virtual bool warns_of_long_steps() const { return true; }
  /// Smallest radius of its parts, m; infinite if there is none.
  virtual double smallest_radius() const = 0;
  /// Fastest of its parts, m/s.
  virtual double fastest_part(const Kinematics& kinematics) const = 0;

 protected:
  std::string failure_;
  int first_aux_ = 0;
};

/// One element per kind (contact_kinds.cpp), in the order in which their forces are added. gravity: m/s2. The
/// scene must outlive them.
std::vector<std::unique_ptr<ContactElement>> make_contact_elements(const ContactScene& scene, double gravity);

}  // namespace grouser
