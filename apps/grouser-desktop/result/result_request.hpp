// What the card of a run's result asks for that no other desk does.
#pragma once

namespace grouser::desktop {

struct ResultRequest {
  enum class Kind {
    close,   ///< not to be shown again for this run
    report,  ///< on its recording
  };
  Kind kind = Kind::close;
};

}  // namespace grouser::desktop
