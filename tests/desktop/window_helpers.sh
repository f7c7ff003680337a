# SPDX-License-Identifier: BSD-3-Clause
# For tests that drive the real window under Xvfb with mouse and keys; sourced after program=, command= are set.
# screen=WIDTHxHEIGHT before sourcing: another one than 1280x800. two_monitors=yes: 1280x720 and, right of it, 1280x1024, by Xorg's dummy driver.
# What the window shows is read from the file of widget rectangles ($map), whose "report" names what is shown.
two_monitors=${two_monitors:-no}
server=Xvfb
[ "$two_monitors" = yes ] && server="Xorg xrandr"
for tool in $server xdotool python3; do
  command -v "$tool" >/dev/null 2>&1 || { echo "SKIPPED: no $tool"; exit 4; }
done
folder=$(mktemp -d)
map=$folder/map.json
number=$((880 + $$ % 400))
if [ "$two_monitors" = yes ]; then
  printf '%s\n' 'Section "Device"' 'Identifier "none"' 'Driver "dummy"' 'VideoRam 65536' 'EndSection' \
    'Section "Monitor"' 'Identifier "any"' 'HorizSync 5.0-1000.0' 'VertRefresh 5.0-200.0' 'EndSection' \
    'Section "Screen"' 'Identifier "both"' 'Device "none"' 'Monitor "any"' 'DefaultDepth 24' 'SubSection "Display"' 'Virtual 2560 1024' 'EndSubSection' 'EndSection' \
    'Section "ServerFlags"' 'Option "AutoAddDevices" "false"' 'Option "AutoAddGPU" "false"' 'EndSection' >"$folder/xorg.conf"
  Xorg ":$number" -config "$folder/xorg.conf" -logfile "$folder/xorg.log" -noreset -novtswitch -seat seat-of-a-test >/dev/null 2>&1 &
else
  Xvfb ":$number" -screen 0 "${screen:-1280x800}x24" -noreset >/dev/null 2>&1 &
fi
xvfb=$!
trap 'kill $gui $xvfb 2>/dev/null; rm -rf "$folder"' EXIT
export DISPLAY=":$number" XDG_STATE_HOME="$folder/state"
sleep 1
kill -0 $xvfb 2>/dev/null || { echo "SKIPPED: the X server does not start"; exit 4; }
if [ "$two_monitors" = yes ]; then
  for _ in $(seq 50); do
    xrandr >/dev/null 2>&1 && break
    sleep 0.2
  done
  xrandr --addmode DUMMY1 1280x1024 2>/dev/null &&
    xrandr --output DUMMY0 --mode 1280x720 --output DUMMY1 --mode 1280x1024 --right-of DUMMY0 2>/dev/null &&
    xrandr >/dev/null 2>&1 ||  # looked at once more: only then the second counts as connected
    { echo "SKIPPED: Xorg gives no two monitors (package xserver-xorg-video-dummy)"; exit 4; }
fi
failures=0
# How long a key or button is held, s, and how many tenths of a second a value is waited for: pictures are slower with sanitizers.
hold=0.15 patience=1200
grep -qa __asan_init "$program" && hold=0.6 patience=9000

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
    sleep 0.1
  done
  fail "$1 is \"$(value "$1")\", expected $2 ($3)"
  cat "$map"
  exit 1
}
# spot NAME [PART-X PART-Y]: a place in a named widget that is shown now, its middle if not told.
spot() {
  awk -v name="$1" -v u="${2:-0.5}" -v v="${3:-0.5}" '
    index($0, " \"" name "\": [") == 1 {
      for (k = 0; k < 4; ++k) { getline; r[k] = $0 + 0 }
      print int(r[0] + u * (r[2] - r[0])), int(r[1] + v * (r[3] - r[1])); exit
    }' "$map" 2>/dev/null
}
# point NAME [PART-X PART-Y]: moves the mouse there, once the widget is shown and stays in its place (tabs take two pictures to find it).
point() {
  at="" last=""
  for _ in $(seq 300); do
    at=$(spot "$@")
    [ -n "$at" ] && [ "$at" = "$last" ] && break
    last=$at at=""
    sleep 0.15
  done
  [ -n "$at" ] || { fail "no widget $1"; exit 1; }
  # shellcheck disable=SC2086
  xdotool mousemove $at
  sleep 0.2
}
# click NAME [PART-X PART-Y]
click() {
  point "$@"
  xdotool mousedown 1
  sleep "$hold"
  xdotool mouseup 1
  sleep 0.25
}
# Held for longer than two slow pictures, as a finger does.
key() {
  xdotool keydown "$1"
  sleep "$hold"
  xdotool keyup "$1"
  sleep 0.1
}
# quit_window: Ctrl+Q, and changes that are asked for are dropped; until the program has ended.
quit_window() {
  xdotool key ctrl+q
  for _ in $(seq "$patience"); do
    kill -0 $gui 2>/dev/null || break
    [ "$(value dialog)" = leave ] && click leave_discard && break
    sleep 0.1
  done
  wait $gui
}
# type_into NAME TEXT: in place of what the field holds.
type_into() {
  click "$1"
  xdotool keydown ctrl
  key a
  xdotool keyup ctrl
  xdotool type --delay 40 -- "$2"
  sleep 0.2
}
# drag_placed X Y X2 Y2: what is being placed goes with the mouse from one part of the view to another, and is set down there.
drag_placed() {
  point view "$1" "$2"
  await placing_at "?*" "taken hold of"
  first=$(value placing_at)
  point view "$3" "$4"
  for _ in $(seq 300); do
    [ "$(value placing_at)" != "$first" ] && break
    sleep 0.2
  done
  click view "$3" "$4"
}
