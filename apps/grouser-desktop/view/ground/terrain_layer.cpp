// SPDX-License-Identifier: BSD-3-Clause
// Patches on the graphics card. All share one list of indices; a patch has its vertices and its centre.
// Beyond kMostPatchesKept those that the present picture does not show are dropped.
#include "view/ground/terrain_layer.hpp"

#include <epoxy/gl.h>

#include <cstddef>

namespace grouser::desktop {
namespace {

// 640 triangles each: some 40,000 a picture, or 14,000
constexpr PatchBudget kFinePatches{60, true}, kCoarsePatches{22, false};
constexpr std::size_t kMostPatchesKept = 600;

glm::vec3 as_glm(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

}  // namespace

struct TerrainLayer::Patch {
  unsigned array = 0, vertices = 0;
  Vec3 center = Vec3::Zero();
  long used = 0;
  ~Patch() {
    glDeleteVertexArrays(1, &array);
    glDeleteBuffers(1, &vertices);
  }
};

TerrainLayer::TerrainLayer() {
  const std::vector<std::uint16_t> indices = make_patch_indices();
  index_count_ = static_cast<int>(indices.size());
  glBindVertexArray(0);
  glGenBuffers(1, &indices_);
  glBindBuffer(GL_ARRAY_BUFFER, indices_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(indices.size() * sizeof(indices[0])), indices.data(),
               GL_STATIC_DRAW);
}

TerrainLayer::~TerrainLayer() { glDeleteBuffers(1, &indices_); }

void TerrainLayer::show(std::shared_ptr<const Terrain> terrain, const Vec3& focus) {
  if (terrain == terrain_) return;
  terrain_ = std::move(terrain);
  patches_.clear();
  if (terrain_) domain_ = make_lod_domain(*terrain_, focus);
}

/// The patch of this key, made and uploaded at its first use.
const TerrainLayer::Patch& TerrainLayer::patch(PatchKey key) {
  std::unique_ptr<Patch>& slot = patches_[key];
  if (!slot) {
    const PatchMesh mesh = make_patch(*terrain_, domain_, key);
    slot = std::make_unique<Patch>();
    const Vec2 center = domain_.patch_center(key);
    slot->center = {center.x(), center.y(), mesh.base_z};
    glGenVertexArrays(1, &slot->array);
    glGenBuffers(1, &slot->vertices);
    glBindVertexArray(slot->array);
    glBindBuffer(GL_ARRAY_BUFFER, slot->vertices);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.vertices.size() * sizeof(PatchVertex)),
                 mesh.vertices.data(), GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(PatchVertex), nullptr);
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(PatchVertex),
                          reinterpret_cast<const void*>(offsetof(PatchVertex, nx)));
  }
  slot->used = picture_;
  return *slot;
}

/// Drops patches that this picture did not draw, where too many are kept.
void TerrainLayer::drop_old() {
  if (patches_.size() <= kMostPatchesKept) return;
  std::erase_if(patches_, [this](const auto& entry) { return entry.second->used != picture_; });
}

int TerrainLayer::draw(GlProgram& program, const Camera& camera, double aspect, const Vec3& focus,
                       const Vec3& origin, Detail detail) {
  if (!terrain_) return 0;
  ++picture_;
  const PatchBudget budget = detail == Detail::fine ? kFinePatches : kCoarsePatches;
  int triangles = 0;
  for (const PatchKey key : select_patches(*terrain_, domain_, camera, aspect, focus, budget)) {
    const Patch& shown = patch(key);
    program.set("u_offset", as_glm(shown.center - origin));
    glBindVertexArray(shown.array);
    glDrawElements(GL_TRIANGLES, index_count_, GL_UNSIGNED_SHORT, nullptr);
    triangles += index_count_ / 3;
  }
  glBindVertexArray(0);
  drop_old();
  return triangles;
}

}  // namespace grouser::desktop
