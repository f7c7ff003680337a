// Shuffles of the levels whose registers hold two doubles (SSE, NEON): matrices are transposed in blocks of
// 2x2.
#pragma once
#include "grouser/math/simd/xsimd_level.hpp"

namespace grouser::kernel {

template <class Level, class Tag>
struct TwoLanes : XsimdLevel<Tag, Tag> {
  using B = xsimd::batch<double, Tag>;

  GROUSER_INLINE static Pack<Level, 3> rotated3(const Pack<Level, 3>& a) {
    const B x_y = a.r[0], z_0 = a.r[1];
    const B y_x = xsimd::swizzle(x_y, xsimd::batch_constant<xsimd::batch<std::uint64_t, Tag>, 1, 0>());
    return {{xsimd::zip_lo(y_x, z_0), Level::template blend<1>(x_y, z_0)}};
  }
  /// rows[i] = element i of every column. N = 3 has an empty fourth column.
  template <int N>
  GROUSER_INLINE static void transpose(const Pack<Level, N> (&column)[N], Pack<Level, N> (&row)[N]) {
    constexpr int kPairs = (N + 1) / 2;
    unroll<kPairs>([&](auto pair_of_columns) GROUSER_INLINED {
      constexpr int j = pair_of_columns;
      unroll<kPairs>([&](auto pair_of_rows) GROUSER_INLINED {
        constexpr int i = pair_of_rows;
        const B left = column[2 * j].r[i];
        const B right = [&]() GROUSER_INLINED {
          if constexpr (2 * j + 1 < N)
            return column[2 * j + 1].r[i];
          else
            return B(0.0);
        }();
        row[2 * i].r[j] = xsimd::zip_lo(left, right);
        if constexpr (2 * i + 1 < N) row[2 * i + 1].r[j] = xsimd::zip_hi(left, right);
      });
    });
  }
  /// The sums over the elements of each pack.
  GROUSER_INLINE static Pack<Level, 3> sums(const Pack<Level, 6>& a, const Pack<Level, 6>& b,
                                            const Pack<Level, 6>& c) {
    return {{pair_sums(total(a), total(b)), pair_sums(total(c), B(0.0))}};
  }
  GROUSER_INLINE static Pack<Level, 3> sums(const Pack<Level, 3>& a, const Pack<Level, 3>& b,
                                            const Pack<Level, 3>& c) {
    return {{pair_sums(total(a), total(b)), pair_sums(total(c), B(0.0))}};
  }
  GROUSER_INLINE static Pack<Level, 6> sums(const Pack<Level, 6> (&x)[6]) {
    return {{pair_sums(total(x[0]), total(x[1])), pair_sums(total(x[2]), total(x[3])),
             pair_sums(total(x[4]), total(x[5]))}};
  }

 private:
  GROUSER_INLINE static B pair_sums(const B& a, const B& b) {
    return xsimd::zip_lo(a, b) + xsimd::zip_hi(a, b);
  }
};

}  // namespace grouser::kernel
