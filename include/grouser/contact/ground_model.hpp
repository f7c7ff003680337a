// SPDX-License-Identifier: BSD-3-Clause
// Kinds of ground, and who serves which part on them. A GroundModel owns everything in which one kind of
// ground differs from another for a running world: its own contact element, its blocks of the contacts'
// memory, the layers of the ground's memory, what cannot run on it, its numbers and what it shows. Elements
// of parts know no model: they ask the table of pairs, Grounds::server(), which is filled in when the scene
// is built. Models are made by Grounds::resolve(), the one list of them.
#pragma once
#include <array>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "grouser/contact/footprint.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"
#include "grouser/terrain/memory/strip_cells.hpp"

namespace grouser {

class ContactElement;
struct ContactScene;
struct ContactState;

/// Kinds of parts that can touch. A meshed wheel's body carries a mesh, which meets shapes in its place.
enum class PartKind { wheel, meshed_wheel, sphere, pad, tool, mesh };
inline constexpr int kPartKinds = 6;

/// The kind of surface on which a material is met.
enum class Underfoot { ground, shape };

/// The element that serves a pair of a part and a material.
enum class Server {
  nobody,
  part,   ///< the element of the part's kind
  ground  ///< the element of the ground's model
};

/// Methods and studies that may not know a kind of ground.
enum class GroundUse { error_control, quasi_static, wheel_rig };

/// A number that ground reports at every frame, under "ground/".
struct GroundNumber {
  const char* name;
  const char* unit;
  const char* description;
  double value;
};

/// Ground tiles that must exist around a point of a body before a step writes to them.
struct GroundReserve {
  static constexpr double kMargin = 0.15;  // m around the point where tiles are kept ready
  int body = -1;
  Vec3 position = Vec3::Zero();  ///< on the body, m
  double reach = 0.0;            ///< m
};

/// A part that few cells of a grid of ground span.
struct FewCells {
  std::string part;      ///< its kind and name
  double cell = 0.0;     ///< of the ground, m
  double across = 0.0;   ///< of them span a ball's or a sole's diameter, or a wheel's width
  double enough = 0.0;   ///< cell of which eight span a diameter, or four a width, m
  const char* key = "";  ///< of a scenario, that sets the cell
};
/// Parts that a search for few cells looks at.
enum class CellSearch {
  all_parts,
  soles_and_wheels  ///< the energy book of a ball closes with the step on cells of any size
};

/// One kind of ground in one scene. Fixed during a run.
class GroundModel {
 public:
  virtual ~GroundModel() = default;

  virtual Server server(PartKind, Underfoot) const { return Server::part; }
  /// For the parts that it serves itself; it adds to the records that their own elements made. Null: it
  /// serves none.
  virtual std::unique_ptr<ContactElement> make_element(const ContactScene&, double /*gravity*/) const;
  /// Whether it finds by itself where parts touch the ground: no other element then looks for contacts with
  /// it.
  virtual bool finds_contacts() const { return false; }
  /// Whether the ground keeps what a foot has pressed into it.
  virtual bool keeps_prints() const { return false; }
  /// Whether steps of Beeman's method take the contacts of this scene linearly implicit on it.
  virtual bool is_implicit(const ContactScene&) const { return false; }
  /// Longest step that carries it explicitly, s.
  virtual double explicit_step() const { return std::numeric_limits<double>::infinity(); }
  /// Why something does not know this ground; empty: it does.
  virtual std::string refusal(GroundUse) const { return {}; }

  /// Adds its blocks to the memory of parts that have never touched.
  virtual void begin(const ContactScene&, ContactState&) const {}
  /// Material of a layer on top of it, which parts meet while it is whole; -1: none.
  virtual int layer() const { return -1; }
  /// Whether that layer is whole at a point, m, seen from above.
  virtual bool is_whole(const GroundMemory&, double /*x*/, double /*y*/) const { return false; }
  /// Whether it bears a load, N, on a convex footprint of this area and perimeter, m2 and m.
  virtual bool bears(double /*load*/, double /*area*/, double /*perimeter*/) const { return true; }
  /// The layer is broken in a strip from now on.
  virtual void break_up(GroundMemory&, const GroundStrip&) const {}

