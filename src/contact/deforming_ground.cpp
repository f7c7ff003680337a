// SPDX-License-Identifier: BSD-3-Clause
// Ground of the Soil Contact Model as a kind of ground: it keeps a grid of its own, serves all parts but
// tools and meshes, and needs implicit steps.
#include "grouser/contact/deforming_ground.hpp"

#include "grouser/contact/contact_kinds.hpp"
#include "scm_contacts.hpp"

namespace grouser {
namespace {

class DeformingGround final : public GroundModel {
 public:
  explicit DeformingGround(ScmGround ground) : ground_(std::move(ground)) {}

  Server server(PartKind kind, Underfoot where) const override {
    const bool apart = kind == PartKind::tool || kind == PartKind::mesh || where == Underfoot::shape;
    return apart ? Server::part : Server::ground;
  }
  std::unique_ptr<ContactElement> make_element(const ContactScene& scene, double) const override {
    return std::make_unique<ScmContacts>(scene, ground_);
  }
  bool finds_contacts() const override { return true; }
  bool is_implicit(const ContactScene&) const override { return true; }
  double explicit_step() const override { return ground_.explicit_step; }
  std::string refusal(GroundUse use) const override {
    if (use == GroundUse::error_control)
      return "ground of the Soil Contact Model, whose columns begin and end contacts of their own";
    return "ground of the law scm, which keeps the track of every wheel";
  }

  void begin(const ContactScene&, ContactState& state) const override {
    state.scm.resize(ground_.parts.size());
    state.book.resize(1);
  }
  void empty_books(ContactState& state) const override { state.book.assign(state.book.size(), {}); }
  GroundMemory untouched() const override { return GroundMemory(ground_.cell, kSoilLayers); }
  std::vector<GroundReserve> reserves(const ContactScene&) const override {
    std::vector<GroundReserve> all;
    for (const PressFootprint& part : ground_.parts)
      all.push_back({part.body, part.position, part.radius + part.width});
    return all;
  }

  void visit_numbers(const ContactState& state,
                     const std::function<void(const GroundNumber&)>& visit) const override {
    const ScmBook& book = state.book.front();
    visit({"displaced", "m3", "soil that wheels displaced since the start", book.displaced});
    visit({"slid", "m3", "soil that slid down slopes steeper than phi since the start", book.slid});
    visit({"volume_balance", "m3", "soil that was lost (+) or made (-) by rounding", book.balance});
    visit({"plastic_work", "J", "of sinkage and digging since the start, in contact_dissipation too",
           book.plastic});
    visit({"friction_loss", "J", "between wheels and soil since the start, in contact_dissipation too",
           book.friction});
  }
  std::span<const PressFootprint> footprints() const override { return ground_.parts; }
  double pitch() const override { return ground_.cell; }
  std::optional<FewCells> find_few_cells(const ContactScene& scene, CellSearch search) const override {
    // Enough cells: eight across a ball or sole, four across a wheel; the part farthest from it is named.
    constexpr double kRound = 8.0, kWheel = 4.0;
    std::optional<FewCells> worst;
    for (std::size_t i = 0; i < ground_.parts.size(); ++i) {
      const PressFootprint& part = ground_.parts[i];
      if (part.form == PressForm::ball && search == CellSearch::soles_and_wheels) continue;
      const double enough = part.width / (part.form == PressForm::rim ? kWheel : kRound);
      if (enough >= ground_.cell || (worst && worst->enough <= enough)) continue;
      worst = FewCells{scene.parts[i].title(), ground_.cell, part.width / ground_.cell, enough,
                       "terrain.scm_cell"};
    }
    return worst;
  }

 private:
  const ScmGround ground_;
};

}  // namespace

std::shared_ptr<const GroundModel> make_deforming_ground(ScmGround ground) {
  return std::make_shared<const DeformingGround>(std::move(ground));
}

}  // namespace grouser
