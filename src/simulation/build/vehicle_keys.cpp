// SPDX-License-Identifier: BSD-3-Clause
// The keys of the vehicles of a scenario. A file may name one rover and one lander by keys of their own,
// with tables at the top level; all others, and vehicles with other names, are in [[vehicle]].
#include <fmt/format.h>

#include <array>

#include "scenario_keys.hpp"

namespace grouser {
namespace {

constexpr const char* kRoles[] = {"rover", "lander"};
constexpr const char* kInitials[] = {"initial", "initial_lander"};
constexpr const char* kGround = "ground";

/// Vehicles as a file has them: the rover and the lander that keys name, and [[vehicle]]s.
struct VehicleTables {
  std::array<std::optional<VehicleInWorld>, 2> named;  // by role
  std::vector<VehicleInWorld> listed;

  /// The one whose [drive] and [motor] have no other table around them.
  VehicleInWorld* driven() {
    for (auto& vehicle : named)
      if (vehicle) return &*vehicle;
    return nullptr;
  }
};

/// Number of the first vehicles that the keys `rover` and `lander` can say: with these names, the rover
/// first, and only the first of them driven.
std::size_t count_named(const WorldSpec& spec) {
  std::size_t named = 0;
  for (const VehicleRole role : {VehicleRole::rover, VehicleRole::lander}) {
    if (named == spec.vehicles.size()) break;
    const VehicleInWorld& vehicle = spec.vehicles[named];
    const bool driven = vehicle.other_motor || vehicle.drive.mode == DriveSource::external ||
                        vehicle.drive.follow || !vehicle.drive.phases.empty();
    if (vehicle.role == role && vehicle.name == to_string(role) && (named == 0 || !driven)) ++named;
  }
  return named;
}

/// The spec's vehicles in the places that a file has for them.
VehicleTables split(const WorldSpec& spec) {
  VehicleTables tables;
  const std::size_t named = count_named(spec);
  for (std::size_t i = 0; i < named; ++i)
    tables.named[static_cast<std::size_t>(spec.vehicles[i].role)] = spec.vehicles[i];
  tables.listed.assign(spec.vehicles.begin() + static_cast<std::ptrdiff_t>(named), spec.vehicles.end());
  return tables;
}

/// The vehicles in the order of a spec: rover, lander, listed ones.
std::vector<VehicleInWorld> join(VehicleTables tables) {
  std::vector<VehicleInWorld> vehicles;
  for (auto& vehicle : tables.named)
    if (vehicle) vehicles.push_back(std::move(*vehicle));
  for (VehicleInWorld& vehicle : tables.listed) vehicles.push_back(std::move(vehicle));
  return vehicles;
}

/// [initial]. settle: of the run, which all vehicles may say.
void visit_initial(KeyVisitor& v, VehicleInWorld& vehicle, bool& settle) {
  InitialPlacement& p = vehicle.initial;
  v.numbers({"position", "of the root's frame; on_ground: z above the first touch", Need::yes},
            {p.position.data(), 3}, any_number("m"), 2);
  v.flag({"on_ground", "lowered until some part is just clear of what is below"}, p.on_ground);
  std::string on = p.on.empty() ? kGround : p.on;
  v.text({"on", "ground, or the vehicle in whose frame the position is"}, on);
  if (v.judges()) p.on = on == kGround ? "" : on;
  v.angle({"heading_deg", "from the world's x axis, + to the left"}, p.yaw);
  v.angle({"pitch_deg", "nose down positive"}, p.pitch);
  v.angle({"roll_deg", "right side down positive"}, p.roll);
  v.numbers({"velocity", "in world axes, after settling"}, {p.velocity.data(), 3}, any_number("m/s"));
  v.numbers({"spin", "in body axes, after settling"}, {p.spin.data(), 3}, any_number("rad/s"));
  v.number({"max_ramp_drop", "height of a ramp's end above the ground beyond which it is refused"},
           p.max_ramp_drop, {0.0, 100.0, false, "m"});
  v.flag({"joints_at_rest", "joints that a spring holds start where it pulls in neither direction"},
         vehicle.joints_at_rest);
  if (const auto degrees = v.when(v.reads(), ""))
    v.named_numbers({"joints_deg", "initial angles of joints by name"}, vehicle.joint_positions, kAnyTurn);
  v.named_numbers({"joints", "initial positions of joints by name; angles in rad"}, vehicle.joint_positions,
                  {-1e4, 1e4, false, "m"});
  v.flag({"settle", "whether all vehicles come to rest on their springs before the run"}, settle);
}

/// A table with a vehicle's start, which must be there.
void visit_start(KeyVisitor& v, const char* key, VehicleInWorld& vehicle, bool& settle) {
  if (!v.has({key}, true))
    v.refuse(key, "nothing", "a table that says where the " + vehicle.name + " starts");
  v.table({key, "where it starts"}, [&] { visit_initial(v, vehicle, settle); });
}

/// [motor]: a motor that takes the place of the vehicle's own.
void visit_other_motor(KeyVisitor& v, VehicleInWorld& vehicle) {
  if (!v.has({"motor"}, vehicle.other_motor)) return;
  vehicle.other_motor = true;
  v.table({"motor", "in place of the vehicle's own"}, [&] { visit_motor(v, vehicle.motor); });
}

/// The vehicle that the key `rover` or `lander` names, if there is one.
void visit_named(KeyVisitor& v, VehicleRole role, std::optional<VehicleInWorld>& vehicle, bool& settle) {
  constexpr const char* kNone = "none";
  const char *name = to_string(role), *initial = kInitials[static_cast<int>(role)];
  std::string file = vehicle ? vehicle->file : kNone;
  if (v.reads() || v.has({name}, vehicle.has_value())) v.text({name, "its file, or none"}, file);
  // A reader makes the vehicle; a writer and a checker have it.
  if (v.task() == KeyTask::list || (v.reads() && file != kNone))
    vehicle = VehicleInWorld{.role = role, .name = name, .file = file};
  if (vehicle) return visit_start(v, initial, *vehicle, settle);
  VehicleInWorld unused;  // one that is left out may have its table all the same
  bool unused_settle = settle;
  if (v.has({initial}, false)) visit_start(v, initial, unused, unused_settle);
}

/// [[vehicle]].
void visit_listed(KeyVisitor& v, VehicleInWorld& vehicle, bool& settle) {
  v.text({"name", "in this world", Need::yes}, vehicle.name);
  v.choice({"role", "decides names of channels and who is judged"}, vehicle.role, kRoles);
  v.text({"file", "id of a shipped file, or a path", Need::yes}, vehicle.file);
  visit_start(v, "initial", vehicle, settle);
  visit_other_motor(v, vehicle);
  v.table({"drive", "how it is driven"}, vehicle.drive);
}

}  // namespace

void visit_vehicles(KeyVisitor& v, WorldSpec& spec) {
  VehicleTables tables = split(spec);
  bool& settle = spec.run.settle;
  for (const VehicleRole role : {VehicleRole::rover, VehicleRole::lander})
    visit_named(v, role, tables.named[static_cast<std::size_t>(role)], settle);
  VehicleInWorld* driven = tables.driven();
  // [motor] and [drive] are those of the rover, or of a lander alone.
  const bool listed_only = !driven && !v.has({"rover"}, false) && !v.has({"lander"}, false);
  for (const char* key : {"drive", "motor"})
    if (listed_only && v.has({key}, false))
      v.refuse(key, "a scenario whose vehicles are all in [[vehicle]]",
               std::string("[vehicle.") + key + "] of each");
  // A scenario without vehicles at the top level may still have these tables when it is read.
  VehicleInWorld unused;
  if (driven || v.reads()) {
    visit_other_motor(v, driven ? *driven : unused);
    v.table({"drive", "how the rover is driven, or a lander alone"}, driven ? driven->drive : unused.drive);
  }
  v.tables({"vehicle", "one more vehicle"}, tables.listed,
           [&](VehicleInWorld& vehicle) { visit_listed(v, vehicle, settle); });
  if (v.judges()) spec.vehicles = join(std::move(tables));
}

std::string vehicle_key(const WorldSpec& spec, std::size_t vehicle, VehicleTable table) {
  const VehicleInWorld& in_world = spec.vehicles[vehicle];
  const bool initial = table == VehicleTable::initial;
  if (vehicle >= count_named(spec)) return "vehicle." + in_world.name + (initial ? ".initial" : ".drive");
  return initial ? kInitials[static_cast<int>(in_world.role)] : "drive";
}

}  // namespace grouser
