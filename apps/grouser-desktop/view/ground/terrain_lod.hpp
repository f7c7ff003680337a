// SPDX-License-Identifier: BSD-3-Clause
// Level of detail of the ground: square patches of one fixed grid, halved towards the eye and the rover, so
// that the number of triangles stays small on any terrain. No OpenGL.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "grouser/terrain/surface/terrain.hpp"
#include "view/camera/camera.hpp"
#include "view/ground/height_bounds.hpp"

namespace grouser::desktop {

inline constexpr int kPatchQuads = 16;  ///< quads along a patch's side

struct PatchKey {
  int level = 0;
  std::int32_t i = 0, j = 0;  ///< column and row at this level, from the south-west
  auto operator<=>(const PatchKey&) const = default;
};

/// The square that is divided.
struct LodDomain {
  double west = 0.0, south = 0.0, size = 1.0;  ///< m
  double finest = 0.04;                        ///< smallest quad worth drawing, m
  std::shared_ptr<const HeightBounds> bounds;  ///< of a heightfield; null: a plane
  double patch_size(int level) const;
  Vec2 patch_center(PatchKey key) const;
};

/// A plane gets a kilometre about `focus`; a heightfield its extent and a wide rim.
LodDomain make_lod_domain(const Terrain& terrain, const Vec3& focus);

struct PatchVertex {
  float x, y, z;     ///< relative to the patch's centre and to `base_z`
  float nx, ny, nz;  ///< of the undisturbed surface
};

/// Vertices of one patch: the grid row by row from the south-west, then a skirt below its rim that hides
/// cracks beside neighbours that are as fine, or finer or coarser by one halving.
struct PatchMesh {
  double base_z = 0.0;
  std::vector<PatchVertex> vertices;
};
PatchMesh make_patch(const Terrain& terrain, const LodDomain& domain, PatchKey key);
/// The same triangles for every patch.
std::vector<std::uint16_t> make_patch_indices();

/// Bounds of the drawn ground over a patch, without ruts.
HeightRange height_range(const Terrain& terrain, const LodDomain& domain, PatchKey key);

/// Height of the drawn ground: outside a heightfield's extent, that of the nearest point inside.
HeightSample drawn_height(const Terrain& terrain, double x, double y);

/// The greatest number of patches, and whether the ground about the focus is drawn at its finest, for ruts.
struct PatchBudget {
  std::size_t most = 60;
  bool fine_at_focus = true;
};

/// The patches to draw, nearest first: those that are in the picture, each piece of ground once. Where the
/// budget is short they are coarser, none is left out. Neighbours differ by one halving at most.
std::vector<PatchKey> select_patches(const Terrain& terrain, const LodDomain& domain, const Camera& camera,
                                     double aspect, const Vec3& focus, PatchBudget budget);

}  // namespace grouser::desktop
