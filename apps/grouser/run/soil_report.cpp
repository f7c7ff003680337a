#include "soil_report.hpp"

#include <cmath>
#include <numbers>

namespace grouser::cli {

Json soil_json(const SoilParams& soil) {
  Json json{{"id", soil.id}, {"name", soil.name}, {"kind", soil.kind == SoilKind::hard ? "hard" : "soft"}};
  const auto add = [&](const char* key, double value) {
    if (!std::isnan(value)) json[key] = value;
  };
  if (soil.kind == SoilKind::soft) {
    json["pressure_law"] = soil.pressure_law == PressureLaw::reece ? "reece" : "bekker";
    add("k_c", soil.k_c);
    add("k_phi", soil.k_phi);
    add("reece_k1", soil.reece_k1);
    add("reece_k2", soil.reece_k2);
    add("n", soil.n);
    add("cohesion", soil.cohesion);
    add("phi_deg", soil.phi * 180.0 / std::numbers::pi);
    add("janosi_k", soil.janosi_k);
    add("density", soil.density);
    add("theta_m_c1", soil.theta_m_c1);
    add("theta_m_c2", soil.theta_m_c2);
    add("slip_sinkage_n1", soil.slip_sinkage_n1);
    add("skid_sinkage_n1", soil.skid_sinkage_n1);
    add("unloading_stiffness", soil.unloading_stiffness);
    add("soil_damping", soil.soil_damping);
  } else {
    add("hard_stiffness", soil.hard_stiffness);
    add("hard_damping", soil.hard_damping);
    add("friction_mu", soil.friction_mu);
  }
  json["provisional"] = soil.provisional;
  if (soil.provisional) json["provisional_reason"] = soil.provisional_reason;
  if (!soil.same_as.empty()) json["same_as"] = soil.same_as;
  json["sources"] = soil.sources;
  Json filled = Json::object();
  for (const auto& entry : soil.filled_in) filled[entry.key] = entry.reason;
  json["filled_in"] = filled;
  return json;
}

std::vector<std::string> soil_notes(const SoilParams& soil) {
  if (!soil.provisional) return {};
  return {"soil " + soil.id + " is provisional: " + soil.provisional_reason};
}

}  // namespace grouser::cli
