// The vehicles on their ground as a System for the integrators: prescribed coordinates from the drive
// programme, contact forces of wheels and spheres, accelerations from the multibody module.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"
#include "stability.hpp"

namespace grouser {

/// How a sphere of a body met the ground in the last evaluation.
struct SphereTouch {
  double depth = 0.0;     ///< m, 0: apart
  double approach = 0.0;  ///< into the ground, m/s
};

/// What the contacts did to the energy in one evaluation.
struct ContactPower {
  double stored = 0.0;                    ///< J
  double normal = 0.0, tangential = 0.0;  ///< dissipation, W
  double numerical_loss = 0.0;            ///< J in this step
  double work = 0.0;                      ///< dissipation in closed form in this step, J (rate form)
};

class ContactSystem final : public System {
 public:
  explicit ContactSystem(const World& world);

  const Model& model() const override { return *world_.model; }
  int aux_size() const override { return aux_size_; }
  void prescribe(double t, VecX& q, VecX& v, VecX& a) override;
  StepStatus calc_rates(double t, const VecX& q, const VecX& v, const VecX& aux, VecX& a,
                        VecX& aux_rate) override;
  StepStatus calc_step(double t, double dt, const VecX& q, const VecX& v_predicted, const VecX& v_base,
                       double gamma, VecX& aux, VecX& a) override;

  /// While true, every prescribed coordinate stays where it is at t = 0 (settling).
  void hold(bool holding) { holding_ = holding; }

  /// Call before a step, with the contacts' memory, the ground, and the ties that are cut. The state must not
  /// move until the step is done.
  void begin(const SimulationState& state, double dt);
  /// Call after a step was accepted: passes the contacts' new memory to the state and lays ruts.
  void accept(SimulationState& state);
  /// Call after begin(), before a step in rate form: gives the contact memory as the aux of the rate form.
  /// stage_step: length of one Runge-Kutta step, s; 0: no step is made, only evaluate().
  void begin_rates(const SimulationState& state, double stage_step, VecX& aux);
  /// Computes the forces at the end of a step in rate form, and the memory that accept() passes on.
  StepStatus evaluate(const MotionState& end);

  const StepOutput& output() const { return output_; }
  const VecX& effort() const { return effort_; }
  const Kinematics& kinematics() const { return kinematics_; }
  const Loads& loads() const { return loads_; }
  const ContactPower& power() const { return power_; }
  const std::string& failure() const { return failure_; }
  /// Number of evaluations of all forces so far.
  std::int64_t evaluations() const { return evaluations_; }
  /// The contact memory of the step just tried, which accept() would pass on.
  std::span<const ContactSlot> next_slots() const { return next_slots_; }
  std::span<const SphereTouch> sphere_touches() const { return sphere_touches_; }
  DynamicsWorkspace& workspace() { return workspace_; }
  std::span<const RigidTransform> shape_poses() const { return shape_poses_; }

