#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The path of a scenario is changed in the real window under Xvfb: a waypoint is dragged, one is added on the line and removed
# again, undone; what the window says that the drive costs is what the command line says of the saved scenario.
# usage: path_window_test.sh GROUSER-DESKTOP GROUSER. Exit code 4: skipped (Xvfb, xdotool or python3 absent).
program=$1
command=$2
. "$(dirname "$0")/window_helpers.sh"
cd "$folder" || exit 1

# energy FILE: of the drive along its waypoints, as the command line finds it.
energy() {
  "$command" traverse "$1" --json | python3 -c "import json, sys; print(json.load(sys.stdin)['energy'])"
}
# nudge NAME DX DY: drags a named mark by so many pixels, slowly enough to be seen.
nudge() {
  point "$1"
  x=${at% *} y=${at#* }
  press
  for _ in 1 2 3 4; do
    x=$((x + $2)) y=$((y + $3))
    xdotool mousemove $x $y
    await pointer "$x $y" "dragged on"
  done
  release
}

start waypoints --size 1280x800
await state paused "opened"
key w
await path 5 "the path is edited"
await path_energy "$(energy waypoints)" "as the command line says"
click path_look
nudge waypoint_4 8 4
await changes 1 "dragged"
await path_energy "?*" "driven again"
dragged=$(value path_energy)
[ "$dragged" != "$(energy waypoints)" ] || fail "the drag changed no energy"
key ctrl+shift+s
await dialog save "asked for a name"
type_into save_path "$folder/drawn.toml"
key Return
await unsaved no "saved"
[ "$(value path_energy)" = "$(energy drawn.toml)" ] || fail "window $(value path_energy), command line $(energy drawn.toml)"
key Delete
await path 4 "the selected waypoint is removed"
key ctrl+z
await path 5 "given back"
key ctrl+z
await changes 0 "all undone"
await path_energy "$(energy waypoints)" "as at first"
key Escape
await path "" "left"
quit_window || fail "exit code $?"

[ $failures -eq 0 ] && echo "all passed"
exit $((failures > 0))
