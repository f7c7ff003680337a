// SPDX-License-Identifier: BSD-3-Clause
// Finds two faces that cross each other or lie on each other. Faces with a common corner are compared around
// each vertex, those with a common edge by sorting the edges, and all others by a walk over pairs of nodes of
// a box tree, with turned boxes for long thin faces. The number of comparisons is bounded; beyond it the
// answer is "undecided".
#include "grouser/shape/check/mesh_crossing.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "grouser/shape/distance/box_tree.hpp"

namespace grouser {
namespace {

constexpr double kFlat = 1e-6;      // of the longest edge: how far apart two faces are in one plane
constexpr double kNeedle = 1e-5;    // of it: faces thinner than this have no sure normal
constexpr int kMostAtCorner = 512;  // faces, which are compared all with all
constexpr std::size_t kMostPerFace = 1000, kAlways = 1'000'000;  // comparisons

/// One face with what each comparison needs.
struct FaceForm {
  std::array<Vec3, 3> corner;
  Vec3 normal;  // of length 1
  double longest;
  bool needle;
  FaceForm(const TriangleMesh& mesh, int face) {
    const auto f = static_cast<std::size_t>(face);
    longest = 0.0;
    for (int k = 0; k < 3; ++k) {
      corner[static_cast<std::size_t>(k)] = mesh.corner(f, k);
      longest = std::max(longest, (mesh.corner(f, (k + 1) % 3) - mesh.corner(f, k)).norm());
    }
    const Vec3 doubled = mesh.doubled_area(f);
    needle = !(doubled.norm() > kNeedle * longest * longest);
    normal = doubled / std::max(doubled.norm(), 1e-300);
  }
};

/// Whether the segment from p to q goes through the inside of the triangle, farther from each edge than
/// `skin` times the triangle's size.
bool pierces(const Vec3& p, const Vec3& q, const FaceForm& face, double skin) {
  const auto& [a, b, c] = face.corner;
  const Vec3 normal = (b - a).cross(c - a);
  // Heights of both ends over the plane, times the length of `normal`, which is twice the area.
  const double from = normal.dot(p - a), to = normal.dot(q - a), least = skin * normal.squaredNorm();
  if (!(from * to < 0.0)) return false;
  // The point in the plane must be on the inner side of all three edges.
  const Vec3 at = p + from / (from - to) * (q - p);
  return normal.dot((b - a).cross(at - a)) > least && normal.dot((c - b).cross(at - b)) > least &&
         normal.dot((a - c).cross(at - c)) > least;
}

/// Whether two faces lie in one plane, face the same side and cover each other, so that no line along an edge
/// separates them.
bool covers(const FaceForm& f, const FaceForm& g) {
  if (f.needle || g.needle || !(f.normal.dot(g.normal) > 0.5)) return false;
  const double near = kFlat * std::max(f.longest, g.longest);
  // All corners of g must be in the plane of f.
  for (const Vec3& p : g.corner)
    if (!(std::fabs(f.normal.dot(p - f.corner[0])) <= near)) return false;
  // An edge separates the two if no corner of the other face is behind it.
  for (const auto* one : {&f, &g})
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 along = one->corner[(k + 1) % 3] - one->corner[k];
      const Vec3 out = along.cross(one->normal).normalized();  // away from the face
      const FaceForm& other = one == &f ? g : f;
      double deepest = 0.0;
      for (const Vec3& p : other.corner) deepest = std::min(deepest, out.dot(p - one->corner[k]));
      if (!(deepest < -near)) return false;
    }
  return true;
}

/// Meeting of two faces without a common corner: an edge of one goes through the other, or they cover each
/// other.
FaceMeeting meeting_apart(const FaceForm& f, const FaceForm& g) {
  for (std::size_t k = 0; k < 3; ++k)
    if (pierces(f.corner[k], f.corner[(k + 1) % 3], g, 0.0) ||
        pierces(g.corner[k], g.corner[(k + 1) % 3], f, 0.0))
      return FaceMeeting::crossing;
  return covers(f, g) ? FaceMeeting::folded : FaceMeeting::none;
}

/// Meeting of two faces that share corner i of the one and corner j of the other.
FaceMeeting meeting_at_corner(const FaceForm& f, std::size_t i, const FaceForm& g, std::size_t j) {
  // Edges at the shared corner touch the other face there, so only the opposite edges are tested.
  if (f.needle || g.needle) return FaceMeeting::none;
  if (pierces(f.corner[(i + 1) % 3], f.corner[(i + 2) % 3], g, kFlat) ||
      pierces(g.corner[(j + 1) % 3], g.corner[(j + 2) % 3], f, kFlat))
    return FaceMeeting::crossing;
  return covers(f, g) ? FaceMeeting::folded : FaceMeeting::none;
}

/// Meeting of neighbours: folded if the other's corner off the shared edge, `away`, turns back into the one's
/// plane.
FaceMeeting meeting_at_edge(const FaceForm& f, const FaceForm& g, const Vec3& away, double height) {
  if (f.needle || g.needle || !(f.normal.dot(g.normal) < 0.0)) return FaceMeeting::none;
  return std::fabs(f.normal.dot(away - f.corner[0])) <= kFlat * height ? FaceMeeting::folded
                                                                       : FaceMeeting::none;
}

FacePair pair_of(int f, int g, FaceMeeting how) { return {std::min(f, g), std::max(f, g), how}; }

/// Comparisons of faces that share corners. The faces at each vertex are one after the other in `faces_`,
/// from `first_` of the vertex to that of the next.
class Corners {
 public:
  explicit Corners(const TriangleMesh& mesh) : mesh_(mesh), first_(mesh.vertices.size() + 1, 0) {
    // Counting sort: number of faces per vertex, its running sum, then the faces themselves.
    for (const auto& face : mesh.faces)
      for (const int v : face) ++first_[at(v) + 1];
    for (std::size_t v = 1; v < first_.size(); ++v) first_[v] += first_[v - 1];
    faces_.resize(3 * mesh.faces.size());
    std::vector<int> next(first_.begin(), first_.end() - 1);
    for (std::size_t f = 0; f < mesh.faces.size(); ++f)
      for (const int v : mesh.faces[f]) faces_[at(next[at(v)]++)] = static_cast<int>(f);
  }
  FacePair find() const {
    std::vector<FaceForm> forms;
    for (int v = 0; v + 1 < static_cast<int>(first_.size()); ++v) {
      const int begin = first_[at(v)], end = first_[at(v) + 1];
      // A vertex with very many faces would cost their square; it is left out.
      if (end - begin > kMostAtCorner) continue;
      forms.clear();
      for (int i = begin; i < end; ++i) forms.emplace_back(mesh_, faces_[at(i)]);
      for (int i = begin; i < end; ++i)
        for (int j = i + 1; j < end; ++j) {
          const int f = faces_[at(i)], g = faces_[at(j)];
          const FaceMeeting how = compare(v, f, forms[at(i - begin)], g, forms[at(j - begin)]);
          if (how != FaceMeeting::none) return pair_of(f, g, how);
        }
    }
    return find_turned_back();
  }

