// SPDX-License-Identifier: BSD-3-Clause
// The third step of the paper's cleaning. Kriging through only a part of the known cells misses the others by
// a little, so the filled ground would stand off from its surroundings. The difference known - kriged is
// measured on the rim and spread into the hole.
//
// The paper convolves an averaging 7 x 7 kernel repeatedly: each pass gives every cell of the hole that has
// measured cells in its window their mean, until none is left. The mean of a window is not the difference at
// the neighbouring cell, so a step remains; a membrane (Laplace's equation, relaxed by the Gauss-Seidel
// method) held at the rim removes it.
#pragma once
#include <cstdint>
#include <vector>

namespace grouser {

struct BiasOptions {
  int width = 7;         ///< side of the averaging window, odd, cells; 0: no correction
  int relaxations = 40;  ///< passes of the membrane after the averaging; 0: the paper's correction alone
};
/// Throws InputError.
void validate(const BiasOptions&);

enum class BiasCell : std::uint8_t { outside, rim, hole };

/// On entry `bias` holds the measured difference where `cells` says rim; on return it also holds the spread
/// difference where `cells` says hole (0 where no rim is in reach).
void spread_bias(const std::vector<BiasCell>& cells, int columns, int rows, const BiasOptions&,
                 std::vector<double>& bias);

}  // namespace grouser
