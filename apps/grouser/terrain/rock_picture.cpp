// SPDX-License-Identifier: BSD-3-Clause
// A rock is drawn as its box, length by width, turned by its yaw; that suits a picture of the ground from
// above.
#include "rock_picture.hpp"

#include <algorithm>
#include <cmath>

namespace grouser::cli {

void raise_to_rock(const Rock& rock, MapGround& ground) {
  // Columns and rows of a box that holds the rock at any yaw, cut to the ground.
  const double reach = 0.5 * std::hypot(rock.length, rock.width);
  const auto index = [&](double distance, int count) {
    return std::clamp(static_cast<int>(std::ceil(distance / ground.cell)), 0, count);
  };
  const int first = index(rock.x - reach - ground.west, ground.columns),
            last = index(rock.x + reach - ground.west, ground.columns);
  const int low = index(rock.y - reach - ground.south, ground.rows),
            high = index(rock.y + reach - ground.south, ground.rows);
  const double c = std::cos(rock.yaw), s = std::sin(rock.yaw);
  for (int j = low; j < high; ++j)
    for (int i = first; i < last; ++i) {
      // The point in the rock's own axes must lie within half of its sides.
      const double x = ground.west + i * ground.cell - rock.x, y = ground.south + j * ground.cell - rock.y;
      if (std::fabs(c * x + s * y) > 0.5 * rock.length || std::fabs(c * y - s * x) > 0.5 * rock.width)
        continue;
      ground.heights[static_cast<std::size_t>(j) * static_cast<std::size_t>(ground.columns) +
                     static_cast<std::size_t>(i)] += rock.height;
    }
}

}  // namespace grouser::cli
