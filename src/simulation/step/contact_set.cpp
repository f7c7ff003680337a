// SPDX-License-Identifier: BSD-3-Clause
// Runs every contact element in turn on the poses of one evaluation. The energy that an element takes is the
// difference of the shared sums before and after its turn.
#include "contact_set.hpp"

namespace grouser {

ContactSet::ContactSet(const World& world, const Coordinates& coordinates, Loads& loads,
                       const Kinematics& kinematics)
    : world_(world),
      coordinates_(coordinates),
      kinematics_(kinematics),
      start_(*world.model),
      elements_(make_contact_elements(world, world.settings.gravity)),
      loads_(loads, kinematics),
      shape_poses_(world),
      losses_(elements_.size()),
      returnable_(elements_.size()) {
  for (const auto& element : elements_) aux_size_ += element->aux_size();
  hold(false);
}

void ContactSet::begin(const SimulationState& state, double dt) {
  // The clock is kept: hold() has set it.
  instant_ = {.now = &kinematics_,
              .sliding = &kinematics_,
              .start = &start_,
              .shape_poses = shape_poses_.all(),
              .terrain = &terrain_of(world_, state),
              .ground = &state.ground,
              .clock = instant_.clock,
              .step = dt};
  for (const auto& element : elements_) element->begin(state.contacts);
}

void ContactSet::begin_rates(const SimulationState& state, double stage_step, VecX& aux) {
  instant_.by_rates = true;
  instant_.stage_step = stage_step;
  if (world_.parts.size() > world_.wheels.size())  // something touches at points
    coordinates_.calc_poses(state.advanced().q, state.advanced().v, start_);
  for (const auto& element : elements_) element->begin_rates(state.contacts, aux);
}

void ContactSet::start_evaluation() {
  shape_poses_.place(kinematics_);
  loads_.clear();
}

template <class Evaluate>
bool ContactSet::evaluate(Evaluate&& evaluate_one) {
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const ContactPower before = loads_.power;
    if (!evaluate_one(*elements_[i])) {
      failure_ = elements_[i]->failure();
      return false;
    }
    const ContactPower& now = loads_.power;
    losses_[i] = {.normal = now.normal - before.normal,
                  .tangential = now.tangential - before.tangential,
                  .work = now.work - before.work};
  }
  return true;
}

bool ContactSet::step(double time, double dt, const VecX& q, const VecX& v, const Kinematics& sliding,
                      ContactReadings& readings) {
  instant_.q = &q;
  instant_.v = &v;
  instant_.time = time;
  instant_.sliding = &sliding;
  return evaluate([&](ContactElement& element) { return element.step(instant_, dt, loads_, readings); });
}

bool ContactSet::rates(double time, const VecX& q, const VecX& v, const VecX& aux, VecX& aux_rate,
                       ContactReadings& readings) {
  // In rate form sliding follows the present velocities, as everything does.
  instant_.q = &q;
  instant_.v = &v;
  instant_.time = time;
  instant_.sliding = &kinematics_;
  aux_rate.setZero();
  return evaluate(
      [&](ContactElement& element) { return element.rates(instant_, aux, aux_rate, loads_, readings); });
}

void ContactSet::finish_rates() {
  // Some elements know their work only at the end of the step; it is added to their own line.
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const double before = loads_.power.work;
    elements_[i]->finish_rates(loads_.power);
    losses_[i].work += loads_.power.work - before;
  }
}

void ContactSet::finish() {
  for (const auto& element : elements_) element->finish();
}

void ContactSet::accept(SimulationState& state) {
  for (const auto& element : elements_)
    element->accept(state.contacts, terrain_of(world_, state), state.ground);
}

std::span<const double> ContactSet::returnable() {
  for (std::size_t i = 0; i < elements_.size(); ++i) returnable_[i] = elements_[i]->returnable();
  return returnable_;
}

void ContactSet::read_gaps(double reach, std::vector<PartGap>& gaps) const {
  gaps.clear();
  for (const auto& element : elements_) element->add_gaps(instant_, reach, gaps);
}

}  // namespace grouser
