#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The window on two monitors: moved from one to the other, full screen on the second, left and started again on either, and once more
# when the second is gone; nothing is stretched, and OpenGL has no error to tell. usage: two_monitors_test.sh GROUSER-DESKTOP GROUSER.
# Exit code 4: skipped (no Xorg with its dummy driver, xrandr, xdotool or python3).
program=$1
two_monitors=yes
. "$(dirname "$0")/window_helpers.sh"
cd "$folder" || exit 1
export MESA_DEBUG=1  # wrong use of OpenGL is told on standard error, as "Mesa: User error"

opened() {
  start drive_flat_soft
  await state paused "opened"
  focus
}
place() {
  xdotool getwindowgeometry --shell "$window" | sed -n 's/^\(X\|Y\|WIDTH\|HEIGHT\)=//p' | tr '\n' ' '
}
# expect_place "X Y WIDTH HEIGHT " WHAT: within five seconds; the lower right corner of what is drawn is the window's.
expect_place() {
  # shellcheck disable=SC2086
  set -- "$1" "$2" $1
  for _ in $(seq 100); do
    drawn=$(awk 'index($0, " \"status\": [") == 1 { for (k = 0; k < 4; ++k) { getline; r[k] = int($0 + 0.5) } print r[2], r[3]; exit }' "$map")
    [ "$(place)" = "$1" ] && [ "$drawn" = "$5 $6" ] && return
    sleep 0.05
  done
  fail "$2: the window is at $(place), drawn up to $drawn, expected $1"
}
# ground X Y: where the pointer is on the ground there, as the status bar tells, once it has told nothing of where it was before.
ground() {
  # shellcheck disable=SC2046
  set -- "$1" "$2" $(place)
  xdotool mousemove $(($3 + 20)) $(($4 + 10))
  await probe "" "the pointer is on no ground"
  xdotool mousemove "$1" "$2"
  await pointer "$(($1 - $3)) $(($2 - $4))" "the pointer is there"
  await probe "x *" "the ground there"
  value probe | sed -n 's/^x \([-0-9.]*\)  y \([-0-9.]*\).*/\1 \2/p'
}
# undistorted WHAT: from above, as many pixels to the right and downward are as many metres.
undistorted() {
  # shellcheck disable=SC2046
  set -- "$1" $(spot view) $(place)
  x=$(($2 + $4)) y=$(($3 + $5))
  middle=$(ground $x $y) right=$(ground $((x + 100)) $y) down=$(ground $x $((y + 100)))
  python3 - "$middle" "$right" "$down" <<'CHECK' || fail "$1: from $middle, 100 pixels right is $right, down $down"
import math, sys
middle, right, down = ([float(n) for n in text.split()] for text in sys.argv[1:])
across, along = math.dist(middle, right), math.dist(middle, down)
sys.exit(not (across > 0.3 and abs(across / along - 1.0) < 0.03))
CHECK
}
leave() {
  quit_window || fail "exit code $? ($1): $(cat out)"
  grep -i "mesa.*error\|GL_INVALID" out && fail "OpenGL was used wrongly before: $1"
}

opened
xdotool windowmove "$window" 40 30 windowsize "$window" 1000 600
expect_place "40 30 1000 600 " "on the first monitor"
key 7
undistorted "on the first monitor"
xdotool windowmove "$window" 1400 100
expect_place "1400 100 1000 600 " "moved to the second monitor"
undistorted "on the second monitor"
before=$(spot view 0 0)
key F11
expect_place "1280 0 1280 1024 " "full screen on the second monitor"
undistorted "full screen"
key F11
expect_place "1400 100 1000 600 " "back from full screen"
[ "$(spot view 0 0)" = "$before" ] || fail "after full screen the view is at $(spot view 0 0), it was at $before"
leave "on the second monitor"
opened
expect_place "1400 100 1000 600 " "started again"
[ "$(spot view 0 0)" = "$before" ] || fail "started again the view is at $(spot view 0 0), it was at $before"
key F11
expect_place "1280 0 1280 1024 " "full screen once more"
leave "full screen"
opened
expect_place "1400 100 1000 600 " "started after it was left full screen"
xdotool windowmove "$window" 40 30
expect_place "40 30 1000 600 " "back on the first monitor"
key F11
expect_place "0 0 1280 720 " "full screen on the first monitor"
key F11
expect_place "40 30 1000 600 " "back"
xdotool windowmove "$window" 1400 100
expect_place "1400 100 1000 600 " "on the second monitor, which goes"
leave "before the second monitor goes"
xrandr --output DUMMY1 --off
opened
# shellcheck disable=SC2046
set -- $(place)
[ "$1" -ge 0 ] && [ $(($1 + $3)) -le 1280 ] && [ $(($2 + $4)) -le 1024 ] || fail "without the second monitor the window is at $*"
leave "the second monitor is gone"

[ $failures -eq 0 ] && echo "all passed"
exit $((failures > 0))
