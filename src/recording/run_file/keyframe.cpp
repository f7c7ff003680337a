// SPDX-License-Identifier: BSD-3-Clause
// Full keyframes are numbers 0, 2^k and 3 * 2^k: from 2 on, their distance is at most half the one before.
#include "grouser/recording/run_file/keyframe.hpp"

#include <bit>

namespace grouser {

bool full_keyframe_due(std::size_t keyframe_number) {
  return keyframe_number == 0 || std::has_single_bit(keyframe_number) ||
         (keyframe_number % 3 == 0 && std::has_single_bit(keyframe_number / 3));
}

}  // namespace grouser
