// SPDX-License-Identifier: BSD-3-Clause
// A kind of ground: everything in which hard and soft ground differ under a wheel or a footpad. The contact's
// own parts (springs in series, slip as a state, energies) know no kind: they ask the one that the law was
// made for. There is one stateless object per kind; what is constant for a contact is in its law. A new kind
// is one more class like these, with its parameters (soil_params.hpp) and a line in ground_of(). Private to
// the soil module.
#pragma once
#include <cmath>
#include <numbers>

#include "contact_advance.hpp"
#include "grouser/soil/force/creep_contact.hpp"
#include "grouser/soil/force/ground_spring.hpp"
#include "grouser/soil/force/pad_contact.hpp"
#include "pad_curve.hpp"

namespace grouser::contact {

/// Rate form: the contact at one instant, when its normal force is known.
struct RateInstant {
  const ContactLaw& law;
  const ContactMotion& motion;
  const Sliding& slide;
  const ContactMemory& m;
  const SoilState& soil;
  double bristle;    ///< N s/m
  double beta_soil;  ///< N s/m
  double u_s_rate;   ///< m/s
};

/// A search for the sinkage z with k (u - z) = W(z): the wheel's spring in series with its own load-sinkage
/// curve at one slip (creep_contact.hpp).
struct SinkageSearch {
  CreepStep* step = nullptr;
  double low = 0.0, high = 0.0;
  WheelRun run{};
  WheelReaction reaction{};
  bool done = false;
};

/// The constants of one footpad on one ground (pad_contact.hpp).
struct Plate {
  double area;                  // A, m2
  PadCurve curve{};             // of soft soil, in N
  double ground;                // the ground's elastic stiffness A k_e or k_h, N/m; infinite: rigid
  double elastic;               // k_t, N/m
  double ground_damping = 0.0;  // of the whole disc, while the ground does not flow, N s/m
  double cohesion = 0.0;        // strength without load, N
  double friction;              // strength per load, -
  double inertia = 0.0;  // of the whole disc: force per square of the speed at which it sinks in, N s2/m2
};

/// State of a footpad's normal spring at a penetration.
struct PadSpring {
  double force = 0.0;    // N
  double tangent = 0.0;  // dN/du, N/m
  double plastic = 0.0;  // z_p then, m
  double sinkage = 0.0;  // z, m
  bool flowing = false;  // z_p has grown
};

class Ground {
 public:
  virtual ~Ground() = default;

  /// Fills in what the kind decides of a law (contact.hpp).
  virtual void complete(ContactLaw& law) const = 0;

  // A wheel slice, both forms
  virtual Sliding sliding(const ContactLaw&, const ContactMotion&) const = 0;
  /// Length over which slip builds up, m.
  virtual double relaxation(const ContactLaw&, double entry_angle) const = 0;
  virtual double sliding_stiffness(const ContactLaw&, const ContactMemory&, const ContactForce&) const = 0;

  /// returnable_energy() (contact.hpp).
  virtual double returnable(const ContactLaw&, const ContactMemory&, const ContactForce&) const {
    return 0.0;
  }

  // Step form
  /// How far the ground has yet to spring back where nothing presses on it, m.
  virtual double dent(const ContactMemory&) const = 0;
  /// u_soil after dt without a force, for a wheel that is at `room` below the surface, m.
  virtual double spring_back(const ContactLaw&, double u_soil, double beta, double room, double dt) const = 0;
  /// Prepares the search for the compression; the run for wheel_reactions() if it needs one.
  virtual const WheelRun* begin(Advance&) const = 0;
  /// u_wheel, and the soil's state there; on entry c.soil.reaction is that of begin()'s run.
  virtual double compress(Advance&) const = 0;
  /// Forces along the surface, read-outs, and what the ground dissipates, at a normal force that is known.
  virtual void load(double dt, double u_s_rate, Advance&) const = 0;

  // Rate form
  virtual SoilState state(const ContactLaw&, const ContactMotion&, const ContactMemory&, double length,
                          double u_soil) const = 0;
  /// As load(); the rates of the deflection are cut where it slides.
  virtual void load(const RateInstant&, std::array<double, kContactRateSize>& rates, ContactForce&) const = 0;
  /// After a step: takes the deflection back to what the strength can hold.
  virtual void cut_deflection(const ContactLaw&, ContactMemory&) const = 0;
  /// Energy dissipated in pressing the ground in by a distance (m) under a mean force (N), J.
  virtual double pressing_work(double force, double way) const = 0;

  // Statics of a wheel
  /// One slice after a small move, its deflection (in step.memory) known; false: solved at once, true: the
  /// search has to be gone through.
  virtual bool begin_creep(CreepStep& step, double length, SinkageSearch&) const = 0;
  virtual double drawbar_pull(const LoadedWheel&, double slip, PullSearch&) const = 0;
  virtual GroundSpring spring(const SoilParams&, const WheelGeometry&, double load, double gravity) const = 0;
  virtual double shear_stiffness(const SoilParams&, const WheelGeometry&, double tyre, double load,
                                 double gravity) const = 0;

  // A footpad
  virtual Plate plate(const PadLaw&) const = 0;
  virtual double pad_friction(const PadLaw&) const = 0;
  /// yields: share of the strength at which the ground starts to flow.
  virtual PadSpring press(const PadLaw&, const Plate&, double u, double plastic, double yields) const = 0;
  /// dN/du where a load presses the pad into untouched ground, N/m.
  virtual double pressing_stiffness(const PadLaw&, const Plate&, double load) const = 0;
  /// Stiffness of the spring along the surface at a strength, N/m.
  virtual double pad_shear_stiffness(const PadLaw&, const Plate&, double strength) const = 0;
};

/// The only place that asks a soil for its kind, to choose what it does; soil_params.cpp asks which numbers
/// it has.
const Ground& ground_of(const SoilParams& soil);
const Ground& hard_ground();
const Ground& soft_ground();
const Ground& rft_ground();

inline double in_series(double a, double b) { return a * b / (a + b); }
/// Area of the sole, m2.
inline double pad_area(const PadLaw& law) {
  return std::isnan(law.form.area) ? std::numbers::pi * law.radius * law.radius : law.form.area;
}

}  // namespace grouser::contact