 private:
  static std::size_t at(int k) { return static_cast<std::size_t>(k); }
  static std::size_t place_of(const std::array<int, 3>& face, int v) {
    return static_cast<std::size_t>(std::find(face.begin(), face.end(), v) - face.begin());
  }
  /// Faces that share v alone; pairs that share an edge are find_turned_back()'s.
  FaceMeeting compare(int v, int f, const FaceForm& form_f, int g, const FaceForm& form_g) const {
    const auto &a = mesh_.faces[at(f)], &b = mesh_.faces[at(g)];
    for (const int w : a)
      if (w != v && place_of(b, w) < 3) return FaceMeeting::none;
    return meeting_at_corner(form_f, place_of(a, v), form_g, place_of(b, v));
  }
  /// Folded neighbours. An edge appears twice, once from each face; after the stable sort the two are
  /// neighbours, the lower face first.
  FacePair find_turned_back() const {
    struct Side {
      int low, high, face, away;
      bool operator<(const Side& o) const { return low != o.low ? low < o.low : high < o.high; }
    };
    std::vector<Side> sides;
    sides.reserve(faces_.size());
    for (std::size_t f = 0; f < mesh_.faces.size(); ++f)
      for (std::size_t k = 0; k < 3; ++k) {
        const int a = mesh_.faces[f][k], b = mesh_.faces[f][(k + 1) % 3];
        sides.push_back({std::min(a, b), std::max(a, b), static_cast<int>(f), mesh_.faces[f][(k + 2) % 3]});
      }
    std::stable_sort(sides.begin(), sides.end());
    for (std::size_t k = 1; k < sides.size(); ++k) {
      const Side &s = sides[k - 1], &t = sides[k];
      // A different edge follows.
      if (s < t) continue;
      const FaceForm f(mesh_, s.face), g(mesh_, t.face);
      const Vec3 &low = mesh_.vertices[at(s.low)], &away = mesh_.vertices[at(t.away)];
      const Vec3 along = (mesh_.vertices[at(s.high)] - low).normalized();
      // Height of the triangle over the edge, against which the distance from the plane is measured.
      const double height = (away - low).cross(along).norm();
      if (meeting_at_edge(f, g, away, height) != FaceMeeting::none)
        return pair_of(s.face, t.face, FaceMeeting::folded);
    }
    return {};
  }

