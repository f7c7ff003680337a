#include "wheel_ruts.hpp"

#include <cmath>

#include "grouser/soil/laws/unloading.hpp"

namespace grouser {
namespace {

/// The part of a sinkage z over a rut that remains once the wheel has passed.
double plastic_sinkage(const ContactLaw& law, double rut, double z) {
  const SoilParams& soil = law.soil;
  return plastic_sinkage_after(law.on_soil.modulus, soil.n, soil.unloading_stiffness, rut, z);
}

}  // namespace

// A cell keeps its deepest mark; sixteen marks along its side find it as well as one per step (mean slip
// within 2e-4).
bool leaves_rut(const ContactInstant& at, const Vec3& center, const Vec3& velocity) {
  const double per_mark = 16.0 / at.ground->cell();
  const auto mark_of = [](double x) {  // without the C library's floor
    const auto k = static_cast<long long>(x);
    return k - (x < static_cast<double>(k));
  };
  const auto crosses = [&](double now, double speed) {
    return mark_of(now * per_mark) != mark_of((now - speed * at.step) * per_mark);
  };
  return crosses(center.x(), velocity.x()) || crosses(center.y(), velocity.y());
}

RutMark make_rut(const ContactLaw& law, const Vec3& heading, const ArcContact& arc, const ContactForce& f) {
  RutMark rut;
  rut.point = arc.point;
  rut.rear = -Vec3(heading.x(), heading.y(), 0.0).normalized();
  rut.side = Vec3(-rut.rear.y(), rut.rear.x(), 0.0);
  rut.half_width = 0.5 * law.wheel.width * law.width_fraction;
  rut.depth = plastic_sinkage(law, arc.rut_depth, f.sinkage);
  rut.material = arc.material;
  return rut;
}

void lay_ruts(std::span<const RutMark> ruts, const Terrain& terrain, GroundMemory& ground) {
  const double cell = ground.cell();
  TileHint tiles;
  for (const RutMark& rut : ruts) {
    // behind the bottom of the footprint and out of reach of what lies ahead: cells extend one cell further
    const Vec3 at = rut.point + 1.5 * cell * rut.rear;
    for (double y = -rut.half_width; y <= rut.half_width + 1e-9; y += 0.5 * cell) {
      const Vec3 p = at + y * rut.side;
      if (terrain.material_at(p.x(), p.y()) == rut.material) ground.deposit(p.x(), p.y(), rut.depth, tiles);
    }
  }
}

}  // namespace grouser
