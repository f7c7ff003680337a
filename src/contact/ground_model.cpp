// SPDX-License-Identifier: BSD-3-Clause
// Kinds of ground and their differences outside the force laws: what they remember, which parts they serve,
// whether they need implicit steps, what they refuse. A scene has one model per kind, found from its
// materials.
#include "grouser/contact/ground_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "grouser/base/error.hpp"
#include "grouser/contact/contact_element.hpp"
#include "grouser/contact/contact_kinds.hpp"
#include "viscoelastic_points.hpp"

namespace grouser {

std::unique_ptr<ContactElement> GroundModel::make_element(const ContactScene&, double) const {
  return nullptr;
}

// Wheels leave ruts, feet their prints.
std::vector<GroundReserve> GroundModel::reserves(const ContactScene& scene) const {
  std::vector<GroundReserve> all;
  for (const WheelPart& wheel : scene.wheels)
    all.push_back({wheel.body.index, Vec3::Zero(), wheel.spec.geometry.radius + wheel.spec.geometry.width});
  for (const PadPart& pad : scene.pads)
    if (pad.spec.foot) all.push_back({pad.body.index, pad.spec.position, pad.spec.radius});
  return all;
}

namespace {

/// Rock, plates and soil taken as rigid: springs that remember nothing.
class FirmGround final : public GroundModel {};

/// Soft soil that keeps the ruts of wheels and the prints of feet.
class RuttedGround : public GroundModel {
 public:
  bool keeps_prints() const override { return true; }
  // a foot is lighter than its soil is stiff
  bool is_implicit(const ContactScene& scene) const override {
    return std::ranges::any_of(scene.pads, [](const PadPart& pad) { return pad.spec.foot; });
  }
};

/// Soft soil by resistive force theory, with a book of what it took.
class GranularGround : public RuttedGround {
 public:
  // grains feel a mesh as a tool
  Server server(PartKind kind, Underfoot where) const override {
    return kind == PartKind::mesh && where == Underfoot::ground ? Server::nobody : Server::part;
  }
  void begin(const ContactScene&, ContactState& state) const override { state.grains.resize(1); }
  void visit_numbers(const ContactState& state,
                     const std::function<void(const GroundNumber&)>& visit) const override {
    visit({"plastic_work", "J", "that soil of grains took since the start, in contact_dissipation too",
           state.grains.front().plastic});
  }
};

/// Soft soil under a crust (soil/laws/crust.hpp). A cell of the ground's memory has a second number: 1 where
/// the crust is broken.
template <class Soil>
class CrustedGround final : public Soil {
 public:
  CrustedGround(CrustParams crust, int layer) : crust_(crust), layer_(layer) {}
  std::string refusal(GroundUse use) const override {
    if (use == GroundUse::error_control) return "a crust, which breaks within a step";
    return "ground under a crust, which remembers where it is broken";
  }
  GroundMemory untouched() const override { return GroundMemory(GroundMemory().cell(), kBrokenLayer + 1); }
  std::vector<GroundReserve> reserves(const ContactScene& scene) const override {
    std::vector<GroundReserve> all = Soil::reserves(scene);
    for (const PadPart& pad : scene.pads)
      if (!pad.spec.foot) all.push_back({pad.body.index, pad.spec.position, pad.spec.radius});
    return all;
  }

  int layer() const override { return layer_; }
  bool is_whole(const GroundMemory& ground, double x, double y) const override {
    TileHint hint;
    return broken_at(ground, x, y, hint) == 0.0;
  }
  bool bears(double load, double area, double perimeter) const override {
    return !(crust_pressure(crust_, load, area, perimeter) > crust_.crust_strength);
  }
  void break_up(GroundMemory& ground, const GroundStrip& strip) const override {
    TileHint hint;
    bool fresh = false;
    for_each_cell(strip, ground.cell(), [&](double x, double y) {
      if (broken_at(ground, x, y, hint) > 0.0) return;
      ground.write(kBrokenLayer, cell_at(ground, x, y), std::array{1.0}, hint);
      fresh = true;
    });
    if (fresh) ground.fold_hashes();
  }

 private:
  static constexpr int kBrokenLayer = 1;
  static MemoryRect cell_at(const GroundMemory& ground, double x, double y) {
    return {static_cast<std::int64_t>(std::floor(x / ground.cell())),
            static_cast<std::int64_t>(std::floor(y / ground.cell())), 1, 1};
  }
  /// 1 where the cell at a point is broken, else 0.
  static double broken_at(const GroundMemory& ground, double x, double y, TileHint& hint) {
    if (ground.untouched()) return 0.0;
    std::array<double, 1> broken{};
    ground.read(kBrokenLayer, cell_at(ground, x, y), broken, hint);
    return broken[0];
  }

