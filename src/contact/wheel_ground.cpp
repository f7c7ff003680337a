#include "grouser/contact/wheel_ground.hpp"

#include "grouser/soil/laws/unloading.hpp"

namespace grouser {

void place_shapes(const ContactScene& scene, const Kinematics& kinematics, std::span<RigidTransform> poses) {
  const auto& shapes = scene.terrain->shapes();
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const int owner = scene.shape_owner[i];
    if (owner >= 0) poses[i] = kinematics.body[owner].X_WB * shapes[i].pose;
  }
}

void add_contact_force(Loads& loads, const Kinematics& kinematics, int body, int other, const Vec3& point,
                       const Vec3& force, const Vec3& couple) {
  const auto add = [&](int b, const Vec3& f, const Vec3& c) {
    if (b < 0) return;
    Wrench& w = loads.on_body[b];
    w.force += f;
    w.moment += (point - kinematics.body[b].X_WB.p).cross(f) + c;
  };
  add(body, force, couple);
  add(other, -force, -couple);
}

void lay_rut(const RutMark& mark, const Terrain& terrain, GroundMemory& ground, TileHint& hint) {
  const ContactLaw& law = *mark.law;
  const double cell = ground.cell();
  const Vec3 rear = -Vec3(mark.heading.x(), mark.heading.y(), 0.0).normalized(),
             side(-rear.y(), rear.x(), 0.0);
  const double half_width = 0.5 * law.wheel.width * law.width_fraction;
  const double depth =
      plastic_sinkage_after(law.on_soil, law.soil.unloading_stiffness, mark.rut_depth, mark.sinkage);
  // cells extend one cell further than their centre
  const Vec3 at = mark.point + 1.5 * cell * rear;
  for (double y = -half_width; y <= half_width + 1e-9; y += 0.5 * cell) {
    const Vec3 p = at + y * side;
    if (terrain.material_at(p.x(), p.y()) == mark.material) ground.deposit(p.x(), p.y(), depth, hint);
  }
}

}  // namespace grouser
