// SPDX-License-Identifier: BSD-3-Clause
// The tables of keys of a vehicle's file, which vehicle.cpp puts together. They read and list; a vehicle is
// not written, since its file stays its document.
#pragma once
#include <fmt/format.h>

#include <set>
#include <string_view>

#include "grouser/base/error.hpp"
#include "grouser/base/key_visitors.hpp"
#include "grouser/math/pose_keys.hpp"
#include "grouser/vehicle/spec/vehicle.hpp"

namespace grouser {

inline constexpr std::size_t kMaxParts = 10000;  // of each kind: a larger file is refused

/// Allowed radius of pads and contact spheres.
inline constexpr NumberRange kContactRadius{1e-3, 10.0, false, "m"};

/// [[key]], each shown by visit(part), or by its visit_keys().
template <class Part, class Visit>
void visit_parts(KeyVisitor& v, const Key& key, std::vector<Part>& parts, Visit visit) {
  v.tables(key, parts, visit);
  if (parts.size() > kMaxParts) v.refuse(key.name, "more parts", fmt::format("at most {}", kMaxParts));
}
template <class Part>
void visit_parts(KeyVisitor& v, const Key& key, std::vector<Part>& parts) {
  visit_parts(v, key, parts, [&](Part& part) { visit_keys(v, part); });
}

/// Refuses two parts of one name. `what`: "pads", "[[winch]]".
template <class Part>
void refuse_twins(KeyVisitor& v, const char* key, const char* what, const std::vector<Part>& parts) {
  std::set<std::string_view> names;
  for (const Part& part : parts)
    if (!names.insert(part.name).second)
      v.refuse(key, fmt::format("two {} '{}'", what, part.name), "a name of its own for each");
}

/// `name` and `body`, which most parts have.
template <class Part>
void visit_name_and_body(KeyVisitor& v, Part& part) {
  v.text({"name", "of events, channels and --set keys", Need::yes}, part.name);
  v.text({"body", "that it is part of", Need::yes}, part.body);
}

/// Rows of two numbers, the first rising, under a key that may be left out.
void visit_rising(KeyVisitor& v, const Key& key, std::vector<std::array<double, 2>>& rows, const char* units);

/// Joints and [[joint_set]].
void visit_joints(KeyVisitor& v, VehicleSpec& vehicle);
void visit_root(KeyVisitor& v, RootSpec& root);
void visit_keys(KeyVisitor& v, LoopJointSpec& joint);
void visit_keys(KeyVisitor& v, StrutSpec& strut);
void visit_keys(KeyVisitor& v, LegControlSpec& control);
void visit_keys(KeyVisitor& v, ToolSpec& tool);
/// [contact_sphere] and [[sphere]], but for those of the parts that are left out.
void visit_spheres(KeyVisitor& v, std::vector<SphereSpec>& spheres);
/// [pad_contact], [[pad]] and [[foot]].
void visit_pads(KeyVisitor& v, std::vector<PadSpec>& pads);
/// The [[foot]], each as the pads that it is made of, with the contact of `like_all`.
void visit_feet(KeyVisitor& v, const PadSpec& like_all, std::vector<PadSpec>& pads);
void visit_surfaces(KeyVisitor& v, VehicleSpec& vehicle);
/// [mesh_contact]: the layer of all meshes.
void visit_mesh_contact(KeyVisitor& v, PolygonLaw& layer);
/// [[mesh]], or what the key names. Their layers are like `usual` where they say nothing themselves.
void visit_meshes(KeyVisitor& v, const Key& key, std::vector<MeshSpec>& meshes, const PolygonLaw& usual,
                  const OpenMesh& open);
/// [four_bar] or [serial_leg], and [[leg]]. Limbs have no chains yet.
void visit_legs(KeyVisitor& v, std::vector<LegSpec>& legs);
void visit_keys(KeyVisitor& v, ActuatorSpec& actuator);
/// [[sole]]: none, or the left and the right one.
void visit_soles(KeyVisitor& v, std::vector<SoleSpec>& soles);

/// Makes the chains of legs that are limbs from the joints and wheels, which must be there. Throws
/// InputError, naming the file.
void chain_limbs(const std::string& file, VehicleSpec& vehicle);

}  // namespace grouser
