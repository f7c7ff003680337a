#include "grouser/terrain/wheel_arc.hpp"

#include <algorithm>
#include <cmath>

#include "arc_measure.hpp"
#include "rim_piece.hpp"

namespace grouser {
namespace {

using terrain::BaseSurface;
using terrain::DiscFrame;
using terrain::Foundation;
using terrain::RimPiece;

// A disc that lies this flat has no lowest point; the direction "down" is then any.
constexpr double kFlat = 1e-9;

DiscFrame frame_of(const WheelDisc& disc) {
  DiscFrame frame;
  frame.center = disc.center;
  frame.axis = disc.axis;
  frame.radius = disc.radius;
  Vec3 down = disc.axis.z() * disc.axis - Vec3::UnitZ();
  if (down.squaredNorm() < kFlat * kFlat) down = Vec3::UnitX() - disc.axis.x() * disc.axis;
  frame.down = down / down.norm();
  frame.side = frame.axis.cross(frame.down);
  return frame;
}

bool inside_extent(const Heightfield& field, const Vec3& center, double reach) {
  return center.x() - reach >= field.min_x() && center.x() + reach <= field.max_x() &&
         center.y() - reach >= field.min_y() && center.y() + reach <= field.max_y();
}

// The contacts found so far, in order of surface; when full, the shallowest gives way.
class ContactList {
 public:
  explicit ContactList(std::span<ArcContact, kMaxArcContacts> out) : out_(out) {}

  void add(const DiscFrame& frame, const Terrain& terrain, int surface, double penetration,
           const Vec3& gradient, double rut) {
    if (!(penetration > 0.0)) return;
    ArcContact contact;
    contact.surface = surface;
    contact.material = surface == 0 ? terrain.base_material() : terrain.shapes()[surface - 1].material;
    contact.penetration = penetration;
    contact.gradient = gradient;
    contact.rut_depth = rut;
    // on the line through the centre along the force's part in the disc's plane: no moment about the axle
    const Vec3 in_plane = gradient - gradient.dot(frame.axis) * frame.axis;
    const double length = in_plane.norm();
    const Vec3 outward = length > 1e-12 ? Vec3(in_plane / length) : Vec3(-frame.down);
    contact.point = frame.center - (frame.radius - penetration) * outward;
    insert(contact);
  }
  int count() const { return count_; }