 private:
  /// Load-weighted sums over a wheel's contacts.
  struct WheelSum {
    Vec3 point = Vec3::Zero();
    double slip = 0.0;
    double heaviest = 0.0;  // largest load of one contact, N
  };
  /// Where a slice leaves a rut once the step is accepted.
  struct RutMark {
    Vec3 point;       // bottom of the slice, world
    Vec3 rear, side;  // unit, horizontal: backward along the travel, across
    double half_width = 0.0, depth = 0.0;
    int material = 0;  // only ground of this soil is marked
  };
  /// The frame of a contact: heading, left, and the normal; world axes.
  struct ContactFrame {
    Vec3 forward, left, normal;
  };
  static ContactFrame contact_frame(const Vec3& axis, const Vec3& gradient);
  /// One slice on one surface, or a surface it has left (then without an arc).
  struct WheelTouch {
    int wheel = 0, slot = 0;
    int owner = -1;  // body that carries the surface
    const WheelDisc* disc = nullptr;
    const ArcContact* arc = nullptr;
    const ContactLaw* law = nullptr;
    ContactFrame frame;
    Vec3 velocity = Vec3::Zero();  // of the slice's centre relative to the surface
    ContactMotion motion;
    ContactForce force;
  };
  /// Fills in touches_ except for their forces; false if a wheel left the terrain.
  bool touch_wheels();
  void touch_slice(int wheel, int first_slot, const SliceContacts& slice);
  void set_motion(const WheelRuntime& wheel, double share, WheelTouch& touch);
  /// Computes the rate form for one touch.
  void calc_touch_rates(WheelTouch& touch, const VecX& aux, VecX& aux_rate);
  /// Applies the forces of touches_ to the bodies, the output and the power.
  void apply_touches();
  void apply_touch(const WheelRuntime& wheel, const WheelTouch& touch, WheelOutput& out, WheelSum& sum);
  /// dt: time over which the shear deflections grow; 0: they follow from the distance since the start of the
  /// step, if it is one in rate form.
  void apply_spheres(double dt);
  void apply_pads(double dt);
  /// Distance of a body's point over the surface that it touches since the start of a step in rate form, m.
  Vec3 calc_way(int body, int owner, const Vec3& point) const;
  void free_slots();
  void read_tensions();
  /// Limited motors at time t: adds their torques to the loads. implicit: the damping share is left to the
  /// dynamics.
  void apply_motors(double t, const VecX& q, const VecX& v, bool implicit);
  /// Call after the dynamics: computes what the drives gave, at v_end = v_base + gamma a. advance: the
  /// motors' memory is advanced.
  void finish_motors(double t, const VecX& q, const VecX& v, double gamma, const VecX& v_base, const VecX& a,
                     bool advance);
  MotorLaw motor_law(const WheelRuntime& wheel) const;
  CoordinateCommand motor_command(std::size_t wheel, double t) const;
  const std::vector<std::uint8_t>& own_shapes(BodyId body) const {
    return world_.vehicles[world_.vehicle_of_body[body.index]].own_shapes;
  }
  static RutMark make_rut(const ContactLaw& law, const Vec3& heading, const ArcContact& arc,
                          const ContactForce& f);
  /// Whether a slice that moves at `velocity` should leave a rut mark in this step.
  bool leaves_rut(const Vec3& center, const Vec3& velocity) const;
  void count_power(const ContactForce& f);
  /// Computes body velocities whose product with dt is the motion over the step, into mean_kinematics_.
  void calc_mean_motion(double dt, const VecX& q);
  /// Registers a contact's damping across and along its normal, to be made implicit: it is added to the
  /// body's other dampers in loads_.added, not yet multiplied by gamma.
  void add_damper(int body, const Vec3& point, const Vec3& normal, double across, double along);
  void make_contacts_implicit(double gamma, const VecX& q, const VecX& v_predicted, const VecX& v_base);
  void place_shapes();
  void add_force(int body, const Vec3& point, const Vec3& force, const Vec3& couple);
  void finish_wheel(const WheelRuntime& wheel, WheelOutput& out, const WheelSum& sum);

  const World& world_;
  int aux_size_;
  Kinematics kinematics_, mean_kinematics_, start_kinematics_, base_kinematics_;
  const Kinematics* sliding_ = &kinematics_;  // velocities with which the contacts' sliding grows
  VecX mean_v_, no_a_;
  double step_ = 0.0;      // step being tried, s
  bool by_rates_ = false;  // the step being tried is in rate form
  double fastest_ = 0.0;   // s: nothing in a contact relaxes in less time
  Loads loads_;
  DynamicsWorkspace workspace_;
  VecX effort_, rate_a_, rate_aux_;
  std::vector<RigidTransform> shape_poses_;
  std::vector<TileHint> tile_hints_;          // one per wheel
  std::span<const ContactSlot> start_slots_;  // at the start of the step
  std::vector<ContactSlot> next_slots_;
  std::vector<SphereMemory> spheres_, next_spheres_;
  std::vector<PadMemory> pads_, next_pads_;
  std::vector<DriveSegment> segments_;
  std::vector<MotorMemory> motors_, next_motors_;
  bool holding_ = false;
  std::vector<SphereTouch> sphere_touches_;
  StabilityGauge stability_;
  const GroundMemory* ground_ = nullptr;
  const MotionState* start_ = nullptr;  // at the start of the step
  std::vector<SliceContacts> slices_;
  std::vector<ContactStep> contact_steps_;  // of touches_, while they are computed
  std::vector<WheelTouch> touches_;         // by wheel
  int touch_count_ = 0;
  std::vector<RutMark> ruts_;
  int rut_count_ = 0;
  StepOutput output_;
  ContactPower power_;
  std::int64_t evaluations_ = 0;
  std::string failure_;
};

}  // namespace grouser