  const TriangleMesh& mesh_;
  std::vector<int> first_, faces_;  // of each corner
};

/// A box along the edges of a node's faces, so that long thin faces that lie alike have thin boxes.
struct TurnedBox {
  Mat3 R = Mat3::Identity();  // its axes as columns
  Vec3 middle = Vec3::Zero(), half = Vec3::Zero();
};

/// Whether an axis separates two boxes (Gottschalk, Lin & Manocha 1996, "OBBTree", SIGGRAPH 96, section 5: 15
/// axes).
bool parted(const TurnedBox& a, const TurnedBox& b) {
  const Mat3 R = a.R.transpose() * b.R;
  const Vec3 t = a.R.transpose() * (b.middle - a.middle);
  constexpr double kParallel = 1e-9;  // so that edges in parallel give no axis of rounding
  const Mat3 S = R.cwiseAbs() + Mat3::Constant(kParallel);
  // The three axes of each box.
  for (int i = 0; i < 3; ++i) {
    if (std::fabs(t[i]) > a.half[i] + S.row(i).dot(b.half)) return true;
    if (std::fabs(t.dot(R.col(i))) > S.col(i).dot(a.half) + b.half[i]) return true;
  }
  // The nine cross products of one axis of each.
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const double reach =
          a.half[i1] * S(i2, j) + a.half[i2] * S(i1, j) + b.half[j1] * S(i, j2) + b.half[j2] * S(i, j1);
      if (std::fabs(t[i2] * R(i1, j) - t[i1] * R(i2, j)) > reach) return true;
    }
  return false;
}

/// Comparisons of faces that share no corner, by pairs of a tree's nodes.
class Apart {
 public:
  explicit Apart(const TriangleMesh& mesh)
      : mesh_(mesh), tree_(mesh), most_(kAlways + kMostPerFace * mesh.faces.size()) {
    const std::size_t count = tree_.nodes().size();
    begin_.resize(count), end_.resize(count), common_.resize(count), boxes_.resize(count);
    // Boxes from the leaves upwards, by the edges' directions: `spread` sums their outer products, weighted
    // with their squared lengths.
    std::vector<Mat3> spread(count, Mat3::Zero());
    for (std::size_t n = count; n-- > 0;) {  // children follow their parents
      const BoxTree::Node& node = tree_.nodes()[n];
      const auto child = static_cast<std::size_t>(node.first);
      if (node.count > 0)
        add_leaf(n, node, spread[n]);
      else {
        begin_[n] = begin_[child], end_[n] = end_[child + 1];
        spread[n] = spread[child] + spread[child + 1];
        common_[n] = shared(common_[child], common_[child + 1]);
      }
      if (end_[n] - begin_[n] <= kMostTurned) boxes_[n] = box_of(n, spread[n]);
    }
  }

  /// The first crossing pair by a walk over pairs of nodes, starting from the root with itself.
  FacePair find() {
    std::vector<std::array<int, 2>> waiting{{0, 0}};
    while (!waiting.empty()) {
      const auto [i, j] = waiting.back();
      waiting.pop_back();
      if (++compared_ > most_) return {-1, -1, FaceMeeting::undecided};
      if (are_apart(i, j)) continue;
      const BoxTree::Node &a = node(i), &b = node(j);
      // A node with itself: each child with itself, and both with each other.
      if (i == j && a.count == 0) {
        waiting.insert(waiting.end(),
                       {{a.first, a.first}, {a.first + 1, a.first + 1}, {a.first, a.first + 1}});
      } else if (a.count == 0 &&
                 (b.count > 0 || end_[at(i)] - begin_[at(i)] >= end_[at(j)] - begin_[at(j)])) {
        // Otherwise the larger node is replaced by its children.
        waiting.insert(waiting.end(), {{a.first, j}, {a.first + 1, j}});
      } else if (b.count == 0) {
        waiting.insert(waiting.end(), {{i, b.first}, {i, b.first + 1}});
      } else if (const FacePair found = compare(a, b, i == j); found.how != FaceMeeting::none) {
        return found;
      }
    }
    return {};
  }

