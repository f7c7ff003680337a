#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Short ways by mouse and keyboard in the real window under Xvfb: shapes removed and duplicated, units and patterns from the
# menu, transparent and large pictures, panels by keyboard alone, a run that meets a number that is none, the report on it,
# the window where it was after a restart, and how soon it shows what a hand does. usage: mouse_window_test.sh GROUSER-DESKTOP GROUSER. Exit code 4: skipped (Xvfb,
# xdotool or python3 absent).
program=$1
command=$2
screen=1000x640
. "$(dirname "$0")/window_helpers.sh"
cd "$folder" || exit 1
# choose MENU ITEM...: through menus by the mouse.
choose() {
  for item in "$@"; do click "$item"; done
}
# png FILE: width, height and colour type (2: opaque, 6: with alpha).
png() {
  python3 -c "
import struct, sys
head = open(sys.argv[1], 'rb').read(26)
print(*struct.unpack('>II', head[16:24]), head[25])" "$1"
}
# sized: whether the window is drawn at the size that it was given last.
sized() {
  spot status 1 1 | grep -q '^900 600$'
}
leave() {
  quit_window || fail "exit code $? ($1)"
}

start climb_step --spoil-at 0.1
await state paused "opened"
focus

# a shape is chosen in the list, duplicated, and both are removed
point part_chassis
wheel 8
click part_step
await selected "*tep*" "chosen in the list"
key ctrl+d
await changes 1 "Ctrl+D"
await last_step "*uplicate*" "Ctrl+D"
await built yes "built with two steps"
key Delete
await last_step "Remove*" "Delete"
await built yes "built with one step again"
key ctrl+z ctrl+z
await changes 0 "both undone"
await built yes "as it was"

# numbers in millimetres and metres, by the menu; it stays open
point view 0.5 0.9
await probe "*x *" "the ground under the pointer"
choose menu_view menu_units units_mm
await units "mm *" "millimetres"
click units_kPa
await units "* kPa *" "kilopascals, in the same menu"
key Escape
key Escape
await popup none "the menus are closed"
choose menu_view menu_patterns
await patterns on "patterns besides colours"

# a picture without panels whose sky is transparent, then one of the window at three times its size
choose menu_file menu_pictures menu_transparent
key ctrl+F12
saved "Ctrl+F12"
case $(png "$file") in *" 6") ;; *) fail "no alpha in $file: $(png "$file")" ;; esac
choose menu_file menu_pictures picture_3x
key F12
saved "F12 at 3x"
[ "$(png "$file")" = "3000 1920 2" ] || fail "F12 at 3x is $(png "$file"), not 3000 x 1920"

# from panel to panel and within one by keyboard alone
key F6
await focus "?*" "F6"
first=$(value focus)
seen=""
for _ in 1 2 3 4 5 6; do  # round all of them
  seen="$seen $(value focus)"
  [ "$(value focus)" = scene ] && break
  key Tab
done
await focus scene "Tab goes round all panels; from $first:$seen"
[ -n "$(spot focus_ring)" ] || fail "no ring about what has the keyboard"
before=$(spot focus_ring)
key Down
[ "$(spot focus_ring)" != "$before" ] || fail "an arrow moves no ring"
key F10
await focus menus "F10"
key Down
await popup open "a menu by keyboard"
key Escape
await popup none "closed"
key Escape
await focus "" "Escape leaves"

# the run meets a number that is none: it stops at its last good step, its recording is closed, a report is made of it
enter ctrl+r record "$folder/broken.h5"
await recording "*broken.h5" "recording"
key space
await state failed "a load that is not a number"
await result "Broken off" "the card"
await result_text "*body chassis is not a number*last good state is kept*" "what and where"
await recording "" "the recording is closed"
await message 1 "said once"
"$command" info broken.h5 >info 2>&1
grep -q "closed cleanly" info || fail "the recording of the broken run: $(cat info)"
key Escape
click result_report
saved "the report"
grep -q "not a number" "$file" || fail "the report says nothing of the failure"
key BackSpace
await step 0 "begins again"
key period
await step 1 "and steps"
xdotool windowmove "$window" 60 24 windowsize "$window" 900 600
await_until sized
leave "the first window"

# where it was, as large as it was
start climb_step --record-input session.jsonl
await state paused "started again"
focus
place=$(xdotool getwindowgeometry --shell "$window" | grep -E "^(X|Y|WIDTH|HEIGHT)=" | tr "\n" " ")
[ "$place" = "X=60 Y=24 WIDTH=900 HEIGHT=600 " ] || fail "after a restart the window is at $place"
await units "mm * kPa *" "the units are kept"
await patterns on "kept"
leave "the second window"

# the window itself measures how soon what a hand does is seen
"$program" climb_step --measure 2 --in-window --size 800x500 >measured 2>errors &
gui=$!
for k in $(seq 1200); do
  kill -0 $gui 2>/dev/null || break
  xdotool mousemove $((300 + 7 * (k % 20))) 250
  sleep 0.1
done
wait $gui || fail "exit code $? of --measure --in-window: $(cat errors)"
for line in "input to picture" "at the very worst"; do
  grep -Eq "^$line +median [0-9.]+ ms, 95 % below [0-9.]+ ms, longest [0-9.]+ ms, of [1-9][0-9]*$" measured ||
    fail "--measure --in-window tells no $line: $(cat measured)"
done

# no tool under Xvfb drops a file: that is played, in place of what was done in the second window
rover=$(cd "$(dirname "$0")/../../assets/rovers" && pwd)/viper_mgru3.toml
python3 - session.jsonl "$rover" <<'END'
import json, sys
head = open(sys.argv[1]).readline()
drop = json.dumps({"t": 0.1, "drop": sys.argv[2]})
open("drop.jsonl", "w").write(head + drop + '\n{"end": 1}\n')
END
map=$folder/dropped.json
"$program" climb_step --play-input drop.jsonl --ui-map "$map" >out 2>&1 || fail "played: $(cat out)"
[ "$(value changes)" = 1 ] || fail "a dropped rover is $(value changes) changes: $(cat out)"
case "$(value last_step)" in *viper_mgru3*) ;; *) fail "a dropped rover: $(value last_step)" ;; esac

[ $failures -eq 0 ] && echo "all passed"
exit $((failures > 0))
