// Wheels on ground that deforms by the Soil Contact Model (soil_contact_model.hpp, soil_flow.hpp). The wheel is a
// rigid cylinder on the rim's radius that hangs on the hub by a spring; its footprint is where that cylinder lies
// below the nodes of the ground. A spring in the wheel's plane moves an endless cylinder as one that is vertical does,
// but for the axle's lean: d along it raises the surface by d / sqrt(1 - a_z^2) everywhere. So the footprint's
// columns are found once, and only their depths change while the rim's place is sought.
#pragma once
#include <algorithm>
#include <vector>

#include "grouser/contact/contact_element.hpp"
#include "grouser/soil/laws/scm_node.hpp"
#include "grouser/terrain/memory/soil_flow.hpp"
#include "grouser/terrain/memory/soil_layers.hpp"

namespace grouser {

/// Area of a square cell, as a share, that a strip of a width covers. offset: from the middle of the strip to that of
/// the cell, m; cosine, sine: of the strip's direction against the grid. Exact for an endless strip.
double covered_share(double cell, double cosine, double sine, double width, double offset);

/// The lower surface of a wheel above or below the nodes of a grid.
struct WheelSurface {
  WheelSurface(const Vec3& center, const Vec3& axis, double radius, double width);
  /// Cells that it may cover.
  MemoryRect cells(double cell) const;
  struct Point {
    double height = 0.0;          ///< m
    Vec3 normal = Vec3::UnitZ();  ///< from the ground into the wheel, unit
    double along = 0.0;           ///< the axle from the middle, m
  };
  /// False where nothing of the (endless) cylinder is above the point, or its surface is steeper than kSteepest.
  bool below(double x, double y, Point& out) const;
  Vec3 center, axis;
  double radius, width;
  double level, heading_x, heading_y;  ///< 1 - a_z^2, and the level direction it rolls in
};

/// How far a footprint reaches along the way that its wheel rolls.
class FootprintReach {
 public:
  explicit FootprintReach(const WheelSurface& surface) : surface_(surface) {}
  void add(double x, double y) {
    const double at = x * surface_.heading_x + y * surface_.heading_y;
    front_ = std::max(front_, at);
    back_ = std::min(back_, at);
  }
  double length(double cell) const { return front_ - back_ + cell; }
  /// b: the footprint's shorter side; the wheel's width where nothing was added, m.
  double width(double cell) const {
    return front_ < back_ ? surface_.width : std::max(cell, std::min(surface_.width, length(cell)));
  }

 private:
  const WheelSurface& surface_;
  double front_ = -1e300, back_ = 1e300;
};

class ScmWheels final : public ContactElement {
 public:
  static constexpr double kFlowReach = 0.15;  ///< soil flows so far beside a wheel within one step, m
  static constexpr int kSpare = 8;            ///< nodes around that, for which heights are known already
  explicit ScmWheels(const ContactScene& scene);

  void begin(const ContactState& state) override;
  bool step(const ContactInstant&, double dt, ContactLoads&, ContactReadings&) override;
  /// As its memory follows from the way since the step's start, it has no rates.
  bool rates(const ContactInstant& at, const VecX&, VecX&, ContactLoads& loads,
             ContactReadings& readings) override {
    return step(at, 0.0, loads, readings);
  }
  void accept(ContactState& state, const Terrain& terrain, GroundMemory& ground) override;
  bool touches(const ContactInstant&, int, const std::string&) const override { return false; }
  ContactPace pace(const ContactState& state, const ContactReadings&) const override;
  void judge_depths(const ContactState& before, const ContactReadings&, double dt,
                    DepthJudge&) const override;
  double smallest_radius() const override;
  double fastest_part(const Kinematics&) const override { return 0.0; }  // WheelContacts knows

