#!/bin/sh
# The whole chain in the window, by mouse (names and numbers are typed, W is held to drive): a raw map of Gale crater is opened,
# 200 m are picked, cleaned and saved, a rover is set down on it elsewhere, three soils are painted, it is driven 5 m by hand and
# recorded; all is saved, closed, and the run reruns identical. The input is recorded.
# usage: chain_test.sh GROUSER-DESKTOP GROUSER REFERENCE-FOLDER.
# Exit code 4: skipped (no reference data, Xvfb, xdotool or python3 absent).
program=$1
command=$2
tile=$3/dem/MMGIS_Gale_missionDEM_1m.tif
[ -f "$tile" ] || { echo "SKIPPED: no reference data (GROUSER_REFERENCE_DIR)"; exit 4; }
. "$(dirname "$0")/window_helpers.sh"
cd "$folder" || exit 1
mkdir site
input=$folder/chain.jsonl
"$program" --size 1280x800 --ui-map "$map" --record-input "$input" >out 2>&1 &
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
click terrain_start
await popup open "after Save and drive"
type_into terrain_save_path "$folder/site/gale.tif"
click terrain_save_confirm
await scene traverse_mars "driving on it"
await state paused "driving on it"

# the rover elsewhere
click tab_inspect
click place_move
await placing "?*" "after Move"
point view 0.5 0.6
point view 0.58 0.62
click view 0.6 0.64
await placing "" "set down"

# three soils, each a stroke across the view
click tab_paint
click paint_toggle
await painting on "after Paint"
row=0.72
for soil in apollo_dense bedrock wong_snow_US; do
  click paint_add_soil
  sleep 0.3
  xdotool type --delay 60 "$soil"
  click "paint_soil_$soil"
  click "paint_class_$soil"
  point view 0.3 $row
  xdotool mousedown 1
  point view 0.5 $row
  point view 0.7 $row
  xdotool mouseup 1
  sleep 0.3
  await painting on "painted $soil"
  row=$(python3 -c "print($row + 0.08)")
done
click paint_toggle
await painting off "after painting"

# saved before the drive: what is recorded names the files
click menu_file
click menu_save_as
await dialog save "after Save as"
type_into save_path "$folder/site/chain.toml"
click save_confirm
await dialog none "saved"
await unsaved no "saved"

# 5 m by hand, recorded
click record
await dialog record "after Record"
type_into record_path "$folder/site/chain.h5"
click record_confirm
await recording "*chain.h5" "recording"
click hand
await hand on "driving by hand"
for _ in 1 2 3 4; do click faster; done
click play
await state running "playing"
xdotool keydown w
await hand_told "*m/s, straight" "W held"
await time "1[1-9]?.*" "driving 5 m"
xdotool keyup w
click play
await state paused "stopped"
click record
await recording "" "recorded"
click menu_file
click menu_quit
wait $gui || fail "exit code $? at the end: $(cat out)"
gui=""

"$command" rerun site/chain.h5 >rerun.txt 2>&1 || fail "rerun: $(cat rerun.txt)"
grep -q identical rerun.txt || fail "rerun says: $(cat rerun.txt)"
"$command" info site/chain.h5 >info.txt 2>&1

[ "$failures" -eq 0 ] && echo "all passed"
exit $((failures > 0))
