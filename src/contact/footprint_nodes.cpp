// SPDX-License-Identifier: BSD-3-Clause
// Nodes of a footprint in columns, filled up to whole registers with nodes that are pressed by nothing.
#include "footprint_nodes.hpp"

#include <algorithm>

namespace grouser {
namespace {

static_assert(scm::kAxle - scm::kGround + 1 == kSoilLayers);
static_assert(scm::kEdgeSpring == scm::kEdgeRim + 2);

/// Writes a soil's numbers into the columns of one node, in their order.
void put_law(const scm::Nodes& table, std::size_t i, const ScmLaw& law) {
  const double numbers[] = {law.curve.modulus,   law.curve.n,      law.stiffness,
                            law.shear_stiffness, law.damping_time, law.cohesion,
                            law.tan_phi,         law.janosi_k,     law.scrape};
  static_assert(std::size(numbers) == scm::kScrape - scm::kModulus + 1);
  for (std::size_t k = 0; k < std::size(numbers); ++k) table.of[scm::kModulus + k][i] = numbers[k];
}

}  // namespace

void FootprintNodes::reserve(std::size_t most) {
  const std::size_t size = most + scm::kLanes;
  for (auto* list : {&at_, &material_, &edge_}) list->resize(size);
  numbers_.assign(scm::kColumns * size, 0.0);
  for (int c = 0; c < scm::kColumns; ++c) table_.of[c] = &numbers_[static_cast<std::size_t>(c) * size];
}

void FootprintNodes::set_laws(std::span<const ScmLaw> laws, bool changed) {
  if (empty()) return;
  const int first = material_.front();
  const auto end = material_.begin() + static_cast<std::ptrdiff_t>(count_);
  const bool alike = std::all_of(material_.begin(), end, [&](int m) { return m == first; });
  if (alike && first == alike_ && !changed) return;
  alike_ = alike ? first : -1;
  const std::size_t places = alike ? at_.size() : count_;
  for (std::size_t i = 0; i < places; ++i)
    put_law(table_, i, laws[static_cast<std::size_t>(alike ? first : material_[i])]);
}

const scm::Nodes& FootprintNodes::table() {
  table_.filled = static_cast<int>((count_ + scm::kLanes - 1) / scm::kLanes) * scm::kLanes;
  for (std::size_t i = count_; i < static_cast<std::size_t>(table_.filled); ++i) {
    of(scm::kDepth, i) = -1.0;
    of(scm::kArea, i) = 0.0;
    of(scm::kNormalZ, i) = 1.0;
    set_vector(scm::kEdgeRim, i, Vec3::Zero());
  }
  return table_;
}

// Whole runs of nodes are moved; where all have one law, it stays where it is.
void FootprintNodes::move_run(std::size_t from, std::size_t count, std::size_t to) {
  const auto move = [&](auto* list) { std::copy_n(list + from, count, list + to); };
  for (auto* list : {&at_, &material_, &edge_}) move(list->data());
  for (int c = 0; c < scm::kColumns; ++c) {
    if (c == scm::kModulus && alike_ >= 0) c = scm::kScrape + 1;
    move(table_.of[c]);
  }
}

double FootprintNodes::pressing_power() const {
  double power = 0.0;
  for (std::size_t i = 0; i < count_; ++i)
    power -= of(scm::kPressure, i) * of(scm::kArea, i) * of(scm::kRise, i);
  return power;
}

void FootprintNodes::press_through(double up) {
  double* depth = table_.of[scm::kDepth];
  std::size_t kept = 0;
  for (std::size_t i = 0, end = 0; i < count_; i = end) {
    const bool presses = depth[i] > up;
    for (end = i + 1; end < count_ && (depth[end] > up) == presses;) ++end;
    if (!presses) continue;
    if (kept < i) move_run(i, end - i, kept);
    kept += end - i;
  }
  count_ = kept;
  for (std::size_t i = 0; i < count_; ++i) depth[i] -= up;
}

}  // namespace grouser
