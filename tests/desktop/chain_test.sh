#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The whole chain in the window, by mouse alone but for names and numbers: a raw map of Gale crater is opened, 200 m are picked,
# cleaned and saved, a lander with its rover is set down on it elsewhere, three soils are painted, the egress runs, the rover is
# driven 5 m by hand; all of it is recorded and saved, closed, opened again, and reruns identical. The input is recorded too:
# played back without a display it makes the same ground, soil map and scenario, and a run that reruns identical.
# usage: chain_test.sh GROUSER-DESKTOP GROUSER REFERENCE-FOLDER.
# Exit code 4: skipped (no reference data, Xvfb, xdotool or python3 absent).
program=$1
command=$2
tile=$3/dem/MMGIS_Gale_missionDEM_1m.tif
[ -f "$tile" ] || { echo "SKIPPED: no reference data (GROUSER_REFERENCE_DIR)"; exit 4; }
. "$(dirname "$0")/window_helpers.sh"
cd "$folder" || exit 1
mkdir site
"$program" --size 1280x800 --ui-map "$map" --record-input chain.jsonl >out 2>&1 &
gui=$!
await state empty "started"

# the raw map, 200 m of it, cleaned
click open
await dialog open "after Open"
type_into open_path "$tile"
click open_confirm
await terrain_surveyed yes "the map was opened"
click terrain_pick_middle
type_into terrain_width 200
key Return
type_into terrain_height 200
key Return
click terrain_cut
await terrain_shown site "cut out"
# The piece has no voids and, at the usual thresholds, no outliers: told to look closer, the first step takes some cells out.
type_into terrain_threshold 0.3
key Return
type_into terrain_roughness 0
key Return
for step in 0 1 2; do
  click terrain_clean_$step
  await terrain_steps "$((step + 1))/$((step + 1))" "cleaning step $step"
done
click terrain_rover
sleep 0.5
click terrain_on_lander
click terrain_start
await popup open "after Save and drive"
type_into terrain_save_path "$folder/site/gale.tif"
click terrain_save_confirm
await scene egress_mars "a lander on it"
await state paused "a lander on it"

# lander and rover elsewhere
click tab_inspect
click place_move
await placing "?*" "after Move"
drag_placed 0.5 0.6 0.54 0.62
await placing "" "set down"
await last_step "Place*" "set down"

# three soils, each a stroke across the view
await built yes "set down"
click tab_paint
click paint_toggle
await painting on "after Paint"
row=0.78
for soil in apollo_dense bedrock wong_snow_US; do
  click paint_add_soil
  sleep 0.3
  xdotool type --delay 60 "$soil"
  click "paint_soil_$soil"
  click "paint_class_$soil"
  point view 0.1 $row
  xdotool mousedown 1
  point view 0.2 $row
  point view 0.3 $row
  xdotool mouseup 1
  sleep 0.3
  await painting on "painted $soil"
  row=$(python3 -c "print($row + 0.06)")
done
click paint_toggle
await painting off "after painting"
await built yes "painted"

# saved before the drive: what is recorded names the files
click menu_file
click menu_save_as
await dialog save "after Save as"
type_into save_path "$folder/site/chain.toml"
click save_confirm
await dialog none "saved"
await unsaved no "saved"

# the egress by the scenario's own programme, then 5 m by hand, recorded
click record
await dialog record "after Record"
type_into record_path "$folder/site/chain.h5"
click record_confirm
await recording "*chain.h5" "recording"
for _ in 1 2 3 4 5 6; do click faster; done
click play
await verdict "out*" "the egress"
click play
await state paused "after the egress"
for _ in 1 2 3; do click slower; done
before=$(value distance)
click hand
await hand on "driving by hand"
click play
await state running "playing"
point hand_stick
xdotool mousedown 1
point hand_stick 0.5 0.0
for _ in $(seq 600); do
  python3 -c "import sys; sys.exit(not float('$(value distance)') - float('$before') > 5.0)" && break
  sleep 0.2
done
xdotool mouseup 1
python3 -c "import sys; sys.exit(not float('$(value distance)') - float('$before') > 5.0)" || fail "not 5 m by hand: from $before to $(value distance)"
click play
await state paused "stopped"
click record
await recording "" "recorded"
click menu_file
click menu_quit
wait $gui || fail "exit code $? at the end: $(cat out)"

"$command" rerun site/chain.h5 >rerun.txt 2>&1 || fail "rerun: $(cat rerun.txt)"
grep -q identical rerun.txt || fail "rerun says: $(cat rerun.txt)"

# opened again: the recorded run, rerun in the window; then the saved scenario
rm -f "$map"
"$program" --size 1280x800 --ui-map "$map" site/chain.h5 >out 2>&1 &
gui=$!
await state paused "opened again"
click tab_runs
click rerun
await toast "Rerun: identical*" "rerun in the window"
click open
await dialog open "after Open"
type_into open_path "$folder/site/chain.toml"
click open_confirm
await mode live "the saved scenario"
click menu_file
click menu_quit
wait $gui || fail "exit code $? at the end: $(cat out)"
gui=""

# the recorded input once more, without a display
mv site site_by_mouse
mkdir site
"$program" --play-input chain.jsonl --ui-map played.json >out 2>&1 || fail "playing the input: exit code $?: $(cat out)"
for file in gale.tif chain.toml chain_soils.tif; do
  cmp -s site/$file site_by_mouse/$file || fail "$file differs when the input is played"
done
# Where a running simulation was paused is not the same step: the played run is another one, and repeats as well.
"$command" rerun site/chain.h5 >rerun.txt 2>&1 || fail "rerun of the played run: $(cat rerun.txt)"

[ "$failures" -eq 0 ] && echo "all passed"
exit $((failures > 0))
