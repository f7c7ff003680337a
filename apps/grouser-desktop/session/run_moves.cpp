// SPDX-License-Identifier: BSD-3-Clause
// One call of the session for each kind of request.
#include "session/run_moves.hpp"

namespace grouser::desktop {

void carry_out(const RunRequest& r, Session& session) {
  using Kind = RunRequest::Kind;
  switch (r.kind) {
    case Kind::play_pause:
      return session.play_pause();
    case Kind::pause:
      return session.pause();
    case Kind::single_step:
      return session.single_step();
    case Kind::step_back:
      return session.step_back();
    case Kind::reset:
      return session.reset();
    case Kind::again:
      return session.run_again();
    case Kind::replay:
      return session.replay();
    case Kind::faster:
      return session.set_speed(next_speed(session.view().speed, +1));
    case Kind::slower:
      return session.set_speed(next_speed(session.view().speed, -1));
    case Kind::set_speed:
      return session.set_speed(r.speed);
    case Kind::seek:
      return session.seek(r.time);
    case Kind::to_end:
      return session.seek(session.view().newest);
    case Kind::next_event:
      return session.seek_event(+1);
    case Kind::previous_event:
      return session.seek_event(-1);
    case Kind::shuttle_back:
      return session.shuttle(-1);
    case Kind::shuttle_forward:
      return session.shuttle(+1);
    case Kind::loop_begin:
      return session.set_loop_begin();
    case Kind::loop_end:
      return session.set_loop_end();
    case Kind::loop_clear:
      return session.clear_loop();
    case Kind::toggle_hand:
      return session.toggle_hand();
    case Kind::hand_faster:
      return session.hand().change_gear(+1);
    case Kind::hand_slower:
      return session.hand().change_gear(-1);
    case Kind::hand_stick:
      return session.hand().set_stick(r.ahead, r.left);
  }
}

}  // namespace grouser::desktop
