# SPDX-License-Identifier: BSD-3-Clause
# For tests that drive the real window under Xvfb with mouse and keys; sourced after program=, command= are set.
# screen=WIDTHxHEIGHT before sourcing: another one than 1280x800. two_monitors=yes: 1280x720 and, right of it, 1280x1024, by Xorg's dummy driver.
# What the window shows is read from the file of widget rectangles ($map), whose "report" names what is shown. Nothing here waits for a
# time: "input" of the report counts what was let go (buttons, keys but for Ctrl and the like) and turns of the wheel, so that
# all that is sent is waited for, and a press that is lost fails the test.
two_monitors=${two_monitors:-no}
server=Xvfb
[ "$two_monitors" = yes ] && server="Xorg xrandr"
for tool in $server xdotool python3; do
  command -v "$tool" >/dev/null 2>&1 || { echo "SKIPPED: no $tool"; exit 4; }
done
folder=$(mktemp -d)
map=$folder/map.json
if [ "$two_monitors" = yes ]; then
  printf '%s\n' 'Section "Device"' 'Identifier "none"' 'Driver "dummy"' 'VideoRam 65536' 'EndSection' \
    'Section "Monitor"' 'Identifier "any"' 'HorizSync 5.0-1000.0' 'VertRefresh 5.0-200.0' 'EndSection' \
    'Section "Screen"' 'Identifier "both"' 'Device "none"' 'Monitor "any"' 'DefaultDepth 24' 'SubSection "Display"' 'Virtual 2560 1024' 'EndSubSection' 'EndSection' \
    'Section "ServerFlags"' 'Option "AutoAddDevices" "false"' 'Option "AutoAddGPU" "false"' 'EndSection' >"$folder/xorg.conf"
  set -- Xorg -config "$folder/xorg.conf" -logfile "$folder/xorg.log" -novtswitch -seat seat-of-a-test
else
  set -- Xvfb -screen 0 "${screen:-1280x800}x24"
fi
# The server chooses a display that is free, and writes its number once it can be asked.
"$@" -displayfd 3 -noreset 3>"$folder/display" >/dev/null 2>&1 &
xvfb=$!
trap 'kill $gui $xvfb 2>/dev/null; rm -rf "$folder"' EXIT
for _ in $(seq 1500); do
  [ -s "$folder/display" ] && break
  kill -0 $xvfb 2>/dev/null || break
  sleep 0.02
done
DISPLAY=":$(cat "$folder/display")"
export DISPLAY XDG_STATE_HOME="$folder/state"
xdotool getmouselocation >/dev/null 2>&1 || { echo "SKIPPED: the X server does not start"; exit 4; }
if [ "$two_monitors" = yes ]; then
  xrandr --addmode DUMMY1 1280x1024 2>/dev/null &&
    xrandr --output DUMMY0 --mode 1280x720 --output DUMMY1 --mode 1280x1024 --right-of DUMMY0 2>/dev/null &&
    xrandr >/dev/null 2>&1 ||  # looked at once more: only then the second counts as connected
    { echo "SKIPPED: Xorg gives no two monitors (package xserver-xorg-video-dummy)"; exit 4; }
fi
failures=0
# How long a value is waited for, in twentieths of a second: pictures are slower with sanitizers.
patience=${patience:-2400}
grep -qa __asan_init "$program" && patience=18000
sent=0  # what the window was sent that its "input" counts

