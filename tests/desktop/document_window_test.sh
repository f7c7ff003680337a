#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What is open is changed in the real window under Xvfb: a part is selected and its number changed, undone and done again; the
# rover is moved, soils are painted; a killed program offers its changes, a leaving one asks for them, and what is saved runs as
# it was shown. usage: document_window_test.sh GROUSER-DESKTOP GROUSER. Exit code 4: skipped (Xvfb, xdotool or python3 absent).
program=$1
command=$2
. "$(dirname "$0")/window_helpers.sh"
cd "$folder" || exit 1

start traverse_mars --size 1280x800
await state paused "opened"
click part_wheel_front_left
await selected "Wheel front left" "chosen in the list"
type_into key_rover.wheel.radius "150 mm"
key Return
await changes 1 "a number was changed"
await unsaved yes "a number was changed"
key ctrl+z
await changes 0 "after Ctrl+Z"
await unsaved no "after Ctrl+Z"
key ctrl+y
await changes 1 "after Ctrl+Y"
type_into key_rover.wheel.radius "-3"
key Return
await refusal "?*" "a negative radius is refused at its field"
key Escape
await changes 1 "after a refusal"

# the rover is taken up, moved, and set down
click place_move
await placing rover "taken up"
drag_placed 0.5 0.6 0.6 0.6
await placing "" "set down"
await changes 2 "set down"

# a second soil is painted
await built yes "the moved rover's world"
click tab_paint
click paint_toggle
await painting on "painting"
click paint_add_soil
write bedrock
click paint_soil_bedrock
click paint_class_bedrock
point view 0.3 0.8
press
point view 0.5 0.85
point view 0.7 0.8
release
await changes 3 "a stroke"
await painting on "the stroke was taken over"

# killed: the next one offers what was changed
kill -9 $gui
wait $gui 2>/dev/null
start --size 1280x800
await state empty "started again"
click restore
await changes 3 "restored"
key ctrl+q
await dialog leave "changes are asked for at the end"
click leave_cancel
await dialog none "stayed"
key ctrl+s
await dialog save "a shipped scenario is not written over"
type_into save_path "$folder/mine.toml"
key Return
await unsaved no "saved"
quit_window || fail "exit code $?"
grep -q 'rover.wheel.radius=0.15' mine.toml || fail "no wheel radius in the saved scenario"
[ -f mine_soils.tif ] || fail "no painted map beside the saved scenario"
[ -z "$(ls "$folder"/state/grouser/unsaved-* "$folder"/state/grouser/painted/*.tif 2>/dev/null)" ] || fail "something is left behind"
"$command" run mine.toml --set duration=0.3 --json >run.json 2>run.txt || fail "the saved scenario does not run: $(cat run.txt)"

[ $failures -eq 0 ] && echo "all passed"
exit $((failures > 0))
