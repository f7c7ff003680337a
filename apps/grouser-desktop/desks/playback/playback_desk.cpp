// SPDX-License-Identifier: BSD-3-Clause
// Requests pass to the session; keys held for driving by hand are followed while they are down.
#include "desks/playback/playback_desk.hpp"

#include "desks/playback/playback_panels.hpp"
#include "session/hand_keys.hpp"
#include "session/run_moves.hpp"
#include "session/run_request.hpp"

namespace grouser::desktop {

void PlaybackDesk::register_requests(RequestTable& table) {
  table.on<RunRequest>([this](const RunRequest& r) { desktop::carry_out(r, shared_.session); });
}

std::vector<Tab> PlaybackDesk::tabs() {
  return {{.order = 15,
           .name = "Events",
           .id = "events",
           .tip = "What happened when: contacts, lift-offs, releases, the verdict; click one to go there",
           .draw = [this](const Ui& ui, Requests& requests) {
             events_panel(ui, shared_.session.view(), filter_, requests);
           }}};
}

bool PlaybackDesk::press(const KeyPress& key, Requests&) {
  return hold_hand_key(key, shared_.session.hand());
}

void PlaybackDesk::release(const KeyPress& key) { hold_hand_key(key, shared_.session.hand()); }

bool PlaybackDesk::escape(Requests&) {
  if (!shared_.session.hand().on()) return false;
  shared_.session.toggle_hand();
  return true;
}

void PlaybackDesk::draw_in_view(const Ui& ui, const PictureArea& picture, Requests& requests) {
  const RunView& run = shared_.session.view();
  const ImVec2 high = picture.high();
  hand_panel(ui, run, picture.low, high);
  hand_stick(ui, run, {high.x - ui.px(16), high.y - ui.px(16)}, requests);
}

void PlaybackDesk::draw_timeline(const Ui& ui, Requests& requests) {
  timeline_panel(ui, shared_.session.view(), axis_, requests);
}

void PlaybackDesk::note(UiReport& report) const {
  const HandView& hand = shared_.session.view().hand;
  report["hand"] = hand.on ? "on" : "off";
  report["hand_told"] = hand.on ? hand_text(shared_.kept.units, hand) : "";
}

}  // namespace grouser::desktop
