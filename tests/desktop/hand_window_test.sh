#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The real window under Xvfb, a rover driven by held keys: H takes over, W and A drive and steer, Q turns, Escape gives
# back; what was recorded reruns identical and is played both ways. usage: hand_window_test.sh GROUSER-DESKTOP GROUSER. Exit code 4:
# skipped (Xvfb, xdotool or python3 absent).
program=$1
command=$2
. "$(dirname "$0")/window_helpers.sh"
played_on() {
  [ "$(value time)" != "$before" ]
}
cd "$folder" || exit 1
start drive_flat_soft --size 1280x800
await state paused "opened"
enter ctrl+r record "$folder/by_hand.h5"
await recording "*by_hand.h5" "after Ctrl+R"
key h
await hand on "after H"
key minus  # the minute that the run has is two of the clock then: enough for slow machines
await speed 0.5 "after twice slower"
key space
await state running "after Space"
hold w
await hand_told "0.050 m/s, straight" "W held"
hold a
await hand_told "0.050 m/s, radius * left" "W and A held"
key F12
let_go a
let_go w
await hand_told "0.000 m/s, *" "let go"
hold q
await hand_told "*.?? °/s, on the spot" "Q held"
let_go q
key Escape
await hand off "after Escape"
await state running "after Escape"
key space
await state paused "after Space"
key ctrl+r
await recording "" "recording stopped"
quit_window || fail "exit code $?"
"$command" rerun by_hand.h5 >rerun.txt 2>&1 || fail "rerun: $(cat rerun.txt)"
grep -q identical rerun.txt || fail "rerun says: $(cat rerun.txt)"

# the recording as a replay: J back, K rest, L on and faster, I and O a loop
start by_hand.h5 --at 3 --size 1280x800
await scene drive_flat_soft "opened"
await time "3.*" "opened at 3 s"
key j
await backward yes "after J"
await time "0.*" "played back"
await state paused "at the beginning"
key k
xdotool mousemove 640 300
key i Right Right Right Right Right o
await loop "*0.000 to 0.*" "after I and O"
key l l
await speed 2 "L twice"
await state running "in the loop"
for _ in 1 2 3 4 5 6 7 8 9 10; do  # in which it would be far beyond the loop
  before=$(value time)
  await_until played_on
done
await time "0.*" "still in the loop"
key shift+i
await loop "" "after Shift+I"
key k
await state paused "after K"
quit_window || fail "exit code $?"

# what cannot be driven says why
start hopper --size 1280x800
await scene hopper "opened"
key h
await toast "*no driven wheels*" "H with a vehicle without wheels"
quit_window || fail "exit code $?"
[ $failures -eq 0 ] && echo "all passed"
exit $((failures > 0))