fail() {
  echo "FAILED: $1"
  failures=$((failures + 1))
}
# value NAME: as the program reports it, which is a line of the file: starting an interpreter for it took most of a test's time.
value() {
  sed -n 's/^  "'"$1"'": "\(.*\)",\{0,1\}$/\1/p' "$map" 2>/dev/null | sed 's/\\\(["\\]\)/\1/g'
}
# await NAME PATTERN WHAT: some minutes for a value that the shell pattern fits; without it nothing that follows makes sense.
await() {
  for _ in $(seq "$patience"); do
    # shellcheck disable=SC2254
    case "$(value "$1")" in $2) return 0 ;; esac
    sleep 0.05
  done
  fail "$1 is \"$(value "$1")\", expected $2 ($3)"
  cat "$map"
  exit 1
}
# await_until COMMAND...: the same until the command succeeds.
await_until() {
  for _ in $(seq "$patience"); do
    "$@" && return 0
    sleep 0.05
  done
  fail "in vain: $*"
  exit 1
}
# start ARGUMENTS...: the program in the background, as $gui; from now on $map is its.
start() {
  rm -f "$map"
  sent=0
  "$program" "$@" --ui-map "$map" >"$folder/out" 2>&1 &
  gui=$!
}
# focus: the keyboard is the window's, also where the pointer is elsewhere.
focus() {
  window=$(xdotool search --pid $gui 2>/dev/null | tail -1)
  [ -n "$window" ] || fail "no window"
  xdotool windowfocus --sync "$window"
}
# spot NAME [PART-X PART-Y]: a place in a named widget that is shown now, its middle if not told.
spot() {
  awk -v name="$1" -v u="${2:-0.5}" -v v="${3:-0.5}" '
    index($0, " \"" name "\": [") == 1 {
      for (k = 0; k < 4; ++k) { getline; r[k] = $0 + 0 }
      print int(r[0] + u * (r[2] - r[0])), int(r[1] + v * (r[3] - r[1])); exit
    }' "$map" 2>/dev/null
}
shown() {
  [ -n "$(spot "$1")" ]
}
# point NAME [PART-X PART-Y]: moves the mouse there, once the widget is shown, until the window has it there.
point() {
  await_until shown "$1"
  at=$(spot "$@")
  # shellcheck disable=SC2086
  xdotool mousemove $at
  await pointer "$at" "the pointer on $1"
}
# seen N WHAT: the window has taken N more of what is counted, and shows what came of it.
seen() {
  sent=$((sent + $1))
  await input "$sent" "$2 was taken"
}
# click NAME [PART-X PART-Y]
click() {
  point "$@"
  xdotool click 1
  seen 1 "a click on $1"
}
# press and release of the left button, where the pointer is
press() {
  xdotool mousedown 1
}
release() {
  xdotool mouseup 1
  seen 1 "the button"
}
# wheel TURNS: downward, where the pointer is.
wheel() {
  xdotool click --repeat "$1" --delay 1 5
  seen "$1" "the wheel"
}
# GLFW takes a key that comes again within 20 ms of its release for one that repeats: what follows it is sent when that was taken.
# key NAME...: as ctrl+shift+o; pressed and let go at once, one after the other.
key() {
  batch="" count=0
  for name in "$@"; do
    case " $batch" in *" $name ") send_keys ;; esac
    batch="$batch$name " count=$((count + 1))
  done
  send_keys
}
send_keys() {
  # shellcheck disable=SC2086
  xdotool key --delay 1 $batch
  seen $count "$batch"
  batch="" count=0
}
# hold NAME, let_go NAME: of a key.
hold() {
  xdotool keydown "$1"
}
let_go() {
  xdotool keyup "$1"
  seen 1 "$1"
}
# write TEXT: by the keyboard, in parts in which no letter is followed by itself.
write() {
  ifs=$IFS IFS='
'
  for part in $(printf '%s\n' "$1" | awk '{
      part = last = ""
      for (k = 1; k <= length($0); ++k) {
        c = substr($0, k, 1)
        if (tolower(c) == last) { print part; part = "" }
        part = part c; last = tolower(c)
      }
      print part }'); do
    xdotool type --delay 1 -- "$part"
    seen ${#part} "'$part' of '$1'"
  done
  IFS=$ifs
}
# quit_window: Ctrl+Q, and changes that are asked for are dropped; until the program has ended. Gives its exit code.
quit_window() {
  xdotool key ctrl+q
  for _ in $(seq "$patience"); do
    kill -0 $gui 2>/dev/null || break
    [ "$(value dialog)" = leave ] && point leave_discard && xdotool click 1 && break
    sleep 0.05
  done
  wait $gui
}
# type_into NAME TEXT: in place of what the field holds.
type_into() {
  click "$1"
  key ctrl+a
  write "$2"
}
# enter KEY DIALOG TEXT: opens a dialog by a key, types into its field in place of what it holds, presses Return.
enter() {
  key "$1"
  await dialog "$2" "after $1"
  key ctrl+a
  write "$3"
  key Return
}
# saved WHAT: waits for a message about a file that was written, which is $file then, and puts the message away.
saved() {
  await toast "Saved /*" "$1"
  file=$(value toast)
  file=${file#Saved }
  key Escape
  await toast "" "put away"
}
# drag_placed X Y X2 Y2: what is being placed goes with the mouse from one part of the view to another, and is set down there.
drag_placed() {
  point view "$1" "$2"
  await placing_at "?*" "taken hold of"
  first=$(value placing_at)
  point view "$3" "$4"
  await_until moved_on
  click view "$3" "$4"
}
moved_on() {
  [ "$(value placing_at)" != "$first" ]
}
