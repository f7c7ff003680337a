// SPDX-License-Identifier: BSD-3-Clause
// The kinds of contact that there are: the parts of bodies that can touch, and the memory of their contacts.
// A kind is one class behind ContactElement (contact_element.hpp); what must know all kinds is here and in
// contact_kinds.cpp, and nowhere else.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grouser/contact/ground_model.hpp"
#include "grouser/contact/mesh_parts.hpp"
#include "grouser/multibody/tree/model.hpp"
#include "grouser/soil/force/contact.hpp"
#include "grouser/soil/force/grain_tool.hpp"
#include "grouser/soil/force/pad_contact.hpp"
#include "grouser/soil/force/viscoelastic_contact.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"
#include "grouser/terrain/surface/terrain.hpp"
#include "grouser/vehicle/spec/vehicle.hpp"

namespace grouser {

/// Number of surfaces that one slice of a wheel can remember at once.
inline constexpr int kSlotsPerSlice = 3;

/// One wheel on the ground, cut into slices along its axle.
struct WheelPart {
  WheelSpec spec;
  BodyId body;
  std::vector<double> slice_offsets{};  ///< along the axle, m
  std::vector<ContactLaw> laws{};       ///< one per material

  /// Distance beyond its rim to which contacts are searched, m: to the tips of its grousers if a soil meets
  /// it there.
  double reach = 0.0;
  int first_slot = 0;   ///< slots of slice k start at first_slot + k * kSlotsPerSlice
  bool meshed = false;  ///< its body carries a mesh, which meets shapes in its place
};

/// A ball on a body that keeps the body out of ground and shapes.
struct SpherePart {
  SphereSpec spec;
  BodyId body;
};

/// A footpad.
struct PadPart {
  PadSpec spec;
  BodyId body;
  std::vector<PadLaw> laws{};  ///< one per material
};

/// A blade or a foot in ground of grains.
struct ToolPart {
  ToolSpec spec;
  BodyId body;
  std::vector<ToolElement> elements{};
  std::vector<ToolLaw> laws{};  ///< one per material
};

/// The part of a body that one contact record is about.
struct ContactPart {
  std::string kind;  ///< "wheel", "sphere", "pad", "tool", "mesh"
  std::string name;  ///< empty for spheres
  BodyId body;
  int vehicle = 0;
  Vec3 position = Vec3::Zero();  ///< on the body: hub, centre or middle of the sole, m
  bool hull = false;             ///< keeps the body itself off the ground, and is not made to stand on
  bool supports = true;          ///< counts among the points on which the vehicle stands
  double reach = 0.0;            ///< from there to what it touches, m; 0 for a sole
  std::string title() const { return kind + " " + name; }
  /// Prefix of its channels; empty if it has none.
  std::string channels() const { return name.empty() ? "" : kind + "/" + name + "/"; }
};

/// All that can touch: parts of bodies, the ground and the shapes. Fixed during a run.
struct ContactScene {
  std::shared_ptr<const Model> model;
  std::shared_ptr<const Terrain> terrain;
  std::vector<int> shape_owner;       ///< body index of each shape's owner, -1: the world
  std::vector<SoilParams> materials;  ///< indexed by the terrain's material numbers
  std::vector<int> vehicle_of_body;   ///< number of the tree that each body belongs to
  std::vector<std::vector<std::uint8_t>>
      own_shapes;  ///< of each vehicle, one per shape: 1 where it carries it
  std::vector<WheelPart> wheels;
  std::vector<SpherePart> spheres;
  std::vector<PadPart> pads;
  std::vector<ToolPart> tools;
  MeshSet mesh;
  Grounds grounds;                 ///< kinds of ground, and which element serves which pair
  std::vector<ContactPart> parts;  ///< parts of the records, in their order; see list_parts()
  int slot_count = 0;

