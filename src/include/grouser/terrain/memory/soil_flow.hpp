// SPDX-License-Identifier: BSD-3-Clause
// Flow of displaced soil: Krenn & Hirzinger 2009 ("Contact dynamics simulation for space robotics
// applications"), section III.D, on a rectangle of grid nodes. Pure: heights in, heights out; every transfer
// is paired, so that volume is kept to rounding. Scratch is kept between calls, none is allocated within.
//
//   1. Displacement, (6) to (8): the volume V = z A that a wheel displaces at a node is parted by the node's
//      velocity v = v_N + v_T relative to the soil (v_N along the contact normal):
//        sinkage V v_Nz^2 / v^2,  bulldozing V (v_Nx^2 + v_Ny^2) / v^2,  shear V v_T^2 / v^2
//      The three add up to V. At rest (v = 0) all of it is sinkage.
//   2. Deposition, (9), (10): it goes to the nodes that border the footprint, with weights 1 / d^2 for
//      sinkage, and max(0, cos a)^m for the other two, d pointing from the node to the border node and a
//      being the angle between d and v in plan. The paper wants m > 1 without a value; m = 2 is assumed.
//      The weights are those of sinkage if v has no horizontal part.
//   3. Erosion, (11), (12): where the surface is steeper than tan(phi), soil moves to the lower ones of the
//      eight neighbours, in proportion to the slopes towards them. The paper limits each drop to ds
//      tan(phi), which lets a pile stand sqrt(2) times too steep along the diagonals; here the limit is on
//      the steepest of the eight facets that a node forms with its neighbours (Tarboton 1997, Water Resour.
//      Res. 33(2)), which is the slope itself on any plane. Nodes move at the same time, so that what is
//      too steep slides as heat is conducted: 0.4 of the excess a sweep, as beyond a half the shortest
//      waves would grow where a surface is too steep everywhere.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "grouser/math/types.hpp"

namespace grouser {

/// A rectangle of nodes, row by row, south first. The outermost ring only bounds it and is never changed.
struct SoilPatch {
  int columns = 0, rows = 0;
  double cell = 0.0;                ///< spacing of the nodes ds, m
  std::span<double> height;         ///< m
  std::span<const double> ceiling;  ///< surface of what is above a node, m; infinite where nothing is
  std::span<const std::uint8_t>
      under;                        ///< 1: the node is loaded (footprint): it neither gives nor takes soil
  std::span<const double> tan_phi;  ///< tangent of the soil's angle of internal friction
};

/// Shares of a displaced volume; they add up to 1.
struct FlowShares {
  double sinkage = 1.0, bulldozing = 0.0, shear = 0.0;
};
/// velocity: of the wheel's surface relative to the soil; normal: of the contact, unit.
FlowShares flow_shares(const Vec3& velocity, const Vec3& normal);

/// Soil displaced at a node of the footprint.
struct DisplacedSoil {
  int node = 0;         ///< number in the patch
  double volume = 0.0;  ///< m3
  Vec3 velocity = Vec3::Zero(), normal = Vec3::UnitZ();
};

class SoilFlow {
 public:
  /// nodes: of the largest patch.
  explicit SoilFlow(std::size_t nodes);

  /// Finds the nodes that border the footprint, its eight neighbours counted. Call before the others.
  void find_border(const SoilPatch&);
  /// Distributes the volumes over the border. Returns what was left over, m3: all of it where there is no
  /// border, otherwise 0.
  double deposit(SoilPatch&, std::span<const DisplacedSoil>);
  /// Slides until no slope in the border's rectangle, and where soil slides to from there, exceeds tan(phi)
  /// by more than 0.5 %, or until the sweeps are used up; what is left then slides in the next call.
  /// Returns the volume that moved, m3.
  double erode(SoilPatch&, int most_sweeps);
  /// Sweeps that the last erode() took.
  int sweeps() const { return sweeps_; }

 private:
  void spread(const SoilPatch&, const DisplacedSoil&);
  void take(const SoilPatch&);

  int sweeps_ = 0;
  std::vector<int> border_;
  std::vector<double> near_, along_, gain_, column_, row_;              // of the border nodes
  std::vector<double> level_, ceiling_, room_, steep_, change_, gave_;  // src/terrain/memory/flow_loops.hpp
  std::vector<std::uint8_t> marked_, edge_;
};

}  // namespace grouser