  const CrustParams crust_;
  const int layer_;
};

std::shared_ptr<const GroundModel> make_crusted(const SoilParams& soil, const ContactScene& scene) {
  const auto crust = std::ranges::find(scene.materials, crust_of(soil).id, &SoilParams::id);
  GROUSER_ASSERT(crust != scene.materials.end());  // build_ground() adds it
  const auto layer = static_cast<int>(crust - scene.materials.begin());
  if (goes_by_rft(soil)) return std::make_shared<const CrustedGround<GranularGround>>(soil, layer);
  return std::make_shared<const CrustedGround<RuttedGround>>(soil, layer);
}

/// The kinds of ground that follow from a soil. Ground of one grid (DeformingGround) is made by the caller
/// that knows the grid; granular soils beside it lie on shapes alone, which have no book.
std::shared_ptr<const GroundModel> make_model(const SoilParams& soil, const ContactScene& scene,
                                              const GroundModel* base) {
  if (is_crusted(soil)) return make_crusted(soil, scene);
  if (soil.kind == SoilKind::hard) return std::make_shared<const FirmGround>();
  if (soil.kind == SoilKind::viscoelastic) return std::make_shared<const ViscoelasticGround>();
  if (goes_by_rft(soil) && !base) return std::make_shared<const GranularGround>();
  return std::make_shared<const RuttedGround>();
}

}  // namespace

Grounds::Grounds(std::shared_ptr<const GroundModel> base) : models_{base}, base_(std::move(base)) {}

Grounds Grounds::resolve(const ContactScene& scene, std::shared_ptr<const GroundModel> base) {
  Grounds grounds;
  if (base) grounds = Grounds(std::move(base));
  std::vector<const SoilParams*> firsts;  // of which each model was made
  // Crusts have a model each; other soils share one with those of their kind and law.
  const auto same_kind = [](const SoilParams& a, const SoilParams& b) {
    return a.kind == b.kind && !is_crusted(a) && !is_crusted(b) &&
           (a.kind != SoilKind::soft || goes_by_rft(a) == goes_by_rft(b));
  };
  // The server of each pair of part and ground is looked up often, so it is tabulated.
  std::vector<std::shared_ptr<const GroundModel>> made;
  for (const SoilParams& soil : scene.materials) {
    std::size_t k = 0;
    while (k < firsts.size() && !same_kind(*firsts[k], soil)) ++k;
    if (k == firsts.size()) {
      firsts.push_back(&soil);
      made.push_back(make_model(soil, scene, grounds.base_.get()));
    }
    grounds.of_material_.push_back(made[k].get());
  }
  grounds.models_.insert(grounds.models_.end(), made.begin(), made.end());
  for (std::size_t m = 0; m < scene.materials.size(); ++m) {
    Pairs& pairs = grounds.pairs_.emplace_back();
    for (int k = 0; k < kPartKinds; ++k) {
      const auto kind = static_cast<PartKind>(k);
      const auto at = static_cast<int>(m);
      pairs[0][static_cast<std::size_t>(k)] = grounds.of(0, at).server(kind, Underfoot::ground);
      pairs[1][static_cast<std::size_t>(k)] =
          kind == PartKind::meshed_wheel ? Server::nobody : grounds.of(1, at).server(kind, Underfoot::shape);
    }
  }
  return grounds;
}

bool Grounds::is_implicit(const ContactScene& scene) const {
  return std::ranges::any_of(models_, [&](const auto& model) { return model->is_implicit(scene); });
}

double Grounds::explicit_step() const {
  double step = std::numeric_limits<double>::infinity();
  for (const auto& model : models_) step = std::min(step, model->explicit_step());
  return step;
}

std::string Grounds::refusal(GroundUse use) const {
  for (const auto& model : models_)
    if (std::string why = model->refusal(use); !why.empty()) return why;
  return {};
}

void Grounds::begin(const ContactScene& scene, ContactState& state) const {
  for (const auto& model : models_) model->begin(scene, state);
}

void Grounds::empty_books(ContactState& state) const {
  for (const auto& model : models_) model->empty_books(state);
}

const GroundModel* Grounds::keeper() const {
  if (models_.empty()) return nullptr;
  return std::ranges::max_element(models_, {}, [](const auto& model) { return model->untouched().layers(); })
      ->get();
}

GroundMemory Grounds::untouched() const {
  const GroundModel* model = keeper();
  return model ? model->untouched() : GroundMemory{};
}

std::vector<GroundReserve> Grounds::reserves(const ContactScene& scene) const {
  const GroundModel* model = keeper();
  return model ? model->reserves(scene) : std::vector<GroundReserve>{};
}

void Grounds::visit_numbers(const ContactState& state,
                            const std::function<void(const GroundNumber&)>& visit) const {
  for (const auto& model : models_) model->visit_numbers(state, visit);
}

std::span<const PressFootprint> Grounds::footprints() const {
  return models_.empty() ? std::span<const PressFootprint>() : models_.front()->footprints();
}

double Grounds::pitch() const { return models_.empty() ? 0.0 : models_.front()->pitch(); }

std::optional<FewCells> Grounds::find_few_cells(const ContactScene& scene, CellSearch search) const {
  return models_.empty() ? std::nullopt : models_.front()->find_few_cells(scene, search);
}

}  // namespace grouser