 private:
  void insert(const ArcContact& contact) {
    if (count_ == kMaxArcContacts) {
      int shallowest = 0;
      for (int i = 1; i < count_; ++i)
        if (out_[i].penetration < out_[shallowest].penetration) shallowest = i;
      if (contact.penetration <= out_[shallowest].penetration) return;
      std::move(out_.begin() + shallowest + 1, out_.begin() + count_, out_.begin() + shallowest);
      --count_;
    }
    out_[count_++] = contact;
  }
  std::span<ArcContact, kMaxArcContacts> out_;
  int count_ = 0;
};

// A centre below the base surface sees no surface from outside: as if on a plate along the local tangent.
bool add_if_below_base(const DiscFrame& frame, BaseSurface& base, ContactList& list) {
  const terrain::BaseSample s = base.sample(frame.center.x(), frame.center.y());
  if (frame.center.z() > s.z) return false;
  const Vec3 up(-s.slope_x, -s.slope_y, 1.0);
  const Vec3 n = up / up.norm();
  const double in_plane = std::sqrt(std::fmax(0.0, 1.0 - n.dot(frame.axis) * n.dot(frame.axis)));
  if (in_plane < kFlat) return true;
  const double depth = (s.z - frame.center.z()) * n.z() / in_plane;
  list.add(frame, base.terrain(), 0, frame.radius + depth, n / in_plane, s.rut);
  return true;
}

// A centre inside a box: as if on a plate along the face that is nearest within the disc's plane.
bool add_if_inside_box(const DiscFrame& frame, const Terrain& terrain, int shape, const RigidTransform& X_WB,
                       ContactList& list) {
  const Vec3 half = terrain.shapes()[shape].half;
  const Vec3 c = X_WB.R.transpose() * (frame.center - X_WB.p);
  if (((c.cwiseAbs() - half).array() > 0.0).any()) return false;
  const Vec3 a = X_WB.R.transpose() * frame.axis;
  constexpr double kSteep = 0.1;  // faces nearly parallel to the disc are no way out
  double best = -1.0;
  Vec3 gradient = Vec3::Zero();
  for (int i = 0; i < 3; ++i) {
    const double in_plane = std::sqrt(std::fmax(0.0, 1.0 - a[i] * a[i]));
    if (in_plane < kSteep) continue;
    const double depth = (half[i] - std::fabs(c[i])) / in_plane;
    if (best >= 0.0 && depth >= best) continue;
    best = depth;
    Vec3 n = Vec3::Zero();
    n[i] = c[i] >= 0.0 ? 1.0 : -1.0;
    gradient = X_WB.R * n / in_plane;
  }
  list.add(frame, terrain, 1 + shape, frame.radius + best, gradient, 0.0);
  return true;
}

// One surface: its pieces are neighbours in the list.
void add_surface(const DiscFrame& frame, BaseSurface& base, std::span<const RimPiece> all, int first,
                 int count, bool alone, ContactList& list) {
  Foundation sum;
  bool whole = true;
  for (int i = first; i < first + count; ++i) {
    if (alone)
      terrain::integrate(frame, all[i], base, sum);
    else
      whole = terrain::integrate_visible(frame, all, i, base, sum) && whole;
  }
  if (!(sum.stored > 0.0)) return;
  const RimPiece& piece = all[first];
  if (whole && count == 1 && piece.line && piece.low.at_rim && piece.high.at_rim) {
    list.add(frame, base.terrain(), piece.surface, frame.radius - piece.distance, piece.normal, 0.0);
    return;
  }
  const terrain::Penetration p = terrain::penetration_of(sum.stored, frame.radius);
  list.add(frame, base.terrain(), piece.surface, p.u, -sum.gradient / p.measure_slope,
           sum.weight > 0.0 ? sum.weighted_rut / sum.weight : 0.0);
}

}  // namespace

int find_arc_contacts(const Terrain& terrain, const GroundMemory& memory,
                      std::span<const RigidTransform> shape_poses, const WheelDisc& disc,
                      std::span<ArcContact, kMaxArcContacts> out) {
  const double r = disc.radius;
  const Vec3& c = disc.center;
  if (terrain.heightfield() && !inside_extent(*terrain.heightfield(), c, r)) return -1;
  const DiscFrame frame = frame_of(disc);
  ContactList list(out);
  BaseSurface base(terrain, memory);
  base.look_for_ruts(c.x(), c.y(), r);

  std::array<RimPiece, terrain::kMaxPieces> pieces;
  int count = 0;
  const bool lies_flat = std::fabs(disc.axis.z()) > 1.0 - kFlat;
  if (!add_if_below_base(frame, base, list) && !lies_flat)
    count = terrain::find_base_pieces(frame, base, std::span(pieces).first<terrain::kMaxBasePieces>());
  for (std::size_t k = 0; k < shape_poses.size() && count + 3 <= terrain::kMaxPieces; ++k) {
    const BoxShape& box = terrain.shapes()[k];
    const RigidTransform& X_WB = shape_poses[k];
    const double reach = r + box.half.norm();
    if (!((c - X_WB.p).squaredNorm() < reach * reach)) continue;
    if (add_if_inside_box(frame, terrain, static_cast<int>(k), X_WB, list)) continue;
    count +=
        terrain::find_box_pieces(frame, box, X_WB, 1 + static_cast<int>(k), std::span(pieces).subspan(count));
  }

  const std::span<const RimPiece> found(pieces.data(), static_cast<std::size_t>(count));
  const bool alone = count == 0 || found.front().surface == found.back().surface;
  if (!alone)
    for (int i = 0; i < count; ++i) set_angles(frame, pieces[i]);
  for (int first = 0; first < count;) {
    int next = first + 1;
    while (next < count && found[next].surface == found[first].surface) ++next;
    add_surface(frame, base, found, first, next - first, alone, list);
    first = next;
  }
  std::sort(out.begin(), out.begin() + list.count(),
            [](const ArcContact& a, const ArcContact& b) { return a.surface < b.surface; });
  return list.count();
}

}  // namespace grouser
