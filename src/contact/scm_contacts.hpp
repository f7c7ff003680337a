// SPDX-License-Identifier: BSD-3-Clause
// Parts of bodies on ground that deforms by the Soil Contact Model (soil_contact_model.hpp, soil_flow.hpp):
// wheels, footpads, feet and contact spheres. Each presses with a rigid surface (press_surface.hpp) that
// hangs on its body by a spring and damper; its footprint is where that surface lies below the nodes of the
// ground.
#pragma once
#include <algorithm>
#include <vector>

#include "footprint_nodes.hpp"
#include "grouser/contact/contact_element.hpp"
#include "grouser/contact/deforming_ground.hpp"
#include "grouser/soil/laws/scm_node.hpp"
#include "grouser/terrain/memory/soil_flow.hpp"
#include "grouser/terrain/memory/soil_layers.hpp"
#include "press_surface.hpp"

namespace grouser {

class ScmContacts final : public ContactElement {
 public:
  static constexpr double kFlowReach = 0.15;  ///< soil flows so far beside a part within one step, m
  static constexpr int kSpare = 8;            ///< nodes around that, for which heights are known already
  ScmContacts(const ContactScene& scene, const ScmGround& ground);

  void begin(const ContactState& state) override;
  const char* kind() const override { return "the Soil Contact Model"; }
  bool step(const ContactInstant&, double dt, ContactLoads&, ContactReadings&) override;
  /// It has no rates, as its memory follows from the displacement since the step's start.
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
    bool clear = false;               // it hangs in the air, and nothing was read
    std::vector<std::size_t> beside;  // parts whose windows overlap this one's
    MemoryRect window;                // of this step
    /// Layers of the window: depth and shear, and what a sole asks ahead of its edge; the others are not read
    std::vector<double> layer[kSoilLayers];
    std::vector<double> top;  // the part's lower surface over the window before it is pushed up, m
    std::vector<double> x, share,
        normal[3];            // of a wheel, over the window: its columns, and as scm::CellRow has them
    FootprintNodes nodes;     // in the window's order
    std::vector<Edge> edges;  // of a sole
    std::vector<int> left;    // nodes that are loaded no more, and forget their shear
    std::vector<double> left_rim, left_axle;  // which they held, m
    std::vector<ScmLaw> laws;                 // of each material, with the width of this step
    Surroundings around;
    TileHint hint;
    double least = 0.0;                    // least depth of nodes below the surface before it is pushed up, m
    Vec3 way = Vec3::Zero();               // of a ball's middle in this step, m
    double travelled = 0.0, depth = 0.0;   // in this step; that the surface was pushed up, m
    ScmBook book;                          // changes in this step
    double lowered = 0.0, unpaired = 0.0;  // of all nodes in this step, m: for the ground's books
  };
  /// Sums of a part in this step. hub: stiffness of its surface's spring and damper, N/m.
  struct Pressed : scm::RubSums {
    double hub = 0.0;
    Vec3 vector(scm::Total first) const { return {of[first], of[first + 1], of[first + 2]}; }
    double load() const { return of[scm::kLoad]; }
  };
  void tell_tangent(const ContactInstant&, std::size_t part, ContactLoads&, const Pressed&) const;
  void place(const ContactInstant&, std::size_t part);
  void set_way_of_ball(const ContactInstant&, double dt, std::size_t part);
  /// Returns false if the footprint left the terrain.
  bool find_footprint(const ContactInstant&, std::size_t part);
  /// Finds the nodes that lie deeper than `least` below the ground, m.
  bool find_nodes(const ContactInstant&, std::size_t part, double least);
  /// Find the nodes of a wheel, and those of a sole or a ball.
  bool find_rim_nodes(std::size_t part);
  void find_other_nodes(std::size_t part);
  /// Adds the sole's edge in a cell. Returns its number, or -1 if it is below a millionth of the cell.
  int edge_in(Part&, const PressSurface::Point&) const;
  bool hangs_clear(const ContactInstant&, Part&);
  void find_neighbours();
  /// Whether a node of a part's window is pressed on by another part below `until`.
  bool loaded_by_other(std::size_t part, std::size_t until, int k) const;
  void look_around(const Terrain&, Part&);
  /// Sets the laws whose width b is that of the footprint.
  void take_width(std::size_t part);
  double footprint_length(const Part&) const;
  int cell_ahead(const Part&, std::size_t node, const Edge&) const;
  /// Resistance of the soil ahead to the sole's edge in a node's cell, along the directions of its shear.
  ScmEdge soil_ahead(const Part&, std::size_t node, const Edge&) const;
  /// Energy that the soil's springs lose as the edge advances, less that stored in newly covered cells, J.
  double lost_at_edge(const Part&, std::size_t node, const Edge&) const;
  /// Finds, over all nodes, the resistance ahead of the edges, before friction; energy lost at them, J.
  void look_ahead(std::size_t part);
  double lost_at_edges(std::size_t part) const;
  /// Losses of the soil under a ball that its nodes do not book, as the covered parts of its cells change, J.
  /// Slackens the springs of friction where new area came under it.
  ScmBook lost_by_ball(std::size_t part);
  /// Adds the losses at one node, on which the ball pressed before or not. pushed_up: displacement of the
  /// ball's surface at the step's start, m.
  void lose_at(Part&, std::size_t node, const PressSurface& before, double pushed_up, ScmBook& lost) const;
  /// Lowers the ground under a ball if its surface rises in this step while the covered part of a cell is as
  /// deep as before.
  void slacken(std::size_t part);
  static double slackened(const Part&, std::size_t node);
  double pressed_by_flow(const Part&, std::size_t node, double pushed_up) const;
  /// Sets the surface's displacements over the nodes if they are not velocity times dt, or if others read
  /// them.
  void set_ways(const ContactInstant&, double dt, std::size_t part);
  /// Finds how far the surface is pushed up, m, and leaves the nodes that it presses on. Returns the factor
  /// by which its damper raises all pressures in rate form.
  double settle(const ContactInstant&, double dt, std::size_t part, ContactLoads&, Pressed&);
  /// Moves it to where its spring and damper balance the nodes' pressures; returns their sums there.
  scm::PressSums balance(std::size_t part, double spring, double damping);
  void press(const ContactInstant&, double dt, std::size_t part, ContactLoads&, Pressed&);
  void leave(std::size_t part, const GroundMemory&, ContactPower&);
  /// True area of a node's cell that a part's surface has above it, of a ball before this step, m2; middle of
  /// the cell, world, m.
  double covered_area(const Part&, int k) const;
  Vec2 middle(const Part&, int k) const;
  void tell(const ContactInstant&, std::size_t part, const Pressed&, ContactLoads&, ContactReadings&) const;
  /// Writes the wheel's outputs that its record does not have.
  void tell_wheel(const ContactInstant&, std::size_t wheel, const Pressed&, WheelOutput&) const;
  /// Writes the step's lowering and what the nodes remember.
  void lower(std::size_t part, GroundMemory&, ScmBook&);
  SoilPatch patch_around(std::size_t part, const MemoryRect&, const GroundMemory&);
  /// Marks where a part hangs over a patch, and presses on it.
  void hang_over(const Part&, const MemoryRect&);
  void carry_away(std::size_t part, GroundMemory&, ScmBook&);
  /// Number of a window's node among those whose heights are known.
  std::size_t around_place(const Part&, int k) const;

  const ContactScene& scene_;
  const ScmGround& ground_;
  const scm::Loops& loops_;
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
