#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The real window under Xvfb, a rover driven by held keys: H takes over, W and A drive and steer, Q turns, Escape gives
# back; what was recorded reruns identical and is played both ways. usage: hand_window_test.sh GROUSER-DESKTOP GROUSER. Exit code 4:
# skipped (Xvfb, xdotool or python3 absent).
program=$1
command=$2
. "$(dirname "$0")/window_helpers.sh"
cd "$folder" || exit 1
"$program" drive_flat_soft --size 1280x800 --ui-map "$map" &
gui=$!
await state paused "opened"
xdotool key ctrl+r
await dialog record "after Ctrl+R"
sleep 0.5
xdotool key ctrl+a
xdotool type --delay 40 "$folder/by_hand.h5"
key Return
await recording "*by_hand.h5" "after Ctrl+R"
key h
await hand on "after H"
key minus  # the minute that the run has is two of the clock then: enough for slow machines
await speed 0.5 "after twice slower"
key space
await state running "after Space"
xdotool keydown w
await hand_told "0.050 m/s, straight" "W held"
xdotool keydown a
await hand_told "0.050 m/s, radius * left" "W and A held"
key F12
xdotool keyup a keyup w
await hand_told "0.000 m/s, *" "let go"
xdotool keydown q
await hand_told "*.?? °/s, on the spot" "Q held"
xdotool keyup q
key Escape
await hand off "after Escape"
await state running "after Escape"
key space
await state paused "after Space"
xdotool key ctrl+r
await recording "" "recording stopped"
key ctrl+q
wait $gui
"$command" rerun by_hand.h5 >rerun.txt 2>&1 || fail "rerun: $(cat rerun.txt)"
grep -q identical rerun.txt || fail "rerun says: $(cat rerun.txt)"

# the recording as a replay: J back, K rest, L on and faster, I and O a loop
"$program" by_hand.h5 --at 3 --size 1280x800 --ui-map "$map" &
gui=$!
await scene drive_flat_soft "opened"
await time "3.*" "opened at 3 s"
key j
await backward yes "after J"
await time "0.*" "played back"
await state paused "at the beginning"
key k
xdotool mousemove 640 300
key i
key Right
key Right
key Right
key Right
key Right
key o
await loop "*0.000 to 0.*" "after I and O"
key l
key l
await speed 2 "L twice"
await state running "in the loop"
sleep 3
await time "0.*" "still in the loop"
xdotool keydown shift
key i
xdotool keyup shift
await loop "" "after Shift+I"
key k
await state paused "after K"
key ctrl+q
wait $gui

# what cannot be driven says why
"$program" hopper --size 1280x800 --ui-map "$map" &
gui=$!
await scene hopper "opened"
key h
await toast "*no driven wheels*" "H with a vehicle without wheels"
key ctrl+q
wait $gui
[ $failures -eq 0 ] && echo "all passed"
exit $((failures > 0))