 private:
  /// A node of the footprint.
  struct Node {
    int at = 0;  // in the window
    int material = 0;
    double depth = 0.0, share = 0.0;
    Vec3 normal = Vec3::Zero(), point = Vec3::Zero(), velocity = Vec3::Zero();
    ScmSoil soil = {};
    ScmPressure pressure = {};
    double rise = 0.0;     // of the wheel's surface, vertical, m/s
    double lowered = 0.0;  // in this step, m
  };
  /// Undisturbed heights around a wheel, found anew when it comes to their edge.
  struct Surroundings {
    MemoryRect rect;
    const Terrain* terrain = nullptr;
    std::vector<double> height;          // NaN: outside the terrain
    std::vector<std::uint8_t> material;  // of each node
  };
  struct Wheel {
    MemoryRect window;                            // of this step
    std::vector<double> layer[kSoilLayers], top;  // of the window; top: the wheel's lower surface, m
    std::vector<Node> nodes;
    std::vector<ScmLaw> laws;  // of each material, with the width of this step
    MemoryRect touched;        // part of the window that changed
    Surroundings around;
    TileHint hint;
    double travelled = 0.0, depth = 0.0;  // in this step; that the rim was pushed up, m
    ScmBook book;                         // changes in this step
  };
  /// Sums over a wheel's nodes.
  struct Sum {
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero(), point = Vec3::Zero();  // about the world's origin
    double load = 0.0, sinkage = 0.0, before = 0.0, approach = 0.0;
    // Tangent of the wrench, about the hub, against the wheel's motion: of the nodes alone, and what the rim takes of it
    AddedInertia damper{};
    Vec3 push = Vec3::Zero(), turn = Vec3::Zero();
    double stiffness = 0.0, hub = 0.0;
    // Of friction that holds: its sum, and with the arms from the hub
    double across = 0.0;
    Vec3 across_at = Vec3::Zero();
    Mat3 across_square = Mat3::Zero();
  };
  void add_tangent(const ContactInstant&, const Node&, const ScmLaw&, const ScmFriction&,
                   const ScmShearMemory&, const WheelSurface&, Sum&) const;
  void tell_tangent(const ContactInstant&, std::size_t wheel, ContactLoads&, Sum&) const;
  bool find_footprint(const ContactInstant&, std::size_t wheel, const WheelSurface&);
  void look_around(const Terrain&, Wheel&);
  /// Where b is that of the footprint.
  void take_width(std::size_t wheel, const WheelSurface&);
  double footprint_length(const WheelSurface&, const Wheel&) const;
  /// Finds how far the rim is pushed up, m, and leaves the nodes that it presses on. Returns the factor on all pressures
  /// by which its damper adds to them in rate form.
  double settle(const ContactInstant&, double dt, std::size_t wheel, const WheelSurface&, ContactLoads&,
                Sum&);
  void press(const ContactInstant&, double dt, std::size_t wheel, const WheelSurface&, ContactLoads&, Sum&);
  void leave(std::size_t wheel, const WheelSurface&, ContactPower&);
  /// True area of a cell that a wheel's endless cylinder has above it within its width, m2.
  double covered_area(const WheelSurface&, std::int64_t column, std::int64_t row) const;
  void tell(const ContactInstant&, std::size_t wheel, const WheelSurface&, const Sum&, ContactLoads&,
            ContactReadings&) const;
  /// Writes the step's lowering and what the nodes remember.
  void lower(Wheel&, GroundMemory&, ScmBook&);
  SoilPatch patch_around(Wheel&, const MemoryRect&, const GroundMemory&);
  void carry_away(std::size_t wheel, GroundMemory&, ScmBook&);
  /// Number of a window's node among those whose heights are known.
  std::size_t around_place(const Wheel&, int k) const;

  const ContactScene& scene_;
  const double cell_;
  std::span<const ScmWheelMemory> start_;
  std::vector<Wheel> wheels_;
  // of the patch that soil flows in
  std::vector<double> depth_, sinkage_, loose_, floor_, pending_, height_, ceiling_, tan_phi_;
  std::vector<std::uint8_t> under_;
  std::vector<DisplacedSoil> displaced_;
  SoilFlow flow_;
  unsigned carried_ = 0;  // steps that carried soil, for the fold of hashes alone
};

}  // namespace grouser