  /// Body that carries a surface (0 the ground, 1 + k shape k), -1: the world.
  int owner_of(int surface) const {
    return surface > 0 ? shape_owner[static_cast<std::size_t>(surface) - 1] : -1;
  }
  /// Number of the first record of a kind of parts; records stand in the order of the kinds.
  std::size_t first_record(PartKind kind) const {
    const std::size_t counts[] = {wheels.size(), 0, spheres.size(), pads.size(), tools.size()};
    std::size_t first = 0;
    for (int k = 0; k < static_cast<int>(kind); ++k) first += counts[k];
    return first;
  }
  /// Shapes that a body cannot touch, as its own vehicle carries them.
  const std::vector<std::uint8_t>& own_shapes_of(BodyId body) const {
    return own_shapes[static_cast<std::size_t>(vehicle_of_body[static_cast<std::size_t>(body.index)])];
  }
};

/// Adds a vehicle's meshes, and to ground of grains their triangles as tools. Needs the scene's model,
/// materials and wheels.
void add_meshes(const VehicleSpec& vehicle, double gravity, ContactScene& scene);
/// Call when all meshes are there: which may touch, and the surfaces of the shapes for them.
void pair_meshes(ContactScene& scene);
/// Adds a vehicle's contact spheres, footpads and tools. Throws InputError for tools where no soil is of
/// grains. Needs the scene's model and materials.
void add_point_parts(const VehicleSpec& vehicle, double gravity, ContactScene& scene);
/// Call when all parts are there: fills in `parts`.
void list_parts(ContactScene& scene);

/// Memory of one slice on one surface (contact_patch()); -1: the slot is free.
struct ContactSlot {
  double surface = -1.0;
  ContactMemory memory;
};
inline constexpr int kContactSlotSize = 1 + kContactMemorySize;

/// Shear deflection of a body's contact sphere, world axes, m.
struct SphereMemory {
  double x = 0.0, y = 0.0, z = 0.0;
};
inline constexpr int kSphereMemorySize = 3;

/// Friction memory of a mesh's triangle (PolygonAnchor) in the pair number `pair`; -1: the place is free.
struct MeshAnchor {
  double pair = -1.0, face = -1.0, sliding = 0.0;
  double x = 0.0, y = 0.0, z = 0.0;  ///< its stretch, in the frame of the other surface, m
  double area = 0.0;                 ///< that was below the surface, m2
};
inline constexpr int kMeshAnchorSize = 7;
/// Triangles of all meshes that can touch with friction at one time.
inline constexpr int kMostMeshAnchors = 2048;

/// Memory of a part that presses on deforming ground.
struct ScmPartMemory {
  double way = 0.0;    ///< since the displaced soil was last carried away, m
  double depth = 0.0;  ///< that its surface was pushed up, m
};
inline constexpr int kScmPartMemorySize = 2;

/// The books of deforming ground, since the start.
struct ScmBook {
  double displaced = 0.0;  ///< by what presses on it, m3
  double slid = 0.0;       ///< by erosion, m3
  double balance = 0.0;    ///< soil lost (+) or made (-) by rounding, from the stored depths, m3
  double plastic = 0.0;    ///< work of plastic sinkage and digging, J
  double friction = 0.0;   ///< lost between the parts and the soil, J
};
inline constexpr int kScmBookSize = 5;

/// The book of ground of grains (resistive force theory), since the start.
struct GrainBook {
  double plastic = 0.0;  ///< work that the ground took, J
  double power = 0.0;    ///< of shear at the end of the last step, for the trapezoidal rule, W
};
inline constexpr int kGrainBookSize = 2;

/// Memory of all contacts: part of the state of a simulation.
struct ContactState {
  std::vector<ContactSlot> slots;
  std::vector<SphereMemory> spheres;
  std::vector<PadMemory> pads;
  std::vector<ToolMemory> tools;
  std::vector<MeshAnchor> anchors;  ///< in the order of pairs and faces, the free ones last
  std::vector<ScmPartMemory> scm;   ///< of each wheel, sphere and pad, if the ground deforms
  std::vector<ScmBook> book;        ///< one, if the ground deforms
  std::vector<GrainBook> grains;    ///< one, if some soil is of grains

  /// Memory of each contact sphere, then each footpad, if some ground is viscoelastic
  std::vector<ViscoelasticMemory> viscoelastic;
};
/// The memory of parts that have never touched.
ContactState untouched(const ContactScene& scene);

/// Layout table: calls visit(name, first number, count) for each memory. States are packed in this order.
template <class State, class Visit>
void visit_contact_memory(State& state, Visit&& visit) {
  for (auto& slot : state.slots) visit("slots", &slot.surface, kContactSlotSize);
  for (auto& sphere : state.spheres) visit("spheres", &sphere.x, kSphereMemorySize);
  for (auto& pad : state.pads) visit("pads", &pad.shear_x, kPadMemorySize);
  for (auto& tool : state.tools) visit("tools", &tool.way[0], kToolMemorySize);
  for (auto& anchor : state.anchors) visit("anchors", &anchor.pair, kMeshAnchorSize);
  for (auto& part : state.scm) visit("scm", &part.way, kScmPartMemorySize);
  for (auto& book : state.book) visit("scm_book", &book.displaced, kScmBookSize);
  for (auto& book : state.grains) visit("grains", &book.plastic, kGrainBookSize);
  for (auto& point : state.viscoelastic) visit("viscoelastic", &point.dent, kViscoelasticMemorySize);
}
static_assert(sizeof(ContactSlot) == kContactSlotSize * sizeof(double), "a slot is plain doubles");
static_assert(sizeof(SphereMemory) == kSphereMemorySize * sizeof(double));
static_assert(sizeof(ScmPartMemory) == kScmPartMemorySize * sizeof(double));
static_assert(sizeof(ScmBook) == kScmBookSize * sizeof(double));
static_assert(sizeof(GrainBook) == kGrainBookSize * sizeof(double));
static_assert(sizeof(ViscoelasticMemory) == kViscoelasticMemorySize * sizeof(double));
static_assert(sizeof(MeshAnchor) == kMeshAnchorSize * sizeof(double));
static_assert(sizeof(PadMemory) == kPadMemorySize * sizeof(double));

}  // namespace grouser