  /// Empties its books: the run begins.
  virtual void empty_books(ContactState&) const {}
  virtual GroundMemory untouched() const { return GroundMemory(); }
  /// The memory that its elements, or those of the parts, may write.
  virtual std::vector<GroundReserve> reserves(const ContactScene&) const;

  virtual void visit_numbers(const ContactState&, const std::function<void(const GroundNumber&)>&) const {}
  /// Surfaces whose pressures on this ground a viewer can find (add_pressed_cells()).
  virtual std::span<const PressFootprint> footprints() const { return {}; }
  /// Distance after which forces on a rolling wheel repeat, as it passes from node to node, m; 0: they do
  /// not.
  virtual double pitch() const { return 0.0; }
  virtual std::optional<FewCells> find_few_cells(const ContactScene&, CellSearch) const { return {}; }
};

/// The models of a scene, and the table of pairs.
class Grounds {
 public:
  Grounds() = default;
  /// All of the ground is of one model.
  explicit Grounds(std::shared_ptr<const GroundModel> base);
  /// Makes the models of the scene's materials and fills in the table. base: the model of all ground,
  /// whatever its material; null: that of each material. Call when the scene has its materials and parts.
  static Grounds resolve(const ContactScene& scene, std::shared_ptr<const GroundModel> base);

  /// surface: 0 for the ground, 1 + k for shape k.
  Server server(PartKind kind, int surface, int material) const {
    const Pairs& pairs = pairs_[static_cast<std::size_t>(material)];
    return pairs[surface > 0][static_cast<std::size_t>(kind)];
  }
  /// Whether the material's model is this one, which serves a pair by its own element.
  bool serves(const GroundModel& model, PartKind kind, int surface, int material) const {
    return server(kind, surface, material) == Server::ground && &of(surface, material) == &model;
  }
  const GroundModel& of(int surface, int material) const {
    return surface == 0 && base_ ? *base_ : *of_material_[static_cast<std::size_t>(material)];
  }
  /// Whether discs of wheels and points look for contacts with the ground.
  bool searched() const { return !base_ || !base_->finds_contacts(); }
  const std::vector<std::shared_ptr<const GroundModel>>& models() const { return models_; }

  // All models together
  bool is_implicit(const ContactScene&) const;
  double explicit_step() const;
  /// The words of the first model that refuses; empty if none does.
  std::string refusal(GroundUse) const;
  void begin(const ContactScene&, ContactState&) const;
  void empty_books(ContactState&) const;
  /// Ground that nothing has touched, of as many layers as some model wants.
  GroundMemory untouched() const;
  std::vector<GroundReserve> reserves(const ContactScene&) const;
  void visit_numbers(const ContactState&, const std::function<void(const GroundNumber&)>&) const;
  std::span<const PressFootprint> footprints() const;
  double pitch() const;
  /// The part that lacks most cells, among those that fewer than eight span (four for a wheel); empty where
  /// the ground is no grid.
  std::optional<FewCells> find_few_cells(const ContactScene&, CellSearch = CellSearch::all_parts) const;

 private:
  /// The model whose memory the ground has: that of most layers. Null where nothing has a material.
  const GroundModel* keeper() const;
  using Pairs = std::array<std::array<Server, kPartKinds>, 2>;  // on the ground, on shapes
  std::vector<std::shared_ptr<const GroundModel>> models_;      // each once, the base's first
  std::shared_ptr<const GroundModel> base_;
  std::vector<const GroundModel*> of_material_;
  std::vector<Pairs> pairs_;  // one per material
};

}  // namespace grouser
