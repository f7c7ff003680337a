// SPDX-License-Identifier: BSD-3-Clause
// Eight points of a heightfield looked up together. Included only by the translation units of the vector
// levels.
#pragma once
#include "eight.hpp"
#include "lanes.hpp"

namespace grouser::terrain {

/// The surface at eight points; slopes per metre.
template <class Level>
struct FieldLook {
  Eight<Level> z{0.0}, slope_x{0.0}, slope_y{0.0};
};
/// Its second derivatives, 1/m.
template <class Level>
struct FieldBends {
  Eight<Level> xx{0.0}, xy{0.0}, yy{0.0};
};

/// Looks up points within the field's extent, cell by cell.
template <class Level>
class FieldLooker {
 public:
  using E = Eight<Level>;
  GROUSER_INLINE explicit FieldLooker(const FieldView& field) : field_(field), per_cell_(field.per_cell) {}

  /// Height and slopes, and second derivatives where `bends` is given. Returns the number of a cell that is
  /// not ready and has to be, or kAllReady.
  GROUSER_INLINE int look(const E& x, const E& y, FieldLook<Level>& out, FieldBends<Level>* bends = nullptr) {
    const E u = (x - E(field_.west)) * per_cell_, v = (y - E(field_.south)) * per_cell_;
    const E column = cell_of(u, field_.last_column), row = cell_of(v, field_.last_row);
    const E s = u - column, t = v - row;
    Lanes number;
    E::fma(row, E(static_cast<double>(1 << field_.row_bit)), column).store(number);
    const int first = static_cast<int>(number.v[0]);
    const int place = field_.place_of(first);
    if (field_.numbers[place] != first) return first;
    evaluate(field_.patches[place], s, t, out, bends);
    const E numbers(number), other = E::abs(numbers - E(number.v[0]));
    if (!E::any_above(other, E(0.5))) return kAllReady;
    // the others cell by cell
    double met[kLanes] = {number.v[0]};
    int count = 1;
    for (int k = 1; k < kLanes; ++k) {
      bool seen = false;
      for (int j = 0; j < count; ++j) seen |= met[j] == number.v[k];
      if (seen) continue;
      met[count++] = number.v[k];
      const int next = static_cast<int>(number.v[k]), there = field_.place_of(next);
      if (field_.numbers[there] != next) return next;
      FieldLook<Level> here;
      FieldBends<Level> bend_here;
      evaluate(field_.patches[there], s, t, here, bends ? &bend_here : nullptr);
      const E off = E::abs(numbers - E(number.v[k]));
      const auto take = [&](const E& from, E& to)
                            GROUSER_INLINED { to = E::where_above(off, E(0.5), to, from); };
      take(here.z, out.z), take(here.slope_x, out.slope_x), take(here.slope_y, out.slope_y);
      if (bends) take(bend_here.xx, bends->xx), take(bend_here.xy, bends->xy), take(bend_here.yy, bends->yy);
    }
    return kAllReady;
  }

 private:
  /// On the far edge of the ground's extent the last cell.
  GROUSER_INLINE static E cell_of(const E& u, double last) {
    const E floor = E::floor(u), cell = E::where_above(floor, E(1.0), floor, E(1.0));  // 1 for NaN
    return E::where_above(cell, E(last), E(last), cell);
  }

  // keys_patch.hpp by Horner's scheme, which gives the derivatives along with the value
  GROUSER_INLINE void evaluate(const KeysPatch& patch, const E& s, const E& t, FieldLook<Level>& out,
                               FieldBends<Level>* bends) const {
    E f[4], f_s[4];
    for (int j = 0; j < 4; ++j) {
      const double* a = patch.a[j];
      const E cubic(a[3]), square = E::fma(cubic, s, E(a[2])), linear = E::fma(square, s, E(a[1]));
      f[j] = E::fma(linear, s, E(a[0]));
      f_s[j] = E::fma(E::fma(cubic, s, square), s, linear);
    }
    const E square = E::fma(f[3], t, f[2]), linear = E::fma(square, t, f[1]);
    out.z = E::fma(linear, t, f[0]) + E(field_.datum);
    out.slope_x = E::fma(E::fma(E::fma(f_s[3], t, f_s[2]), t, f_s[1]), t, f_s[0]) * per_cell_;
    out.slope_y = E::fma(E::fma(f[3], t, square), t, linear) * per_cell_;
    if (bends) bend(patch, s, t, f, f_s, *bends);
  }
  GROUSER_INLINE void bend(const KeysPatch& patch, const E& s, const E& t, const E (&f)[4], const E (&f_s)[4],
                           FieldBends<Level>& out) const {
    const E two(2.0), three(3.0), per_square = per_cell_ * per_cell_;
    E f_ss[4];
    for (int j = 0; j < 4; ++j) f_ss[j] = E::fma(three * E(patch.a[j][3]), s, E(patch.a[j][2]));
    out.xx = two * E::fma(E::fma(E::fma(f_ss[3], t, f_ss[2]), t, f_ss[1]), t, f_ss[0]) * per_square;
    out.xy = E::fma(E::fma(three * f_s[3], t, two * f_s[2]), t, f_s[1]) * per_square;
    out.yy = two * E::fma(three * f[3], t, f[2]) * per_square;
  }

  const FieldView& field_;
  const E per_cell_;
};

}  // namespace grouser::terrain
