// SPDX-License-Identifier: BSD-3-Clause
// Gauss-Legendre nodes on [-1, 1], the positive half (Abramowitz & Stegun 1964, table 25.4). A rule of 2n
// nodes is exact for polynomials up to degree 4n - 1.
#pragma once
#include <array>

namespace grouser::math {

struct GaussNode {
  double x, weight;
};

inline constexpr std::array<GaussNode, 4> kGauss8{{{0.1834346424956498049, 0.3626837833783619830},
                                                   {0.5255324099163289858, 0.3137066458778872873},
                                                   {0.7966664774136267396, 0.2223810344533744706},
                                                   {0.9602898564975362317, 0.1012285362903762592}}};
inline constexpr std::array<GaussNode, 6> kGauss12{{{0.1252334085114689155, 0.2491470458134027850},
                                                    {0.3678314989981801938, 0.2334925365383548088},
                                                    {0.5873179542866174473, 0.2031674267230659217},
                                                    {0.7699026741943046870, 0.1600783285433462263},
                                                    {0.9041172563704748567, 0.1069393259953184310},
                                                    {0.9815606342467192507, 0.0471753363865118272}}};

}  // namespace grouser::math
