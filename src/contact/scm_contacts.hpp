// Parts of bodies on ground that deforms by the Soil Contact Model (soil_contact_model.hpp, soil_flow.hpp): wheels, footpads, feet
// and contact spheres. Each presses with a rigid surface (press_surface.hpp) that hangs on its body by a spring and damper; its
// footprint is where that surface lies below the nodes of the ground.
#pragma once
#include <algorithm>
#include <vector>

#include "grouser/contact/contact_element.hpp"
#include "grouser/soil/laws/scm_node.hpp"
#include "grouser/terrain/memory/soil_flow.hpp"
#include "grouser/terrain/memory/soil_layers.hpp"
#include "press_surface.hpp"

namespace grouser {

class ScmContacts final : public ContactElement {
 public:
  static constexpr double kFlowReach = 0.15;  ///< soil flows so far beside a part within one step, m
  static constexpr int kSpare = 8;            ///< nodes around that, for which heights are known already
  explicit ScmContacts(const ContactScene& scene);

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
  double fastest_part(const Kinematics&) const override { return 0.0; }  // the parts' own elements know

 private:
  /// A node of the footprint.
  struct Node {
    int at = 0;  // in the window
    int material = 0;
    int edge = -1;  // among its part's edges
    double depth = 0.0, share = 0.0;
    Vec3 normal = Vec3::Zero(), point = Vec3::Zero(), velocity = Vec3::Zero();
    ScmSoil soil = {};
    ScmPressure pressure = {};
    ScmShearMemory shear = {};  // after the step
    double rise = 0.0;          // of the part's surface, vertical, m/s
    double lowered = 0.0;       // in this step, m
  };
  /// A sole's edge in a node's cell.
  struct Edge {
    double x = 0.0, y = 0.0, length = 0.0;  // outwards, m
    ScmEdge soil = {};                      // ahead of it, in this step
  };
  /// Undisturbed heights around a part, found anew when it comes to their edge.
  struct Surroundings {
    MemoryRect rect;
    const Terrain* terrain = nullptr;
    std::vector<double> height;  // NaN: outside the terrain
    double highest = 0.0;
    std::vector<std::uint8_t> material;  // of each node
  };
  struct Part {
    PressSurface surface;
    bool clear = false;                           // it hangs in the air, and nothing was read
    std::vector<std::size_t> beside;              // parts whose windows overlap this one's
    MemoryRect window;                            // of this step
    std::vector<double> layer[kSoilLayers], top;  // of the window; top: the part's lower surface, m
    std::vector<Node> nodes;                      // in the window's order
    std::vector<Edge> edges;                      // of a sole
    std::vector<int> left;                        // nodes that are loaded no more, and forget their shear
    std::vector<ScmLaw> laws;                     // of each material, with the width of this step
    MemoryRect touched;                           // part of the window that changed
    Surroundings around;
    TileHint hint;
    double travelled = 0.0, depth = 0.0;  // in this step; that the surface was pushed up, m
    ScmBook book;                         // changes in this step
  };
  /// Sums over a part's nodes.
  struct Sum {
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero(), point = Vec3::Zero();  // about the world's origin
    double load = 0.0, sinkage = 0.0, before = 0.0, approach = 0.0;
    // Tangent of the wrench, about the body's origin, against its motion: of the nodes alone, and what the surface takes of it
    AddedInertia damper{};
    Vec3 push = Vec3::Zero(), turn = Vec3::Zero();
    double stiffness = 0.0, hub = 0.0;
    // Of friction that holds: its sum, and with the arms from there
    double across = 0.0;
    Vec3 across_at = Vec3::Zero();
    Mat3 across_square = Mat3::Zero();
  };
  void add_tangent(const ContactInstant&, const Node&, const ScmLaw&, const ScmFriction&, const Vec3& axle,
                   const Vec3& origin, Sum&) const;
  void tell_tangent(const ContactInstant&, std::size_t part, ContactLoads&, Sum&) const;
  void place(const ContactInstant&, std::size_t part);
  /// False where it left the terrain.
  bool find_footprint(const ContactInstant&, std::size_t part);
  /// Adds the sole's edge in a cell to its part's. Its number, or -1 where there is less than a millionth of the cell, as in the middle.
  int edge_in(Part&, const PressSurface::Point&) const;
  bool hangs_clear(const ContactInstant&, Part&);
  void find_neighbours();
  /// Whether a node of a part's window is pressed on by another part below `until`.
  bool loaded_by_other(std::size_t part, std::size_t until, int k) const;
  void look_around(const Terrain&, Part&);
  /// Where b is that of the footprint.
  void take_width(std::size_t part);
  double footprint_length(const Part&) const;
  int cell_ahead(const Part&, const Node&, const Edge&) const;
  /// What resists the sole's edge in a node's cell, along the directions in which nodes remember shear. elastic: deflection of the
  /// soil's spring, m.
  ScmEdge soil_ahead(const Part&, const Node&, const Edge&, const ScmLaw&, double elastic,
                     const Vec3& tangent, const Vec3& across) const;
  /// What the soil's springs lose as the edge goes on by `way`, less what it winds up in the cells that come under the sole, J.
  double lost_at_edge(const Part&, const Node&, const Edge&, const ScmLaw&, double elastic,
                      const Vec3& way) const;
  /// Finds how far the surface is pushed up, m, and leaves the nodes that it presses on. Returns the factor on all pressures
  /// by which its damper adds to them in rate form.
  double settle(const ContactInstant&, double dt, std::size_t part, ContactLoads&, Sum&);
  /// What the normal force did to a node's soil for good in this step, J/m2. way: of the part there, m.
  double pressed_work(const Part&, std::size_t part, const Node&, const Vec3& way) const;
  void press(const ContactInstant&, double dt, std::size_t part, ContactLoads&, Sum&);
  void leave(std::size_t part, ContactPower&);
  /// True area of a cell that a part's surface has above it, m2.
  double covered_area(const PressSurface&, std::int64_t column, std::int64_t row) const;
  void tell(const ContactInstant&, std::size_t part, const Sum&, ContactLoads&, ContactReadings&) const;
  /// What a wheel tells beyond its record.
  void tell_wheel(const ContactInstant&, std::size_t wheel, const Sum&, WheelOutput&) const;
  /// Writes the step's lowering and what the nodes remember.
  void lower(std::size_t part, GroundMemory&, ScmBook&);
  SoilPatch patch_around(std::size_t part, const MemoryRect&, const GroundMemory&);
  /// Marks where a part hangs over a patch, and presses on it.
  void hang_over(const Part&, const MemoryRect&);
  void carry_away(std::size_t part, GroundMemory&, ScmBook&);
  /// Number of a window's node among those whose heights are known.
  std::size_t around_place(const Part&, int k) const;

  const ContactScene& scene_;
  const double cell_;
  std::span<const ScmPartMemory> start_;
  std::vector<Part> parts_;
  // of the patch that soil flows in
  std::vector<double> depth_, sinkage_, loose_, floor_, pending_, height_, ceiling_, tan_phi_;
  std::vector<std::uint8_t> under_;
  std::vector<DisplacedSoil> displaced_;
  SoilFlow flow_;
  unsigned carried_ = 0;  // steps that carried soil, for the fold of hashes alone
};

}  // namespace grouser