 private:
  using Common = std::array<int, 3>;
  static constexpr int kMostTurned = 4096;  // faces: pairs of larger nodes are few
  static std::size_t at(int k) { return static_cast<std::size_t>(k); }
  const BoxTree::Node& node(int n) const { return tree_.nodes()[at(n)]; }

  /// Range, common corners and spread of a leaf's faces.
  void add_leaf(std::size_t n, const BoxTree::Node& leaf, Mat3& spread) {
    begin_[n] = leaf.first, end_[n] = leaf.first + leaf.count;
    for (int k = leaf.first; k < leaf.first + leaf.count; ++k) {
      const auto f = at(tree_.faces()[at(k)]);
      common_[n] = k == leaf.first ? mesh_.faces[f] : shared(common_[n], mesh_.faces[f]);
      for (int c = 0; c < 3; ++c) {
        const Vec3 edge = mesh_.corner(f, (c + 1) % 3) - mesh_.corner(f, c);
        spread += edge * edge.transpose();
      }
    }
  }
  /// Corners that both have; -1: none.
  static Common shared(const Common& a, const Common& b) {
    Common both{-1, -1, -1};
    for (std::size_t k = 0; k < 3; ++k)
      if (a[k] >= 0 && std::find(b.begin(), b.end(), a[k]) != b.end()) both[k] = a[k];
    return both;
  }
  /// Box along the principal directions of the faces' edges, widened by rounding.
  TurnedBox box_of(std::size_t n, const Mat3& spread) const {
    TurnedBox box;
    box.R = Eigen::SelfAdjointEigenSolver<Mat3>(spread).eigenvectors();
    Vec3 low = Vec3::Constant(1e300), high = -low;
    for (int k = begin_[n]; k < end_[n]; ++k)
      for (int c = 0; c < 3; ++c) {
        const Vec3 p = box.R.transpose() * mesh_.corner(at(tree_.faces()[at(k)]), c);
        low = low.cwiseMin(p), high = high.cwiseMax(p);
      }
    const double rounding = 1e-12 * (low.norm() + high.norm());
    box.middle = box.R * (0.5 * (low + high));
    box.half = 0.5 * (high - low) + Vec3::Constant(rounding);
    return box;
  }
  /// Whether no two faces of the nodes can meet but at a corner that they share.
  bool are_apart(int i, int j) const {
    // Faces that all have one corner in common are compared by Corners.
    const Common both = shared(common_[at(i)], common_[at(j)]);
    if (std::any_of(both.begin(), both.end(), [](int v) { return v >= 0; })) return true;
    if (i == j) return false;
    const BoxTree::Node &a = node(i), &b = node(j);
    if (!((a.low.array() <= b.high.array()).all() && (b.low.array() <= a.high.array()).all())) return true;
    const bool turned = std::max(end_[at(i)] - begin_[at(i)], end_[at(j)] - begin_[at(j)]) <= kMostTurned;
    return turned && parted(boxes_[at(i)], boxes_[at(j)]);
  }
  /// Compares the faces of two leaves; those with a common corner are left out.
  FacePair compare(const BoxTree::Node& a, const BoxTree::Node& b, bool same) {
    for (int k = a.first; k < a.first + a.count; ++k)
      for (int l = same ? k + 1 : b.first; l < b.first + b.count; ++l) {
        const int f = tree_.faces()[at(k)], g = tree_.faces()[at(l)];
        const Common both = shared(mesh_.faces[at(f)], mesh_.faces[at(g)]);
        if (std::any_of(both.begin(), both.end(), [](int v) { return v >= 0; })) continue;
        ++compared_;
        const FaceMeeting how = meeting_apart(FaceForm(mesh_, f), FaceForm(mesh_, g));
        if (how != FaceMeeting::none) return pair_of(f, g, how);
      }
    return {};
  }

  const TriangleMesh& mesh_;
  BoxTree tree_;
  std::vector<int> begin_, end_;  // of each node's faces, in the tree's order
  std::vector<Common> common_;    // corners that all faces of a node have
  std::vector<TurnedBox> boxes_;
  std::size_t compared_ = 0, most_;
};

}  // namespace

FacePair find_crossing(const TriangleMesh& mesh) {
  const FacePair found = Corners(mesh).find();
  return found.how != FaceMeeting::none ? found : Apart(mesh).find();
}

}  // namespace grouser
