// What panels ask of the soil desk.
#pragma once
#include <string>

namespace grouser::desktop {

struct SoilRequest {
  enum class Kind {
    choose,   ///< text: the soil's `given`
    compare,  ///< text: the same, of the soil that is drawn beside it; empty: none
    wheel,    ///< value: index of the world's wheel
    load,     ///< value: N; 0: that of the run's first frame
    use,      ///< the chosen soil becomes the ground's
    copy,     ///< text: name of a new soil with the chosen one's numbers; it becomes the ground's
  };
  Kind kind = Kind::choose;
  std::string text = {};
  double value = 0.0;
};

}  // namespace grouser::desktop
