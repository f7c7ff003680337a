// SPDX-License-Identifier: BSD-3-Clause
// The books of a ball on ground of the Soil Contact Model, as its cap moves over cells of which it covers a
// part.
#include <algorithm>
#include <cmath>

#include "scm_contacts.hpp"

namespace grouser {
namespace {

/// grad z . dc: how much higher the ball stood over the middle of what it covers now than over that of what
/// it covered, m.
double risen_over(const FootprintNodes& nodes, std::size_t node, const PressSurface& before,
                  const PressSurface::Point& was) {
  const double x = nodes.of(scm::kX, node) - before.center.x(),
               y = nodes.of(scm::kY, node) - before.center.y(),
               inside = before.radius * before.radius - x * x - y * y;
  return inside > 0.0 ? before.center.z() - std::sqrt(inside) - was.height : 0.0;
}

}  // namespace

double ScmContacts::slackened(const Part& part, std::size_t node) {
  const auto at = static_cast<std::size_t>(part.nodes.at()[node]);
  return part.nodes.of(scm::kGround, node) - part.layer[static_cast<int>(SoilLayer::depth)][at];
}

// Behind a ball's middle grad z . dc is below 0: the surface rises over every point, and the soil's spring
// slackens by that, though c stays as deep. The soil is as much lower there, as the ball pressed it from
// further down.
void ScmContacts::slacken(std::size_t w) {
  Part& part = parts_[w];
  FootprintNodes& nodes = part.nodes;
  PressSurface before = part.surface;
  before.center -= part.way;
  PressSurface::Point was;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!(nodes.of(scm::kSheared, i) > 0.0)) continue;
    const Vec2 at = middle(part, nodes.at()[i]);
    if (!before.cover(at.x(), at.y(), cell_, was)) continue;
    const double lower = std::min(-risen_over(nodes, i, before, was), nodes.of(scm::kDepth, i));
    if (!(lower > 0.0)) continue;
    nodes.of(scm::kDepth, i) -= lower;
    nodes.of(scm::kGround, i) += lower;
    nodes.of(scm::kPending, i) += lower;
  }
}

// The force of a cell's normal pressure on the covered area a is p a (-dz/dx, -dz/dy, 1), z(x, y) being the
// height of the ball's surface over the middle c of that area (Krenn and Hirzinger 2009, (4)). As the ball
// moves by u, which brings the surface down by s over a point that stays where it is, the force does the work
// p a s. The depth of the soil, however, is taken at c, which moves along with the ball by dc in a cell of
// which the ball covers a part, and so grows only by  s - grad z . dc.  The rest,
//   p a grad z . dc - (k_e e^2 / 2) da,     e: the soil's spring at the step's start, m,
// is what the soil takes that newly comes under the ball: it is pressed down from where it stood, and its
// spring is wound up; and the springs of area that is left behind slacken for nothing. slacken() leaves no
// grad z . dc below 0. The same holds for the springs of friction:
//   k_t (A_0 r_0^2 - A_1 r_1^2) / 2,  r_1 = r_0 min(1, A_0 / A_1),
// as new area A comes with slack springs (the force stays), and area that is left takes its share of force
// and energy along. If the yield pressure falls within a step, b of (3) having grown, the soil's spring
// slackens by flowing under the mean of the pressures before and after, which is above that of the curve:
// ((p_0 + p_1) / 2 - p_mean) dz_plastic a.
ScmBook ScmContacts::lost_by_ball(std::size_t w) {
  Part& part = parts_[w];
  PressSurface before = part.surface;
  before.center -= part.way;
  ScmBook lost;
  for (std::size_t i = 0; i < part.nodes.size(); ++i) {
    if (part.nodes.of(scm::kSheared, i) > 0.0)
      lose_at(part, i, before, start_[w].depth, lost);
    else
      lost.plastic -= pressed_by_flow(part, i, start_[w].depth);
  }
  return lost;
}

// Plastic work, at a node on which nothing pressed before, beyond what the ball went down over it in this
// step: soil that flowed under the ball, and ground that stood higher than its edge, are not pressed by any
// displacement of the ball.
double ScmContacts::pressed_by_flow(const Part& part, std::size_t node, double pushed_up) const {
  const FootprintNodes& nodes = part.nodes;
  const double rise = nodes.vector(scm::kNormalX, node).dot(part.way) / nodes.of(scm::kNormalZ, node);
  const double down = std::max(0.0, pushed_up - part.depth - rise), plastic = nodes.of(scm::kPlastic, node);
  if (!(plastic > down)) return 0.0;
  return nodes.of(scm::kArea, node) *
         std::max(0.0, nodes.of(scm::kMean, node) * plastic - nodes.of(scm::kPressure, node) * down);
}

void ScmContacts::lose_at(Part& part, std::size_t node, const PressSurface& before, double pushed_up,
                          ScmBook& lost) const {
  FootprintNodes& nodes = part.nodes;
  const Vec2 at = middle(part, nodes.at()[node]);
  PressSurface::Point was;
  const bool covered = before.cover(at.x(), at.y(), cell_, was);
  const double area = nodes.of(scm::kArea, node), old_area = covered ? was.share * cell_ * cell_ : 0.0;
  const double true_area = area / nodes.of(scm::kNormalZ, node), old_true = old_area / was.normal.z();

  double &rim = nodes.of(scm::kRim, node), &axle = nodes.of(scm::kAxle, node);
  const double keeps = std::min(1.0, old_true / true_area), square = rim * rim + axle * axle;
  rim *= keeps, axle *= keeps;
  lost.friction +=
      0.5 * nodes.of(scm::kShearStiffness, node) * (old_true - true_area * keeps * keeps) * square;
  if (!covered) return;

  const double stiffness = nodes.of(scm::kStiffness, node), pressure = nodes.of(scm::kPressure, node);
  const double ground =
      nodes.of(scm::kZ, node) + part.depth + nodes.of(scm::kDepth, node) + slackened(part, node);
  const double spring = std::max(0.0, ground - was.height - pushed_up), old_pressure = stiffness * spring;
  lost.plastic += nodes.of(scm::kPlastic, node) * area *
                  std::max(0.0, 0.5 * (old_pressure + pressure) - nodes.of(scm::kMean, node));
  const double risen = std::max(0.0, risen_over(nodes, node, before, was));
  lost.plastic += 0.5 * (old_pressure * old_area + pressure * area) * risen -
                  0.5 * stiffness * spring * spring * (area - old_area);
}

}  // namespace grouser
