// Several numbers of one kind side by side. Loops over them are independent lane by lane, so a compiler may
// run them in vectors of any width: the bits are the same. Private to the terrain module.
#pragma once
#include <array>

namespace grouser::terrain {

inline constexpr int kLanes = 8;
struct alignas(64) Lanes {
  std::array<double, kLanes> v;
  double& operator[](int i) { return v[static_cast<std::size_t>(i)]; }
  double operator[](int i) const { return v[static_cast<std::size_t>(i)]; }
};

}  // namespace grouser::terrain
