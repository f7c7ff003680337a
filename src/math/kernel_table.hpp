// Fills the table of one level from the templates. Included only by the level's translation unit.
#pragma once
#include "grouser/math/kernels.hpp"
#include "grouser/math/simd/batched.hpp"
#include "grouser/math/simd/products.hpp"
#include "grouser/math/simd/solve_general.hpp"
#include "grouser/math/simd/solve_positive.hpp"
#include "grouser/math/simd/spatial.hpp"

namespace grouser::kernel {

template <class Level>
constexpr KernelTable make_table(SimdLevel level) {
  return {.level = level,
          .cross = cross<Level>,
          .mat3_vec = product<Level>,
          .mat3_transposed_vec = transposed_product<Level>,
          .mat3_mat3 = product<Level>,
          .mat3_transposed_mat3 = transposed_product<Level>,
          .mat3_congruence = congruence<Level>,
          .mat3_rotate = rotate<Level>,
          .mat3_inverse = inverse<Level>,
          .mat3_solve = solve<Level>,
          .mat36_vec = product<Level>,
          .mat36_transposed_vec = transposed_product<Level>,
          .mat3_mat36 = product<Level>,
          .mat36_congruence = congruence<Level>,
          .mat6_vec = product<Level>,
          .mat6_transposed_vec = transposed_product<Level>,
          .mat6_mat6 = product<Level>,
          .mat6_transposed_mat6 = transposed_product<Level>,
          .mat6_congruence = congruence<Level>,
          .mat6_inverse = inverse<Level>,
          .mat6_solve = solve<Level>,
          .positive_solve = solve_positive<Level>,
          .positive_factor = factor_positive<Level>,
          .positive_solve_factored = solve_factored<Level>,
          .positive_inverse = inverse_positive<Level>,
          .positive_solve_batch = solve_positive_batch<Level>,
          .transform_motion = transform_motion<Level>,
          .transform_motion_back = transform_motion_back<Level>,
          .transform_force = transform_force<Level>,
          .transform_force_back = transform_force_back<Level>,
          .transform_inertia = transform_inertia<Level>,
          .cross_motion = cross_motion<Level>,
          .cross_force = cross_force<Level>};
}

}  // namespace grouser::kernel
